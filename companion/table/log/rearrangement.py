"""Tasks that make the table match a state after an undo or an edit of the log.

What lies on the table follows from the state and the pending tasks: everything else has been done.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from companion.engine.picture import Sprite
from companion.engine.rules import AnyGame
from companion.table.log.shift_words import is_unmoved, piece_name, seat_of, shift_words
from companion.table.task import Shift, Task, by_seat

Piece: TypeAlias = Sprite | int
"""A sprite on the table; a number stands for one token from the supply in front of that seat."""


def difference(game: AnyGame, before: Any, after: Any) -> Counter[Piece]:  # noqa: ANN401
    """Return what lies on the table in a state and not in another: negative if it has gone."""
    missing = _on_table(game, after)
    missing.subtract(_on_table(game, before))
    return missing


def _on_table(game: AnyGame, state: Any) -> Counter[Piece]:  # noqa: ANN401 - a game's
    on_table = Counter[Piece](game.sprites(state))
    on_table.update(dict(enumerate(game.supply_tokens(state))))
    return on_table


def effects(game: AnyGame, tasks: Iterable[Task]) -> Counter[Piece]:
    """Return what tasks change at the table: the number of each piece, negative if it goes."""
    total = Counter[Piece]()
    for task in tasks:
        total.update(_effect(game, task))
    return total


def _effect(game: AnyGame, task: Task) -> Counter[Piece]:
    if task.shift is not None:
        effect = Counter[Piece](task.shift.belongs)
        effect.subtract(task.shift.lies)
        effect.update(dict(task.shift.tokens))
        return effect
    if task.change is not None:
        return difference(game, task.change.before, task.change.after)
    return Counter()


def tasks_for(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's
    missing: Counter[Piece],
    instructions: Iterable[Task],
) -> tuple[Task, ...]:
    """Return the tasks that change what is ``missing``, so that the table shows the state.

    Of the ``instructions``, those stay that bring a part of it, or change nothing that the box
    sees. The rest is put right: each by the owner of the piece, or of its place; the others by all
    players.
    """
    kept, left = list[Task](), Counter(missing)
    waiting = [*instructions]
    while waiting:
        run = _useful_run(game, waiting, left)
        left.subtract(effects(game, run))
        kept += run
        waiting = waiting[max(len(run), 1) :]
    gone = (None, *game.gone(state))
    wrong = list[Task]()
    for shift in rearrangement(game, left):
        seat = _owner(shift)
        what = shift_words(game, shift)
        wrong.append(Task(what, None, None if seat in gone else seat, shift))
    shared = [task for task in wrong if task.seat is None]  # tokens slide on a correct row only
    return by_seat((*shared, *(task for task in wrong if task.seat is not None), *kept))


def _useful_run(game: AnyGame, tasks: Sequence[Task], missing: Counter[Piece]) -> Sequence[Task]:
    """Return the longest run of tasks from the first one that bring a part of what is missing.

    A token may slide to where the next one leaves from: both are useful only together.
    """
    for count in range(len(tasks), 0, -1):
        effect = effects(game, tasks[:count])
        if all(_is_part(n, missing[each]) for each, n in effect.items() if _is_named(game, each)):
            return tasks[:count]
    return ()


def _is_part(count: int, whole: int) -> bool:
    """Return whether a number of pieces that come, or go if negative, is a part of another one."""
    return min(whole, 0) <= count <= max(whole, 0)


def rearrangement(game: AnyGame, missing: Counter[Piece]) -> tuple[Shift, ...]:
    """Return the corrections that bring what is missing, and take away what is too much.

    Each is one misplaced piece, such as a cube that is taken back, or the tokens of one player.
    Shared pieces that have exchanged places, such as a row of tokens, count as one. Only pieces
    with a name can be corrected; at a place of a player it may be that of their look.
    """
    sprites = Counter({each: n for each, n in missing.items() if isinstance(each, Sprite)})
    wrong, shifts = [*(-sprites).elements()], list[Shift]()
    for sprite in (+sprites).elements():
        origin = next((each for each in wrong if _is_same(each, sprite)), None)
        if origin is not None:
            wrong.remove(origin)
            if is_unmoved(origin, sprite):
                continue
        shifts.append(Shift(() if origin is None else (origin,), (sprite,)))
    shifts += (Shift((sprite,), ()) for sprite in wrong)
    named = _joined(
        [each for each in shifts if any(_is_named(game, it) for it in each.lies + each.belongs)]
    )
    tokens = ((each, n) for each, n in missing.items() if isinstance(each, int) and n)
    return (*named, *(Shift((), (), (each,)) for each in sorted(tokens)))


def _is_named(game: AnyGame, piece: Piece) -> bool:
    return isinstance(piece, int) or piece_name(game, piece) is not None


def _is_same(sprite: Sprite, other: Sprite) -> bool:
    """Return whether two sprites may show the same piece in two places.

    The name of a player's piece may say where it is; that of another one tells it from its like.
    """
    seat = seat_of(sprite)
    if (sprite.look, sprite.piece, seat) != (other.look, other.piece, seat_of(other)):
        return False
    return seat is not None or sprite.name == other.name


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
    seats = {seat_of(sprite) for sprite in (*shift.lies, *shift.belongs)}
    seats |= {seat for seat, _ in shift.tokens}
    return next(iter(seats)) if len(seats) == 1 else None
