"""Buttons that were learned are known after a restart, with their keys and batteries."""

import stat
from pathlib import Path

import pytest

from companion.storage.button_book import FILE, ButtonBook, KnownButton, read

ANN, BEN = "zigbee2mqtt/Ann's button", "AA:BB:CC:DD:EE:FF"
KEY = "231d39c1d7cc1ab1aee224cd096db932"


def test_a_learned_button_is_known_after_a_restart(tmp_path: Path) -> None:
    book = ButtonBook(tmp_path / FILE)
    book.learn(ANN, 0)
    book.learn(BEN, 1, KEY)
    again = ButtonBook(tmp_path / FILE)
    assert again.seat_of(ANN) == 0
    assert again.known[BEN] == KnownButton(2, KEY)
    assert again.seat_of("another") is None


def test_a_seat_has_one_button_and_a_button_one_seat(tmp_path: Path) -> None:
    book = ButtonBook(tmp_path / FILE)
    book.learn(ANN, 0)
    book.learn(BEN, 0)
    assert dict(book.known) == {BEN: KnownButton(1)}
    book.learn(BEN, 3)
    assert dict(book.known) == {BEN: KnownButton(4)}


def test_a_button_that_moves_keeps_its_key_and_battery(tmp_path: Path) -> None:
    book = ButtonBook(tmp_path / FILE)
    book.learn(BEN, 0, KEY)
    book.note_battery(BEN, 0)
    book.learn(BEN, 2)
    assert ButtonBook(tmp_path / FILE).known[BEN] == KnownButton(3, KEY, 0)


def test_the_battery_of_an_unknown_button_is_not_kept(tmp_path: Path) -> None:
    ButtonBook(tmp_path / FILE).note_battery(ANN, 50)
    assert list(tmp_path.iterdir()) == []


def test_counters_are_kept_and_never_fall(tmp_path: Path) -> None:
    book = ButtonBook(tmp_path / FILE)
    book.learn(f"{BEN}#1", 0, KEY)
    book.learn(f"{BEN}#2", 1, KEY)
    book.note_counters({BEN: 40, ANN: 7})
    book.note_counters({BEN: 39})
    again = ButtonBook(tmp_path / FILE)
    assert (again.counter_of(BEN), again.counter_of(ANN)) == (40, -1)


def test_a_button_that_is_learned_anew_may_count_from_the_beginning(tmp_path: Path) -> None:
    book, other = (ButtonBook(tmp_path / FILE) for _ in range(2))
    book.learn(BEN, 0, KEY)
    book.note_counters({BEN: 40})
    other.learn(BEN, 0)
    book.note_counters({BEN: 41})
    assert ButtonBook(tmp_path / FILE).known[BEN] == KnownButton(1, KEY)


def test_nobody_else_can_read_the_keys(tmp_path: Path) -> None:
    ButtonBook(tmp_path / FILE).learn(BEN, 0, KEY)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    ["[1]", "a: {seat: 0}", "a: {seat: 13}", "a: {seat: 1, key: short}", "a: {seat: 1, odd: 2}"],
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=r"buttons\.yaml"):
        read(tmp_path / FILE)
    book = ButtonBook(tmp_path / FILE)
    assert dict(book.known) == {}
    assert (tmp_path / "buttons.damaged.yaml").read_text(encoding="utf-8") == content
