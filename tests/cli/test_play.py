"""``companion play``, as the process that people start."""

import asyncio
import os
import pty
import select
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
from aiohttp import ClientSession, CookieJar

from companion import daemon
from companion.cli import main
from companion.cli.play_folder import game_in_progress, home
from companion.daemon.suspended_games import suspended_games
from companion.settings import Settings
from companion.storage.journal import FILE, Journal
from companion.storage.logins import FILE as LOGINS
from companion.storage.logins import LoginFile
from companion.storage.setup import setup_struct
from tests.records.exports.played import records
from tests.web.client import Browser, Page

NAMES: Final = ("Ada", "Ben")
PATIENCE: Final = 20
"""Seconds within which it must have started, or stopped."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@contextmanager
def playing(home: Path, port: int, *options: str) -> Iterator["Playing"]:
    """Run the command with the games in a home; it is killed at the end if it still runs."""
    command = (sys.executable, "-m", "companion", "play", "--port", str(port), *options)
    english = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
    }
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=english) as process:
        try:
            assert process.stdout is not None
            yield Playing(process, process.stdout.readline().strip())
        finally:
            process.kill()


@dataclass(frozen=True)
class Playing:
    """A process and the address that it has printed."""

    process: "subprocess.Popen[str]"
    address: str

    def said(self, part: str) -> str:
        """Return the first line that is printed with a part in it."""
        assert self.process.stdout is not None
        return next(line for line in self.process.stdout if part in line)


def code(home: Path) -> str:
    """Return the code that phones join with."""
    door = LoginFile(home / "data" / "compass-companion" / LOGINS).load()
    assert door is not None
    return door.code


@pytest.mark.slow
def test_it_serves_the_page_that_it_prints_and_keeps_its_codes(tmp_path: Path) -> None:
    port, addresses = free_port(), set[str]()
    for _ in range(2):
        with playing(tmp_path, port, "--no-lan") as running:
            with urlopen(running.address) as page:  # noqa: S310 - it is the box's own
                assert page.status == HTTPStatus.OK
            running.process.terminate()
            assert running.process.wait(PATIENCE) == 0
            addresses.add(running.address)
    assert len(addresses) == 1
    kept = tmp_path / "data" / "compass-companion"
    assert kept.stat().st_mode & 0o077 == 0
    assert {FILE, LOGINS} <= {file.name for file in kept.iterdir()}


@pytest.mark.slow
def test_a_game_survives_a_kill_with_its_phones_seats_and_names(tmp_path: Path) -> None:
    """As a newcomer: phones come, the panel's buttons choose a game, and the power is cut."""
    port = free_port()

    async def first(running: Playing, owner: Browser, phones: Sequence[Browser]) -> list[Any]:
        for phone, name in zip(phones, NAMES, strict=True):
            body = {"name": name, "code": code(tmp_path)}
            assert (await phone.post("/api/join", body))[0] == 204
        async with owner.open("play") as box:
            while box.phone.view["lobby"]["key"] in ("language", "game"):
                await press(box, "a")
            async with phones[0].open("seat") as seat:
                await seat.until(lambda known: bool(known.view["lobby"].get("gather")))
                assert (await seat.say("gather"))["kind"] == "done"
            await begin(box)
            running.process.kill()
            running.process.wait(PATIENCE)
            return box.phone.log

    async def second(running: Playing, owner: Browser, phones: Sequence[Browser]) -> list[Any]:
        said = running.said("resumes")
        assert ", ".join(NAMES) in said
        assert "--game" in said
        for seat, phone in enumerate(phones):
            async with phone.open("seat") as page:
                assert page.phone.role["seat"] == seat
                shown = [player["name"] for player in page.phone.view["players"]]
                assert shown == list(NAMES)
        async with owner.open("play") as box:
            return box.phone.log

    async def journey() -> None:
        seen: list[list[Any]] = []
        async with browser(port) as owner, browser(port) as ada, browser(port) as ben:
            for act in (first, second):
                with playing(tmp_path, port, "--no-lan") as running:
                    assert (await owner.get("/play?" + running.address.partition("?")[2]))[0] == 200
                    seen.append(await act(running, owner, (ada, ben)))
        before, after = seen
        # What was decided last may be in the journal before a page has shown it.
        assert before
        assert after[: len(before)] == before
        assert len(after) - len(before) <= 1

    asyncio.run(journey())


@asynccontextmanager
async def browser(port: int) -> AsyncIterator[Browser]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        yield Browser(session, f"http://127.0.0.1:{port}")


async def begin(box: Page) -> None:
    """Answer the rest of the setup by pressing A, lay everything out, and take a first action."""
    while "lobby" in box.phone.view:
        await press(box, "a")
    while box.phone.view.get("tasks"):
        await press(box, "b")  # everything is in place
    known = len(box.phone.log)
    while len(box.phone.log) == known:
        await press(box, "a")


async def press(box: Page, button: str) -> None:
    """Press a button of the emulated hardware until pages or the panel show it.

    On a busy computer a click can take so long that it counts as a long press, which does nothing.
    """
    before = box.phone.seq, len(box.phone.frames)
    while (box.phone.seq, len(box.phone.frames)) == before:
        assert (await box.say("press", button=button))["kind"] == "done"
        assert (await box.say("release", button=button))["kind"] == "done"
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE / 4):
                await box.until(lambda phone: (phone.seq, len(phone.frames)) != before)


@pytest.mark.parametrize("lan", [(), ("--lan",), ("--no-lan",)])
@pytest.mark.parametrize("kept", ["compass-companion", "own"])
def test_people_choose_the_game_whatever_else_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lan: tuple[str, ...], kept: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked: list[tuple[Settings, bool]] = []

    async def run(settings: Settings, _draw: object, *, ask: bool, play: object) -> bool:
        assert play is not None
        asked.append((settings, ask))
        return False

    monkeypatch.setattr(daemon, "run", run)
    state = ("--state", str(tmp_path / kept)) if kept == "own" else ()
    assert main(["play", *lan, *state]) == 0
    assert main(["play", *lan, *state, "--game", "essence"]) == 0
    (chosen, ask), (_, ask_for_essence) = asked
    assert (ask, ask_for_essence) == (True, False)
    assert chosen.state == tmp_path / kept


def test_a_second_one_at_the_same_time_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Journal.open(tmp_path / "compass-companion" / FILE):
        assert main(["play", "--no-lan", "--port", "0"]) == 1
    said = capsys.readouterr().err
    assert f"another companion (process {os.getpid()}) plays" in said
    assert "--state FOLDER" in said
    assert said.count("\n") == 1


def in_progress(state: Path, actions: int) -> None:
    """Leave a box of two players of Essence behind after some of their actions."""
    (whole,) = records("essence", 1)
    with Journal.open(state / FILE) as journal:
        setup = setup_struct(whole.setup, whole.enter)
        play = journal.begin(whole.game, whole.rules_version, setup, whole.entries[0].wall)
        journal.append(play, whole.entries[:actions] if actions else whole.entries)


def open_plays(state: Path) -> list[str]:
    with Journal.open(state / FILE) as journal:
        return [play.game for play in journal.plays() if play.finished is None]


@pytest.mark.parametrize(
    ("game", "more", "said"),
    [
        (None, 0, "resumes"),
        ("essence", 0, "resumes"),
        ("essence", 1, "is suspended"),
        ("compass-points", 0, "is suspended"),
    ],
)
def test_a_game_in_progress_goes_on_unless_another_one_is_asked_for(
    tmp_path: Path, game: str | None, more: int, said: str
) -> None:
    in_progress(tmp_path, 12)
    (whole,) = records("essence", 1)
    players = None if game is None else len(whole.setup.players) + more
    message = game_in_progress(tmp_path, game, players)
    assert message is not None
    assert said in message
    assert all(name in message for name in whole.setup.players)
    goes_on = said == "resumes"
    assert open_plays(tmp_path) == (["essence"] if goes_on else [])
    with Journal.open(tmp_path / FILE) as journal:
        left = suspended_games(journal)
    assert [each.players for each in left] == ([] if goes_on else [whole.setup.players])


def test_a_game_that_is_over_makes_room_for_the_one_that_is_asked_for(tmp_path: Path) -> None:
    in_progress(tmp_path, 0)
    assert game_in_progress(tmp_path, None, None) is None
    assert open_plays(tmp_path) == ["essence"]
    assert game_in_progress(tmp_path, "essence", None) is None
    assert open_plays(tmp_path) == []


@pytest.mark.slow
def test_where_nothing_can_be_kept_it_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert home({"XDG_DATA_HOME": str(tmp_path / "data")}) is None
    with playing(tmp_path, free_port(), "--no-lan") as running:
        assert running.said("Your home folder is not writable")


def test_a_path_that_is_not_absolute_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The XDG Base Directory Specification demands it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home({"XDG_DATA_HOME": "data"}) == tmp_path / ".local/share/compass-companion"
    assert home({}) == tmp_path / ".local/share/compass-companion"


@pytest.mark.slow
def test_its_first_start_in_a_terminal_asks_whether_phones_may_join(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "companion", "play", "--port", "0")
    german = {**os.environ, "LANGUAGE": "de", "XDG_STATE_HOME": str(tmp_path)}
    ours, theirs = pty.openpty()
    play = subprocess.Popen(command, stdin=theirs, stdout=theirs, env=german)
    os.close(theirs)
    try:
        shown = until(ours, "? [j/N] ")
        assert "Dürfen Telefone aus deinem Netz mitspielen?" in shown
        os.write(ours, b"n\n")
        assert "Nur dieser Computer" in until(ours, "--lan")
    finally:
        play.terminate()
        assert play.wait(PATIENCE) == 0
        os.close(ours)
    assert (tmp_path / "companion" / "play-phones").read_text() == "no\n"


def until(terminal: int, expected: str) -> str:
    """Read from a terminal until something is shown."""
    shown = ""
    while expected not in shown:
        assert select.select([terminal], [], [], PATIENCE)[0], f"only this is shown: {shown}"
        shown += os.read(terminal, 1024).decode()
    return shown


def test_a_game_without_an_entry_is_left_for_another_one(tmp_path: Path) -> None:
    (whole,) = records("essence", 1)
    with Journal.open(tmp_path / FILE) as journal:
        setup = setup_struct(whole.setup, whole.enter)
        journal.begin("essence", whole.rules_version, setup, 1.0)
    assert "is suspended" in str(game_in_progress(tmp_path, "compass-points", None))
    assert open_plays(tmp_path) == []


def test_a_number_of_players_that_cannot_be_leaves_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    in_progress(tmp_path / "compass-companion", 12)
    assert main(["play", "--no-lan", "--port", "0", "--game", "essence", "--players", "99"]) == 2
    assert "2 to 7 players, not 99" in capsys.readouterr().err
    assert open_plays(tmp_path / "compass-companion") == ["essence"]
