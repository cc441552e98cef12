"""What a log says of draws, and what it cannot say."""

import pytest

from companion.engine.draws.notes import (
    Commitment,
    Reveal,
    is_commitment,
    last_commitment,
    note_in,
    note_of,
    payload_of,
    settled_starter,
    short,
)
from companion.engine.log import Entry, EntryKind

# SHA-256("abc") is the example of FIPS 180-2, appendix B.1.
ABC = "616263"
DIGEST = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
NONCE = "0123456789abcdef0123456789abcdef"
COMMITMENT = Commitment(DIGEST, NONCE)
REVEAL = Reveal("00" * 32, (12, 345), ("1/2", "417/720"), DIGEST, NONCE)
SEEDED = Reveal("00" * 32, (12, 345), ("1/2", "417/720"), DIGEST, NONCE, "ab" * 32)


def checkpoint(sequence: int, payload: dict[str, object]) -> Entry:
    return Entry(sequence, EntryKind.CHECKPOINT, 0, payload)


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    assert is_commitment(ABC, DIGEST)
    assert not is_commitment("616264", DIGEST)


@pytest.mark.parametrize("said", [COMMITMENT, Commitment(DIGEST, NONCE, 2), REVEAL, SEEDED])
def test_a_note_is_read_as_it_was_written(said: Commitment | Reveal) -> None:
    assert note_in(payload_of(said)) == said
    assert note_of(checkpoint(1, payload_of(said))) == said


@pytest.mark.parametrize(
    "change",
    [
        {"secret": "00" * 31},
        {"secret": "0G" + "00" * 31},
        {"times": []},
        {"times": [-1]},
        {"times": [2**53]},
        {"picks": []},
        {"picks": ["1"]},
        {"picks": ["1/2\n"]},
        {"commitment": DIGEST.upper()},
        {"nonce": NONCE + "0"},
        {"seed": DIGEST.upper()},
        {"seed": None},
        {"other": 1},
    ],
)
def test_anything_else_is_no_note(change: dict[str, object]) -> None:
    assert note_in({**payload_of(REVEAL), **change}) is None


def test_a_default_is_not_spelled_out() -> None:
    assert note_in({**payload_of(COMMITMENT), "first": None}) is None


def test_other_entries_say_nothing_of_draws() -> None:
    assert note_in({}) is note_in({"left": 3}) is None
    assert note_of(Entry(1, EntryKind.PAUSE, 0, payload_of(COMMITMENT))) is None


def test_the_latest_commitment_binds_the_box() -> None:
    first = checkpoint(1, payload_of(Commitment("11" * 32, "22" * 16)))
    drawn = checkpoint(2, payload_of(REVEAL))
    pause = Entry(3, EntryKind.PAUSE, 0, {})
    assert last_commitment(()) is None
    assert last_commitment((first, pause)) == Commitment("11" * 32, "22" * 16)
    assert last_commitment((first, drawn, pause)) == COMMITMENT


def test_who_begins_may_be_settled_at_the_first_commitment_only() -> None:
    settled = checkpoint(1, payload_of(Commitment(DIGEST, NONCE, 2)))
    assert settled_starter((settled,)) == 2
    assert settled_starter((checkpoint(1, {}), settled)) is None
    assert settled_starter(()) is None


def test_eight_digits_are_shown_in_two_groups() -> None:
    assert short(DIGEST) == COMMITMENT.shown == "ba78 16bf"
