"""The box as people use it: buttons and tags in, panel out, everything durable."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from msgspec.structs import replace

from companion import daemon
from companion.daemon.systemd import Notifier
from companion.devices import State
from companion.emulation.manual_clock import ManualClock
from companion.emulation.rdm6300 import EmulatedRdm6300
from companion.engine.fold import fold, sampler
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.records.replay import load
from companion.settings import EMULATED
from companion.settings.panel_care import PanelCare
from companion.storage.journal import FILE as JOURNAL
from companion.storage.tag_book import FILE as TAGS
from companion.storage.tag_book import TagBook
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.screens.screen import Tone
from companion.table.table import Table
from tests.daemon.test_readiness import until
from tests.menu_names import names
from tests.rig import Rig, running, settings

Scene = Callable[[Rig], Coroutine[Any, Any, None]]
STEPS = 480
"""So many actions of a game with all pieces have most kinds among them."""


def play(folder: Path, scene: Scene, **changes: Any) -> None:  # noqa: ANN401 - Settings
    """Run a scene on an emulated box."""

    async def run() -> None:
        async with running(settings(folder, **changes), folder) as rig:
            await scene(rig)

    asyncio.run(run())


def memories(rig: Rig) -> list[int]:
    """Return the number of memories of each player."""
    return [player.memories for player in rig.table.state.players]


async def done(rig: Rig, turns: int) -> None:
    """End turns, each well after the one before."""
    for _ in range(turns):
        await rig.tap("a")
        await rig.robot.let(1.0)


def test_the_setup_is_shown_piece_by_piece_and_waits_for_each(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        assert rig.screen.status == "11 to do"
        await rig.tap("a")
        assert rig.screen.status == "10 to do"
        await rig.lay_out()
        assert [row.text for row in rig.screen.rows][:2] == ["Sadness", "X"]

    play(tmp_path, scene)


def test_a_tag_becomes_a_memory_and_ends_the_turn(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        first = rig.table.state.current
        await rig.lay("token-B")
        assert rig.table.state.track[-2:] == ("B", "X")
        assert rig.table.state.players[first].ep == 6
        assert rig.table.state.current == 1 - first
        assert rig.screen.footer == "A done  B all done"

    play(tmp_path, scene)


def test_a_damaged_journal_is_set_aside_and_reported(tmp_path: Path) -> None:
    async def first(rig: Rig) -> None:
        await rig.lay_out()
        await rig.lay("token-B")

    async def second(rig: Rig) -> None:
        assert rig.screen.rows[0].text.startswith("The journal was damaged: ")
        await rig.tap("b")
        await rig.tap("a")

    play(tmp_path, first)
    journal = tmp_path / "state" / JOURNAL
    damaged = bytearray(journal.read_bytes())
    damaged[100:1000] = bytes(900)
    journal.write_bytes(damaged)
    play(tmp_path, second)
    assert list((tmp_path / "state").glob(f"{JOURNAL}.damaged-*"))


@pytest.mark.slow
def test_the_last_turns_are_counted_down_and_totals_shown_if_configured(
    tmp_path: Path,
) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        status = rig.table.game.status(rig.table.state)
        assert status == text("status.ep", n=0), "a wide panel and pages have room for it"
        while rig.table.state.remaining is None:
            await rig.robot.step()
        await rig.tap("b")
        while rig.table.state.current == rig.table.state.compass:
            await rig.robot.step()
        await rig.read_who_is_next()
        assert rig.screen.status == "last turn"

    play(tmp_path, scene, options={"show_totals": True})


def test_an_unknown_tag_is_shown_with_its_number_and_changes_nothing(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        before = rig.table.entries
        await rig.lay_tag("0415C3A1B2")
        assert rig.screen.tone is Tone.TOAST
        assert "0415C3A1B2" in rig.screen.rows[0].text
        assert rig.table.entries == before

    play(tmp_path, scene)


@pytest.mark.slow
def test_replugging_a_reader_a_hundred_times_changes_nothing(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        module = rig.hardware.modules["board"]
        devices = rig.box.session.devices
        before = rig.table.state
        held = len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208 - no disk
        for _ in range(100):
            module.unplug()
            await rig.until(lambda: devices["board"].state is State.ABSENT)
            module.plug()
            plugged = rig.clock.now()
            await rig.until(lambda: devices["board"].state is State.OK)
            assert rig.clock.now() - plugged <= 2
        assert rig.table.state == before
        assert held == (len(os.listdir("/proc/self/fd")), threading.active_count())  # noqa: PTH208
        await rig.tap("a")
        await rig.lay("token-B")
        assert sum(memories(rig)) == 1

    play(tmp_path, scene)


def test_a_tag_enrolled_by_another_program_is_known_at_once(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        TagBook({}, tmp_path / "state" / TAGS).learn("04DEADBEEF", "token-B")
        await rig.lay_tag("04DEADBEEF")
        assert sum(memories(rig)) == 1

    play(tmp_path, scene)


def test_garbage_on_the_line_is_dropped_and_the_next_tag_is_read(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        reader = rig.hardware.modules["board"]
        assert isinstance(reader, EmulatedRdm6300)
        reader.send(b"\x02garbage\x03\xff\x00\x02041")
        reader.send(b"\x020415C3A1B2FF\x03")
        await rig.lay("token-B")
        assert sum(memories(rig)) == 1

    play(tmp_path, scene)


def test_a_long_press_undoes(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        before = rig.table.state
        await rig.lay("token-B")
        await rig.hold("b")
        assert rig.table.state == before
        assert rig.table.entries[-1].kind is EntryKind.UNDO

    play(tmp_path, scene)


def test_a_game_in_progress_continues_after_a_restart(tmp_path: Path) -> None:
    seen: list[object] = []

    async def first(rig: Rig) -> None:
        await rig.lay_out()
        await rig.lay("token-B")
        seen.append(rig.table.state)

    async def second(rig: Rig) -> None:
        assert rig.table.state == seen[0]
        await rig.tap("a")

    play(tmp_path, first)
    play(tmp_path, second)


def test_nothing_is_shown_before_it_is_in_the_journal(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        journal = rig.box.session.writer.journal
        assert journal is not None
        results: list[bool] = []

        def compare(_stage: object, _new: object) -> None:
            durable = journal.entries(rig.box.session.writer.play)
            results.append(len(durable) >= len(rig.table.entries))

        rig.box.session.followers = (compare, *rig.box.session.followers)
        await rig.lay("token-B")
        await rig.tap("a")
        assert results
        assert all(results)

    play(tmp_path, scene)


def test_an_input_that_fails_does_not_end_the_daemon(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        rig.box.session.sink("nonsense")  # type: ignore[arg-type]  # no device reports this
        await rig.box.session.settled()
        assert "an input could not be taken" in caplog.text
        await rig.lay("token-B")
        assert sum(memories(rig)) == 1

    play(tmp_path, scene)


def test_unplugging_the_reader_does_not_stop_the_game(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        reader = rig.hardware.modules["board"]
        reader.unplug()
        await rig.until(lambda: "does not answer" in rig.screen.rows[0].text)
        await rig.tap("a")
        reader.plug()
        await rig.until(lambda: rig.box.session.devices["board"].state is State.OK)
        await rig.lay("token-B")
        assert sum(memories(rig)) == 1

    play(tmp_path, scene)


def last_kind(rig: Rig) -> EntryKind:
    """Return what happened last; how much time has passed depends on the machine."""
    kinds = (entry.kind for entry in reversed(rig.table.entries))
    return next(kind for kind in kinds if kind is not EntryKind.CHECKPOINT)


def test_without_panel_and_reader_the_box_runs_on(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.tap("down", "down", "a")
        assert last_kind(rig) is EntryKind.ACTION

    play(tmp_path, scene, panel=None, readers=())


def test_configured_devices_that_are_missing_are_reported_and_tolerated(tmp_path: Path) -> None:
    usual = settings(tmp_path)
    assert usual.panel is not None
    panel = replace(usual.panel, bus="/dev/i2c-99")
    reader = replace(usual.readers[0], port="/dev/no-such-port")

    async def scene(rig: Rig) -> None:
        devices = rig.box.session.devices
        await until(
            lambda: all(
                name in devices and devices[name].state is State.ABSENT
                for name in ("panel", "board")
            )
        )
        await rig.box.session.settled()
        while rig.table.notice is not None:
            await rig.tap("b")
        await rig.lay_out()
        await rig.tap("down", "down", "a")
        assert last_kind(rig) is EntryKind.ACTION
        states = {name: device.state for name, device in rig.box.session.devices.items()}
        assert states["buttons"] is State.OK
        assert states["panel"] is State.ABSENT
        assert states["board"] is State.ABSENT

    play(tmp_path, scene, panel=panel, readers=(reader,))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["track", "scoring"])
def test_a_whole_game_played_by_pins_and_bytes_replays_to_the_same_state(
    tmp_path: Path, level: str
) -> None:
    async def scene(rig: Rig) -> None:
        await rig.robot.play()
        assert rig.table.is_over

    assert_replays(tmp_path, scene, level)


@pytest.mark.slow
def test_turns_with_all_pieces_played_by_pins_and_bytes_replay_to_the_same_state(
    tmp_path: Path,
) -> None:
    """A whole game, to the last discarded card, is replayed in the tests of `companion demo`."""

    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        for _ in range(STEPS):
            await rig.robot.step()
        assert {"feel", "free_move", "imprint", "place_value"} <= kinds(rig.table)

    assert_replays(tmp_path, scene, "full")


def kinds(table: Table) -> set[str]:
    """Return the names of the actions that have been taken."""
    taken = (entry for entry in table.entries if entry.kind is EntryKind.ACTION)
    return {str(entry.payload["type"]) for entry in taken}


def assert_replays(folder: Path, scene: Scene, level: str) -> None:
    """Play a scene, and check that its journal leads to the state of the table."""
    states: list[Table] = []

    async def watched(rig: Rig) -> None:
        await scene(rig)
        states.append(rig.table)

    play(folder, watched, level=level)
    record = load(folder / "state" / JOURNAL)
    (table,) = states
    assert fold(table.game, record.setup, record.entries).state == table.state


@pytest.mark.slow
def test_after_the_end_the_next_game_can_be_set_up_on_the_box(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.robot.play()
        old = rig.box.session.writer.play
        await rig.tap("a")
        assert rig.screen.title == "Inner Compass"
        await rig.hold("a")
        assert rig.screen.title == "Which game?"
        await rig.tap("down", "a")  # not as last time, which begins at once
        assert rig.screen.title == "Who plays?"
        while isinstance(rig.box.session.stage, Lobby):
            await rig.tap("a")
        assert rig.box.session.writer.play == old + 1
        assert not rig.table.is_over
        assert rig.table.setup.players == ("Player 1", "Player 2")

    play(tmp_path, scene)


@pytest.mark.slow
def test_the_daemon_stops_cleanly_on_sigterm_and_resumes(tmp_path: Path) -> None:
    config = tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path / 'state'}\n", encoding="utf-8")
    for expected in ("begins", "goes on"):
        with subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--start", "--config", str(config)],
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            patience = Timer(20, process.kill)
            patience.start()
            output = ""
            while "panel: ok" not in output:
                line = process.stderr.readline()
                assert line, output
                output += line
            assert expected in output
            os.kill(process.pid, signal.SIGTERM)
            output += process.stderr.read()
            assert process.wait() == 0, output
            patience.cancel()
    assert (tmp_path / "state" / JOURNAL).exists()
    assert not list((tmp_path / "state").glob("*-wal"))


def test_emulated_is_the_default(tmp_path: Path) -> None:
    configuration = settings(tmp_path)
    assert configuration.panel is not None
    assert configuration.panel.bus == EMULATED


SANDGLASS = {"kind": "per_turn", "main": 90_000}


@pytest.mark.slow
def test_a_visible_clock_ticks_and_costs_little_on_the_bus(tmp_path: Path) -> None:
    """A tick costs at most 120 bytes: digits have four pages. With page turns, the mean is 130."""

    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        assert rig.screen.status == "1:30"
        await rig.tap("b")
        await rig.picture()
        rig.hardware.bus.traffic()
        ticks: list[int] = []
        page_turns: list[int] = []
        for _ in range(600):
            minute = rig.screen.big[:-3]
            await rig.robot.let(1.0)
            await rig.box.session.settled()
            await rig.picture()
            costs = ticks if rig.screen.big[:-3] == minute else page_turns
            costs.append(rig.hardware.bus.traffic().wire_bytes)
        assert rig.screen.big.strip().startswith("-8:3")
        assert max(ticks) <= 120
        assert sum((*ticks, *page_turns)) / 600 <= 130

    quiet = replace(settings(tmp_path).timing, remind_s=0)
    play(tmp_path, scene, clock=SANDGLASS, timing=quiet)


def test_checkpoints_are_written_every_ten_seconds_and_no_more_often(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        before = len(rig.table.entries)
        for _ in range(65):
            await rig.robot.let(1.0)
            await rig.box.session.settled()
        noted = rig.table.entries[before:]
        assert [entry.kind for entry in noted] == [EntryKind.CHECKPOINT] * 6
        await rig.hold("press")
        assert rig.table.clocks.paused
        written = len(rig.table.entries)
        for _ in range(30):
            await rig.robot.let(1.0)
        assert len(rig.table.entries) == written

    play(tmp_path, scene)


def test_after_a_power_cut_the_clock_stands_still(tmp_path: Path) -> None:
    async def before(rig: Rig) -> None:
        await rig.lay_out()
        for _ in range(25):
            await rig.robot.let(1.0)
            await rig.box.session.settled()

    async def after(rig: Rig) -> None:
        assert rig.table.clocks.paused
        assert rig.screen.status == "Paused 1:10"
        await rig.tap("a")
        assert not rig.table.clocks.paused

    play(tmp_path, before, clock=SANDGLASS)
    play(tmp_path, after, clock=SANDGLASS)


def test_the_time_of_day_follows_the_clock_until_it_jumps(tmp_path: Path) -> None:
    """A game as text has the time of day at its start, and again after the clock was set."""

    async def scene(rig: Rig) -> None:
        jitter = cycle((0.0, 0.3, 0.1))
        jump = 0.0
        rig.box.session.time.wall = lambda: 1_000_000 + rig.clock.now() + next(jitter) + jump
        await rig.lay_out()
        began = len(rig.table.entries)
        await done(rig, 3)
        jump = 3600.0
        await done(rig, 3)
        played = rig.table.entries[began:]
        offsets = [round(1000 * entry.wall) - entry.clock for entry in played]
        assert len(offsets) == 6
        assert len(set(offsets[:3])) == 1
        assert len(set(offsets[3:])) == 1
        assert offsets[3] - offsets[0] == pytest.approx(3_600_000, abs=300)

    play(tmp_path, scene)


def test_the_language_can_be_switched_on_the_box_and_is_remembered(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.hold("left")
        await rig.tap(*("down",) * names(rig.table).index("de"), "a")
        assert rig.screen.footer == "A Zugende  B Uhr"

    async def again(rig: Rig) -> None:
        assert rig.table.console.language == "de"

    play(tmp_path, scene)
    play(tmp_path, again)


def test_a_game_that_is_left_stays_in_the_journal(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.hold("left")
        await rig.tap("up", "a", "down", "a")
        assert in_lobby(rig)
        while in_lobby(rig):
            await rig.tap("a")
        assert rig.box.session.writer.play == 2

    play(tmp_path, scene)


def in_lobby(rig: Rig) -> bool:
    return isinstance(rig.box.session.stage, Lobby)


def test_the_table_is_reminded_once_and_the_next_key_ends_that(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.until(lambda: rig.table.reminder is not None, seconds=130)
        assert rig.screen.title.startswith("! ")
        await rig.tap("down")
        assert not rig.screen.title.startswith("! ")
        assert rig.table.reminder is None

    play(tmp_path, scene)


def test_on_a_dark_panel_a_key_only_lights_it_but_a_piece_counts(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.until(lambda: is_dark(rig), seconds=40)
        await rig.hold("down", 0.06)
        assert [rig.table.cursor, is_dark(rig)] == [None, False]
        await rig.hold("down", 0.06)
        assert rig.table.cursor == 1
        await rig.until(lambda: is_dark(rig), seconds=40)
        await rig.lay("token-B")
        assert sum(memories(rig)) == 1

    panel = settings(tmp_path).panel
    assert panel is not None
    play(tmp_path, scene, panel=replace(panel, care=PanelCare(dim=10, blank=30)))


def is_dark(rig: Rig) -> bool:
    return rig.box.display is not None and rig.box.display.dark


def test_three_keys_are_enough(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.tap("a")
        assert rig.screen.status == "10 to do"
        await rig.hold("a")
        await rig.tap("a")
        assert not rig.table.laying
        await rig.tap("down", "a")
        await rig.hold("a")
        await rig.tap(*("down",) * names(rig.table).index("undo"), "a")
        assert rig.table.notice is not None
        assert rig.table.notice.message.key == "table.undone"

    play(tmp_path, scene, buttons={"up": 17, "down": 22, "a": 5})


def test_a_request_returns_what_the_input_led_to(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        stage = await rig.box.session.ask(Command.PAUSE)
        assert stage is rig.box.session.stage
        assert rig.table.clocks.paused
        await rig.box.session.ask("nonsense")  # type: ignore[arg-type]  # no display sends this
        assert rig.table.clocks.paused

    play(tmp_path, scene)


def test_an_unknown_tag_can_be_learned_on_the_box_and_counts_at_once(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.lay_tag("0415C3A1B2")
        await rig.tap("a", "a", "down", "a")  # learn it, a token, the second one
        await rig.tap("b")
        await rig.lay_tag("0415C3A1B2")
        assert sum(memories(rig)) == 1

    async def later(rig: Rig) -> None:
        assert rig.box.session.controls.tags(rig.table)["0415C3A1B2"] == "token-B"

    play(tmp_path, scene)
    play(tmp_path, later)


def test_systemd_hears_ready_then_a_heartbeat_from_the_core_loop(tmp_path: Path) -> None:
    """While the loop hangs, time passes without a heartbeat."""
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.setblocking(False)  # noqa: FBT003 - the standard library's signature

        def heard() -> list[bytes]:
            messages = []
            with suppress(BlockingIOError):
                while True:
                    messages.append(manager.recv(1024))
            return messages

        async def scene() -> None:
            clock = ManualClock()
            draw, notifier = sampler(random.Random(3)), Notifier(address, watchdog=30.0)
            box = daemon.build(settings(tmp_path), clock, draw, tmp_path, notifier=notifier)
            running = asyncio.ensure_future(box.run())
            first: list[bytes] = []
            async with asyncio.timeout(10):
                while len(first) < 2:  # the panel answers in its own thread
                    await asyncio.sleep(0)
                    first += heard()
            assert first == [b"READY=1", b"WATCHDOG=1"]
            for _ in range(2):
                clock.advance(15.0)
                await box.session.settled()
                assert heard() == [b"WATCHDOG=1"]
            clock.advance(60.0)
            assert heard() == []
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            assert heard()[-1] == b"STOPPING=1"

        asyncio.run(scene())
