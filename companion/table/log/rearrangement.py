"""Tasks that correct the table after an edit of the log has changed earlier steps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.table.log.log_step import LogStep
from companion.table.task import Shift, Task, by_seat, named_seat
from companion.table.text_lists import join_texts

_PUT, _PUT_MORE, _TAKE_AWAY = "table.put_right", "table.put_right_more", "table.take_away"
_NAMED: Final = 3
"""How many things are named at once; the picture shows the others of a row."""
_SEAT: Final = "seat-"
"""How the places of a player's own things begin; their seat follows, from 1."""


def with_rearrangement(
    game: AnyGame,
    steps: Sequence[LogStep],
    state: Any,  # noqa: ANN401 - a game's
    shown: Counter[Sprite],
    tasks: Sequence[Task],
) -> tuple[Task, ...]:
    """Return the tasks after ``steps``, with corrections for a table in an older state.

    Each belongs to the owner of the piece, or of its place; the others belong to all players.
    """
    others = tuple(task for task in tasks if task.shift is None)
    gone = (None, *game.gone(state))
    wrong = list[Task]()
    for shift in rearrangement(game, shown, shown_state(steps, state, others)):
        seat = _owner(shift)
        wrong.append(Task(_words(shift), steps[-1].action, None if seat in gone else seat, shift))
    return by_seat((*wrong, *others))


def rearrangement(
    game: AnyGame,
    shown: Counter[Sprite],
    state: Any,  # noqa: ANN401 - a game's
) -> tuple[Shift, ...]:
    """Return the corrections that make the table match a state.

    Each is one misplaced piece, such as a cube that is taken back. Shared pieces that have
    exchanged places, such as a row of tokens, count as one. Only named pieces can be corrected.
    """
    due = Counter(game.sprites(state))
    wrong, shifts = [*(shown - due).elements()], list[Shift]()
    for sprite in (due - shown).elements():
        origin = next((each for each in wrong if _is_same(each, sprite)), None)
        if origin is not None:
            wrong.remove(origin)
        shifts.append(Shift(() if origin is None else (origin,), (sprite,)))
    shifts += (Shift((sprite,), ()) for sprite in wrong)
    return tuple(_joined([shift for shift in shifts if _named(shift.lies + shift.belongs)]))


def _named(sprites: Iterable[Sprite]) -> list[Sprite]:
    return [sprite for sprite in sprites if sprite.name is not None]


def _is_same(sprite: Sprite, other: Sprite) -> bool:
    """Return whether two sprites may show the same piece in two places."""
    return (sprite.look, sprite.piece, _player(sprite)) == (other.look, other.piece, _player(other))


def _player(sprite: Sprite) -> int | None:
    """Return the seat of the owner of a piece, or of its place."""
    named = named_seat(sprite.name)
    if named is not None:
        return named
    number = sprite.place.removeprefix(_SEAT).partition("-")[0]
    is_own = sprite.place.startswith(_SEAT) and number.isdigit()
    return int(number) - 1 if is_own else None


def _joined(shifts: Sequence[Shift]) -> Iterator[Shift]:
    """Yield shifts; those of shared pieces with a common place are merged."""
    rows = list[Shift]()
    for shift in shifts:
        if _owner(shift) is not None:
            yield shift
            continue
        row = shift
        for other in [each for each in rows if not each.places.isdisjoint(row.places)]:
            rows.remove(other)
            row = Shift(_by_place(other.lies + row.lies), _by_place(other.belongs + row.belongs))
        rows.append(row)
    yield from rows


def _by_place(sprites: Iterable[Sprite]) -> tuple[Sprite, ...]:
    return tuple(sorted(sprites, key=lambda sprite: (sprite.place, sprite.look, sprite.sign)))


def _owner(shift: Shift) -> int | None:
    """Return the seat of the player who makes the correction, ``None`` for all players."""
    seats = {_player(sprite) for sprite in (*shift.lies, *shift.belongs)}
    return next(iter(seats)) if len(seats) == 1 else None


def _words(shift: Shift) -> Text:
    """Return the instruction; the places are for the picture beside it.

    They are the targets of the pieces, or their origins if the target has no name, such as a
    player's supply.
    """
    belongs = _named(shift.belongs)
    sprites = belongs or _named(shift.lies)
    names = [*dict.fromkeys(sprite.name for sprite in sprites if sprite.name is not None)]
    places = " ".join(sorted({sprite.place for sprite in sprites}))
    put = _PUT_MORE if len(names) > _NAMED else _PUT
    what = join_texts(names[:_NAMED])
    return text(put if belongs else _TAKE_AWAY, what=what, places=places)


def shown_sprites(
    game: AnyGame,
    steps: Sequence[LogStep],
    state: Any,  # noqa: ANN401 - a game's
    tasks: Sequence[Task],
) -> Counter[Sprite]:
    """Return the sprites on the table while the ``tasks`` resulting from ``steps`` are pending.

    ``state`` is that after all steps. Uncorrected pieces are at their old places.
    """
    shifts = [task.shift for task in tasks if task.shift is not None]
    shown = Counter(game.sprites(shown_state(steps, state, tasks)))
    for shift in shifts:
        shown = shown - Counter(shift.belongs) + Counter(shift.lies)
    return shown


def shown_state(
    steps: Sequence[LogStep],
    state: Any,  # noqa: ANN401 - a game's
    tasks: Sequence[Task],
) -> Any:  # noqa: ANN401 - a game's
    """Return the state shown by the table, apart from pending corrections."""
    actions = [task.action for task in tasks if task.shift is None]
    if not actions:
        return state
    return next((step.state for step in reversed(steps) if step.action == actions[0]), state)
