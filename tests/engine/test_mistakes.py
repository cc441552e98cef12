"""A mistake in any kind of declaration is one sentence that names game, field and remedy."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any

import pytest

from companion.engine.acts import Act
from companion.engine.every import act, among, choice, outcome, seats
from companion.engine.facets import Corrections, Secrets, Tags
from companion.engine.game import CHANCE, SIMULTANEOUS, Action, Correction, Setup, Step
from companion.engine.options import FurtherOption, Whole
from companion.engine.phases import PhasedRules, PhaseRules, Phases, over
from companion.engine.visibility import Secret


@dataclass(frozen=True)
class State:
    phase: str = "take"
    current: int = 0
    players: tuple[int, ...] = (0, 0)


@dataclass(frozen=True)
class Take(Action):
    count: int


@dataclass(frozen=True)
class Pass(Action):
    pass


@dataclass(frozen=True)
class CorrectTurn(Correction):
    player: int


@dataclass(frozen=True)
class Whisper(Action):
    word: Annotated[str, Secret()]


def stay(state: State, _action: Action) -> Step[State]:
    return Step(state, ())


TAKE = choice(Take, stay, count=among(range(1, 4), "too-many", "P-1"))
PASS = Act(Pass, stay)
CORRECT = act(CorrectTurn, stay, player=seats)


class Planted(PhasedRules[State]):
    id = "planted"
    title = "Planted"
    players = range(2, 3)
    rules_version = "1"
    records = (State, Take, Pass, CorrectTurn)
    phases = Phases({"take": PhaseRules("P-1", (TAKE, PASS)), "over": over("P-2")})

    def begin(self, setup: Setup) -> State:
        del setup
        return State()

    def returns(self, state: State) -> tuple[int, ...]:
        return state.players


class Correctable(Planted, Corrections[State]):
    by_hand: tuple[Act[Any], ...] = (CORRECT,)


def variety(**declared: object) -> Callable[[], object]:
    """Return how to make a game with other declarations."""
    base = Correctable if "by_hand" in declared else Planted
    return type("Other", (base,), declared)


def table(phase: PhaseRules[Any]) -> Callable[[], object]:
    """Return how to make a table with another phase."""
    return lambda: Phases({"first": PhaseRules("P-1", (PASS,)), "take": phase, "over": over("P-2")})


def test_without_a_mistake_they_are_games() -> None:
    assert Planted().legal_actions(State(), 0) == (*map(Take, (1, 2, 3)), Pass())
    assert [*Correctable().corrections(State())] == [CorrectTurn(0), CorrectTurn(1)]


MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "a level twice": (
        variety(levels=("full",), apart=("full",)),
        "the level 'full' is declared twice, in levels or apart; keep one",
    ),
    "no level": (variety(levels=()), "levels is empty; name at least one tracking level"),
    "no players": (
        variety(players=range(0)),
        "players is range(0, 0); write `players = range(<least>, <most> + 1)`",
    ),
    "an option twice": (
        variety(choices=(("a", ("x", "y")),), further_options=(FurtherOption("a", (True, False)),)),
        "the option 'a' is declared twice; keep one",
    ),
    "an option with one value": (
        variety(choices=(("a", ("x",)),)),
        "the option 'a' has the values ('x',); declare two, all different",
    ),
    "an option with a value twice": (
        variety(seat_choices=(("a", ("x", "x")),)),
        "the option 'a' has the values ('x', 'x'); declare two, all different",
    ),
    "a value that its kind refuses": (
        variety(further_options=(FurtherOption("a", (1, 9), more=Whole(0, 5)),)),
        "the option 'a' offers 9, which `more` refuses; let it pass",
    ),
    "an option that needs none": (
        variety(further_options=(FurtherOption("a", (1, 2), needs=(("b", "x"),)),)),
        "the option 'a' needs b='x'; name a value of choices",
    ),
    "a choice that is none": (
        variety(followed_choices=("a",)),
        "followed_choices names 'a'; name one of choices",
    ),
    "an action that is no record": (
        variety(turn_ends=(Whisper,)),
        "turn_ends names Whisper; add it to records",
    ),
    "an action that cannot be written down": (
        variety(records=(State, Take)),
        "Pass can be done, but not written down; add it to records",
    ),
    "a correction that is none": (
        variety(by_hand=(PASS,)),
        "by_hand lists Pass, which is no Correction; derive it from that",
    ),
    "a correction twice": (
        variety(by_hand=(CORRECT, CORRECT)),
        "by_hand lists CorrectTurn twice; keep one",
    ),
    "a correction without values": (
        variety(by_hand=(Act(CorrectTurn, stay),)),
        "by_hand lists CorrectTurn without values for its fields; declare them with `act`",
    ),
    "a secret that is nobody's": (
        type("Other", (Planted, Secrets), {"records": (*Planted.records, Whisper)}),
        "Whisper.word is a Secret, but nobody's: give it a field `player`, or the Secret `of`",
    ),
    "a phase without a rule": (
        table(PhaseRules("", (TAKE,))),
        "the phase 'take' cites no rule; begin its PhaseRules with the rule's id",
    ),
    "acts that are none": (
        table(PhaseRules("P-1", TAKE)),  # type: ignore[arg-type]  # that is the mistake
        "the phase 'take' has acts that are no tuple; write `(<act>,)`",
    ),
    "chance without outcomes": (
        table(PhaseRules("P-1", (TAKE,), CHANCE)),
        "the phase 'take' is CHANCE's without outcomes; declare it with `chance`",
    ),
    "several seats without saying which": (
        table(PhaseRules("P-1", (TAKE,), SIMULTANEOUS)),
        "the phase 'take' is for several seats; declare it with `together`",
    ),
    "a phase without anything to do": (
        table(PhaseRules("P-1")),
        "nothing can be done in the phase 'take'; give it acts, or `over(<rule>)`",
    ),
    "an action twice": (
        table(PhaseRules("P-1", (PASS, PASS))),
        "the phase 'take' lists Pass twice; keep one",
    ),
    "a correction in a phase": (
        table(PhaseRules("P-1", (CORRECT,))),
        "the phase 'take' lists the correction CorrectTurn; list it in `by_hand`",
    ),
    "an action without values": (
        table(PhaseRules("P-1", (outcome(Take, stay),))),
        "but nobody says which values are legal; give its Act `legal`",
    ),
    "no end": (
        lambda: Phases({"take": PhaseRules("P-1", (TAKE,))}),
        "there is no end: give the phase after the last action `over(<rule>)`",
    ),
    "a field that is none": (
        lambda: choice(Take, stay, coins=(1,)),
        "Take.coins is no field; declare the values of: count",
    ),
    "a field without values": (
        lambda: choice(Take, stay, count=()),
        "Take.count has no values; declare what it may be",
    ),
    "a field left out": (
        lambda: choice(Take, stay),
        "Take declares values of nothing; declare those of: count",
    ),
    "a refusal without a code": (
        lambda: choice(Take, stay, count=among((1,), "", "P-1")),
        "Take.count is refused as ''; write small letters and hyphens",
    ),
    "a refusal by no rule": (
        lambda: outcome(Take, stay, count=among(attrgetter("players"), "too-many", "")),
        "Take.count is refused by no rule; give the id of the rule",
    ),
}


@pytest.mark.parametrize(("declare", "mistake"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence_at_import_time(
    declare: Callable[[], object], mistake: str
) -> None:
    with pytest.raises(TypeError) as raised:
        declare()
    told = str(raised.value)
    assert told.endswith(mistake)
    assert told.startswith(("planted: ", f"{__package__}: "))
    assert "\n" not in told


def test_a_facet_without_its_function_is_named() -> None:
    """Python itself says so."""
    with pytest.raises(TypeError, match=r"abstract class Other .*\bpieces\b"):
        type("Other", (Planted, Tags), {})()
