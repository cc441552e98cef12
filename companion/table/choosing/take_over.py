"""What a lower level knew is taken over when a game is raised, so that nobody enters it again."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from companion.engine.figures import WORTHS, DialTotal
from companion.engine.game import CHANCE, Correction, KnownPosition
from companion.engine.log import CARRIED, PLAYED, EntryKind
from companion.table.choosing.choosing import is_correctable, open_corrections
from companion.table.history.entries import apply, note
from companion.table.level_change import is_entering, is_laid, level_began
from companion.table.narrowing.intent import VERB, values
from companion.table.play import settled
from companion.table.state import MidgameEntry, Table, Timestamp


def take_over(table: Table, since: int, timestamp: Timestamp) -> Table:
    """Return a raised game with what its former level knew, as far as it can be taken over by now.

    Who begins is taken over where the game asks for it, all else as soon as values can be set by
    hand; a correction that is refused or changes nothing is left out. A note in the log says that
    all this follows from entry ``since``.
    """
    taken = _taken_over(table, timestamp)
    if taken is table:
        return table
    return note(taken, EntryKind.CHECKPOINT, timestamp, {CARRIED: since})


def _taken_over(table: Table, timestamp: Timestamp) -> Table:
    began = level_began(table)
    if began is None or began.lower is None:
        return table
    known = began.lower.game.known_position(began.state)
    starts = settled(table.game.chance_outcomes(table.state), known.starter)
    if starts is not None and table.game.current_player(table.state) == CHANCE:
        table = apply(table, starts, EntryKind.CHANCE, timestamp)
    if not is_laid(table.game, table.state):
        return table
    for correction in _corrections(table, known):
        table = _corrected(table, correction, timestamp)
    return table


def go_on_entering(before: Table, after: Table, timestamp: Timestamp) -> Table:
    """Return a raised game after an entry of what lies on its table, with what follows from that.

    Once all of that is entered, the box takes over what it knew and asks for the rest.
    """
    new = after.entries[len(before.entries) :]
    entered = any(entry.kind in PLAYED for entry in new) and is_entering(before)
    if not entered or after.is_over:
        return after
    taken = take_over(after, new[0].sequence, timestamp)
    if not is_laid(after.game, taken.state) or not is_correctable(taken):
        return taken
    return open_corrections(taken, timestamp, MidgameEntry(None, in_pause=after.clocks.paused))


def _corrected(table: Table, correction: Correction, timestamp: Timestamp) -> Table:
    if table.game.why_not(table.state, correction) is not None:
        return table
    if table.game.apply_action(table.state, correction).state == table.state:
        return table
    return apply(table, correction, EntryKind.CORRECTION, timestamp)


def _corrections(table: Table, known: KnownPosition) -> Iterator[Correction]:
    """Yield the corrections by which a game takes over what is known, in its order."""
    for kind in table.game.carried:
        if issubclass(kind, DialTotal):
            for seat, points in enumerate(known.points):
                yield from _digits(seat, points)
        elif hasattr(kind, "change"):
            for seat, points in enumerate(known.points):
                yield from _debts(table, kind, seat, points)
        elif kind is table.game.leaving:
            yield from _of_kind(table, kind, {"player": known.gone})
        elif known.turn == table.game.current_player(table.state):
            yield from _of_kind(table, kind, {"round": (known.round,)})  # it is their turn already
        else:
            yield from _of_kind(table, kind, {"player": (known.turn,), "round": (known.round,)})


def _of_kind(
    table: Table, kind: type[Correction], wanted: Mapping[str, Sequence[int | None]]
) -> Iterator[Correction]:
    """Yield the possible corrections of a kind whose every field has a wanted value."""
    game: Any = table.game  # only games with corrections name some to carry
    for action in game.possible(table.state, kind):
        fields = {name: value for name, value in values(action).items() if name != VERB}
        if all(value in wanted.get(name, ()) for name, value in fields.items()):
            yield action


def _debts(table: Table, kind: type[Correction], seat: int, points: int) -> Iterator[Correction]:
    """Yield the corrections that lower a seat's points below zero, the largest change first."""
    game: Any = table.game
    possible: list[Any] = [each for each in game.possible(table.state, kind) if each.player == seat]
    for action in sorted(possible, key=attrgetter("change")):
        while action.change < 0 and points <= action.change:
            points -= action.change
            yield action


def _digits(seat: int, points: int) -> Iterator[DialTotal]:
    """Yield the corrections that enter points from the highest digit on; none for a debt."""
    if points > 0:
        yield from (DialTotal(seat, worth, points // worth % 10) for worth in WORTHS)
