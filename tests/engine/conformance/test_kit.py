"""The kit itself: how it reports mistakes, golden figures, and what a game must give it."""

import subprocess
import sys
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from companion.engine.conformance import ConformanceError
from companion.engine.conformance.words import MARKS
from companion.engine.game import Action, Event
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.table.screens.screen import RowMark
from tests.engine.conformance.bugs import Stuck
from tests.engine.conformance.pebbles import Game, Pebbles, PebblesConformance, Phrases, Take


class Speechless(Phrases):
    @staticmethod
    def languages(game: AnyGame) -> tuple[str, ...]:
        del game
        return ()


class WithoutTwins(PebblesConformance):
    @classmethod
    def twins(cls, state: Pebbles, viewer: int) -> Sequence[Pebbles]:
        del state, viewer
        return ()


def kit(**changes: object) -> PebblesConformance:
    instance: PebblesConformance = type("Kit", (PebblesConformance,), changes)()
    return instance


def test_a_mistake_is_reported_with_setup_seed_and_number_of_the_action() -> None:
    expected = "level full, 2 players, seed 1, after 7 actions: nothing is legal"
    with pytest.raises(ConformanceError, match=expected):
        kit(game=Stuck()).test_nobody_is_stuck()


def test_a_recorded_line_is_played_again() -> None:
    played = [Game().action_to_string(move.action) for move in kit().plays()[0].moves]
    kit(line=played).test_the_order_is_fixed()
    wrong = [*played[:3], "take(red,9)"]
    with pytest.raises(ConformanceError, match=r"after 3 actions: plays .* not take\(red,9\)"):
        kit(line=wrong).test_the_order_is_fixed()


def test_without_golden_counts_two_counts_must_agree() -> None:
    kit(perft=()).test_perft()


def test_a_game_with_secrets_must_give_twins() -> None:
    with pytest.raises(ConformanceError, match="give twins"):
        WithoutTwins().test_no_seat_sees_a_secret()


def test_a_game_without_a_catalogue_does_not_pass() -> None:
    with pytest.raises(ConformanceError, match="the game has no catalogue"):
        kit(voice=Speechless).test_prompts_have_words()


class NothingToSay(Game):
    def describe(self, event: Event) -> Text:
        return text("status.left", n=str(None)) if event.rule else super().describe(event)


def test_none_does_not_count_as_a_word() -> None:
    with pytest.raises(ConformanceError, match="says 'None left', but None is not a word"):
        kit(game=NothingToSay()).test_events_have_words()


class LongNames(Game):
    def action_name(self, action: Action) -> Text:
        named = super().action_name(action)
        return replace(named, key="do.take-long") if isinstance(action, Take) else named


def test_long_choices_do_not_pass() -> None:
    with pytest.raises(ConformanceError, match="Please take"):
        kit(game=LongNames()).test_choices_read_differently()


def test_rare_positions_are_among_those_looked_at() -> None:
    sizes = {len(kit(size=size).positions()) for size in (4, 12)}
    assert sizes == {4, 12}
    ends = [position for position in kit(size=12).positions() if Game().is_terminal(position.state)]
    assert len(ends) >= 2


def test_marks_are_those_of_screens() -> None:
    assert set(RowMark) == MARKS


@pytest.mark.slow
def test_the_kit_imports_no_test_framework() -> None:
    program = "import sys, companion.engine.conformance; print('pytest' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert process.stdout == b"False\n"
