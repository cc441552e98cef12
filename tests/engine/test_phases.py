"""The table of phases: what follows from it, and errors for an unfinished game."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.engine.action_kinds import Act, refuse_unlisted
from companion.engine.every import among, outcome
from companion.engine.facets import Tags
from companion.engine.game import (
    CHANCE,
    SIMULTANEOUS,
    TERMINAL,
    Action,
    Event,
    IllegalAction,
    Piece,
    Refusal,
    ScoreLine,
    Setup,
    Step,
)
from companion.engine.phases import PhasedRules, PhaseRules, Phases, chance, equally, over, together
from companion.engine.rules import Rules
from companion.engine.text import Seat, text
from companion.engine.wording import refuse


@dataclass(frozen=True, slots=True)
class State:
    phase: str = "toss"
    current: int = 0
    left: int = 3


@dataclass(frozen=True, slots=True)
class Toss(Action):
    seat: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    count: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    pass


@dataclass(frozen=True, slots=True)
class Ended(Event):
    pass


def why_not_take(state: State, action: Take) -> Refusal | None:
    return None if action.count in range(1, state.left + 1) else refuse("too-many", "T-2")


def why_not_pass(state: State, _action: Pass) -> Refusal | None:
    return None if state.left > 1 else refuse("take-it", "T-3")


def toss(state: State, action: Toss) -> Step[State]:
    return Step(replace(state, phase="take", current=action.seat), ())


def take(state: State, action: Take) -> Step[State]:
    return Step(replace(state, left=state.left - action.count, current=1 - state.current), ())


def end(state: State) -> Step[State] | None:
    return None if state.left else Step(replace(state, phase="over"), (Ended("T-4"),))


TAKE = Act(Take, take, why_not_take, lambda state: tuple(map(Take, range(1, state.left + 1))))
PASS = Act(Pass, lambda state, _: Step(replace(state, current=1 - state.current), ()), why_not_pass)
TOSS = chance("T-1", lambda _: tuple((Toss(seat), 0.5) for seat in (0, 1)), (Act(Toss, toss),))
TABLE: dict[str, PhaseRules[State]] = {
    "toss": TOSS,
    "take": PhaseRules("T-2", (TAKE, PASS), goes_on=end),
    "over": over("T-4"),
}


class Game(PhasedRules[State]):
    id = "three"
    title = "Three"
    players = range(2, 3)
    rules_version = "1"
    phases = Phases(TABLE)

    def begin(self, setup: Setup) -> State:
        del setup
        return State()

    def returns(self, state: State) -> tuple[int, ...]:
        return (state.current, 1 - state.current)

    def score_breakdown(self, state: State) -> tuple[ScoreLine, ...]:
        return tuple(
            ScoreLine(seat, points, "T-4", text("score.last"))
            for seat, points in enumerate(self.returns(state))
        )


GAME = Game()
TAKING = State("take")


def test_the_table_says_who_acts() -> None:
    assert GAME.current_player(State()) == CHANCE
    assert GAME.current_player(TAKING) == 0
    assert GAME.active_players(TAKING) == GAME.awaited(TAKING) == (0,)
    assert GAME.current_player(State("over")) == TERMINAL
    assert GAME.active_players(State("over")) == ()
    assert GAME.is_terminal(State("over"))


def test_the_table_lists_what_is_legal_in_its_order() -> None:
    assert GAME.legal_actions(TAKING, 0) == (Take(1), Take(2), Take(3), Pass())
    assert GAME.legal_actions(TAKING, 1) == ()
    assert GAME.legal_actions(replace(TAKING, left=1), 0) == (Take(1),)
    assert GAME.legal_actions(State(), CHANCE) == (Toss(0), Toss(1))
    assert GAME.chance_outcomes(TAKING) == ()


def test_several_may_act_each_in_their_own_way() -> None:
    both = together(
        "T-5",
        (Act(Take, take, for_seat=lambda _state, seat: (Take(seat + 1),)),),
        lambda _state: (0, 1),
        lambda _state: (1,),
    )

    class Together(Game):
        phases = Phases({"toss": TOSS, "take": both, "over": over("T-4")})

    game = Together()
    assert game.current_player(TAKING) == SIMULTANEOUS
    assert (game.active_players(TAKING), game.awaited(TAKING)) == ((0, 1), (1,))
    assert [game.legal_actions(TAKING, seat) for seat in (0, 1)] == [(Take(1),), (Take(2),)]
    assert game.legal_actions(TAKING, SIMULTANEOUS) == game.legal_actions(TAKING, CHANCE) == ()


def test_a_draw_can_be_equally_likely() -> None:
    drawing = outcome(Toss, toss, seat=among((0, 1, 2), "no-such-seat", "T-1"))
    table = Phases({**TABLE, "toss": equally("T-1", drawing)})
    outcomes = table[State()].chance
    assert outcomes is not None
    assert [action for action, _ in outcomes(State())] == [*map(Toss, range(3))]
    assert {likely for _, likely in outcomes(State())} == {1 / 3}
    assert table.legal_actions(State(), CHANCE) == tuple(map(Toss, range(3)))


def test_what_a_phase_does_not_know_is_refused_by_its_rule() -> None:
    for state in (State(), State("over")):
        refusal = GAME.why_not(state, Take(1))
        assert refusal is not None
        assert refusal.code == f"not-now-{state.phase}"
        assert refusal.rule == TABLE[state.phase].rule


def test_a_refused_action_raises_its_refusal() -> None:
    with pytest.raises(IllegalAction) as raised:
        GAME.apply_action(TAKING, Take(4))
    assert raised.value.refusal == GAME.why_not(TAKING, Take(4)) == refuse("too-many", "T-2")


def test_what_happens_by_itself_follows_the_action() -> None:
    assert GAME.act(TAKING, Take(3)).state.phase == "take"
    step = GAME.apply_action(TAKING, Take(3))
    assert (step.state.phase, step.events) == ("over", (Ended("T-4"),))
    assert GAME.winners(step.state) == (0,)
    assert GAME.winners(TAKING) == ()


def test_prompt_and_notation_need_no_code() -> None:
    assert GAME.prompt(TAKING, 0) == text("prompt.take", player=Seat(0))
    assert GAME.action_name(Take(2)) == text("action.take", count=2)
    assert GAME.string_to_action(GAME.action_to_string(Take(2))) == Take(2)
    assert GAME.from_struct(GAME.to_struct(TAKING)) == TAKING


def without(name: str) -> type:
    """Return a game that lacks a method or an attribute."""
    members = {member: value for member, value in vars(Game).items() if member != name}
    members.pop("__abstractmethods__", None)
    members.pop("_abc_impl", None)
    members.pop("__dict__", None)
    members.pop("__weakref__", None)
    return type("Unfinished", (PhasedRules,), members)


@pytest.mark.parametrize("name", ["returns"])
def test_a_forgotten_method_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=rf"abstract class Unfinished .*\b{name}\b"):
        without(name)()


@pytest.mark.parametrize("name", ["id", "players", "phases"])
def test_a_forgotten_attribute_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Unfinished says no {name}: write `{name} = "):
        without(name)()


def test_rules_without_a_table_must_write_them_all() -> None:
    class Bare(Rules[State]):
        pass

    with pytest.raises(TypeError) as raised:
        Bare()  # type: ignore[abstract]  # that is the mistake
    for name in ("apply_action", "begin", "legal_actions", "prompt", "why_not"):
        assert name in str(raised.value)


def test_a_facet_names_what_it_cannot_do_without() -> None:
    class Tagged(Game, Tags[State]):
        pass

    with pytest.raises(TypeError, match=r"abstract class Tagged .*\bpieces\b"):
        Tagged()  # type: ignore[abstract]  # that is the mistake

    class Whole(Tagged):
        def pieces(self, state: State, /) -> tuple[Piece, ...]:
            del state
            return ()

    assert isinstance(Whole(), Tags)
    assert not isinstance(GAME, Tags)


@pytest.mark.parametrize(
    ("phase", "mistake"),
    [
        (PhaseRules(""), r"the phase 'take' cites no rule; begin its PhaseRules with"),
        (PhaseRules((TAKE,)), r"the phase 'take' cites no rule"),  # type: ignore[arg-type]
        (PhaseRules("T-2", (Act(Take, take),)), r"Take in the phase 'take' has fields, but nobody"),
    ],
)
def test_an_incomplete_phase_is_named(phase: PhaseRules[Any], mistake: str) -> None:
    with pytest.raises(TypeError, match=mistake):
        Phases({**TABLE, "take": phase})


def test_a_forgotten_phase_is_named() -> None:
    from companion.games.compass_points.rules import PHASES
    from companion.games.compass_points.state import Phase

    table = {phase: rules for phase, rules in PHASES.table.items() if phase is not Phase.MOVE}
    with pytest.raises(TypeError, match=r"Phase\.MOVE.* is not in the table"):
        Phases(table)


def test_what_is_not_listed_is_refused_by_the_rule_of_the_list() -> None:
    def listed(state: State) -> list[Take]:
        return [Take(count) for count in range(1, state.left + 1)]

    check = refuse_unlisted(listed, "too-many", "T-2")
    assert check(State(left=2), Take(2)) is None
    assert check(State(left=2), Take(3)) == refuse("too-many", "T-2")
