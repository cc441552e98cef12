"""`companion enrol` as people use it: a process, its terminal, and tags held to a reader."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main
from companion.emulation.array import EmulatedArray
from companion.emulation.rdm6300 import EmulatedRdm6300
from companion.storage.button_book import FILE as BUTTONS
from companion.storage.button_book import ButtonBook, KnownButton
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal.lock import Lock
from companion.storage.tag_book import TagBook
from tests.elsewhere import Elsewhere, plugged

ONE, TWO = "0415C3A1B2", "0415C3A1B3"


class Terminal:
    """A running command whose lines are read one by one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def until(self, words: str) -> str:
        """Return the next line with these words."""
        while line := self.line():
            if words in line:
                return line
        raise AssertionError(f"it ended without saying {words!r}")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)


@contextmanager
def enrolling(config: Path, *more: str, language: str = "en") -> Iterator[Terminal]:
    command = [sys.executable, "-m", "companion", "enrol", "--config", str(config), *more]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": language},
    )
    try:
        yield Terminal(process)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.communicate()


def configured(folder: Path, readers: str, tags: str = "{}") -> Path:
    config = folder / "companion.yaml"
    config.write_text(
        f"state: {folder / 'state'}\ngpio: mock\npanel: {{driver: none}}\n"
        f"players: [Ann, Ben]\nreaders: [{readers}]\ntags: {tags}\n",
        encoding="utf-8",
    )
    return config


def learned(folder: Path) -> dict[str, str]:
    return TagBook({}, folder / "state" / "tags.yaml").learned


@pytest.mark.slow
def test_pieces_can_be_enrolled_one_by_one(tmp_path: Path) -> None:
    """Each piece is saved at once; the command asks before it takes another piece's tag."""
    world = Elsewhere()
    module = EmulatedRdm6300(tmp_path / "rfid", world.clock)
    config = configured(
        tmp_path, f"{{name: mat, driver: rdm6300, port: {module.port}}}", f"{{{TWO}: token-R}}"
    )
    with plugged(module, world=world), enrolling(config) as terminal:
        terminal.until("1/")
        world.do(module.place, ONE)
        question = terminal.until(ONE)
        (tag,) = learned(tmp_path)
        assert tag == ONE
        assert question.endswith(f": {ONE}")
        terminal.until("2/")
        world.do(module.place, TWO)
        terminal.until(f"tag {TWO} is under ")
        terminal.type("y")
        terminal.until("3/")
        assert list(learned(tmp_path)) == [ONE, TWO]
        terminal.type("q")
        assert terminal.until("learned") == f"2 tags were learned: {tmp_path}/state/tags.yaml"


@pytest.mark.slow
def test_a_whole_set_can_be_enrolled_where_it_lies_at_the_start(tmp_path: Path) -> None:
    world = Elsewhere()
    array = EmulatedArray(tmp_path / "array", world.clock, count=6)
    places = ", ".join(f"track-{n}" for n in range(1, 7))
    config = configured(
        tmp_path, f"{{name: track, driver: array, port: {array.port}, places: [{places}]}}"
    )
    for n in range(1, 6):
        array.place(f"04A1B2C3D4E5F{n}", str(n))
    with plugged(array, world=world), enrolling(config, "--set", language="de") as terminal:
        assert terminal.line().startswith("track-1: ")
        terminal.until("dann Enter drücken")
        terminal.until("Leser track ist da")
        terminal.type("")
        assert terminal.line() == "track-6: dort wird kein Chip gelesen"
        assert terminal.line() == "5 von 6 Chips wurden gelesen; Enter behält sie (q: keinen)"
        terminal.type("")
        assert terminal.until("gelernt").startswith("5 Chips gelernt: ")
    assert len(learned(tmp_path)) == 5
    assert all(piece.startswith("token-") for piece in learned(tmp_path).values())


def test_tags_can_be_exported_and_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = configured(tmp_path, "", f"{{{ONE}: token-Y}}")
    source = tmp_path / "list.yaml"
    source.write_text(f"{ONE}: token-B\n{TWO}: token-Y\n", encoding="utf-8")
    assert main(["enrol", "--config", str(config), "--import", str(source)]) == 0
    output = capsys.readouterr().out
    assert f"tag {ONE} was under token-Y, is under token-B" in output
    assert learned(tmp_path) == {ONE: "token-B", TWO: "token-Y"}
    copy = tmp_path / "copy.yaml"
    assert main(["enrol", "--config", str(config), "--export", str(copy)]) == 0
    assert TagBook({}, copy).learned == learned(tmp_path)
    source.write_text("king: token-Y\n", encoding="utf-8")
    assert main(["enrol", "--config", str(config), "--import", str(source)]) == 2
    assert "KING is not a tag number" in capsys.readouterr().err


def test_while_the_daemon_holds_the_readers_the_remedy_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = configured(tmp_path, "{name: mat, driver: rdm6300, port: /dev/no-such-port}")
    (tmp_path / "state").mkdir()
    lock = Lock.acquire(tmp_path / "state" / JOURNAL)
    assert main(["enrol", "--config", str(config)]) == 1
    assert "the daemon has the readers: stop it" in capsys.readouterr().out
    lock.release()


def test_a_set_needs_readers_under_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = configured(tmp_path, "{name: mat, driver: rdm6300, port: /dev/no-such-port}")
    assert main(["enrol", "--config", str(config), "--set"]) == 1
    assert "no reader lies where one piece stands" in capsys.readouterr().out


def test_enrolling_needs_a_real_reader(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["enrol"]) == 1
    assert "there is no reader but emulated ones" in capsys.readouterr().out


def test_the_button_of_a_seat_is_learned_with_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path}\n", encoding="utf-8")
    key = "231d39c1d7cc1ab1aee224cd096db932"
    common = ("enrol", "--config", str(config), "--button")
    spaced = " ".join((key[:16], key[16:])).upper()
    assert main([*common, "5448e68f80a5", "--seat", "2", "--key", spaced]) == 0
    assert capsys.readouterr().out == "54:48:E6:8F:80:A5: seat 2\n"
    assert main([*common, "zigbee2mqtt/Ann's button", "--seat", "1"]) == 0
    assert dict(ButtonBook(tmp_path / BUTTONS).known) == {
        "54:48:E6:8F:80:A5": KnownButton(2, key),
        "zigbee2mqtt/Ann's button": KnownButton(1),
    }


@pytest.mark.parametrize(
    ("more", "mistake"),
    [
        ((), "name the seat of the button by --seat, from 1 to 12"),
        (("--seat", "13"), "name the seat of the button by --seat, from 1 to 12"),
        (("--seat", "1", "--key", "231d"), "a key has 32 hexadecimal digits"),
    ],
)
def test_a_button_without_a_seat_or_with_half_a_key_is_not_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], mistake: str
) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path}\n", encoding="utf-8")
    assert main(["enrol", "--config", str(config), "--button", "54:48:E6:8F:80:A5", *more]) == 2
    assert mistake in capsys.readouterr().out
    assert not (tmp_path / BUTTONS).exists()
