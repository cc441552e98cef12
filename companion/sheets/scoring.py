"""Points of a table, and its winners."""

from collections.abc import Iterator, Sequence

from companion.engine.game import ScoreLine
from companion.engine.ranking import team_totals
from companion.engine.text import text
from companion.sheets.plan import ScoreCategory, category_name
from companion.sheets.sheet import ASK, FEWEST
from companion.sheets.state import Entry, Phase, TableState


def count_of(state: TableState, seat: int, category: str, round_: int) -> int | None:
    """Return a seat's count of a category in a round, ``None`` if it was not entered."""
    for entry in state.players[seat].entries:
        if (entry.round, entry.category) == (round_, category):
            return entry.count
    return None


def entry_round(state: TableState, category: ScoreCategory) -> int:
    """Return the round of an entry: 0 at the end of the game."""
    return state.round if category.each_round else 0


def entry_of(state: TableState, seat: int, category: ScoreCategory) -> Entry | None:
    """Return a seat's entry in a category for this round or the end, ``None`` without one."""
    key = (entry_round(state, category), category.id)
    entries = state.players[seat].entries
    return next((entry for entry in entries if (entry.round, entry.category) == key), None)


def worth(state: TableState, category: ScoreCategory, entry: Entry, seat: int) -> int:
    """Return the points of an entry."""
    count = entry.count
    if category.kind == "table":
        return category.table[min(count, len(category.table)) - 1] if count > 0 else 0
    if category.kind == "rank":
        return _ranked(state, category, entry, seat)
    return count * category.value


def _ranked(state: TableState, category: ScoreCategory, entry: Entry, seat: int) -> int:
    """Return the points of a rank: tied players share the points of their ranks (SH-R1)."""
    counts = [count_of(state, each, category.id, entry.round) for each in _seats(state)]
    own = count_of(state, seat, category.id, entry.round) or 0
    if own <= 0:
        return 0
    better = sum(count is not None and count > own for count in counts)
    level = sum(count == own for count in counts)
    return sum(category.table[better : better + level]) // level


def _seats(state: TableState) -> range:
    return range(len(state.players))


def total(state: TableState, seat: int) -> int:
    """Return the points of a seat."""
    player = state.players[seat]
    return player.added + player.changed + sum(_counted(state, seat).values())


def _counted(state: TableState, seat: int) -> dict[str, int]:
    """Return the points of a seat by category."""
    player = state.players[seat]
    found: dict[str, int] = {}
    told: Entry | None = None
    for entry in player.entries:
        category = state.plan.category(entry.category)
        if category is not None and category.kind == "total":
            told = entry
        elif category is not None:
            points = worth(state, category, entry, seat)
            found[category.id] = found.get(category.id, 0) + points
    if told is not None:
        # A total that was told holds everything else; what is set by hand later comes on top.
        # What was told early is a running total: later points come on top of it, too.
        held = 0 if told.early else player.added + sum(found.values())
        found[told.category] = told.count - told.changed - held
    return found


def returns(state: TableState) -> tuple[int, ...]:
    """Return each seat's points; in a game without points, 1 for the winners."""
    if state.plan.has_points:
        return tuple(total(state, seat) for seat in _seats(state))
    won = winners(state)
    return tuple(int(seat in won) for seat in _seats(state))


def standing(state: TableState) -> tuple[int, ...]:
    """Return the values that rank the seats, highest first."""
    plan = state.plan
    if plan.wins == "least":
        return tuple(-total(state, seat) for seat in _seats(state))
    if plan.wins == "most":
        return tuple(total(state, seat) for seat in _seats(state))
    if plan.wins == "last":
        last = len(state.players) + 1
        return tuple(0 if each.left else each.out_at or last for each in state.players)
    if plan.wins == "together":
        return (int(bool(state.won)),) * len(state.players)
    named = state.named
    return tuple(int(named is None or seat in _side(state, named)) for seat in _seats(state))


def _side(state: TableState, seat: int) -> tuple[int, ...]:
    """Return the seats that win with a seat."""
    return next((team for team in state.plan.teams if seat in team), (seat,))


def sums(state: TableState, values: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's values summed over its team."""
    return team_totals(state.plan.teams, values)


def leaders(state: TableState) -> tuple[int, ...]:
    """Return the leaders after the tie-breaks."""
    able = [seat for seat, each in enumerate(state.players) if not each.left]
    best = _most(able, sums(state, standing(state)))
    for tie in state.plan.ties:
        if tie != ASK:
            by = -1 if tie.startswith(FEWEST) else 1
            counts = [_all_of(state, seat, tie.removeprefix(FEWEST)) for seat in _seats(state)]
            best = _most(best, sums(state, [by * count for count in counts]))
    return tuple(best)


def _most(seats: Sequence[int], values: Sequence[int]) -> list[int]:
    most = max(values[seat] for seat in seats)
    return [seat for seat in seats if values[seat] == most]


def _all_of(state: TableState, seat: int, category: str) -> int:
    entries = state.players[seat].entries
    return sum(entry.count for entry in entries if entry.category == category)


def is_level(state: TableState) -> bool:
    """Return whether several sides are tied in the lead."""
    ahead = leaders(state)
    return not {*ahead} <= {*_side(state, ahead[0])}


def has_winner(state: TableState) -> bool:
    """Return whether anybody can win with this number of players, counted at the beginning."""
    return len(state.players) not in state.plan.no_winner


def winners(state: TableState) -> tuple[int, ...]:
    """Return the winning seats after the end; none if all have lost together, or nobody can win."""
    if state.phase is not Phase.OVER or all_lost(state) or not has_winner(state):
        return ()
    if state.named is not None:
        return tuple(sorted(_side(state, state.named)))
    return tuple(sorted({mate for seat in leaders(state) for mate in _side(state, seat)}))


def all_lost(state: TableState) -> bool:
    """Return whether all have lost together."""
    over = state.phase is Phase.OVER
    return over and state.plan.wins == "together" and not state.won


def breakdown(state: TableState) -> tuple[ScoreLine, ...]:
    """Return every seat's score lines in seat order."""
    return tuple(line for seat in _seats(state) for line in _lines(state, seat))


def _lines(state: TableState, seat: int) -> Iterator[ScoreLine]:
    rules, player = state.plan.rules, state.players[seat]
    if not state.plan.has_points:
        if seat in winners(state):
            yield ScoreLine(seat, 1, rules.end, text("sheet.score.won"))
        return
    counted = _counted(state, seat)
    for category in state.plan.categories:
        if category.id in counted:
            yield ScoreLine(seat, counted[category.id], category.rule, category_name(category))
    if player.added:
        yield ScoreLine(seat, player.added, rules.points, text("sheet.score.added"))
    if player.changed:
        yield ScoreLine(seat, player.changed, rules.hand, text("sheet.score.changed"))
