"""Course of a game: turns, rounds, counting, and the end."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.game import Event, Step
from companion.engine.shared_actions import ChooseStart
from companion.sheets import actions, drawing, events, last_lap, order, scoring
from companion.sheets.plan import Plan, ScoreCategory
from companion.sheets.sheet import ASK
from companion.sheets.state import Entry, Note, Phase, Player, TableState


def begun(plan: Plan, seats: int, least: int, chosen: int | None = None) -> TableState:
    """Return the state before the first action of a game for at ``least`` a number of players.

    The table may have ``chosen`` a number of rounds.
    """
    rounds = chosen or plan.rounds[min(seats - least, len(plan.rounds) - 1)]
    counters = tuple(each.start for each in plan.counters)
    state = TableState(
        plan, (Player(),) * seats, rounds=rounds, counters=counters, deals=plan.dealer
    )
    if plan.begins == "drawn" and plan.order != "together" and seats > 1:
        return state
    return _round(state, 1, 0).state


def choose_start(state: TableState, action: ChooseStart) -> Step[TableState]:
    """Let a player begin."""
    return _round(state, 1, action.player)


def _round(state: TableState, number: int, first: int) -> Step[TableState]:
    """Return the state at the beginning of a round."""
    players = tuple(replace(player, passed=False, ready=False) for player in state.players)
    seats = order.order_of_round(state, first, number)
    together = state.plan.order == "together"
    current = next((seat for seat in seats if order.has_turn(state, seat)), state.present[0])
    after = replace(
        state,
        players=players,
        phase=Phase.TOGETHER if together else Phase.TURN,
        round=number,
        part=0,
        order=seats,
        current=current,
        taken=0,
        first=first,
        token=None,
        back_to=None,
    )
    step = Step(after, ()) if together else _skip_ahead(after)
    started = events.RoundStarted(state.plan.rules.round, current, number)
    return Step(step.state, (started, *step.events))


def hand_over(state: TableState, _action: object = None) -> Step[TableState]:
    """End the turn; after one out of turn, the interrupted turn continues."""
    if state.back_to is not None:
        state = replace(state, current=state.back_to, back_to=None)
        if state.current in state.present:
            return Step(state, ())
    if state.plan.finish == "turn" and (state.ending or last_lap.is_reached(state)):
        return end_game(state)
    return _next(last_lap.without_turn(replace(state, taken=state.taken + 1), state.current))


def hand_to(state: TableState, action: actions.HandTo) -> Step[TableState]:
    """End the turn; the chosen player is next."""
    return hand_over(order.chosen_next(state, action.player))


def to_choose(state: TableState) -> tuple[int, ...]:
    """Return the seats of which one is chosen to be next, where that is the order."""
    if state.plan.order != "chosen" or state.back_to is not None:
        return ()
    left = (seat for seat in order.following(state) if seat != state.current)
    return tuple(seat for seat in left if not state.players[seat].ahead)


def _next(state: TableState) -> Step[TableState]:
    """Give the next player a turn, in the next phase of the round if this one is over."""
    seat = order.next_seat(state)
    if seat is not None:
        return _skip_ahead(replace(state, current=seat))
    there = tuple(each for each in state.order if order.has_turn(state, each))
    if there and state.part + 1 < len(state.plan.phases):
        return _skip_ahead(replace(state, part=state.part + 1, current=there[0]))
    return end_round(state)


def _skip_ahead(state: TableState) -> Step[TableState]:
    """Skip the turn of a player who was done in advance, once."""
    seat = state.current
    if not state.players[seat].ahead:
        return Step(state, ())
    return _next(last_lap.without_turn(state.with_player(seat, ahead=False), seat))


def pass_round(state: TableState, _action: actions.PassRound) -> Step[TableState]:
    """End one's turns in this round."""
    seat = state.current
    step = hand_over(state.with_player(seat, passed=True))
    passed = events.PassedRound(state.plan.rules.turn, seat)
    return Step(step.state, (passed, *step.events))


def be_ready(state: TableState, action: actions.Ready) -> Step[TableState]:
    """Declare a player done, where all play at the same time."""
    return _settled(state.with_player(action.player, ready=True))


def all_ready(state: TableState, _action: actions.AllReady) -> Step[TableState]:
    """Declare all players done."""
    return _end_part(state)


def _end_part(state: TableState) -> Step[TableState]:
    """Begin the next phase of a round in which all play at the same time, else end the round."""
    if state.part + 1 >= len(state.plan.phases):
        return end_round(state)
    players = tuple(replace(player, ready=False) for player in state.players)
    return Step(replace(state, part=state.part + 1, players=players), ())


def unready(state: TableState) -> tuple[int, ...]:
    """Return the seats that are not done."""
    return tuple(seat for seat in state.present if not state.players[seat].ready)


def end_round(state: TableState) -> Step[TableState]:
    """Count the categories of each round, then continue."""
    return _settled(replace(state, phase=Phase.COUNT))


def finish_round(state: TableState, _action: actions.FinishRound) -> Step[TableState]:
    """End the round; in a last lap, whoever has had no turn gives it up."""
    owed = None if state.owed is None else ()
    return end_round(replace(state, back_to=None, owed=owed))


def category_due(state: TableState) -> tuple[ScoreCategory, int] | None:
    """Return the next category to count and its seat; ``None`` if all are counted."""
    if state.note is not None:
        noted = state.plan.category(state.note.category)
        return None if noted is None else (noted, state.note.player)
    return next(missing_entries(state), None)


def missing_entries(state: TableState) -> Iterator[tuple[ScoreCategory, int]]:
    """Yield the missing counts of a counting phase, with their seats, in order."""
    final = state.phase is Phase.FINAL
    seats = [seat for seat, player in enumerate(state.players) if not player.left]
    if not final:
        seats = [seat for seat in order.clockwise(state, state.first) if seat in state.present]
    for category in state.plan.of_end() if final else state.plan.of_round():
        for seat in seats:
            entry = scoring.entry_of(state, seat, category)
            if entry is None or entry.early:
                yield category, seat


def tally(state: TableState, action: actions.Tally) -> Step[TableState]:
    """Enter a player's count of a category, replacing an early entry."""
    category = state.plan.category(action.category)
    assert category is not None  # noqa: S101 - nothing else is asked
    former = scoring.entry_of(state, action.player, category)
    entries = tuple(each for each in state.players[action.player].entries if each != former)
    state = state.with_player(action.player, entries=entries)
    entry = _entry(state, category, action)
    state = state.with_player(action.player, entries=(*entries, entry))
    entered = events.CountEntered(category.rule, action.player, action.category, action.count)
    step = _settled(replace(noted(state), dial=None))
    return Step(step.state, (entered, *step.events))


def _entry(state: TableState, category: ScoreCategory, action: actions.Tally) -> Entry:
    """Return the initial value of a category without an entry."""
    is_early = state.note is not None and state.note.phase is not Phase.FINAL
    early = state.round if is_early and not category.each_round else 0
    changed = state.players[action.player].changed
    if early and category.kind == "total":
        changed = scoring.total(state, action.player)
    round_ = scoring.entry_round(state, category)
    return Entry(round_, category.id, action.count, changed, early)


def enter_now(state: TableState, action: actions.EnterNow) -> Step[TableState]:
    """Ask for a player's count of a category before anything else."""
    note = Note(action.player, action.category, state.phase)
    return Step(replace(state, phase=Phase.NOTE, note=note, dial=None), ())


def noted(state: TableState) -> TableState:
    """Return the state that continues after an early entry."""
    if state.note is None:
        return state
    return replace(state, phase=state.note.phase, note=None, dial=None)


def early_entries(state: TableState) -> Iterator[actions.EnterNow]:
    """Yield the counts that can be entered early, once in each round (SH-R3)."""
    if state.phase in (Phase.COUNT, Phase.FINAL):
        yield from _out_of_order(state)
    for seat in state.present if is_playing(state) else ():
        for category in state.plan.categories:
            if not is_entered(state, seat, category):
                yield actions.EnterNow(seat, category.id)


def _out_of_order(state: TableState) -> Iterator[actions.EnterNow]:
    """Yield the first count of each seat that is not asked yet during counting."""
    seen: set[int] = set()
    for category, seat in missing_entries(state):
        if seen and seat not in seen:
            yield actions.EnterNow(seat, category.id, aside=True)
        seen.add(seat)


def is_entered(state: TableState, seat: int, category: ScoreCategory) -> bool:
    """Return whether a player has entered a category in this round."""
    entry = scoring.entry_of(state, seat, category)
    return entry is not None and (category.each_round or entry.early == state.round)


def add_points(state: TableState, action: actions.AddPoints) -> Step[TableState]:
    """Add to a player's points; a target that is reached may end the game or begin a last lap."""
    added = state.players[action.player].added + action.points
    after = state.with_player(action.player, added=added)
    gained = events.PointsAdded(state.plan.rules.points, action.player, action.points)
    if state.plan.finish == "now" and last_lap.is_reached(after):
        step = end_game(after)
    else:
        step = _settled(last_lap.begin_or_revoke(after, action.player))
    return Step(step.state, (gained, *step.events))


def finish_game(state: TableState, _action: actions.FinishGame) -> Step[TableState]:
    """End the game: at once, or after the current round."""
    declared: tuple[Event, ...] = (events.EndDeclared(state.plan.rules.end),)
    at_once = state.plan.finish == "now" or (state.plan.finish == "round" and _is_fresh(state))
    if at_once:
        step = end_game(replace(state, back_to=None))
        return Step(step.state, (*declared, *step.events))
    step = _settled(last_lap.begin_or_revoke(replace(state, ending=True), state.current))
    return Step(step.state, (*declared, *step.events))


def _is_fresh(state: TableState) -> bool:
    """Return whether a round other than the first has no moves yet (SH-R2)."""
    begun_ = any(player.passed or player.ready for player in state.players)
    return state.round > 1 and not state.taken and not state.part and not begun_


def _ends(state: TableState) -> bool:
    """Return whether the game ends with the round that is over."""
    if state.owed is not None:
        return last_lap.is_over(state)
    return state.ending or last_lap.is_reached(state)


def _after_round(state: TableState) -> Step[TableState]:
    if _ends(state) or state.round == state.rounds:
        return end_game(state)
    if state.plan.pause:
        return Step(replace(state, phase=Phase.BREAK), ())
    return start_round(state)


def start_round(state: TableState, _action: object = None) -> Step[TableState]:
    """Begin the next round."""
    return _round(state, state.round + 1, order.next_first(state))


def begin_next(state: TableState, _action: object = None) -> Step[TableState]:
    """Begin the next round, unless a correction in the break has ended the game."""
    return end_game(state) if _ends(state) else start_round(state)


def end_game(state: TableState) -> Step[TableState]:
    """Count the categories of the end, then determine the winners."""
    return _settled(replace(state, phase=Phase.FINAL))


def _decided(state: TableState) -> Step[TableState]:
    wins = state.plan.wins
    if wins == "together" and state.won is None:
        return Step(replace(state, phase=Phase.RESULT), ())
    undecided = state.named is None and not state.shared and scoring.has_winner(state)
    asks = wins == "named" or (ASK in state.plan.ties and scoring.is_level(state))
    if undecided and asks and len(candidates(state)) > 1:
        return Step(replace(state, phase=Phase.WINNER), ())
    return Step(replace(state, phase=Phase.OVER), (events.Finished(state.plan.rules.end),))


def candidates(state: TableState) -> tuple[int, ...]:
    """Return the possible winners; a team by its first seat."""
    able = scoring.leaders(state)
    teams = [team for team in state.plan.teams if {*team} & {*able}]
    return tuple(team[0] for team in teams) if teams else able


def name_winner(state: TableState, action: actions.NameWinner) -> Step[TableState]:
    """Name the winner."""
    return _decided(replace(state, named=action.player))


def share_win(state: TableState, _action: actions.ShareWin) -> Step[TableState]:
    """Let the tied players share the win."""
    return _decided(replace(state, shared=True))


def report_result(state: TableState, action: actions.ReportResult) -> Step[TableState]:
    """Report whether all have won together."""
    return _decided(replace(state, won=action.won))


def take_token(state: TableState, action: actions.TakeToken) -> Step[TableState]:
    """Record who begins the next round."""
    taken = events.TokenTaken(state.plan.rules.round, action.player)
    return Step(replace(state, token=action.player), (taken,))


def name_dealer(state: TableState, action: actions.NameDealer) -> Step[TableState]:
    """Let a player deal; a round that nobody has begun begins anew behind the dealer.

    A player whose points were about to be entered early deals instead.
    """
    state = noted(state)
    named = events.DealerNamed(state.plan.rules.round, action.player)
    behind = (seat for seat in order.clockwise(state, action.player)[1:] if seat in state.present)
    first = next(behind, action.player)
    state = replace(state, deals=True, first=first)
    if state.phase is Phase.BREAK or not _is_untouched(state):
        return Step(state, (named,))
    step = _round(state, state.round, first)
    return Step(step.state, (named, *step.events))


def _is_untouched(state: TableState) -> bool:
    """Return whether nobody has done anything in this round."""
    done = any(player.passed or player.ready for player in state.players)
    return not (state.taken or state.part or done or state.back_to is not None)


def dealers(state: TableState) -> tuple[int, ...]:
    """Return the seats of which people may say that they deal."""
    if not (state.plan.dealer or state.plan.dealer_named):
        return ()
    return tuple(seat for seat in state.present if seat != order.dealer(state))


def noted_dealers(state: TableState) -> tuple[int, ...]:
    """Return the player named for an early entry, if that player can deal instead."""
    seats = dealers(state) if is_playing(noted(state)) else ()
    return tuple(seat for seat in seats if state.note is not None and seat == state.note.player)


def drop_out(state: TableState, action: actions.DropOut) -> Step[TableState]:
    """Take a player out of the game, but not out of the ranking."""
    place = 1 + max(player.out_at for player in state.players)
    dropped = events.DroppedOut(state.plan.rules.end, action.player)
    step = without(state.with_player(action.player, out_at=place), action.player)
    return Step(step.state, (dropped, *step.events))


def without(state: TableState, seat: int) -> Step[TableState]:
    """Return the state after a seat has dropped out."""
    state = replace(drawing.called_off(noted(state)), dial=None)
    if state.plan.wins == "last" and len(state.present) == 1 and is_playing(state):
        return end_game(state)
    if state.phase is Phase.TURN and state.current == seat:
        return hand_over(state)
    return _settled(state)


def is_playing(state: TableState) -> bool:
    """Return whether turns are played rather than points counted."""
    return state.phase in (Phase.START, Phase.TURN, Phase.TOGETHER, Phase.BREAK)


def _settled(state: TableState) -> Step[TableState]:
    """Continue until a player has to act."""
    if state.phase is Phase.TOGETHER and not unready(state):
        return _end_part(state)
    if state.phase is Phase.BREAK and _ends(state):
        return end_game(state)
    if state.phase in (Phase.COUNT, Phase.FINAL) and category_due(state) is None:
        return _after_round(state) if state.phase is Phase.COUNT else _decided(state)
    return Step(state, ())


def start_choices(state: TableState) -> tuple[int, ...]:
    """Return the possible starting players."""
    return state.present
