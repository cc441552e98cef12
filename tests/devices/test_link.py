import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.devices import State
from companion.devices.clock import RETRY
from companion.devices.link import Link
from companion.devices.serial_port import open_serial
from companion.emulation.manual_clock import ManualClock
from companion.emulation.rdm6300 import EmulatedRdm6300


class Bench:
    """A link to a port on which a module may appear, and what the link reported."""

    def __init__(self, tmp_path: Path) -> None:
        self.clock = ManualClock()
        self.module = EmulatedRdm6300(tmp_path / "port", self.clock)
        self.states: list[tuple[State, str]] = []
        self.bytes: asyncio.Queue[bytes] = asyncio.Queue()
        port = str(self.module.port)
        self.link = Link(
            port=port,
            attach=lambda: open_serial(port, 9600),
            clock=self.clock,
            loop=asyncio.get_running_loop(),
            received=self.bytes.put_nowait,
            changed=lambda state, why: self.states.append((state, why)),
            most=1000,
        )


def play(tmp_path: Path, scene: Callable[[Bench], object]) -> None:
    async def performance() -> None:
        bench = Bench(tmp_path)
        result = scene(bench)
        if asyncio.iscoroutine(result):
            await result
        bench.link.close()
        bench.module.unplug()
        assert bench.clock.next_due() is None

    asyncio.run(performance())


def test_bytes_arrive_unchanged_and_in_order(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.module.plug()
        bench.link.open()
        for n in range(20):
            bench.module.send(bytes([n]))
        received = b""
        while len(received) < 20:
            received += await asyncio.wait_for(bench.bytes.get(), 10)
        assert received == bytes(range(20))

    play(tmp_path, scene)


def test_an_absent_port_is_reported_once_and_tried_again(tmp_path: Path) -> None:
    def scene(bench: Bench) -> None:
        bench.link.open()
        for _ in range(3):
            assert bench.clock.next_due() == pytest.approx(bench.clock.now() + RETRY)
            bench.clock.advance(RETRY)
        ((state, why),) = bench.states
        assert state is State.ABSENT
        assert str(bench.module.port) in why
        assert "No such file" in why

    play(tmp_path, scene)


def test_a_file_that_is_not_a_serial_port_is_absent_with_the_reason(tmp_path: Path) -> None:
    def scene(bench: Bench) -> None:
        bench.module.port.write_text("not a port")
        bench.link.open()
        ((state, why),) = bench.states
        assert state is State.ABSENT
        assert "Could not configure port" in why
        bench.module.port.unlink()

    play(tmp_path, scene)


def test_a_silent_port_costs_no_timer(tmp_path: Path) -> None:
    def scene(bench: Bench) -> None:
        bench.module.plug()
        bench.link.open()
        assert bench.states == [(State.OK, str(bench.module.port))]
        assert bench.clock.next_due() is None

    play(tmp_path, scene)


def test_close_may_be_called_at_any_time_and_twice(tmp_path: Path) -> None:
    def scene(bench: Bench) -> None:
        bench.link.close()
        bench.link.open()
        bench.link.close()
        bench.module.plug()
        bench.clock.advance(10)
        assert [state for state, _ in bench.states] == [State.ABSENT]
        bench.link.open()
        bench.link.close()
        bench.link.close()

    play(tmp_path, scene)
