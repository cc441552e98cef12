"""A mistake in any kind of declaration is one sentence that names game, field and remedy."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from types import ModuleType, new_class
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from companion.engine import facets, records
from companion.engine.action_kinds import Act
from companion.engine.every import act, among, choice, outcome, seats
from companion.engine.facets import Corrections, Secrets, Tags
from companion.engine.figures import dial
from companion.engine.game import CHANCE, SIMULTANEOUS, Action, Correction, Setup, Step
from companion.engine.options import FurtherOption, Whole
from companion.engine.phases import PhasedRules, PhaseRules, Phases, equally, over, together
from companion.engine.visibility import Secret
from companion.engine.wording import Words, plain


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
    "an option for no level": (
        variety(further_options=(FurtherOption("a", (1, 2), levels=("half",)),)),
        "the option 'a' is for the level 'half'; name one of full",
    ),
    "an option without a name": (
        variety(choices=(("", ("x", "y")),)),
        "the option '' is not a word; write letters, digits, hyphens, underscores",
    ),
    "an option of two words": (
        variety(choices=(("my option", ("x", "y")),)),
        "the option 'my option' is not a word; write letters, digits, hyphens, underscores",
    ),
    "a level of two words": (
        variety(levels=("a b",)),
        "the level 'a b' is not a word; write letters, digits, hyphens",
    ),
    "an option with lists": (
        variety(further_options=(FurtherOption("a", ([1], [2])),)),
        "the option 'a' has the values ([1], [2]); declare texts, numbers or truths",
    ),
    "more that is a number": (
        variety(further_options=(FurtherOption("a", (1, 2), more=7),)),  # type: ignore[arg-type]
        "more of the option 'a' is 7; declare a kind of values, such as `Whole(0, 9)`",
    ),
    "more that is a class": (
        variety(further_options=(FurtherOption("a", (1, 2), more=Whole),)),  # type: ignore[arg-type]
        "more of the option 'a' is Whole; declare a kind of values, such as `Whole(0, 9)`",
    ),
    "teams that are seats": (
        variety(teams=(0, 1)),
        "teams is (0, 1); write a tuple of the seats of each, such as `((0, 2), (1, 3))`",
    ),
    "a method without its argument": (
        variety(begin=lambda _self: State()),
        "define it with 1 argument after self",
    ),
    "a method that is a value": (
        variety(returns=(1, 2)),
        "returns is (1, 2); define it with 1 argument after self",
    ),
    "a method that is a property": (
        variety(returns=property(lambda _self: (1, 2))),
        "define it with 1 argument after self",
    ),
    "an effect too many": (
        lambda: choice(Take, stay, stay, count=(1,)),  # type: ignore[arg-type]
        (
            "Take: check is stay, which returns a Step as an effect does; declare a function that "
            "returns a Refusal or None"
        ),
    ),
    "a choice that is none": (
        variety(followed_choices=("a",)),
        "followed_choices names 'a'; name one of choices",
    ),
    "an action that is not a record": (
        variety(turn_ends=(Whisper,)),
        "turn_ends names Whisper; add it to records",
    ),
    "an action that cannot be written down": (
        variety(records=(State, Take)),
        "Pass can be done, but not written down; add it to records",
    ),
    "a correction that is none": (
        variety(by_hand=(PASS,)),
        "by_hand lists Pass, which is not a Correction; derive it from that",
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
        "the phase 'take' has acts that are not a tuple; write `(<act>,)`",
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
        "Take.coins is not a field; declare the values of: count",
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
    message = str(raised.value)
    assert message.endswith(mistake)
    assert message.startswith(("planted: ", f"{__package__}: "))
    assert "\n" not in message


def anything(**declared: Any) -> Callable[[], object]:  # noqa: ANN401 - mistakes
    """Return how to make a game with declarations that mypy would refuse."""
    return variety(**declared)


def changed(old: Any, **fields: object) -> Any:  # noqa: ANN401 - a declaration
    """Return a declaration with other fields, of any type."""
    return msgspec.structs.replace(old, **fields)


def points(state: State, seat: int) -> int:
    return state.players[seat]


def add(state: State, _seat: int, _change: int) -> Step[State]:
    return Step(state, ())


def tossed(_state: State) -> tuple[tuple[Action, float], ...]:
    return ((Pass(), 1.0),)


def with_state(state: Any, *others: Any) -> Callable[[], object]:  # noqa: ANN401 - any type
    """Return how to make a game with another type of states."""

    class Other(PhasedRules[state]):
        id, title, players, rules_version = "planted", "Planted", range(2, 3), "1"
        records = (state, Take, Pass, *others)
        phases = Planted.phases

        def begin(self, _setup: Setup) -> Any:  # noqa: ANN401
            return state()

        def returns(self, _state: object) -> tuple[int, ...]:
            return (0, 0)

    return Other


class Mutable(msgspec.Struct):
    phase: str = "take"
    current: int = 0


class Growing(msgspec.Struct, frozen=True):
    phase: str = "take"
    current: int = 0
    piles: tuple[dict[str, int], ...] = ()


class Timeless(msgspec.Struct, frozen=True):
    current: int = 0


class Nobody(msgspec.Struct, frozen=True):
    phase: str = "take"


class Elsewhere(msgspec.Struct, frozen=True):
    phase: str = "tkae"
    current: int = 0


class Plain:
    phase = "take"
    current = 0


class Stray(msgspec.Struct, frozen=True):
    rule: str


class Typed(records.Action):
    type: str = ""


class Staying(records.Action):
    stays: ClassVar[tuple[str, ...]] = ("cuont",)

    count: int


class Several(records.Action):
    counts: list[int]


class Share(records.Action):
    share: float


class Unknown(records.Action):
    count: "Nowhere"  # type: ignore[name-defined]  # noqa: F821 - that is the mistake


FORMS: dict[str, tuple[Callable[[], object], str]] = {
    "an id with a space": (
        anything(id="planted: "),
        "id is 'planted: '; declare small letters and hyphens, such as `tall-tower`",
    ),
    "an empty title": (anything(title=""), "title is ''; declare a text of 1 to 100 letters"),
    "a version that is a number": (anything(rules_version=1), "rules_version is 1; declare a text"),
    "a number of players": (
        anything(players=3),
        "players is 3; declare a range of numbers, such as `range(2, 5)`",
    ),
    "nobody plays": (
        anything(players=range(3)),
        "players is range(0, 3); write `players = range(<least>, <most> + 1)`",
    ),
    "levels that are a text": (
        anything(levels="full"),
        "levels is 'full'; declare a tuple; one of a single item is written `(<item>,)`",
    ),
    "choices without a comma": (
        anything(choices=("a", ("x", "y"))),
        "choices[0] is 'a'; declare a tuple; one of a single item is written `(<item>,)`",
    ),
    "values that are a text": (
        anything(choices=(("a", "xy"),)),
        "choices[0][1] is 'xy'; declare a tuple; one of a single item is written `(<item>,)`",
    ),
    "an option that needs half": (
        anything(further_options=(FurtherOption("a", (1, 2), needs=("b", "x")),)),  # type: ignore[arg-type]
        (
            "further_options[0].needs[0] is 'b'; declare a tuple; one of a single item is written "
            "`(<item>,)`"
        ),
    ),
    "a choice for a number": (
        anything(choices=(("a", ("x", "y")),), choice_players={"a": 2}),
        "choice_players['a'] is 2; declare a range of numbers, such as `range(2, 5)`",
    ),
    "a choice for nobody": (
        anything(choices=(("a", ("x", "y")),), choice_players={"a": range(7, 9)}),
        "choice_players of 'a' is range(7, 9); name numbers of players from 2 to 2",
    ),
    "colours for too few": (
        anything(seat_colours=("red",)),
        "seat_colours has 1 values for 2 seats; declare one for each seat",
    ),
    "a colour twice": (
        anything(seat_colours=("red", "red")),
        "seat_colours has the values ('red', 'red'); declare different words",
    ),
    "colours beside an option of that name": (
        anything(seat_colours=("red", "blue"), choices=(("colours", ("x", "y")),)),
        "the option 'colours' is declared beside seat_colours; keep one",
    ),
    "a team without a seat": (
        anything(teams=((0,), (2,))),
        "teams is ((0,), (2,)); name every seat from 0 to 1 in one team",
    ),
    "a shuffle of nothing": (
        anything(shuffles=("drwa",)),
        "shuffles names 'drwa'; name actions of CHANCE in the phases: none",
    ),
    "a deal that a seat makes": (
        anything(deals=("take",)),
        "deals names 'take'; name actions of CHANCE in the phases: none",
    ),
    "an end of turn by name": (
        anything(turn_ends=("take",)),
        "turn_ends[0] is 'take'; declare a class derived from Action",
    ),
    "leaving that is not a correction": (
        anything(leaving=Take),
        "leaving is Take; declare a class derived from Correction",
    ),
    "a record that is a number": (
        anything(records=(7, State)),
        "records[0] is 7; declare a class or a module",
    ),
    "two records of one name": (
        anything(records=(*Planted.records, type("take", (records.Action,), {}))),
        "two records are written as 'take'; rename one of the classes",
    ),
    "a field called type": (
        anything(records=(*Planted.records, Typed)),
        "Typed.type has the name of what tells records apart; rename the field",
    ),
    "a field that stays and is none": (
        anything(records=(*Planted.records, Staying)),
        "Staying.stays names 'cuont'; name fields of it: count",
    ),
    "a field with a list": (
        anything(records=(*Planted.records, Several)),
        "None, not list[int]; choose one of these",
    ),
    "a field with a fraction": (
        anything(records=(*Planted.records, Share)),
        "None, not <class 'float'>; choose one of these",
    ),
    "a field of an unknown type": (
        anything(records=(*Planted.records, Unknown)),
        (
            "the annotation of a field names something unknown: name 'Nowhere' is not defined; "
            "import it"
        ),
    ),
    "a record for nothing": (
        with_state(State, Stray),
        (
            "records names Stray, which is neither action nor event and not in the state; derive "
            "it from one of those"
        ),
    ),
    "a state that is not a record": (
        with_state(Plain),
        "records names Plain; derive it from msgspec.Struct, with frozen=True",
    ),
    "a state that can be changed": (
        with_state(Mutable),
        "the record Mutable can be changed; give its class frozen=True",
    ),
    "a state with a part that can be changed": (
        with_state(Growing),
        "Growing.piles can be changed in place; declare a Mapping",
    ),
    "a state without a phase": (
        with_state(Timeless),
        "the state Timeless has no phase; give it a field `phase`",
    ),
    "a state without a current seat": (
        with_state(Nobody),
        "the state Nobody has no current; give it a field `current`",
    ),
    "a first phase that is none": (
        with_state(Elsewhere),
        "Elsewhere.phase begins as 'tkae'; begin with one in the table: take, over",
    ),
    "a misspelt attribute": (
        anything(shufles=("draw",)),
        "shufles is nothing that a game declares; write shuffles",
    ),
    "words of no field": (
        anything(words=Words({"cuont": plain})),
        "words names 'cuont'; name a field of an action or event",
    ),
    "an icon without rows": (
        anything(icons={"a": "##"}),
        "icons['a'] is '##'; declare a tuple; one of a single item is written `(<item>,)`",
    ),
    "corrections without the facet": (
        type("Other", (Planted,), {"by_hand": (CORRECT,)}),
        "by_hand is declared without its facet; derive the game from facets.Corrections",
    ),
    "corrections without a comma": (
        anything(by_hand=CORRECT),
        "declare a tuple; one of a single item is written `(<item>,)`",
    ),
    "secrets without any": (
        type("Other", (Planted, Secrets), {}),
        "the game has the facet Secrets, but no secret; mark a field as Secret or Hidden",
    ),
    "a facet without what it asks for": (
        type("Other", (Planted, facets.Invariants), {}),
        "the abstract class Other lacks violations; define it",
    ),
    "a table that is none": (
        anything(phases={"take": PhaseRules("P-1", (PASS,))}),
        "declare an instance of Phases",
    ),
    "a phase that is a tuple": (
        table(("P-1",)),  # type: ignore[arg-type]  # that is the mistake
        "the phase 'take' is ('P-1',); declare an instance of PhaseRules",
    ),
    "a phase with a space": (
        lambda: Phases({"take it": PhaseRules("P-1", (PASS,)), "over": over("P-2")}),
        "the phase 'take it' is not a word of small letters and hyphens; rename it",
    ),
    "an action that is not an Act": (
        table(PhaseRules("P-1", (PASS, Take))),  # type: ignore[arg-type]
        "the phase 'take': acts[1] is Take; declare an instance of Act",
    ),
    "a player by name": (
        table(PhaseRules("P-1", (PASS,), "current")),  # type: ignore[arg-type]
        (
            "the phase 'take': who is 'current'; declare a function that takes 1 argument or a "
            "whole number"
        ),
    ),
    "a seat that is not there": (
        anything(phases=Phases({"take": PhaseRules("P-1", (PASS,), 2), "over": over("P-2")})),
        "the phase 'take' is seat 2's; name a seat from 0 to 1",
    ),
    "seats that are not function": (
        table(together("P-1", (PASS,), (0, 1))),  # type: ignore[arg-type]
        "the phase 'take': active is (0, 1); declare a function that takes 1 argument",
    ),
    "equally likely, but which": (
        lambda: equally("P-1", outcome(Take, stay)),
        "Take has fields without values; declare them with `outcome`",
    ),
    "an effect that is none": (
        lambda: act(Pass, 7),  # type: ignore[arg-type]
        "Pass: effect is 7; declare a function that takes 2 arguments",
    ),
    "an effect of too little": (
        table(PhaseRules("P-1", (changed(PASS, effect=tossed),))),
        "Pass in the phase 'take': effect is tossed; declare a function that takes 2 arguments",
    ),
    "a kind by name": (
        lambda: act("take", stay),  # type: ignore[arg-type]
        "the kind of an action is 'take'; declare a class derived from Action",
    ),
    "values that are a number": (
        lambda: choice(Take, stay, count=among(7, "too-many", "P-1")),  # type: ignore[arg-type]
        (
            "Take.count: values is 7; declare an instance of Iterable or a function that takes 1 "
            "argument"
        ),
    ),
    "values of nothing": (
        lambda: choice(Take, stay, count=among(lambda: (1,), "too-many", "P-1")),  # type: ignore[arg-type, misc]
        "declare an instance of Iterable or a function that takes 1 argument",
    ),
    "a refusal by a number": (
        lambda: choice(Take, stay, count=among((1,), "too-many", 2)),  # type: ignore[arg-type]
        "Take.count: rule is 2; declare a text",
    ),
    "values of another type": (
        anything(
            phases=Phases(
                {
                    "take": PhaseRules("P-1", (choice(Take, stay, count=("x",)),)),
                    "over": over("P-2"),
                }
            )
        ),
        "Take.count may be 'x', but is declared int; make them agree",
    ),
    "a value twice": (
        anything(
            phases=Phases(
                {
                    "take": PhaseRules("P-1", (choice(Take, stay, count=(1, 1)),)),
                    "over": over("P-2"),
                }
            )
        ),
        "Take.count may be 1 twice; keep one",
    ),
    "a dial without a rule": (
        lambda: dial(points, add, ""),
        "dial: its rule is ''; declare the id of the rule behind it",
    ),
    "a dial up to nothing": (
        lambda: dial(points, add, "P-1", 0),
        "dial: the most it can be is 0; declare a number from 1 to 999",
    ),
    "a dial that reads by writing": (
        lambda: dial(add, points, "P-1"),  # type: ignore[arg-type]
        "dial: what reads the figure is add; declare a function that takes 2 arguments",
    ),
}


@pytest.mark.parametrize(("declare", "mistake"), FORMS.values(), ids=FORMS)
def test_what_has_not_the_type_of_its_declaration_is_one_sentence(
    declare: Callable[[], object], mistake: str
) -> None:
    test_a_mistake_is_one_sentence_at_import_time(declare, mistake)


def lone(**declared: object) -> object:
    """Return a game like ``Planted``, which is not derived from that."""
    own = {name: value for name, value in vars(Planted).items() if not name.startswith("_")}
    return new_class(
        "Lone", (PhasedRules[State],), {}, lambda names: names.update({**own, **declared})
    )()


def test_an_event_that_cannot_be_written_down_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in the module of a record that is listed."""
    module = ModuleType("lone")
    monkeypatch.setitem(sys.modules, "lone", module)
    beside = {"__module__": "lone"}
    module.__dict__["Rare"] = rare = type("Rare", (records.Action,), beside)
    module.__dict__["Lost"] = type("Lost", (records.Event,), beside)
    with pytest.raises(TypeError, match="the event Lost cannot be written down; add it to records"):
        lone(records=(State, Take, Pass, rare))


def test_a_phase_that_an_effect_invents_is_named_with_those_that_there_are() -> None:
    def leave(state: State, _action: Action) -> Step[State]:
        return Step(replace(state, phase="voer"), ())

    phases = Phases({"take": PhaseRules("P-1", (Act(Pass, leave),)), "over": over("P-2")})
    game = type("Other", (Planted,), {"phases": phases})()
    message = "the phase 'voer' of a state is not in the table; there are: take, over"
    with pytest.raises(TypeError, match=message):
        game.apply_action(State(), Pass())


def test_an_effect_that_returns_no_step_is_named() -> None:
    phases = Phases(
        {"take": PhaseRules("P-1", (act(Pass, lambda state, _: state),)), "over": over("P-2")}
    )
    game = type("Other", (Planted,), {"phases": phases})()
    with pytest.raises(TypeError, match=r"the effect of an action returned State\(.*; return Step"):
        game.apply_action(State(), Pass())


def test_a_facet_without_its_function_is_named() -> None:
    """Python itself says so."""
    with pytest.raises(TypeError, match=r"abstract class Other .*\bpieces\b"):
        type("Other", (Planted, Tags), {})()
