"""Highest Alone: all lay a number face down; the highest that nobody else has laid scores."""

from typing import Annotated

import msgspec

from companion.engine.every import act, among
from companion.engine.facets import Corrections, Invariants, Robots, Secrets
from companion.engine.figures import dial
from companion.engine.game import Step
from companion.engine.phases import PhasedRules, PhaseRules, Phases, over, together
from companion.engine.records import Action, SeatAction, SeatEvent, replace
from companion.engine.seated import Seated
from companion.engine.visibility import Secret

NUMBERS, ROUNDS = range(1, 6), 5
FACE_DOWN = Secret(known="has_laid", guess=lambda _own, source: source.choice(NUMBERS))


class Player(msgspec.Struct, frozen=True):
    points: int = 0
    laid: Annotated[int | None, FACE_DOWN] = None


class State(msgspec.Struct, Seated, frozen=True):
    players: tuple[Player, ...]
    round: int = 1
    phase: str = "lay"


class Lay(SeatAction):
    number: Annotated[int, Secret()]


class Show(Action):
    pass


class Scored(SeatEvent):
    points: int


def waiting(state: State) -> tuple[int, ...]:
    return tuple(seat for seat, player in enumerate(state.players) if player.laid is None)


def lay(state: State, action: Lay) -> Step[State]:
    state = state.with_player(action.player, laid=action.number)
    return Step(state if waiting(state) else replace(state, phase="show"), ())


def show(state: State, _action: Show) -> Step[State]:
    laid = [player.laid or 0 for player in state.players]
    best = max((number for number in laid if laid.count(number) == 1), default=0)
    events = (Scored("HA-2", laid.index(best), best),) if best else ()
    players = tuple(Player(each.points + best * (each.laid == best)) for each in state.players)
    phase = "over" if state.round == ROUNDS else "lay"
    return Step(State(players, min(ROUNDS, state.round + 1), phase), events)


def points(state: State, seat: int) -> int:
    return state.players[seat].points


def add(state: State, seat: int, change: int) -> Step[State]:
    return Step(state.with_player(seat, points=points(state, seat) + change), ())


TO_LAY = among(waiting, "has-laid", "HA-1")
NUMBER = among(NUMBERS, "no-such-number", "HA-1")
LAYING = act(Lay, lay, player=TO_LAY, number=NUMBER)


class HighestAlone(
    PhasedRules[State], Secrets[State], Corrections[State], Invariants[State], Robots[State]
):
    id = "highest-alone"
    players = range(2, 7)
    phases = Phases(
        {
            "lay": together("HA-1", (LAYING,), waiting),
            "show": PhaseRules("HA-2", (act(Show, show),), who=0),
            "over": over("HA-3"),
        }
    )
    by_hand = (dial(points, add, "HA-2"),)

    def returns(self, state: State) -> tuple[int, ...]:
        return tuple(player.points for player in state.players)

    def violations(self, _before: State, step: Step[State]) -> tuple[str, ...]:
        laid = len(waiting(step.state)) < len(step.state.players)
        return ("a number lies there after the end",) * (laid and step.state.phase == "over")


GAME = HighestAlone()
