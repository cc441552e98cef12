"""A full disk stops nobody from playing, but nobody can miss that it is full."""

import asyncio
import errno
import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.display.painter import paint
from companion.display.painter.layout import lay_out
from companion.engine.log import EntryKind
from companion.records.replay import load
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal, StorageError
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.screens.screen import Row, Screen, Tone
from companion.table.state import LanguageInput
from tests.rig import Rig, running, settings

Scene = Callable[[Rig], Coroutine[Any, Any, None]]
FULL = "the disk is full"


def play(folder: Path, scene: Scene, *, ask: bool = False) -> None:
    async def run() -> None:
        async with running(settings(folder), folder, ask=ask) as rig:
            await scene(rig)

    asyncio.run(run())


@contextmanager
def full() -> Iterator[None]:
    """Make writes to the journal fail as on a full disk."""

    def fail(*_arguments: object) -> None:
        raise StorageError(FULL)

    with pytest.MonkeyPatch.context() as broken:
        for name in ("append", "begin", "finish"):
            broken.setattr(Journal, name, fail)
        yield


def test_the_game_goes_on_under_a_warning_until_everything_is_saved(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        before = len(rig.table.entries)
        with full():
            await rig.lay("token-B")
            kinds = [entry.kind for entry in rig.table.entries[before:]]
            assert kinds.count(EntryKind.ACTION) == 2
            assert rig.screen.alarm == "NOT SAVED"
        await rig.until(lambda: not rig.screen.alarm)

    play(tmp_path, scene)
    assert len(load(tmp_path / "state" / JOURNAL).entries) >= 2


def test_saving_is_retried_every_five_seconds_without_any_input(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        with full():
            await rig.lay("token-B")
            await rig.robot.let(11.0)
            assert rig.screen.alarm
        await rig.until(lambda: not rig.screen.alarm, 6.0)

    play(tmp_path, scene)


def test_the_warning_is_on_every_screen(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        with full():
            await rig.lay("token-B")
            for button in ("b", "b", "right", "down", "a", "left"):
                await rig.tap(button)
                assert rig.screen.alarm, rig.screen
            await rig.hold("left")
            assert rig.screen.title == "Menu"
            assert rig.screen.alarm

    play(tmp_path, scene)


def test_a_new_game_can_be_started(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        with full():
            while isinstance(rig.box.session.stage, Lobby):
                await rig.box.session.ask(Command.CONFIRM)
            assert rig.screen.alarm
        await rig.until(lambda: rig.box.session.writer.play == 1)

    play(tmp_path, scene, ask=True)


@pytest.mark.slow
def test_a_game_that_is_left_is_not_said_to_be_saved(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        with full():
            await rig.box.session.ask(Command.LEAVE)
            await rig.tap("down", "down", "a")
            assert isinstance(rig.box.session.stage, Lobby)
            assert rig.screen.alarm == "NOT SAVED"
        await rig.until(lambda: not rig.screen.alarm)
        assert rig.box.session.writer.play == 0

    play(tmp_path, scene)


def test_a_box_that_starts_on_a_read_only_disk_resumes_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first(rig: Rig) -> None:
        await rig.lay_out()
        await rig.lay("token-B")

    async def second(rig: Rig) -> None:
        assert sum(player.memories for player in rig.table.state.players) == 1
        assert rig.screen.alarm == "NOT SAVED"
        await rig.tap("a")
        read_only.clear()
        await rig.until(lambda: not rig.screen.alarm)

    play(tmp_path, first)
    before = len(load(tmp_path / "state" / JOURNAL).entries)
    open_journal, read_only = Journal.open, {tmp_path / "state"}

    def open_unless_read_only(path: Path) -> Journal:
        if path.parent in read_only:
            raise StorageError("the file system is read-only")
        return open_journal(path)

    monkeypatch.setattr(Journal, "open", open_unless_read_only)
    play(tmp_path, second)
    assert len(load(tmp_path / "state" / JOURNAL).entries) > before


def test_a_language_that_cannot_be_saved_is_used_all_the_same(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()

        def fail(_key: str, _value: str) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "preferences.json")

        session = rig.box.session
        session.keeping = replace(session.keeping, prefer=fail)
        await session.ask(LanguageInput("de"))
        assert rig.table.console.language == "de"
        assert rig.screen.rows[0].text.startswith("Gilt nur, bis die Box ausgeschaltet wird")

    play(tmp_path, scene)


@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
@pytest.mark.parametrize(
    "screen",
    [
        Screen("Ada", (Row("one"), Row("two")), footer="press", alarm="NOT SAVED"),
        Screen("No", (Row("You may not."),), "IC-R1", Tone.TOAST, alarm="NOT SAVED"),
        Screen("Join", (Row("code"), Row("1234")), qr="http://10.0.0.7/seat", alarm="NOT SAVED"),
    ],
    ids=["list", "toast", "code"],
)
def test_the_warning_stands_out_from_the_line_above_it(
    screen: Screen, size: tuple[int, int]
) -> None:
    layout = lay_out(screen, size)
    *_, label = layout.labels
    assert (label.shown, label.y) == ("NOT SAVED", size[1] - 8)
    assert [other.text for other in layout.labels if other.y == label.y] == ["NOT SAVED"]
    image = paint(screen, size)
    last, above = (
        sum(image.getpixel((size[0] - 3, y)) == 255 for y in rows)
        for rows in (range(size[1] - 8, size[1]), range(size[1] - 16, size[1] - 8))
    )
    assert abs(last - above) >= 6
