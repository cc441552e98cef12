"""A reader that answers with another's id: its driver tells what is wrong, and never a tag."""

import asyncio
from itertools import permutations
from pathlib import Path

import pytest

from companion.devices import State
from companion.devices.readers.array import ArrayReader
from companion.devices.readers.pn532 import Pn532Reader
from companion.devices.readers.rdm6300 import Rdm6300Reader
from tests.devices.readers.bench import Bench, perform
from tests.devices.readers.kinds import KINDS, AnyBench

DRIVERS = {"array": ArrayReader, "pn532": Pn532Reader, "rdm6300": Rdm6300Reader}
GREETED = {"array", "pn532"}
"""Kinds that are asked who they are; an RDM6300 only ever talks."""


def ignore(_line: bytes) -> None:
    """Hear what is said, and do nothing."""


@pytest.mark.parametrize(("expected", "there"), [*permutations(DRIVERS, 2)])
def test_another_kind_of_reader_on_the_port_tells_no_tags(
    tmp_path: Path, expected: str, there: str
) -> None:
    def bench() -> AnyBench:
        other = KINDS[there].bench(tmp_path)
        line = other.module.line
        line.heard = line.heard or ignore  # an RDM6300 takes no commands
        port, loop = str(other.module.port), asyncio.get_running_loop()
        return Bench(other.module, DRIVERS[expected]("mat", port, other.clock, loop), other.clock)

    async def scene(bench: AnyBench) -> None:
        KINDS[there].lay(bench.module, KINDS[there].tag(1))
        await bench.pass_time(4.0)
        assert bench.collector.tags == []
        assert (State.DEGRADED in bench.collector.states) is (expected in GREETED)
        await bench.unplug()

    perform(bench, scene)
