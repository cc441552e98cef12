"""Notation: a game as text and back; what cannot be read is reported with line and column."""

from collections.abc import Iterable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import CHANCE, TERMINAL, Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.registry import UnknownGameError
from companion.records import jsonl, notation
from companion.records.jsonl import GameRecord, RecordError
from companion.schema.bounds import PersonName
from companion.schema.reading import fits
from tests.records.exports.played import records
from tests.records.sitting import GAME, record_of, sitting

GAMES = 120

TEXT = """\
[Game "inner-compass"]
[Rules "1"]
[Players "Ann; Ben"]
[Level "track"]
[Option.mode "advanced"]
[Option.first_bonus 5]
[Data.track {"ep": [7, 6, 4, 3, 2, 1]}]
[Clock.kind "fischer"]
[Enter "draw_tile; place_token"]
[Began "2026-11-21T19:04:12.345Z"]
[Result "41 38"]

~place_section(nw,A,3) ~choose_start(1)
1. Ben: imprint(R,-,-,-) {[%clk 0:00:01.200]} row_ep end_turn {[%clk 1:02:03.456]}
2. Ann: !correct_ep(0,-2) =pause =resume {[%wall 2026-11-22T08:30:00.123456Z]} <4
3. Ben: row_ep ~deal(K) end_turn {[%clk 1:02:04.000] [%wall 2026-11-22T08:30:00.668Z]} clear_line(1)
   {[%clk 1:02:04.500]}
4. over: !correct_ep(1,3) %[5,2,[6,["!correct_ep(0,-3)",0,3723456,1795291575.801,5]]]
"""
"""All that text can say. It need not be a game that anybody could play."""


def entry(sequence: int, word: str, actor: int, clock: int = 0, wall: float = 0.0) -> Entry:
    """Return an entry of a kind that takes part in the game."""
    kinds = {"~": EntryKind.CHANCE, "!": EntryKind.CORRECTION}
    payload = GAME.to_struct(GAME.string_to_action(word.lstrip("~!")))
    return Entry(sequence, kinds.get(word[0], EntryKind.ACTION), actor, payload, clock, wall)


BEGAN = 1_795_287_852.345
LATER = 3_723_456, 1_795_336_200.123456
LAST = 3_724_500, 1_795_336_201.168
PUT = {
    "kind": "correction",
    "actor": 0,
    "payload": {"type": "correct_ep", "player": 0, "change": -3},
    "clock": 3_723_456,
    "wall": 1_795_291_575.801,
    "was": 5,
}
RECORD = GameRecord(
    "inner-compass",
    "1",
    Setup(
        ("Ann", "Ben"),
        "track",
        {"mode": "advanced", "first_bonus": 5},
        {"track": {"ep": [7, 6, 4, 3, 2, 1]}},
        {"kind": "fischer"},
    ),
    ("draw_tile", "place_token"),
    (
        entry(1, "~place_section(nw,A,3)", CHANCE, 0, BEGAN),
        entry(2, "~choose_start(1)", CHANCE, 0, BEGAN),
        entry(3, "imprint(R,-,-,-)", 1, 1200, BEGAN + 1.2),
        entry(4, "row_ep", 1, 1200, BEGAN + 1.2),
        entry(5, "end_turn", 1, 3_723_456, 1_795_291_575.801),
        entry(6, "!correct_ep(0,-2)", 0, 3_723_456, 1_795_291_575.801),
        Entry(7, EntryKind.PAUSE, 0, {}, 3_723_456, 1_795_291_575.801),
        Entry(8, EntryKind.RESUME, 0, {}, *LATER),
        Entry(9, EntryKind.UNDO, 0, {"to": 4}, *LATER),
        entry(10, "row_ep", 1, *LATER),
        entry(11, "~deal(K)", CHANCE, *LATER),
        entry(12, "end_turn", 1, 3_724_000, 1_795_336_200.668),
        entry(13, "clear_line(1)", 1, *LAST),
        entry(14, "!correct_ep(1,3)", TERMINAL, *LAST),
        Entry(15, EntryKind.EDIT, TERMINAL, {"first": 5, "replaced": 2, "steps": [6, PUT]}, *LAST),
    ),
)


def milliseconds(count: int) -> float:
    return round(count / 1000, 3)


def written(record: GameRecord, result: tuple[int, ...] = ()) -> str:
    return "".join(f"{line}\n" for line in notation.write(GAME, record, result))


def with_players(*players: str) -> GameRecord:
    return replace(RECORD, setup=replace(RECORD.setup, players=players))


def test_a_record_is_written_like_this() -> None:
    assert written(RECORD, (41, 38)) == TEXT


def test_text_reads_as_the_record_it_was_written_from() -> None:
    assert notation.read(TEXT) == RECORD


@pytest.mark.slow
def test_random_games_survive_text_and_json() -> None:
    """labs/long has a thousand of them."""
    assert through_text_and_json(range(GAMES)) == set(EntryKind)


def through_text_and_json(numbers: Iterable[int]) -> set[EntryKind]:
    """Write and read random games; return the kinds of entries that occurred."""
    kinds: set[EntryKind] = set()
    for number in numbers:
        played = record_of(sitting(number))
        assert notation.read(written(played), lambda _name: GAME) == played
        assert jsonl.read(jsonl.write(played)) == played
        kinds.update(entry.kind for entry in played.entries)
    return kinds


def test_the_reader_accepts_what_people_write() -> None:
    """That is Windows line ends, blanks, comments, any turn numbers, and any line breaks."""
    lines = TEXT.replace("\n", "\r\n").replace(" row_ep", "\r\n\t row_ep {Ben\r\nsmiles}")
    lines = lines.replace("4. over:", "17.  over:").replace("\n[Option", "\n \n[Option")
    said = {4: "Ben smiles", 10: "Ben smiles", 15: "The end."}
    assert notation.read(lines + "\r\n{The end.}") == replace(RECORD, comments=said)


def test_a_game_without_entries_has_only_tags() -> None:
    record = replace(RECORD, entries=(), enter=())
    assert written(record).endswith('[Result "*"]\n\n')
    assert notation.read(written(record)) == record


@pytest.mark.parametrize(
    ("players", "tag", "turn"),
    [
        (("Ann", "Ben"), '"Ann; Ben"', "Ben"),
        (("Player 1", "Player 2"), '"Player 1; Player 2"', "Player 2"),
        (("Zoë", "Jörg-Ove Ö."), '"Zoë; Jörg-Ove Ö."', "Jörg-Ove Ö."),
        (("Ann", 'Ben "B"'), r'"Ann; Ben \"B\""', 'Ben "B"'),
        (("Ann", "Ann"), '"Ann; Ann"', "seat 2"),
        (("Ann", "over"), '"Ann; over"', "seat 2"),
        (("A: B", "Ben"), '"A: B; Ben"', "seat 2"),
        (("Ann", "2nd"), '"Ann; 2nd"', "seat 2"),
        (("Ann; Ben", "Cem"), '["Ann; Ben", "Cem"]', "seat 2"),
        (("", "Ben"), '["", "Ben"]', "seat 2"),
        ((" Ann", "Ben"), '[" Ann", "Ben"]', "seat 2"),
        (("Ann\u2028", "\u2029"), r'["Ann\u2028", "\u2029"]', "seat 2"),
    ],
)
def test_turns_name_the_player_unless_names_are_ambiguous(
    players: tuple[str, ...], tag: str, turn: str
) -> None:
    record = with_players(*players)
    lines = written(record)
    assert f"[Players {tag}]\n" in lines
    assert f"\n1. {turn}: imprint" in lines
    assert notation.read(lines) == record


@given(
    st.lists(
        st.tuples(
            st.integers(0, 10**10), st.floats(0, 2.5e11) | st.integers(0, 10**13).map(milliseconds)
        )
    )
)
def test_any_times_are_kept_exactly(times: list[tuple[int, float]]) -> None:
    entries = tuple(entry(i, "end_turn", 1, *moment) for i, moment in enumerate(times, 1))
    record = replace(RECORD, entries=entries)
    assert notation.read(written(record)) == record


PEOPLE = st.text().filter(partial(fits, PersonName))
"""The names that people may have in records."""


@given(st.lists(PEOPLE, min_size=2, max_size=4), st.lists(st.text(), max_size=3))
def test_any_names_are_kept_exactly(players: list[str], enter: list[str]) -> None:
    record = replace(with_players(*players), enter=tuple(enter), entries=RECORD.entries[:4])
    assert notation.read(written(record)) == record


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.slow
@given(st.dictionaries(st.from_regex(r"[a-z_.]+", fullmatch=True), JSON, max_size=3))
def test_any_options_and_data_are_kept_exactly(values: dict[str, object]) -> None:
    setup = replace(RECORD.setup, options=values, data=values, clock=values)
    record = replace(RECORD, setup=setup)
    assert notation.read(written(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[Rules", "[Ruls", "line 2, column 2: there is no tag 'Ruls', known are: Game, Rules, "),
        ("[Option.mode", "[Mode", "line 5, column 2: there is no tag 'Mode', known are: .*Option"),
        ("[Level", '[Game "chess"]\n[Level', "line 4, column 2: the tag 'Game' stands there twice"),
        ('[Level "track"]\n', "", r"line 1[01], column 1: .* a tag is missing: \[Level"),
        ('"track"', "track", r"line 4, column 8: \[Level ...\] has a wrong value: Expecting value"),
        ('"track"', "2", r"line 4, column 8: \[Level .* write a string in quotes"),
        ('"Ann; Ben"', "[1, 2]", r'line 3, column 10: .* write "one; other" or a list of strings'),
        ('"Ann; Ben"', f'"Ann; {"B" * 101}"', "line 3, column 10: .* names of at most 100 letters"),
        ("5]", "5", r"line 6, column 22: \[Option.first_bonus ...\] must end here, with a \]"),
        (
            "2026-11-21T",
            "21.11.2026 ",
            r"line 10, column 8: .* is not a time of day such as 2026-1",
        ),
        ("2026-11-21T", "2026-11-31T", "line 10, column 8: .* is not a time of day: day is out"),
        ("1. Ben", "1. Dua", "line 14, column 1: nobody here is 'Dua'; turns are of Ann, Ben, "),
        (
            "1. Ben: ",
            "",
            "line 14, column 1: who did .imprint.*'. A turn begins a line, such as",
        ),
        ("1. Ben:", "1. Ben", "line 14, column 1: a turn begins a line, such as: 1. Ann: ..."),
        (" row_ep", " 2. Ann:", "line 14, column 47: a turn begins a line, such as: 1. Ann: ..."),
        (" row_ep", " dance", "line 14, column 47: 'dance' is not an action"),
        ("end_turn", "~dance", "line 14, column 54: 'dance' is not an action"),
        ("<4", "<", "line 15, column 80: '<' undoes nothing: write <17 to go back to entry 17"),
        ("<4", "<9", "line 15, column 80: entry 9 goes back to entry 9; name an earlier one"),
        ("=pause", "=tea", "line 15, column 27: '=tea' is none of =pause, =resume, =checkpoint"),
        ("{[%clk 0", "[%clk 0", "line 14, column 26: "),
        ("0:00:01.200]}", "0:00:01.200]", "line 14, column 26: this brace has no partner"),
        ("1.200", "1.2", r"line 14, column 26: \[%clk 0:00:01.2\] is not a time; write it as"),
        ("0:00:01.2", "0:00:71.2", r"line 14, column 26: \[%clk 0:00:71.200\] is not a time"),
        ("%clk", "%clock", r"line 14, column 26: there is no \[%clock ...\], known are: \[%clk"),
        ("~place", "{[%clk 0:00:01.000]} ~place", "line 13, column 1: a time follows its"),
        ("2026-11-21", "1926-11-21", "line 10, column 8: .* has a wrong value: .* is before 1970"),
    ],
)
def test_a_mistake_is_reported_with_line_and_column(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(RecordError, match=f"^{message}"):
        notation.read(TEXT.replace(old, new, 1))


def test_a_game_that_is_not_installed_is_named() -> None:
    with pytest.raises(UnknownGameError, match="there is no game 'chess'; installed are"):
        notation.read(TEXT.replace("inner-compass", "chess"))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (replace(RECORD, entries=RECORD.entries[1:]), "entry 2 is out of order: expected 1"),
        (
            replace(RECORD, entries=(entry(1, "end_turn", 2),)),
            "entry 1: actor 2 is none of the 2 seats",
        ),
        (
            replace(RECORD, entries=(Entry(1, EntryKind.ACTION, 1, {"type": "dance"}),)),
            "entry 1: unknown record type 'dance'",
        ),
        (
            replace(RECORD, entries=(entry(1, "discard(Y} <0)", 1),)),
            "entry 1: .discard.* does not fit into text; use JSON",
        ),
        (
            replace(RECORD, entries=(entry(1, "end_turn", 1, wall=1e15),)),
            r"the time of day 1000000000000000.0 is beyond the calendar; use JSON",
        ),
        (
            replace(RECORD, setup=replace(RECORD.setup, options={"a b": 1})),
            "the key 'a b' does not fit into text; use JSON",
        ),
    ],
)
def test_a_record_that_text_cannot_hold_is_refused(record: GameRecord, message: str) -> None:
    with pytest.raises(RecordError, match=f"^{message}"):
        written(record)


def test_a_character_that_utf_8_cannot_encode_is_refused() -> None:
    with pytest.raises(RecordError, match="cannot be written: leave out the lone surrogate"):
        notation.read('[Game "inner-compass"]\n[Rules "\\ud800"]\n')


class TestComments:
    RECORD = replace(
        records("compass-points", 1)[0], comments={1: "brave", 3: "Why? A gift, of 3!"}
    )

    def test_are_kept_in_text(self) -> None:
        written = "\n".join(notation.write(registry.load("compass-points"), self.RECORD))
        assert "{brave" in written
        again = notation.read(written)
        assert again.comments == self.RECORD.comments
        assert again == self.RECORD

    def test_are_kept_in_lines(self) -> None:
        assert jsonl.read(jsonl.write(self.RECORD)) == self.RECORD

    def test_that_people_write_by_hand_are_kept_beside_the_times(self) -> None:
        written = "\n".join(notation.write(registry.load("compass-points"), self.RECORD))
        first = written.replace("{brave", "{very  \n brave", 1).replace("]}", "] indeed} {yes}", 1)
        assert notation.read(first).comments[1] == "very brave indeed yes"
        assert notation.read(first).entries == self.RECORD.entries

    @pytest.mark.parametrize("said", ["a {brace}", "[%clk 0:00:01]"])
    def test_that_text_cannot_hold_are_refused(self, said: str) -> None:
        broken = replace(self.RECORD, comments={1: said})
        with pytest.raises(RecordError, match="use JSON"):
            list(notation.write(registry.load("compass-points"), broken))

    def test_must_be_words(self) -> None:
        head, first, *_ = jsonl.write(self.RECORD)
        with pytest.raises(RecordError, match="line 2: the entry: 'comment' must be a string"):
            jsonl.read([head, first.replace('"brave"', "7")])
