"""What is measured, ours and theirs: each function returns one figure, in a process of its own.

`python -m labs.compare.measures NAME` prints the figure. A peer that is not there raises
``ImportError``, and is skipped by name.
"""

import asyncio
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SECONDS = 1.5
"""How long moves are counted."""
PLIES = 200
"""The longest game of chess."""
IDLE = 10.0
"""How long wake-ups are counted."""
MEASURES: dict[str, Callable[[], float]] = {}


def measure(act: Callable[[], float]) -> Callable[[], float]:
    """Add a measurement under the name of its function."""
    MEASURES[act.__name__] = act
    return act


def rate(playout: Callable[[random.Random], int]) -> float:
    """Return the moves a second of processor time of whole random games."""
    source = random.Random(1)
    moves, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        moves += playout(source)
    return moves / spent


def _ours(name: str, players: int, level: str) -> float:
    from companion.engine import registry
    from companion.engine.fold import sampler
    from companion.engine.game import CHANCE, Setup

    game = registry.load(name)
    setup = Setup(tuple("ABCD"[:players]), level)

    def playout(source: random.Random) -> int:
        draw, state, moves = sampler(source), game.new_initial_state(setup), 0
        while not game.is_terminal(state):
            seats = game.active_players(state)
            if seats == (CHANCE,):
                action = draw(game.chance_outcomes(state))
            else:
                action = source.choice(game.legal_actions(state, source.choice(seats)))
            state = game.apply_action(state, action).state
            moves += 1
        return moves

    return rate(playout)


@measure
def moves_inner_compass() -> float:
    return _ours("inner-compass", 4, "track")


@measure
def moves_compass_points() -> float:
    return _ours("compass-points", 4, "full")


@measure
def moves_chess() -> float:
    import chess

    def playout(source: random.Random) -> int:
        board, moves = chess.Board(), 0
        while moves < PLIES and (legal := list(board.legal_moves)):
            board.push(source.choice(legal))
            moves += 1
        return moves

    return rate(playout)


def _openspiel(name: str) -> float:
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - registers those in Python

    game = pyspiel.load_game(name)

    def playout(source: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(actions, weights)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
            moves += 1
        return moves

    return rate(playout)


@measure
def moves_openspiel_native() -> float:
    return _openspiel("breakthrough")


@measure
def moves_openspiel_python() -> float:
    return _openspiel("python_block_dominoes")


@measure
def moves_boardgame_io() -> float:
    found = Path("build/compare/node/node_modules/boardgame.io")
    if not found.exists():
        raise ImportError("boardgame.io")
    script = Path(__file__).with_name("boardgame_io.js")
    command = ["node", str(script), str(found), str(SECONDS)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _holdings() -> list[Any]:
    from labs.bench.test_gilded_compass import large

    return [large(seed) for seed in range(12)]


@measure
def scoring_ours() -> float:
    from companion.games.gilded_compass.final.best import best
    from companion.games.gilded_compass.flags import Flags

    held, flags = _holdings(), Flags()
    began = time.process_time()
    for holdings in held:
        best(holdings, flags)
    return 1000 * (time.process_time() - began) / len(held)


@measure
def scoring_cp_sat() -> float:
    import ortools  # noqa: F401 - missing, it is skipped by name

    from companion.games.gilded_compass.flags import Flags
    from labs.bench.cp_sat import solved

    held, flags = _holdings(), Flags()
    began = time.process_time()
    for holdings in held:
        solved(holdings, flags)
    return 1000 * (time.process_time() - began) / len(held)


def switches() -> int:
    """Return the voluntary context switches of all threads of this process so far."""
    statuses = (task.joinpath("status").read_text() for task in Path("/proc/self/task").iterdir())
    lines = (line for status in statuses for line in status.splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))


def _woken(wait: Callable[[float], object] = time.sleep) -> float:
    wait(1.0)
    before = switches()
    wait(IDLE)
    return (switches() - before) / IDLE


@measure
def idle_ours() -> float:
    from gpiozero.pins.mock import MockFactory
    from PIL import Image

    from companion.devices.buttons import ButtonPin, GpioButtons
    from companion.devices.clock import LoopClock
    from companion.devices.panel import open_panel
    from companion.devices.readers.rdm6300 import Rdm6300Reader
    from companion.emulation.i2c import EmulatedBus
    from companion.emulation.manual_clock import ManualClock
    from companion.emulation.oled import OledChip
    from companion.emulation.rdm6300 import EmulatedRdm6300
    from companion.emulation.ssd1306 import SSD1306

    async def scene(folder: Path) -> float:
        loop = asyncio.get_running_loop()
        clock = LoopClock(loop)
        module = EmulatedRdm6300(folder / "rfid", ManualClock())
        module.plug()
        pins = {name: ButtonPin(pin) for name, pin in zip("abcdef", PINS, strict=True)}
        panel = open_panel(
            EmulatedBus({0x3C: OledChip(SSD1306)}), "ssd1306", (128, 64), clock=clock, loop=loop
        )
        devices = (
            GpioButtons(pins, clock, loop, MockFactory()),
            Rdm6300Reader("board", str(module.port), clock, loop),
            panel,
        )
        for device in devices:
            device.start(lambda _item: None)
        await panel.draw(Image.new("1", (128, 64), 1))
        await asyncio.sleep(1.0)
        before = switches()
        await asyncio.sleep(IDLE)
        return (switches() - before) / IDLE

    with TemporaryDirectory() as folder:
        return asyncio.run(scene(Path(folder)))


PINS = (5, 6, 13, 19, 26, 12)


@measure
def idle_usual() -> float:
    """A program as most are: gpiozero's buttons, a thread that polls a serial reader."""
    import os
    import pty

    import gpiozero
    import serial
    from gpiozero.pins.mock import MockFactory

    gpiozero.Device.pin_factory = MockFactory()
    buttons = [gpiozero.Button(pin, bounce_time=0.02) for pin in PINS]
    main, side = pty.openpty()
    port = serial.Serial(os.ttyname(side), timeout=0.1)

    def poll() -> None:
        while True:
            port.read(14)

    threading.Thread(target=poll, daemon=True).start()
    woken = _woken() if buttons else 0.0
    os.close(main)
    return woken


def _imported(modules: str) -> float:
    code = f"import time; t = time.process_time(); import {modules}; print(time.process_time() - t)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise ImportError(done.stderr.splitlines()[-1])
    return 1000 * float(done.stdout)


@measure
def import_ours() -> float:
    return _imported("companion.cli, companion.daemon.build")


@measure
def import_usual() -> float:
    return _imported("gpiozero, serial, luma.oled.device, PIL.ImageFont, PIL.ImageDraw")


@measure
def import_phoniebox() -> float:
    """What Phoniebox's daemon loads from packages."""
    return _imported("zmq, mpd, gpiozero, ruamel.yaml, eyed3")


def _screens() -> tuple[Any, Any]:
    from companion.display.painter import paint
    from companion.table.screens.screen import Row, Screen

    rows = tuple(Row(f"Row {n}", f"{n} EP", "emotion-Y") for n in range(6))
    other = (Row("Row 0", "9 EP", "emotion-Y"), *rows[1:])
    screens = (Screen("Anna's turn", given, "Move") for given in (rows, other))
    before, after = (paint(screen, (128, 64)) for screen in screens)
    return before, after


@measure
def bus_ours() -> float:
    from companion.devices.panel.frame_diff import pack
    from companion.devices.panel.oled import Oled, PanelState
    from companion.emulation.i2c import EmulatedBus
    from companion.emulation.oled import OledChip
    from companion.emulation.ssd1306 import SSD1306

    bus = EmulatedBus({0x3C: OledChip(SSD1306)})
    oled = Oled("ssd1306", (128, 64), bus, 0x3C)
    for image in _screens():
        bus.traffic()
        oled.show(PanelState(pack(image)))
    return float(bus.traffic().wire_bytes)


@measure
def bus_luma() -> float:
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    class Bus:
        sent = 0

        def open(self, *_given: object) -> None:
            """Be there."""

        def write_byte_data(self, *_given: object) -> None:
            Bus.sent += 3

        def write_i2c_block_data(self, _address: int, _command: int, data: Any) -> None:
            Bus.sent += 2 + len(data)

        def i2c_rdwr(self, *messages: Any) -> None:
            Bus.sent += sum(1 + len(list(message)) for message in messages)

        def close(self) -> None:
            """Be gone."""

    device = ssd1306(i2c(bus=Bus(), address=0x3C))
    for image in _screens():
        Bus.sent = 0
        device.display(image)
    return float(Bus.sent)


def _broker() -> Any:
    from shutil import which

    if which("mosquitto") is None:
        raise ImportError("there is no mosquitto")
    from labs.fleet.servers import mosquitto

    return mosquitto


@measure
def broker_ours() -> float:
    from companion.devices.clock import LoopClock
    from companion.fleet.connection import Address, Connection

    class Ends:
        def on_open(self) -> None:
            """Be connected."""

        def on_message(self, message: object) -> None:
            """Be told."""

        def on_tick(self) -> None:
            """Live."""

        def on_closed(self, why: str) -> None:
            raise RuntimeError(why)

    async def scene(port: int) -> float:
        loop = asyncio.get_running_loop()
        address = Address("127.0.0.1", port, "compare")
        ends: Any = Ends()
        connection = Connection(address, ("w", b""), ("a/#",), ends, loop, LoopClock(loop))
        connection.open()
        await asyncio.sleep(2)
        if not connection.is_open:
            raise RuntimeError("not connected")
        before = switches()
        await asyncio.sleep(IDLE)
        return (switches() - before) / IDLE

    with TemporaryDirectory() as folder, _broker()(Path(folder)) as broker:
        return asyncio.run(scene(broker.port))


@measure
def broker_paho() -> float:
    from paho.mqtt import client as mqtt
    from paho.mqtt.enums import CallbackAPIVersion

    with TemporaryDirectory() as folder, _broker()(Path(folder)) as broker:
        client = mqtt.Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", broker.port)
        client.loop_start()
        return _woken()


@measure
def broker_aiomqtt() -> float:
    import aiomqtt

    async def scene(port: int) -> float:
        async with aiomqtt.Client("127.0.0.1", port):
            await asyncio.sleep(2)
            before = switches()
            await asyncio.sleep(IDLE)
            return (switches() - before) / IDLE

    with TemporaryDirectory() as folder, _broker()(Path(folder)) as broker:
        return asyncio.run(scene(broker.port))


if __name__ == "__main__":
    try:
        print(MEASURES[sys.argv[1]]())
    except ImportError as error:
        sys.exit(f"skipped: {error}")
