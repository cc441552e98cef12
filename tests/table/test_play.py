"""Games in which the box commits itself: every draw can be repeated from the log."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.draws.committed import CommittedDraws
from companion.engine.draws.notes import Commitment, Reveal, note_of
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.shared_actions import ChooseStart
from companion.table.narrowing.chance import ALL, STARTER
from companion.table.narrowing.intent import VERB, values
from companion.table.play import begin, draw_setup, take
from companion.table.table import Table, Timestamp, resume
from tests.committed_games import DRAWS, committed_game, setup

GAMES = [
    *[("inner-compass", level) for level in ("track", "scoring", "full")],
    ("essence", "full"),
    ("compass-jewels", "full"),
    ("gilded-compass", "full"),
]


@pytest.mark.parametrize(("name", "level"), GAMES)
def test_every_draw_is_between_a_commitment_and_its_reveal(name: str, level: str) -> None:
    table = committed_game(name, level, steps=80)
    notes = [note_of(entry) for entry in table.entries]
    assert isinstance(notes[0], Commitment)
    reveals = [note for note in notes if isinstance(note, Reveal)]
    assert reveals
    assert sum(isinstance(note, Commitment) for note in notes) == 1
    for before, note in zip(table.entries, notes[1:], strict=False):
        if isinstance(note, Reveal):
            assert before.kind is EntryKind.CHANCE


@pytest.mark.parametrize(("name", "level"), GAMES)
def test_a_game_resumes_from_its_log(name: str, level: str) -> None:
    table = committed_game(name, level, steps=40)
    again = resume(table.game, table.setup, table.enter, table.entries)
    assert again.state == table.state
    assert again.tasks == table.tasks
    assert again.progress is table.progress


def test_a_box_that_does_not_commit_itself_writes_nothing_about_draws() -> None:
    game = registry.load("inner-compass")
    start = Timestamp(0, 1e9)
    table = begin(game, setup(game, "track"), (), start, sampler(Random(1))).table
    assert table.steps
    assert all(note_of(entry) is None for entry in table.entries)


def test_nothing_is_promised_where_the_table_draws_everything() -> None:
    game = registry.load("inner-compass")
    outcome = begin(game, setup(game, "track"), (ALL,), Timestamp(0, 1e9), DRAWS)
    assert outcome.entries == ()


def test_who_begins_can_be_settled_beforehand() -> None:
    game = registry.load("inner-compass")
    for first in range(3):
        outcome = begin(game, setup(game, "track"), (), Timestamp(0, 1e9), DRAWS, first=first)
        table = draw_setup(outcome.table, Timestamp(900, 1e9), DRAWS)
        starts = [step.action for step in table.steps if values(step.action)[VERB] == STARTER]
        assert starts == [ChooseStart(first)]
        (reveal,) = (note for note in map(note_of, table.entries) if isinstance(note, Reveal))
        others = [entry for entry in table.entries if entry.kind is EntryKind.CHANCE][:-1]
        # What is certain is not drawn either: the last token.
        assert len(reveal.picks) == len(others) - 1


def test_after_a_power_cut_the_box_is_still_bound() -> None:
    game = registry.load("inner-compass")
    begun = begin(game, setup(game, "track"), (), Timestamp(0, 1e9), DRAWS).table
    again = resume(game, begun.setup, (), begun.entries)
    restarted = CommittedDraws(DRAWS.key, Random(99).randbytes)
    results = [
        [step.action for step in draw_setup(table, Timestamp(900, 1e9), source).steps]
        for table, source in ((begun, DRAWS), (again, restarted))
    ]
    assert results[0] == results[1]


def test_another_box_commits_itself_anew() -> None:
    table = committed_game("inner-compass", "full", steps=10)
    other = CommittedDraws(bytes(32), Random(2).randbytes)
    later = _played_on(table, other)
    new = [note_of(entry) for entry in later.entries[len(table.entries) :]]
    assert [type(note) for note in new if note is not None] == [Commitment, Reveal]


def _played_on(table: Table, draws: CommittedDraws) -> Table:
    """Return a table after the first action for which the box draws something."""
    source = Random(5)
    clock = table.entries[-1].clock
    count = len(table.entries)
    while not any(note_of(entry) for entry in table.entries[count:]):
        clock += 1000
        seat = table.game.current_player(table.state)
        action = source.choice(table.game.legal_actions(table.state, seat))
        table = take(table, action, Timestamp(clock, 1e9), draws)
    return table


def test_a_game_without_a_commitment_goes_on_with_one() -> None:
    game = registry.load("inner-compass")
    old = begin(game, setup(game, "full"), (), Timestamp(0, 1e9), sampler(Random(3))).table
    table = _played_on(old, DRAWS)
    kinds = [type(note) for note in map(note_of, table.entries) if note is not None]
    assert kinds == [Commitment, Reveal]


def test_presses_are_forgotten_once_they_were_drawn_with() -> None:
    game = registry.load("inner-compass")
    begun = begin(game, setup(game, "track"), (), Timestamp(0, 1e9), DRAWS).table
    pressed = replace(begun, contributions=(500, 700))
    table = draw_setup(pressed, Timestamp(900, 1e9), DRAWS)
    reveal = next(note for note in map(note_of, table.entries) if isinstance(note, Reveal))
    assert reveal.times == (500, 700, 900)
    assert table.contributions == ()


def test_more_players_than_seats_are_not_settled() -> None:
    """A log of another program may name any seat; then the draw decides."""
    game = registry.load("inner-compass")
    outcome = begin(game, Setup(("Ann", "Ben"), "track"), (), Timestamp(0, 1e9), DRAWS, first=9)
    table = draw_setup(outcome.table, Timestamp(900, 1e9), DRAWS)
    assert any(isinstance(step.action, ChooseStart) for step in table.steps)
