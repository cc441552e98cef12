"""The journal as outbox: whatever is lost on the way, the hub ends up with the journal."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.log import Entry, EntryKind
from companion.fleet.outbox import (
    NOTHING,
    START,
    ClosedGame,
    EntryBatch,
    LiveGame,
    due,
)
from companion.protocol.journal import JournalPosition
from companion.storage.journal import Play


@dataclass
class Kept:
    """A journal in memory: how many entries each game has, and whether it is finished."""

    games: dict[int, tuple[int, bool]] = field(default_factory=dict)

    def play_from(self, number: int) -> Play | None:
        numbers = sorted(play for play in self.games if play >= number)
        if not numbers:
            return None
        finished = 1.0 if self.games[numbers[0]][1] else None
        return Play(numbers[0], "game", "1", {}, 0.0, finished)

    def chained(self, play: int, after: int, limit: int) -> Sequence[tuple[Entry, int]]:
        last = min(self.games[play][0], after + limit)
        return [
            (Entry(n, EntryKind.ACTION, 0, {}), 1000 * play + n) for n in range(after + 1, last + 1)
        ]


def all_of(
    journal: Kept, live: LiveGame = NOTHING, limit: int = 3
) -> list[EntryBatch | ClosedGame]:
    found, at = [], START
    while (piece := due(journal, at, live, limit)) is not None:
        assert piece.after == at
        found.append(piece)
        at = piece.end
    return found


def rows(pieces: list[EntryBatch | ClosedGame]) -> list[tuple[int, int]]:
    return [
        (piece.play.id, entry.sequence)
        for piece in pieces
        if isinstance(piece, EntryBatch)
        for entry in piece.entries
    ]


def test_an_empty_journal_has_nothing_to_send() -> None:
    assert due(Kept(), START, LiveGame()) is None


def test_entries_go_out_in_batches_and_the_result_after_them() -> None:
    one, two, closing = all_of(Kept({1: (4, True)}))
    assert isinstance(one, EntryBatch)
    assert isinstance(two, EntryBatch)
    assert [len(one.entries), len(two.entries)] == [3, 1]
    assert two.crc == 1004
    assert closing.end == JournalPosition(1, 4, result=True)


def test_a_game_in_progress_waits_if_it_has_secrets() -> None:
    journal = Kept({1: (4, False)})
    assert rows(all_of(journal, LiveGame(1, over=False, open=False))) == []
    assert len(rows(all_of(journal, LiveGame(1, over=False, open=True)))) == 4
    assert len(all_of(journal, LiveGame(1, over=True, open=False))) == 3


def test_a_game_that_is_not_the_one_on_the_table_is_no_reason_to_tell_secrets() -> None:
    assert rows(all_of(Kept({2: (4, False)}), LiveGame(1, over=True, open=True))) == []


def test_a_game_that_was_left_is_closed_by_the_next_one() -> None:
    journal = Kept({1: (2, False), 5: (1, False)})
    assert rows(all_of(journal, LiveGame(5))) == [(1, 1), (1, 2)]


def test_a_game_that_goes_on_after_its_end_is_closed_once_more() -> None:
    over = LiveGame(1, over=True)
    at = JournalPosition(1, 4, result=True)
    assert due(Kept({1: (4, False)}), at, over) is None
    piece = due(Kept({1: (6, False)}), at, over)
    assert piece is not None
    assert piece.after == at
    assert due(Kept({1: (6, False)}), piece.end, over) == ClosedGame(piece.play, piece.end, 6)


GAMES = st.dictionaries(
    st.integers(1, 9), st.tuples(st.integers(0, 7), st.just(value=True)), max_size=5
)


@given(GAMES, st.integers(1, 4), st.lists(st.sampled_from(["lost", "again", "stored"])))
def test_whatever_is_lost_or_repeated_the_hub_has_the_journal_in_the_end(
    games: dict[int, tuple[int, bool]], limit: int, fate: list[str]
) -> None:
    """The hub takes what follows on what it has, and nothing else."""
    journal, stored, cursor, sent = Kept(games), [], START, START
    for what in [*fate, *["stored"] * 60]:
        piece = due(journal, sent, LiveGame(), limit)
        if piece is None:
            sent = cursor  # nobody has acknowledged: all over again
            piece = due(journal, sent, LiveGame(), limit)
        if piece is None:
            break
        sent = piece.end
        for _ in range({"lost": 0, "stored": 1, "again": 2}[what]):
            if piece.after <= cursor < piece.end:
                assert piece.after == cursor
                stored.append(piece)
                cursor = piece.end
            elif piece.after > cursor:
                sent = cursor  # a gap: it wants that again
    assert rows(stored) == [
        (play, n) for play, (count, _) in sorted(games.items()) for n in range(1, count + 1)
    ]
    assert [piece.play.id for piece in stored if isinstance(piece, ClosedGame)] == sorted(games)


def test_positions_are_in_the_order_of_the_journal() -> None:
    order = [
        START,
        JournalPosition(1),
        JournalPosition(1, 3),
        JournalPosition(1, 3, result=True),
        JournalPosition(1, 4),
    ]
    assert sorted({*order}) == order
    assert order[3].struct() == [1, 3, 1]
    assert replace(order[3], result=False) < order[3]
