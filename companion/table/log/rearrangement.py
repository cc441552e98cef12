"""What has to be put right at the table after an edit of the log has changed earlier steps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.table.log.log_step import LogStep
from companion.table.task import PLAYER, Shift, Task, by_seat
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
    """Return the tasks after ``steps``, with what has to be put right on a table that shows this.

    Each is for the player whose thing it is, or at whose place it lies; the others are everybody's.
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
    """Return what to put right where the table shows other things than belong to a state.

    Each is one thing that lies elsewhere than it should, such as a cube that is taken back. Things
    that are nobody's and have exchanged their places, such as a row of tokens, are one. Only what
    has a name can be asked for.
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
    """Return whether two sprites may be one thing in two places."""
    return (sprite.look, sprite.piece, _player(sprite)) == (other.look, other.piece, _player(other))


def _player(sprite: Sprite) -> int | None:
    """Return the seat of the player whose thing it is, or at whose place it lies."""
    named = None if sprite.name is None else sprite.name.params.get(PLAYER)
    if isinstance(named, Seat):
        return named.index
    number = sprite.place.removeprefix(_SEAT).partition("-")[0]
    is_own = sprite.place.startswith(_SEAT) and number.isdigit()
    return int(number) - 1 if is_own else None


def _joined(shifts: Sequence[Shift]) -> Iterator[Shift]:
    """Yield shifts, those of nobody's things with a place in common as one of them."""
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
    """Return the seat of the player who puts it right, ``None`` if that is everybody."""
    seats = {_player(sprite) for sprite in (*shift.lies, *shift.belongs)}
    return next(iter(seats)) if len(seats) == 1 else None


def _words(shift: Shift) -> Text:
    """Return what to do; the places are for the picture beside the words.

    They are those where the things belong, or from where they go back to what has no name, such as
    a player's stock.
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
    """Return what the table shows while ``tasks`` are open, to which ``steps`` have led.

    ``state`` is that after all steps. What has still to be put right lies where it lay.
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
    """Return the state that the table shows but for what has to be put right."""
    actions = [task.action for task in tasks if task.shift is None]
    if not actions:
        return state
    return next((step.state for step in reversed(steps) if step.action == actions[0]), state)
