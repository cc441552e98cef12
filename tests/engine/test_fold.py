"""A state is the fold of its actions."""

import random
from collections import Counter

import pytest

from companion.engine import registry
from companion.engine.fold import fold, sampler
from companion.engine.game import Action, IllegalAction, Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import AnyGame

SETUP = Setup(("Ann", "Ben"), "track")


@pytest.fixture
def game() -> AnyGame:
    return registry.load("inner-compass")


def entries(game: AnyGame, *notations: str) -> list[Entry]:
    structs = [game.to_struct(game.string_to_action(notation)) for notation in notations]
    return [Entry(i, EntryKind.CHANCE, -1, struct) for i, struct in enumerate(structs, 1)]


def test_an_empty_log_is_the_beginning(game: AnyGame) -> None:
    step = fold(game, SETUP, [])
    assert step.state == game.new_initial_state(SETUP)
    assert step.events == ()


def test_each_entry_is_applied_to_the_state_before_it(game: AnyGame) -> None:
    log = entries(game, "place_section(nw,A,0)", "place_section(ne,B,1)")
    state = game.new_initial_state(SETUP)
    for entry in log:
        state = game.apply_action(state, game.from_struct(entry.payload)).state
    assert fold(game, SETUP, log).state == state


def test_undone_entries_are_not_applied(game: AnyGame) -> None:
    log = entries(game, "place_section(nw,A,0)", "place_section(ne,B,1)")
    undo = Entry(3, EntryKind.UNDO, 0, {"to": 1})
    assert fold(game, SETUP, [*log, undo]) == fold(game, SETUP, log[:1])


def test_an_entry_that_the_rules_refuse_is_an_error(game: AnyGame) -> None:
    with pytest.raises(IllegalAction, match="is refused: section-laid"):
        fold(game, SETUP, entries(game, "place_section(nw,A,0)", "place_section(ne,A,1)"))


class TestSampler:
    OUTCOMES = ((Action(), 0.75), ("rare", 0.25), ("never", 0.0))

    def test_follows_the_probabilities(self) -> None:
        draw = sampler(random.Random(1))
        counts = Counter(draw(self.OUTCOMES) for _ in range(4000))  # type: ignore[arg-type]  # any
        assert counts[Action()] == pytest.approx(3000, abs=100)
        assert counts["never"] == 0  # type: ignore[index]

    def test_the_same_source_draws_the_same(self) -> None:
        draws = [sampler(random.Random(7)) for _ in range(2)]
        one, two = ([draw(self.OUTCOMES) for _ in range(50)] for draw in draws)  # type: ignore[arg-type]
        assert one == two
