from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.readers.array.protocol import (
    LONGEST,
    SEQUENCE,
    LineParser,
    crc16,
    decode,
    encode,
)

WORDS = st.lists(st.text("abcdefgh0123456789-", min_size=1, max_size=8), min_size=1, max_size=6)
LINES = st.tuples(st.integers(0, SEQUENCE - 1), WORDS)
NOISE = st.binary(max_size=30)
LINE = encode(7, "enter", "3", "04A1B2C3D4E5F6")


def feed(line: bytes, cuts: list[int] | None = None) -> list[tuple[int, list[str]]]:
    """Feed bytes in pieces, or all at once without cuts."""
    borders = sorted({cut % (len(line) + 1) for cut in cuts or []} | {0, len(line)})
    parser = LineParser()
    lines = []
    for start, end in pairwise(borders):
        lines += parser.feed(line[start:end])
    return lines


def test_the_check_value_of_the_catalogue_of_crcs() -> None:
    """The check value of CRC-16/CCITT-FALSE is that of "123456789"."""
    assert crc16(b"123456789") == 0x29B1


def test_a_line_as_it_is_written() -> None:
    assert LINE == b"$0007 enter 3 04A1B2C3D4E5F6*FAA5\n"
    assert decode(LINE[:-1]) == (7, ["enter", "3", "04A1B2C3D4E5F6"])


def test_the_longest_line_of_the_array_fits() -> None:
    assert len(encode(SEQUENCE - 1, "zone", "16", *["A" * 20] * 4)) <= LONGEST


@pytest.mark.slow
@given(st.lists(st.tuples(NOISE, LINES), max_size=8), st.lists(st.integers(0, 900)))
def test_noise_hides_no_line(
    sent: list[tuple[bytes, tuple[int, list[str]]]], cuts: list[int]
) -> None:
    line = b"".join(noise + encode(number, *words) for noise, (number, words) in sent)
    assert feed(line, cuts) == [expected for _, expected in sent]


@given(st.integers(0, len(LINE) * 8 - 1), st.lists(st.integers(0, 80)))
def test_a_wrong_bit_gives_no_phantom_and_the_next_line_is_read(bit: int, cuts: list[int]) -> None:
    damaged = bytearray(LINE)
    damaged[bit // 8] ^= 1 << bit % 8
    assert feed(bytes(damaged) + encode(8, "beat"), cuts) == [(8, ["beat"])]


@given(st.integers(0, len(LINE) - 1))
def test_the_line_after_a_cut_one_is_read_and_the_cut_one_is_counted(length: int) -> None:
    parser = LineParser()
    assert parser.feed(LINE[:length] + LINE) == [(7, ["enter", "3", "04A1B2C3D4E5F6"])]
    assert parser.bad == (1 if length else 0)


@given(st.binary())
def test_no_bytes_do_any_harm(noise: bytes) -> None:
    parser = LineParser()
    for _, words in parser.feed(noise):
        assert words


def test_a_line_without_end_is_given_up() -> None:
    parser = LineParser()
    assert parser.feed(b"$" + b"A" * 10 * LONGEST) == []
    assert parser.bad == 1
