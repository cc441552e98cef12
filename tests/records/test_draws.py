"""Draws of a record are repeated; whatever somebody changes in it, they no longer fit."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.draws.notes import Commitment, Reveal, note_of, payload_of
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.records import jsonl, notation
from companion.records.draws import WRONG, DrawCheck, Verdict, check_draws
from companion.records.jsonl import GameRecord, RecordError
from companion.sheets.actions import DrawCard, RollDice
from companion.table.binding import InputEvent
from companion.table.command import Command
from companion.table.modes.draw_contribution import draw, draw_again
from companion.table.narrowing.intent import VERB, values
from companion.table.play import begin, take
from companion.table.table import Timestamp, handle
from tests.committed_games import DRAWS, committed_game, record_of, setup
from tests.matrix import example_count

GAMES = (
    ("inner-compass", "track"),
    ("inner-compass", "full"),
    ("essence", "full"),
    ("compass-jewels", "full"),
    ("gilded-compass", "full"),
)


@cache
def played(game: str, level: str) -> GameRecord:
    return record_of(committed_game(game, level, steps=60))


def checks(record: GameRecord) -> tuple[DrawCheck, ...]:
    return check_draws(registry.load(record.game), record)


def changed(record: GameRecord, at: int, **fields: object) -> GameRecord:
    """Return a record in which an entry has other fields in its payload."""
    entry = record.entries[at]
    entries = [*record.entries]
    entries[at] = replace(entry, payload={**entry.payload, **fields})
    return replace(record, entries=tuple(entries))


def reveals(record: GameRecord) -> list[tuple[int, Reveal]]:
    found = ((at, note_of(entry)) for at, entry in enumerate(record.entries))
    return [(at, note) for at, note in found if isinstance(note, Reveal)]


def other_digit(digits: str, at: int) -> str:
    return f"{digits[:at]}{'1' if digits[at] == '0' else '0'}{digits[at + 1 :]}"


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_of_a_game_is_verified(name: tuple[str, str]) -> None:
    found = checks(played(*name))
    assert found
    assert {check.verdict for check in found} == {Verdict.VERIFIED}
    assert len(found) == len(reveals(played(*name)))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_record_from_another_computer_is_verified(name: tuple[str, str]) -> None:
    record = played(*name)
    game = registry.load(record.game)
    lines = jsonl.write(record)
    assert checks(jsonl.read(lines)) == checks(record)
    assert checks(notation.read("\n".join(notation.write(game, record)))) == checks(record)


@pytest.mark.slow
@given(st.sampled_from(GAMES), st.data())
@settings(max_examples=example_count(20))
def test_no_digit_can_be_changed(name: tuple[str, str], data: st.DataObject) -> None:
    record = played(*name)
    at, reveal = data.draw(st.sampled_from(reveals(record)))
    digit = data.draw(st.integers(0, 63))
    secret = changed(record, at, secret=other_digit(reveal.secret, digit))
    assert Verdict.COMMITMENT_MISMATCH in {check.verdict for check in checks(secret)}

    which = data.draw(st.integers(0, len(reveal.times) - 1))
    times = [*reveal.times]
    times[which] += data.draw(st.sampled_from((-1, 1)))
    found = checks(changed(record, at, times=times))
    drawn = next(check for check in found if check.reveal and [*check.reveal.times] == times)
    assert drawn.verdict is Verdict.RESULT_MISMATCH

    number, total = reveal.picks[0].split("/")
    picks = [f"{(int(number) + 1) % int(total)}/{total}", *reveal.picks[1:]]
    assert Verdict.RESULT_MISMATCH in {
        check.verdict for check in checks(changed(record, at, picks=picks))
    }


def who_begins() -> tuple[GameRecord, int, Reveal]:
    """Return the draw of a starting player, of only three outcomes, and where it is revealed."""
    record = record_of(committed_game("inner-compass", "table", steps=0))
    ((at, reveal),) = reveals(record)
    assert [pick.split("/")[1] for pick in reveal.picks] == ["3"]
    return record, at, reveal


def test_no_digit_of_a_time_can_be_changed_where_few_outcomes_are_possible() -> None:
    """Many other times lead to the same starting player."""
    record, at, reveal = who_begins()
    others = {
        int(f"{time[:place]}{digit}{time[place + 1 :]}")
        for time in map(str, reveal.times)
        for place in range(len(time))
        for digit in "0123456789"
    } - {*reveal.times}
    assert len(others) > 20
    verdicts = {checks(changed(record, at, times=[other]))[0].verdict for other in others}
    assert verdicts == {Verdict.RESULT_MISMATCH}


def test_no_digit_of_the_seed_can_be_changed() -> None:
    record, at, reveal = who_begins()
    assert reveal.seed is not None
    for digit in range(64):
        other = changed(record, at, seed=other_digit(reveal.seed, digit))
        assert checks(other)[0].verdict is Verdict.RESULT_MISMATCH


def test_a_draw_of_an_earlier_version_is_verified_without_its_seed() -> None:
    record, at, _ = who_begins()
    payload = {key: each for key, each in record.entries[at].payload.items() if key != "seed"}
    entries = (*record.entries[:at], replace(record.entries[at], payload=payload))
    (check,) = checks(replace(record, entries=entries))
    assert check.verdict is Verdict.VERIFIED


def test_another_result_does_not_fit() -> None:
    """Somebody else begins than the box has drawn."""
    record = played("inner-compass", "track")
    (at, _) = reveals(record)[0]
    setup_only = replace(record, entries=record.entries[: at + 1])
    (start,) = (
        at
        for at, entry in enumerate(setup_only.entries)
        if entry.payload.get("type") == "choose_start"
    )
    player = int(str(record.entries[start].payload["player"]))
    verdicts = [checks(changed(setup_only, start, player=other))[0].verdict for other in range(3)]
    expected = [Verdict.RESULT_MISMATCH] * 3
    expected[player] = Verdict.VERIFIED
    assert verdicts == expected


def test_a_commitment_that_was_changed_does_not_fit() -> None:
    record = played("inner-compass", "track")
    first = note_of(record.entries[0])
    assert isinstance(first, Commitment)
    other = changed(record, 0, commitment=other_digit(first.commitment, 63))
    assert checks(other)[0].verdict is Verdict.COMMITMENT_MISMATCH


def without(record: GameRecord, leave_out: Callable[[Entry], bool]) -> GameRecord:
    kept = [entry for entry in record.entries if not leave_out(entry)]
    numbered = (replace(entry, sequence=number) for number, entry in enumerate(kept, 1))
    return replace(record, entries=tuple(numbered))


def test_a_draw_without_any_note_is_named() -> None:
    record = without(played("essence", "full"), lambda entry: note_of(entry) is not None)
    found = checks(record)
    assert found
    assert {check.verdict for check in found} == {Verdict.NOT_COMMITTED}
    assert not {check.verdict for check in found} & WRONG


def test_a_reveal_without_a_commitment_proves_nothing() -> None:
    record = played("inner-compass", "track")
    found = checks(without(record, lambda entry: entry.sequence == 1))
    assert found[0].verdict is Verdict.NOT_COMMITTED


def test_a_draw_in_the_moment_of_the_commitment_is_the_boxs_alone() -> None:
    game = registry.load("inner-compass")
    table = begin(game, setup(game, "track"), (), Timestamp(0, 1e9), DRAWS).table
    table = handle(table, Command.BACK, Timestamp(0, 1e9), DRAWS).table
    assert [check.verdict for check in checks(record_of(table))] == [Verdict.BOX_ALONE]


def test_what_the_table_enters_is_not_checked() -> None:
    game = registry.load("inner-compass")
    enter = tuple(kind for kind in game.shuffles if kind != "choose_start")
    table = begin(game, setup(game, "track"), enter, Timestamp(0, 1e9), DRAWS).table
    source = Random(1)
    while table.game.current_player(table.state) == CHANCE and not table.laying:
        actions = [action for action, _ in game.chance_outcomes(table.state)]
        table = take(table, source.choice(actions), Timestamp(len(table.entries), 1e9), DRAWS)
    (check,) = checks(record_of(table))
    assert [values(drawn.action)[VERB] for drawn in check.drawn] == ["choose_start"]
    assert check.verdict is Verdict.VERIFIED


def test_draws_that_were_taken_back_are_checked_too() -> None:
    game = registry.load("inner-compass")
    table = begin(game, setup(game, "track"), (), Timestamp(0, 1e9), DRAWS).table
    for clock in (1000, 2000, 3000):
        event = InputEvent(Command.BACK, Timestamp(clock, 1e9), DRAWS)
        table = draw(draw_again(table, event) if table.steps else table, event)
    found = checks(record_of(table))
    assert [check.verdict for check in found] == [Verdict.VERIFIED] * 3
    assert len({tuple(each.action for each in check.drawn) for check in found}) == 3


def test_a_record_that_cannot_be_played_is_refused() -> None:
    record = played("inner-compass", "track")
    at = next(at for at, entry in enumerate(record.entries) if entry.kind is EntryKind.CHANCE)
    entry = record.entries[at]
    broken = (*record.entries[:at], entry, *record.entries[at:])
    with pytest.raises(RecordError, match="cannot be played"):
        checks(replace(record, entries=broken))


def test_notes_stay_in_every_form() -> None:
    record = played("gilded-compass", "full")
    notes = [payload_of(note) for note in map(note_of, record.entries) if note is not None]
    again = jsonl.read(jsonl.write(record))
    assert [dict(entry.payload) for entry in again.entries if note_of(entry)] == notes


@pytest.mark.parametrize(
    ("name", "action", "count"),
    [("dice-score-card", RollDice(5), 5), ("party-with-timer", DrawCard(), 1)],
)
def test_dice_and_cards_of_a_sheet_are_verified(name: str, action: Action, count: int) -> None:
    game = registry.load(name)
    setup_ = Setup(("Ann", "Ben", "Cleo"), "table")
    table = begin(game, setup_, (), Timestamp(0, 0.0), DRAWS).table
    while table.laying:
        table = handle(table, Command.CONFIRM, Timestamp(900, 0.9), DRAWS).table
    for second in (2, 4):
        table = take(table, action, Timestamp(second * 1000, float(second)), DRAWS)
    record = GameRecord(name, game.rules_version, setup_, (), table.entries)
    first, second_ = checks(record)[-2:]
    assert (first.verdict, second_.verdict) == (Verdict.VERIFIED,) * 2
    assert len(first.drawn) == len(second_.drawn) == count
    at = second_.drawn[-1].entry.sequence - 1
    field = "value" if count > 1 else "card"
    seen = [entry.payload.get(field) for entry in record.entries]
    other = next(value for value in range(1, 5) if value not in (seen if count == 1 else seen[at:]))
    assert checks(changed(record, at, **{field: other}))[-1].verdict in WRONG
