"""Last Pebble: take one to three pebbles from the heap; whoever takes the last one wins."""

import msgspec

from companion.engine.every import act, among
from companion.engine.game import Step
from companion.engine.phases import PhasedRules, PhaseRules, Phases, over
from companion.engine.records import Action, SeatEvent, replace
from companion.engine.text import Text, text


class State(msgspec.Struct, frozen=True):
    seats: int
    phase: str
    left: int = 12
    current: int = 0


class Take(Action):
    pebbles: int


class Taken(SeatEvent):
    pebbles: int


def take(state: State, action: Take) -> Step[State]:
    taken = Taken("LP-1", state.current, action.pebbles)
    left = state.left - action.pebbles
    if not left:
        return Step(replace(state, left=0, phase="over"), (taken,))
    return Step(replace(state, left=left, current=(state.current + 1) % state.seats), (taken,))


PEBBLES = among(lambda state: range(1, min(3, state.left) + 1), "not-so-many", "LP-1")


class LastPebble(PhasedRules[State]):
    id = "last-pebble"
    players = range(2, 5)
    phases = Phases(
        {
            "take": PhaseRules("LP-1", (act(Take, take, pebbles=PEBBLES),)),
            "over": over("LP-2"),
        }
    )

    def returns(self, state: State) -> tuple[int, ...]:
        won = state.phase == "over"
        return tuple(int(won and seat == state.current) for seat in range(state.seats))

    def status(self, state: State) -> Text:
        return text("status.left", n=state.left)


GAME = LastPebble()
