"""Words for pieces that are put right: which piece goes where."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Text, enumeration, text
from companion.table.task import Shift, named_seat
from companion.table.text_lists import join_texts

_LIST: Final = "list.plain"
_NAMED: Final = 3
"""How many pieces of a row are all named; of more, those that have not been in it."""
_SEAT: Final = "seat-"
"""How the places of a player's own things begin; their seat follows, from 1."""


def shift_words(game: AnyGame, shift: Shift) -> Text:
    """Return the instruction of a shift; ``places`` are those that the picture beside it marks.

    They are the targets of the pieces, or their origins if the target has no name, such as a
    player's supply.
    """
    for _, count in shift.tokens:
        return game.supply_task(count)
    named, origins = _with_own_name(shift.belongs), _with_own_name(shift.lies)
    belongs = named or (() if origins else shift.belongs)
    sprites = belongs or origins or shift.lies
    places = " ".join(sorted({sprite.place for sprite in sprites}))
    if belongs:
        return text("table.put_right", what=_put(game, shift, belongs), places=places)
    away = [
        text("table.piece_at", what=name, place=_place(game, sprite.place))
        for sprite in sprites
        if (name := piece_name(game, sprite)) is not None
    ]
    return text("table.take_away", what=join_texts(away), places=places)


def piece_name(game: AnyGame, sprite: Sprite) -> Text | None:
    """Return the name of a piece, at a place of a player that of its look, ``None`` without one.

    What is only drawn has none: nobody can move it.
    """
    picture = game.picture
    look = None if picture is None else picture.looks.get(sprite.look)
    if look is not None and look.drawn:
        return None
    if sprite.name is not None or look is None or seat_of(sprite) is None:
        return sprite.name
    return text(look.name) if look.name else None


def seat_of(sprite: Sprite) -> int | None:
    """Return the seat of the owner of a piece, or of its place."""
    named = named_seat(sprite.name)
    if named is not None:
        return named
    number = sprite.place.removeprefix(_SEAT).partition("-")[0]
    is_own = sprite.place.startswith(_SEAT) and number.isdigit()
    return int(number) - 1 if is_own else None


def is_unmoved(lies: Sprite, belongs: Sprite) -> bool:
    """Return whether two sprites are one piece in its place that only its sign tells apart.

    A number as a sign counts the pieces of a pile.
    """
    is_pile = lies.sign.isdecimal() and belongs.sign.isdecimal()
    return not is_pile and (lies.name, lies.place) == (belongs.name, belongs.place)


def _with_own_name(sprites: Iterable[Sprite]) -> tuple[Sprite, ...]:
    return tuple(sprite for sprite in sprites if sprite.name is not None)


def _put(game: AnyGame, shift: Shift, belongs: Sequence[Sprite]) -> Text:
    """Return which pieces come to which places, and which go.

    Of a long row, those are named that have not been in it, and its name with all of them if they
    have only changed places.
    """
    if len(shift.lies) == len(belongs) == 1 and shift.lies[0].place == belongs[0].place:
        return _replaced(game, shift.lies[0], belongs[0])
    new = _without(belongs, shift.lies)
    chosen = belongs if len(belongs) <= _NAMED else (new or belongs)
    row = _row(game, chosen) if len(chosen) > (_NAMED if new else 1) else None
    put = [
        text("table.piece_to", what=name, place=_place(game, sprite.place, row))
        for sprite in chosen
        if (name := piece_name(game, sprite)) is not None
    ]
    away = [
        text("table.piece_away", what=name)
        for sprite in _without(shift.lies, shift.belongs)
        if (name := piece_name(game, sprite)) is not None and not _is_moved(sprite, shift.belongs)
    ]
    what = join_texts([*put, *away])
    return what if row is None else text("table.row", row=row, what=what)


def _is_moved(sprite: Sprite, belongs: Iterable[Sprite]) -> bool:
    """Return whether a piece lies elsewhere afterwards, under another name, such as a die."""
    return seat_of(sprite) is not None and any(each.look == sprite.look for each in belongs)


def _without(sprites: Iterable[Sprite], others: Iterable[Sprite]) -> list[Sprite]:
    """Return the sprites without those that are also among others, wherever they lie there."""
    left = Counter(map(_identity, others))
    kept = list[Sprite]()
    for sprite in sprites:
        if left[_identity(sprite)]:
            left[_identity(sprite)] -= 1
        else:
            kept.append(sprite)
    return kept


def _identity(sprite: Sprite) -> tuple[object, ...]:
    return (sprite.look, sprite.name, sprite.piece, sprite.sign)


def _replaced(game: AnyGame, lies: Sprite, belongs: Sprite) -> Text:
    """Return what changes in one place: the number of a pile's pieces, or another piece."""
    place = _place(game, belongs.place)
    if lies.sign.isdecimal() and belongs.sign.isdecimal() and lies.name == belongs.name:
        more = int(belongs.sign) - int(lies.sign)
        return text(
            "table.pile_more" if more > 0 else "table.pile_fewer", place=place, count=abs(more)
        )
    names = [name for each in (lies, belongs) if (name := piece_name(game, each)) is not None]
    if len(names) == 1:
        return text("table.piece_to", what=names[0], place=place)
    was, what = _difference(names[0], names[-1])
    return text("table.piece_replaced", place=place, was=was, what=what)


def _difference(was: Text, what: Text) -> tuple[Text, Text]:
    """Return two names, or what alone differs in them, such as the values of a die.

    The place beside them says the rest.
    """
    if was.key != what.key or was.params.keys() != what.params.keys():
        return was, what
    changed = [name for name, value in was.params.items() if value != what.params[name]]
    if len(changed) != 1:
        return was, what
    (name,) = changed
    old, new = (
        value if isinstance(value, Text) else text("table.value", value=value)
        for value in (was.params[name], what.params[name])
    )
    return old, new


def _place(game: AnyGame, place: str, row: Text | None = None) -> Text:
    """Return the name of a place; in a ``row`` what its label has besides that of the row."""
    label = _label(game, place)
    if label is None:
        return text("table.value", value=place)
    if row is None:
        return label
    return enumeration("plain", [*label.params.values()][len(row.params) :])


def _row(game: AnyGame, sprites: Iterable[Sprite]) -> Text | None:
    """Return what labels of places have in common before their last part, ``None`` if nothing."""
    labels = [_label(game, sprite.place) for sprite in sprites]
    rows = [() if label is None else (*label.params.values(),)[:-1] for label in labels]
    keys = {tuple(part.key if isinstance(part, Text) else part for part in row) for row in rows}
    return enumeration("plain", rows[0]) if rows[0] and len(keys) == 1 else None


def _label(game: AnyGame, place: str) -> Text | None:
    """Return the label of a place of the picture as a list of its parts, ``None`` for a square."""
    picture = game.picture
    spaces = () if picture is None else picture.spaces
    label = next((space.label for space in spaces if space.id == place), None)
    return label if label is None or label.key == _LIST else enumeration("plain", [label])
