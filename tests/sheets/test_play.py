"""Turns, rounds, points and the end of games from sheets."""

from typing import Any

import pytest

from companion.engine.game import CHANCE, SIMULTANEOUS, Setup
from companion.engine.shared_actions import ChooseStart, ComeBack, Leave
from companion.engine.text import Seat
from companion.i18n.catalogue import Catalogue
from companion.schema.mistakes import Invalid
from companion.sheets import actions, events, scoring
from companion.sheets.game import SheetGame, rules_of
from companion.sheets.plan import compile_plan
from companion.sheets.sheet import read_sheet
from companion.sheets.state import Phase, TableState

NAMES = ("Ann", "Ben", "Cleo", "Dan")
COINS = "categories: [{id: coins, name: Coins, when: round}]\n"


def game(course: str) -> SheetGame:
    """Return the game of a sheet with these keys."""
    sheet = read_sheet(f"title: Test\nplayers: [2, 4]\n{course}", "test.yaml")
    plan = compile_plan(sheet)
    return rules_of(plan)(plan, "test", "Test", range(2, 5))


def do(rules: SheetGame, state: TableState, *taken: Any) -> TableState:  # noqa: ANN401 - actions
    """Return the state after some actions, none of which may be refused."""
    for action in taken:
        assert rules.why_not(state, action) is None, action
        state = rules.apply_action(state, action).state
    return state


def begun(rules: SheetGame, count: int = 3) -> TableState:
    """Return the state after Ann was drawn to begin, where anybody is drawn."""
    state = rules.new_initial_state(Setup(NAMES[:count], "table"))
    return do(rules, state, ChooseStart(0)) if rules.legal_actions(state, CHANCE) else state


def turns(rules: SheetGame, state: TableState, count: int) -> list[int]:
    """Return who plays in the next turns."""
    played = []
    for _ in range(count):
        played.append(state.current)
        state = do(rules, state, actions.HandOver())
    return played


def test_whoever_is_drawn_begins() -> None:
    """SH-START-1."""
    rules = game("wins: named\n")
    state = rules.new_initial_state(Setup(NAMES[:3], "table"))
    assert state.phase is Phase.START
    assert do(rules, state, ChooseStart(2)).current == 2
    assert begun(game("wins: named\nbegins: first\n")).current == 0


@pytest.mark.parametrize(
    ("course", "played"),
    [
        ("order: clockwise", [0, 1, 2, 0, 1, 2]),
        ("order: counter-clockwise", [0, 2, 1, 0, 2, 1]),
        ("order: there-and-back", [0, 1, 2, 2, 1, 0]),
        ("next: rotate", [0, 1, 2, 1, 2, 0]),
        ("dealer: true", [0, 1, 2, 1, 2, 0]),
        ("phases: [Bids, Tricks]", [0, 1, 2, 0, 1, 2]),
    ],
)
def test_one_press_leads_to_the_next_in_order(course: str, played: list[int]) -> None:
    """SH-TURN-1, SH-ROUND-1."""
    rules = game(f"{course}\nwins: named\n")
    assert turns(rules, begun(rules), 6) == played


def test_who_acts_out_of_turn_gives_the_turn_back() -> None:
    rules = game("wins: named\n")
    state = do(rules, begun(rules), actions.Interject(2))
    assert state.current == 2
    assert turns(rules, state, 3) == [2, 0, 1]


def test_who_is_done_in_advance_is_left_out_once() -> None:
    rules = game("wins: named\n")
    state = do(rules, begun(rules), actions.FinishAhead(1))
    assert turns(rules, state, 5) == [0, 2, 0, 1, 2]


def test_who_is_done_in_advance_is_left_out_in_the_next_round() -> None:
    """SH-TURN-1: rounds of an open end are nothing that people see."""
    rules = game("wins: named\n")
    state = do(rules, begun(rules), actions.HandOver(), actions.HandOver())
    state = do(rules, state, actions.FinishAhead(0), actions.FinishAhead(1))
    assert turns(rules, state, 3) == [2, 2, 0]


def test_a_turn_in_advance_is_taken_back() -> None:
    rules = game("wins: named\n")
    state = do(rules, begun(rules), actions.FinishAhead(1), actions.KeepTurn(1))
    assert turns(rules, state, 3) == [0, 1, 2]
    assert rules.why_not(state, actions.KeepTurn(1)) is not None


def test_nobody_has_a_turn_in_advance_that_is_only_interrupted() -> None:
    rules = game("wins: named\n")
    state = do(rules, begun(rules), actions.Interject(2))
    assert rules.why_not(state, actions.FinishAhead(0)) is not None
    assert rules.out_of_turn(state, 0) == ()
    assert rules.out_of_turn(state, 1) == (actions.FinishAhead(1),)


def test_all_may_be_done_with_a_round_in_advance() -> None:
    rules = game("begins: first\nrounds: 3\n" + COINS.replace("when: round", "when: end"))
    state = do(rules, begun(rules), *(actions.FinishAhead(seat) for seat in (1, 2)))
    state = do(rules, state, actions.HandOver())
    assert (state.round, state.current) == (2, 0)


@pytest.mark.parametrize("course", ["order: together\n", "wins: named\npause: true\n"])
def test_nobody_acts_out_of_turn_without_a_turn(course: str) -> None:
    rules = game(course + ("" if "wins" in course else COINS))
    state = begun(rules)
    if rules.awaited(state) != (0, 1, 2):
        state = do(rules, state, *[actions.HandOver()] * 3)
        assert state.phase is Phase.BREAK
    assert [rules.out_of_turn(state, seat) for seat in range(3)] == [()] * 3


def test_a_round_ends_once_all_have_passed() -> None:
    rules = game("wins: named\nround_ends: passed\nnext: token\n")
    state = do(rules, begun(rules), actions.PassRound(), actions.HandOver(), actions.HandOver())
    assert state.current == 1
    state = do(rules, state, actions.TakeToken(2), actions.PassRound(), actions.PassRound())
    assert (state.round, state.current) == (2, 2)


def test_the_slowest_is_waited_for_where_all_play_at_once() -> None:
    rules = game("order: together\nwins: named\n")
    state = do(rules, begun(rules), actions.Ready(0), actions.Ready(2))
    assert rules.awaited(state) == (1,)
    assert do(rules, state, actions.Ready(1)).round == 2
    assert do(rules, begun(rules), actions.AllReady()).round == 2


PAUSED = "begins: first\npause: true\namounts: [5]\ntarget: 10\n"


@pytest.mark.parametrize("finish", ["round", "turn", "now"])
def test_a_target_that_is_reached_in_a_break_ends_the_game(finish: str) -> None:
    """SH-END-1."""
    rules = game(f"{PAUSED}finish: {finish}\n")
    state = do(rules, begun(rules, 2), actions.AddPoints(1, 5), *[actions.HandOver()] * 2)
    assert state.phase is Phase.BREAK
    assert rules.is_terminal(do(rules, state, actions.AddPoints(1, 5)))


def test_a_target_that_a_correction_reaches_in_a_break_begins_no_round() -> None:
    rules = game(PAUSED)
    state = do(rules, begun(rules, 2), *[actions.HandOver()] * 2)
    state = do(rules, state, actions.ChangePoints(1, 10), actions.StartRound())
    assert rules.is_terminal(state)


def test_a_last_lap_that_begins_in_a_break_is_played() -> None:
    rules = game(f"{PAUSED}finish: lap\n")
    state = do(rules, begun(rules, 2), actions.AddPoints(1, 5), *[actions.HandOver()] * 2)
    state = do(rules, state, actions.AddPoints(1, 5), actions.StartRound())
    assert state.current == 0
    assert rules.is_terminal(do(rules, state, actions.HandOver()))


def test_an_end_that_is_declared_in_a_break_is_at_once() -> None:
    """SH-R2: the round is over, and the next has not begun."""
    rules = game("begins: first\npause: true\nwins: last\n")
    state = do(rules, begun(rules, 2), *[actions.HandOver()] * 2, actions.FinishGame())
    assert rules.is_terminal(state)


def test_whoever_has_left_is_behind_whoever_was_the_last_standing() -> None:
    rules = game("begins: first\nwins: last\n")
    state = do(rules, begun(rules, 4), Leave(3), actions.DropOut(0), actions.DropOut(1))
    assert scoring.standing(state) == (1, 2, 5, 0)
    assert rules.winners(state) == (2,)


def test_points_are_asked_for_after_each_round_from_where_they_were() -> None:
    """SH-POINTS-1: a dial stands on what the player had last."""
    rules = game("order: together\n" + COINS)
    state = do(rules, begun(rules, 2), actions.AllReady(), actions.Tally(0, "coins", 7))
    assert rules.current_player(state) == 1
    state = do(rules, state, actions.Tally(1, "coins", 3), actions.AllReady())
    assert rules.legal_actions(state, 0)[:2] == (
        actions.Tally(0, "coins", 7),
        actions.Tally(0, "coins", 8),
    )
    assert rules.legal_actions(state, 0)[200 - 100] == actions.Tally(0, "coins", 6)
    assert rules.returns(state) == (7, 3)


CATEGORIES = """
begins: first
finish: now
categories:
- {id: most, name: Most, kind: rank, ranks: [5, 2]}
- {id: sets, name: Sets, kind: table, table: [1, 3, 6]}
- {id: debts, name: Debts, value: -2}
- {id: key, name: Key, kind: yes, value: 4}
"""


def test_categories_bring_points_by_their_kind() -> None:
    """SH-R1: 5 and 2 are shared by two who are level, and none takes no place."""
    rules = game(CATEGORIES)
    state = do(rules, begun(rules), actions.FinishGame())
    for category, counts in (("most", (4, 4, 0)), ("sets", (2, 9, 0)), ("debts", (1, 0, 3))):
        for seat, count in enumerate(counts):
            state = do(rules, state, actions.Tally(seat, category, count))
    assert rules.returns(state) == (3 + 3 - 2, 3 + 6, -6)
    state = do(rules, state, *(actions.Tally(seat, "key", 0) for seat in range(3)))
    assert (rules.winners(state), state.phase) == ((1,), Phase.OVER)


def test_what_was_said_to_be_over_is_over_once_the_round_is() -> None:
    """SH-END-1, SH-R2."""
    rules = game("amounts: [1]\n")
    ending = do(rules, begun(rules), actions.FinishGame(), actions.HandOver(), actions.HandOver())
    assert not rules.is_terminal(ending)
    assert rules.is_terminal(do(rules, ending, actions.HandOver()))
    second = do(rules, begun(rules), *[actions.HandOver()] * 3)
    assert rules.is_terminal(do(rules, second, actions.FinishGame()))


def test_everybody_else_has_one_more_turn() -> None:
    rules = game("amounts: [1]\nfinish: lap\n")
    state = do(rules, begun(rules), actions.HandOver(), actions.FinishGame())
    assert turns(rules, state, 2) == [1, 2]
    state = do(rules, state, actions.HandOver(), actions.HandOver())
    assert state.current == 0
    assert rules.is_terminal(do(rules, state, actions.HandOver()))


def test_a_target_ends_the_game_and_fewest_may_win() -> None:
    rules = game("order: together\ntarget: 10\nwins: least\n" + COINS)
    state = do(rules, begun(rules, 2), actions.AllReady(), actions.Tally(0, "coins", 10))
    state = do(rules, state, actions.Tally(1, "coins", 2))
    assert (rules.winners(state), rules.returns(state)) == ((1,), (10, 2))


def test_ties_are_decided_in_order_and_at_last_by_people() -> None:
    """SH-TIE-1."""
    rules = game(CATEGORIES + "ties: [sets, ask]\n")
    state = do(rules, begun(rules, 2), actions.FinishGame())
    for category in ("most", "sets", "debts", "key"):
        state = do(rules, state, *(actions.Tally(seat, category, 0) for seat in range(2)))
    assert state.phase is Phase.WINNER
    assert rules.winners(do(rules, state, actions.NameWinner(1))) == (1,)
    assert rules.winners(do(rules, state, actions.ShareWin())) == (0, 1)


def test_the_last_one_standing_wins() -> None:
    rules = game("wins: last\n")
    state = do(rules, begun(rules), actions.DropOut(0))
    assert state.current == 1
    assert rules.winners(do(rules, state, actions.DropOut(2))) == (1,)


def test_all_win_or_lose_together() -> None:
    rules = game("wins: together\nfinish: now\n")
    state = do(rules, begun(rules), actions.FinishGame())
    lost = do(rules, state, actions.ReportResult(won=False))
    assert (rules.winners(lost), rules.all_lost(lost)) == ((), True)
    assert rules.winners(do(rules, state, actions.ReportResult(won=True))) == (0, 1, 2)


def test_players_leave_and_come_back() -> None:
    """SH-HAND-1: the rest play on."""
    rules = game("wins: named\n")
    state = do(rules, begun(rules), Leave(1))
    assert turns(rules, state, 3) == [0, 2, 0]
    state = do(rules, state, ComeBack(1))
    assert turns(rules, state, 3) == [0, 1, 2]
    assert rules.why_not(do(rules, state, Leave(1), Leave(2)), Leave(0)) is not None


def test_a_total_is_told_where_the_dial_stands_on_what_was_counted() -> None:
    course = "amounts: [5]\nfinish: now\ncategories: [{id: all, name: All, kind: total}]\n"
    rules = game(course)
    state = do(rules, begun(rules, 2), actions.AddPoints(0, 5), actions.FinishGame())
    assert rules.legal_actions(state, 0)[0] == actions.Tally(0, "all", 5)
    state = do(rules, state, actions.Tally(0, "all", 12), actions.Tally(1, "all", 3))
    assert rules.returns(state) == (12, 3)


def test_hidden_totals_are_shown_at_the_end() -> None:
    rules = game("order: together\nrounds: 1\nhidden: true\n" + COINS)
    state = do(rules, begun(rules, 2), actions.AllReady(), actions.Tally(0, "coins", 7))
    assert not rules.open_score(state)
    seen: Any = rules.observation(state, 0)["players"]
    assert seen[0]["entries"] == [{"round": 1, "category": "coins", "early": 0}]
    assert "7" not in str(seen)
    assert rules.open_score(do(rules, state, actions.Tally(1, "coins", 1)))


def test_who_reads_what_was_entered_while_totals_are_hidden() -> None:
    """Anybody may enter it on the panel; afterwards only its player reads what it was."""
    entered = (actions.Tally(1, "coins", 7), events.CountEntered("R", 1, "coins", 7))
    added = (actions.AddPoints(1, 5), events.PointsAdded("R", 1, 5))
    course = "order: together\nrounds: 1\namounts: [5]\n" + COINS
    rules, open_rules = game(course + "hidden: true\n"), game(course)
    state = do(rules, begun(rules, 2), actions.AllReady())
    for action, event in (entered, added):
        assert rules.audience(state, action) is None
        assert rules.log_audience(state, action) == rules.log_audience(state, event) == (1,)
        assert rules.audience(state, event) == (1,)
        assert open_rules.log_audience(begun(open_rules, 2), action) is None
        assert open_rules.log_audience(begun(open_rules, 2), event) is None
    assert rules.log_audience(state, actions.EnterNow(1, "coins")) is None
    state = do(rules, state, *(actions.Tally(seat, "coins", 7) for seat in (0, 1)))
    assert state.phase is Phase.OVER
    assert rules.log_audience(state, entered[1]) is None


def test_each_number_of_players_has_its_rounds() -> None:
    rules = game("rounds: [1, 2, 3]\namounts: [1]\n")
    assert [begun(rules, count).rounds for count in (2, 3, 4)] == [1, 2, 3]


def test_points_are_entered_before_the_box_asks_and_not_asked_for_again() -> None:
    """SH-R3: once for each player in a round."""
    rules = game("order: together\n" + COINS)
    state = do(rules, begun(rules, 3), actions.EnterNow(1, "coins"))
    assert (rules.current_player(state), rules.awaited(state)) == (SIMULTANEOUS, (1,))
    state = do(rules, state, actions.Tally(1, "coins", 4))
    assert state.phase is Phase.TOGETHER
    assert rules.why_not(state, actions.EnterNow(1, "coins")) is not None
    state = do(rules, state, actions.AllReady(), actions.EnterNow(2, "coins", aside=True))
    state = do(rules, state, actions.Tally(2, "coins", 1), actions.Tally(0, "coins", 2))
    assert (state.round, rules.returns(state)) == (2, (2, 4, 1))
    assert rules.why_not(state, actions.EnterNow(1, "coins")) is None


def test_a_running_total_counts_until_another_is_entered_and_is_asked_for_at_the_end() -> None:
    """SH-R3: points that come later come on top of it."""
    course = "amounts: [5]\nfinish: now\ncategories: [{id: all, name: All, kind: total}]\n"
    rules = game(course)
    state = do(rules, begun(rules, 2), actions.AddPoints(1, 5), actions.EnterNow(1, "all"))
    assert state.current == rules.current_player(state) == 0
    state = do(rules, state, actions.Tally(1, "all", 20), actions.AddPoints(1, 5))
    assert rules.returns(state) == (0, 25)
    state = do(rules, state, *[actions.HandOver()] * 2, actions.EnterNow(1, "all"))
    state = do(rules, state, actions.Tally(1, "all", 22), actions.FinishGame())
    state = do(rules, state, actions.Tally(0, "all", 3))
    assert rules.legal_actions(state, 1)[0] == actions.Tally(1, "all", 22)
    state = do(rules, state, actions.Tally(1, "all", 21))
    assert (rules.returns(state), state.phase) == ((3, 21), Phase.OVER)


def test_a_number_without_a_player_is_refused_with_the_remedy() -> None:
    rules = game(COINS)
    refusal = rules.why_not(begun(rules), actions.Tally(0, "coins", 3))
    assert refusal is not None
    assert refusal.code == "player-first"
    rules = game("amounts: [5]\n" + COINS)
    refusal = rules.why_not(begun(rules), actions.Tally(0, "coins", 3))
    assert refusal is not None
    assert refusal.code == "no-such-amount"


def test_whoever_leaves_while_points_are_entered_early_does_not_stop_the_game() -> None:
    rules = game(COINS)
    state = do(rules, begun(rules), actions.EnterNow(1, "coins"), Leave(1))
    assert (state.phase, state.note) == (Phase.TURN, None)


def test_a_counter_of_the_whole_table_is_moved_within_its_bounds() -> None:
    """SH-COUNTER-1."""
    doom = "{id: doom, name: Doom, start: 1, most: 3, steps: [1, 2, -1]}"
    rules = game(f"wins: together\nfinish: now\ncounters: [{doom}]\n")
    state = do(rules, begun(rules, 2), actions.MoveCounter("doom", 2))
    assert state.counters == (3,)
    for change in (1, 2, -2):
        assert rules.why_not(state, actions.MoveCounter("doom", change)) is not None
    line = rules.summary(state)[-1]
    assert line.right is not None
    assert line.right.params["value"] == "3"
    state = do(rules, state, actions.MoveCounter("doom", -1), actions.HandOver())
    assert (state.counters, state.current) == ((2,), 1)


class TestTheBox:
    def test_rolls_all_dice_or_fewer_where_they_are_alike(self) -> None:
        """SH-DRAW-1."""
        rules = game("wins: named\ndice: [6, 6, 6]\n")
        state = begun(rules)
        rolls = [each for each in rules.legal_actions(state, 0) if type(each) is actions.RollDice]
        assert rolls == [actions.RollDice(3), actions.RollDice(2), actions.RollDice(1)]
        unlike = begun(game("wins: named\ndice: [6, 20]\n"))
        assert rules.why_not(unlike, actions.RollDice(1)) is not None

        state = do(rules, state, actions.RollDice(2))
        assert rules.current_player(state) == CHANCE
        assert [odds for _, odds in rules.chance_outcomes(state)] == [1 / 6] * 6
        step = rules.apply_action(do(rules, state, actions.RollDie(4)), actions.RollDie(1))
        assert (step.state.phase, step.state.rolled, step.state.current) == (Phase.TURN, (4, 1), 0)
        assert Catalogue("en", rules, NAMES).long(rules.describe(step.events[0])) == (
            "Dice: 4 1 (sum 5)"
        )

    def test_draws_each_card_once_before_it_comes_again(self) -> None:
        """SH-DRAW-1."""
        rules = game("wins: named\ncards: [Sun, Sun, Moon]\n")
        state = begun(rules)
        assert rules.why_not(state, actions.ShuffleCards()) is not None
        for card in (2, 0, 1):
            state = do(rules, state, actions.DrawCard())
            assert actions.TurnCard(card) in dict(rules.chance_outcomes(state))
            state = do(rules, state, actions.TurnCard(card), actions.HandOver())
        last = rules.summary(state)[-1].right
        assert last is not None
        assert Catalogue("en", rules, NAMES).long(last) == "Sun"
        state = do(rules, state, actions.DrawCard())
        assert len(rules.chance_outcomes(state)) == 3
        state = do(rules, state, actions.TurnCard(2), actions.ShuffleCards(), actions.DrawCard())
        assert len(rules.chance_outcomes(state)) == 3

    def test_draws_nothing_more_for_whoever_leaves(self) -> None:
        rules = game("wins: named\ndice: [6]\n")
        state = do(rules, begun(rules), actions.RollDice(1), Leave(0))
        assert (state.phase, state.draw) == (Phase.TURN, None)

    @pytest.mark.parametrize(
        "course", ["dice: [1]", "cards: ['']", "dice: [6, 6, 6, 6, 6, 6, 6, 6, 6]"]
    )
    def test_takes_only_dice_and_cards_that_can_be_drawn(self, course: str) -> None:
        with pytest.raises(Invalid):
            game(f"wins: named\n{course}\n")


class TestADealer:
    def test_is_named_before_anybody_has_played(self) -> None:
        """SH-ROUND-1."""
        rules = game("wins: named\ndealer: named\n")
        state = begun(rules)
        assert rules.status(state).key == "sheet.status.round"
        state = do(rules, state, actions.NameDealer(1))
        assert (state.current, rules.status(state).params["dealer"]) == (2, Seat(1))
        assert turns(rules, state, 6) == [2, 0, 1, 0, 1, 2]

    def test_deals_the_next_round_if_somebody_has_played(self) -> None:
        rules = game("wins: named\ndealer: true\n")
        state = do(rules, begun(rules), actions.HandOver(), actions.NameDealer(0))
        assert turns(rules, state, 5) == [1, 2, 2, 0, 1]
        assert rules.why_not(state, actions.NameDealer(0)) is not None

    def test_is_not_there_if_the_sheet_has_none(self) -> None:
        rules = game("wins: named\n")
        assert rules.why_not(begun(rules), actions.NameDealer(0)) is not None
        assert "dealer" not in {piece.id for piece in rules.pieces(begun(rules))}

    def test_has_a_tag(self) -> None:
        rules = game("wins: named\ndealer: named\ndice: [6]\ncards: [Sun]\n")
        pieces = {piece.id: piece.selects for piece in rules.pieces(begun(rules))}
        assert pieces["dealer"] == ({"action": "name_dealer"},)
        assert {"action": "name_dealer", "player": 1} in pieces["player-2"]
        assert {"dice", "card"} < pieces.keys()
