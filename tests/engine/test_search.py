"""A robot's search, on a game whose best move is known: take one to three, the last pebble wins."""

import random
from dataclasses import dataclass, replace
from itertools import count

import pytest

from companion.engine.action_kinds import Act
from companion.engine.game import Action, Setup, Step
from companion.engine.phases import PhasedRules, PhaseRules, Phases, over
from companion.engine.search import (
    SearchResult,
    Thinker,
    leads,
    playouts,
)

TWO = Setup(("Ann", "Ben"))


@dataclass(frozen=True, slots=True)
class State:
    left: int = 7
    current: int = 0
    phase: str = "take"


@dataclass(frozen=True, slots=True)
class Take(Action):
    pebbles: int


def takes(state: State) -> tuple[Take, ...]:
    return tuple(map(Take, range(1, min(3, state.left) + 1)))


def take(state: State, action: Take) -> Step[State]:
    left = state.left - action.pebbles
    if not left:
        return Step(replace(state, left=0, phase="over"), ())
    return Step(replace(state, left=left, current=1 - state.current), ())


class Heap(PhasedRules[State]):
    id = "heap"
    title = "Heap"
    players = range(2, 3)
    rules_version = "1"
    phases = Phases(
        {"take": PhaseRules("H-1", (Act(Take, take, legal=takes),)), "over": over("H-2")}
    )

    def begin(self, _setup: Setup) -> State:
        return State()

    def returns(self, state: State) -> tuple[int, ...]:
        won = state.phase == "over"
        return tuple(int(won and seat == state.current) for seat in range(2))


HEAP = Heap()


def think(left: int, seed: int = 1, number: int = 300) -> SearchResult:
    state = State(left)
    legal = HEAP.legal_actions(state, 0)
    budget = playouts(number)
    thinker = Thinker(HEAP, TWO, 0)
    return thinker.think(HEAP.observation(state, 0), legal, random.Random(seed), budget)


@pytest.mark.slow
@pytest.mark.parametrize(("left", "best"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3)])
def test_it_leaves_four_or_nothing(left: int, best: int) -> None:
    for seed in range(5):
        assert think(left, seed).best == Take(best)


def test_it_expects_to_win_by_a_point_what_is_won() -> None:
    assert think(3).choices[0].lead == 1
    assert think(8).choices[0].lead < 0


@pytest.mark.slow
def test_the_same_source_gives_the_same_thoughts() -> None:
    assert think(7, seed=4) == think(7, seed=4)
    assert think(7, seed=4) != think(7, seed=5)


def test_playouts_are_counted_and_the_most_tried_comes_first() -> None:
    thought = think(7, number=50)
    assert thought.playouts == 50
    tries = [choice.tries for choice in thought.choices]
    assert sum(tries) == 50
    assert tries == sorted(tries, reverse=True)


def test_it_stops_when_there_is_no_time_left() -> None:
    calls = count()
    thought = Thinker(HEAP, TWO, 0).think(
        HEAP.observation(State(), 0),
        HEAP.legal_actions(State(), 0),
        random.Random(1),
        lambda done: next(calls) < 9 and done == next(calls) // 2 + 1,
    )
    assert thought.playouts < 10


def test_one_choice_needs_no_thought() -> None:
    assert think(1) == SearchResult((think(1).choices[0],), 0)
    assert think(1).best == Take(1)


def test_it_chooses_among_what_its_seat_may_do_and_nothing_else() -> None:
    seen = HEAP.observation(State(7), 0)
    allowed = (Take(1), Take(2))
    thought = Thinker(HEAP, TWO, 0).think(seen, allowed, random.Random(2), playouts(60))
    assert {choice.action for choice in thought.choices} == set(allowed)


def test_a_lead_is_counted_against_the_best_other_team() -> None:
    assert leads(HEAP, State(0, 1, "over")) == (-1, 1)
