"""Last Pebble: take one to three pebbles from the heap; whoever takes the last one wins."""

from dataclasses import dataclass, replace

from companion.engine.game import Action, Event, Refusal, Setup, Step
from companion.engine.phases import Act, PhasedRules, PhaseRules, Phases, over
from companion.engine.text import Text, text
from companion.engine.wording import refuse


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    left: int = 12
    current: int = 0
    phase: str = "take"


@dataclass(frozen=True, slots=True)
class Take(Action):
    pebbles: int


@dataclass(frozen=True, slots=True)
class Taken(Event):
    player: int
    pebbles: int


def takes(state: State) -> tuple[Take, ...]:
    return tuple(map(Take, range(1, min(3, state.left) + 1)))


def why_not_take(state: State, action: Take) -> Refusal | None:
    return None if action in takes(state) else refuse("not-so-many", "LP-1")


def take(state: State, action: Take) -> Step[State]:
    taken = Taken("LP-1", state.current, action.pebbles)
    left = state.left - action.pebbles
    if not left:
        return Step(replace(state, left=0, phase="over"), (taken,))
    return Step(replace(state, left=left, current=(state.current + 1) % state.seats), (taken,))


class LastPebble(PhasedRules[State]):
    id = "last-pebble"
    title = "Last Pebble"
    players = range(2, 5)
    rules_version = "1"
    phases = Phases(
        {
            "take": PhaseRules("LP-1", (Act(Take, take, why_not_take, takes),)),
            "over": over("LP-2"),
        }
    )

    def begin(self, setup: Setup) -> State:
        return State(len(setup.players))

    def returns(self, state: State) -> tuple[int, ...]:
        won = state.phase == "over"
        return tuple(int(won and seat == state.current) for seat in range(state.seats))

    def status(self, state: State) -> Text:
        return text("status.left", n=state.left)


GAME = LastPebble()
