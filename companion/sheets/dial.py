"""The dial by which people enter a count: the numbers about the likeliest, or a hundred others."""

from msgspec.structs import replace

from companion.engine.game import Step
from companion.sheets import actions, play, scoring
from companion.sheets.plan import ScoreCategory
from companion.sheets.sheet import LONGEST
from companion.sheets.state import TableState

BLOCK = 100
"""How many numbers the dial has where people have chosen others than the likeliest."""
_BELOW = 50
"""How many numbers it has at first below the hundred of the likeliest."""


def counts(state: TableState) -> tuple[actions.Tally, ...]:
    """Return the counts on the dial, the likeliest first."""
    found = play.category_due(state)
    if found is None:
        return ()
    category, seat = found
    listed, usual = on_dial(state), _usual(state, category, seat)
    at = listed.index(usual) if usual in listed else 0
    return tuple(actions.Tally(seat, category.id, count) for count in (*listed[at:], *listed[:at]))


def on_dial(state: TableState) -> range:
    """Return the numbers on the dial, all where they are few."""
    found = play.category_due(state)
    if found is None:
        return range(0)
    category, seat = found
    numbers = category.counts
    if len(numbers) <= LONGEST:
        return numbers
    if state.dial is not None:
        first = numbers.index(state.dial)
        return numbers[first : first + BLOCK]
    at = numbers.index(_usual(state, category, seat))
    first = max(0, at // BLOCK * BLOCK - _BELOW)
    return numbers[first : first + LONGEST]


def others(state: TableState) -> tuple[actions.SetDial, ...]:
    """Return what sets the dial to other numbers, a hundred each, the next ones first."""
    found = play.category_due(state)
    if found is None or len(found[0].counts) <= LONGEST:
        return ()
    firsts = found[0].counts[::BLOCK]
    ahead = [first for first in firsts if first > on_dial(state)[-1]]
    behind = [first for first in firsts if first not in ahead and first != state.dial]
    return tuple(map(actions.SetDial, (*ahead, *behind)))


def set_dial(state: TableState, action: actions.SetDial) -> Step[TableState]:
    """Set the dial to a hundred numbers, until the count is entered."""
    return Step(replace(state, dial=action.least), ())


def _usual(state: TableState, category: ScoreCategory, seat: int) -> int:
    """Return the dial's start: the player's last count, or the sheet's default.

    Where totals are hidden, it reveals nothing.
    """
    if state.plan.hidden:
        return category.usual
    if category.kind == "total":
        numbers, total = category.counts, scoring.total(state, seat)
        at = (min(max(total, numbers[0]), numbers[-1]) - numbers[0]) / numbers.step
        return numbers[round(at)]
    former = [each.count for each in state.players[seat].entries if each.category == category.id]
    return former[-1] if former else category.usual
