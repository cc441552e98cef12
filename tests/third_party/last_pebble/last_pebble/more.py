"""Last Pebble with a draw, tags, corrections and an invariant."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.facets import Corrections, Invariants, Tags
from companion.engine.game import Action, Correction, Piece, Refusal, Setup, Step
from companion.engine.phases import Act, Phases, chance
from companion.engine.text import text
from companion.engine.wording import refuse
from last_pebble import LastPebble, State


@dataclass(frozen=True, slots=True)
class DrawStart(Action):
    player: int


def starts(state: State) -> tuple[tuple[Action, float], ...]:
    return tuple((DrawStart(seat), 1 / state.seats) for seat in range(state.seats))


def why_not_start(state: State, action: DrawStart) -> Refusal | None:
    return None if action.player in range(state.seats) else refuse("no-such-seat", "LP-3")


def start(state: State, action: DrawStart) -> Step[State]:
    return Step(replace(state, phase="take", current=action.player), ())


class Drawn(LastPebble):
    id = "last-pebble-more"
    title = "Last Pebble with more"
    shuffles = ("draw_start",)
    drawing = chance("LP-3", starts, (Act(DrawStart, start, why_not_start),))
    phases = Phases({"start": drawing, **LastPebble.phases.table})

    def begin(self, setup: Setup) -> State:
        return State(len(setup.players), phase="start")


class Tagged(Drawn, Tags[State]):
    def pieces(self, _state: State, /) -> tuple[Piece, ...]:
        return tuple(
            Piece(f"card-{n}", text("piece.card", count=n), ({"action": "take", "pebbles": n},))
            for n in (1, 2, 3)
        )


@dataclass(frozen=True, slots=True)
class CorrectHeap(Correction):
    left: int


def heaps(_state: State) -> Iterator[CorrectHeap]:
    return map(CorrectHeap, range(1, 13))


def why_not_heap(state: State, action: CorrectHeap) -> Refusal | None:
    other = action.left in range(1, 13) and action.left != state.left
    return None if other and state.phase == "take" else refuse("no-such-heap", "LP-1")


def set_heap(state: State, action: CorrectHeap) -> Step[State]:
    return Step(replace(state, left=action.left), ())


class Correctable(Tagged, Corrections[State]):
    by_hand = (Act(CorrectHeap, set_heap, why_not_heap, heaps),)


class Proven(Correctable, Invariants[State]):
    def violations(self, _before: State, step: Step[State], /) -> tuple[str, ...]:
        left, over = step.state.left, step.state.phase == "over"
        return () if over == (left == 0) else (f"{left} pebbles in {step.state.phase}",)


GAME = Proven()
