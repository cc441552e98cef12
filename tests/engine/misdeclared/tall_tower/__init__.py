"""Tall Tower: draw a stone, look at it, build with it or lay it aside; the highest tower wins.

Every kind of declaration stands here once, for mistakes to be planted in it.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Annotated

import msgspec

from companion.engine.every import act, among, outcome
from companion.engine.facets import Board, Corrections, Invariants, Robots, RulesQuestions, Secrets
from companion.engine.figures import DialTotal, dial
from companion.engine.game import Problem, Setup, Step, Struct
from companion.engine.manifest import manifest
from companion.engine.options import FurtherOption, OneOf, Truth, Whole
from companion.engine.phases import PhasedRules, PhaseRules, Phases, equally, over
from companion.engine.picture import Sprite
from companion.engine.piece_conservation import PieceField, differences
from companion.engine.questions import QuestionRouter
from companion.engine.records import Action, SeatAction, SeatEvent, replace
from companion.engine.seated import Seated
from companion.engine.shapes import (
    ConsistentShape,
    ExactKeys,
    KnownKeys,
    ListOf,
    Pairs,
    Predicate,
    Validator,
    wrong_data,
)
from companion.engine.text import Text, text
from companion.engine.visibility import Fixed, Hidden, Secret
from companion.schema.bounds import Count

STONES = ("s1", "s2", "s3", "s4")
FACTS = manifest(__package__)


def suppose(_own: object, source: Random) -> str:
    return source.choice(STONES)


FACE_DOWN = Secret(known="holds", guess=suppose)
STONE = PieceField("stones")


class Player(msgspec.Struct, frozen=True):
    tower: Annotated[tuple[str, ...], STONE] = ()
    held: Annotated[str | None, STONE, FACE_DOWN] = None
    extra: int = 0


class Rule(msgspec.Struct, frozen=True):
    most: int = 4


class State(msgspec.Struct, Seated, frozen=True):
    players: tuple[Player, ...]
    rule: Annotated[Rule, Fixed()] = Rule()
    bag: Annotated[tuple[str, ...], STONE, Hidden(cover=len)] = STONES
    aside: Annotated[tuple[str, ...], STONE] = ()
    current: int = 0
    phase: str = "draw"


class DrawStone(SeatAction):
    stone: Annotated[str, Secret()]


class Build(Action):
    count: int


class LayAside(Action):
    pass


class Grown(SeatEvent):
    stone: str


def draw(state: State, action: DrawStone) -> Step[State]:
    bag = tuple(each for each in state.bag if each != action.stone)
    drawn = replace(state, bag=bag, phase="build")
    return Step(drawn.with_player(action.player, held=action.stone), ())


def onward(state: State) -> State:
    seat = (state.current + 1) % len(state.players)
    return replace(state, current=seat, phase="draw" if state.bag else "over")


def build(state: State, _action: Build) -> Step[State]:
    own = state.players[state.current]
    stone = own.held or ""
    after = state.with_player(state.current, tower=(*own.tower, stone), held=None)
    return Step(onward(after), (Grown("TT-2", state.current, stone),))


def lay_aside(state: State, _action: LayAside) -> Step[State]:
    stone = state.players[state.current].held or ""
    after = state.with_player(state.current, held=None)
    return Step(onward(replace(after, aside=(*state.aside, stone))), ())


def height(state: State, seat: int) -> int:
    return len(state.players[seat].tower) + state.players[seat].extra


def add(state: State, seat: int, change: int) -> Step[State]:
    return Step(state.with_player(seat, extra=state.players[seat].extra + change), ())


def highest(first: Count, second: Count = 0) -> dict[str, int]:
    return {"highest": max(first, second)}


def even(value: object) -> str:
    return "" if isinstance(value, int) and value % 2 == 0 else "expected an even number"


def ordered(ends: Struct) -> Iterator[Problem]:
    if str(ends["low"]) > str(ends["high"]):
        yield Problem(("low",), "expected less than high")


DATA = {"stones": 4, "colour": "red"}
COLOUR = OneOf(("red", "blue"))
SHAPE = KnownKeys(
    {
        "stones": Whole(1, 9),
        "colour": COLOUR,
        "path": ListOf(COLOUR, "expected colours", count=2, least=1),
        "both": ExactKeys({"left": Whole(), "right": Truth()}),
        "worth": Pairs(Whole(1, 5), Whole(), "expected stones and points"),
        "name": Predicate(callable, "expected a name"),
        "even": Validator(even),
        "ends": ConsistentShape(KnownKeys({"low": Whole(), "high": Whole()}), ordered),
    },
    needed=("stones",),
)
SEAT = among(lambda state: (state.current,), "no-such-seat", "TT-1")
DRAWN = among(lambda state: state.bag, "not-in-bag", "TT-1")
COUNT = among(range(1, 2), "not-so-many", "TT-2")


class TallTower(
    PhasedRules[State],
    Secrets[State],
    Corrections[State],
    Invariants[State],
    Robots[State],
    Board[State],
    RulesQuestions,
):
    id = "tall-tower"
    title = FACTS.title
    players = FACTS.players
    rules_version = "1"
    levels = ("full",)
    choices = (("stones", ("four", "eight")),)
    further_options = (FurtherOption("pace", (1, 2, 3)),)
    seat_colours = ("red", "blue", "green")
    shuffles = ("draw_stone",)
    turn_ends = (LayAside,)
    only_people = ()
    records = (State, DrawStone, Build, LayAside, Grown, DialTotal)
    phases = Phases(
        {
            "draw": equally("TT-1", outcome(DrawStone, draw, player=SEAT, stone=DRAWN)),
            "build": PhaseRules("TT-2", (act(Build, build, count=COUNT), act(LayAside, lay_aside))),
            "over": over("TT-3"),
        }
    )
    by_hand = (dial(height, add, "TT-2"),)
    ask = QuestionRouter({"highest": highest})

    def begin(self, setup: Setup) -> State:
        return State((Player(),) * len(setup.players))

    def returns(self, state: State) -> tuple[int, ...]:
        return tuple(height(state, seat) for seat, _ in enumerate(state.players))

    def status(self, state: State) -> Text:
        return text("status.left", n=len(state.bag))

    def wrong_data(self, data: Struct) -> Iterable[Problem]:
        return wrong_data(SHAPE, DATA, data)

    def violations(self, _before: State, step: Step[State]) -> tuple[str, ...]:
        return tuple(differences(step.state, "stones", dict.fromkeys(STONES, 1)))

    def sprites(self, state: State) -> tuple[Sprite, ...]:
        return tuple(Sprite("bag", "stone") for _ in state.bag[:1])


GAME = TallTower()
