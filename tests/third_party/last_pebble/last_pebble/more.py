"""Last Pebble with a draw, tags, corrections and an invariant."""

from companion.engine.every import act, among, outcome
from companion.engine.facets import Corrections, Invariants, Tags
from companion.engine.game import Piece, Step
from companion.engine.phases import Phases, equally
from companion.engine.records import Correction, SeatAction, replace
from companion.engine.text import text
from last_pebble import LastPebble, State


class DrawStart(SeatAction):
    pass


def start(state: State, action: DrawStart) -> Step[State]:
    return Step(replace(state, phase="take", current=action.player), ())


SEAT = among(lambda state: range(state.seats), "no-such-seat", "LP-3")


class Drawn(LastPebble):
    id = "last-pebble-more"
    shuffles = ("draw_start",)
    drawing = equally("LP-3", outcome(DrawStart, start, player=SEAT))
    phases = Phases({"start": drawing, **LastPebble.phases.table})


class Tagged(Drawn, Tags[State]):
    def pieces(self, _state: State, /) -> tuple[Piece, ...]:
        return tuple(
            Piece(f"card-{n}", text("piece.card", count=n), ({"action": "take", "pebbles": n},))
            for n in (1, 2, 3)
        )


class CorrectHeap(Correction):
    left: int


def set_heap(state: State, action: CorrectHeap) -> Step[State]:
    return Step(replace(state, left=action.left), ())


def heaps(state: State) -> list[int]:
    return [left for left in range(1, 13) if left != state.left and state.phase == "take"]


class Correctable(Tagged, Corrections[State]):
    by_hand = (act(CorrectHeap, set_heap, left=among(heaps, "no-such-heap", "LP-1")),)


class Proven(Correctable, Invariants[State]):
    def violations(self, _before: State, step: Step[State], /) -> tuple[str, ...]:
        left, over = step.state.left, step.state.phase == "over"
        return () if over == (left == 0) else (f"{left} pebbles in {step.state.phase}",)


GAME = Proven()
