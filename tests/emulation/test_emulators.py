"""Every reader that can be emulated, from the hand with a tag to the driver's report."""

import asyncio
from pathlib import Path

import pytest

from companion.devices import State, TagEvent, readers
from companion.devices.clock import LoopClock
from companion.devices.readers import Fitting
from companion.emulation.box import EmulatedBox
from tests.collector import Collector

TAGS = {"rdm6300": "0415C3A1B2"}


def test_every_built_in_driver_can_be_emulated() -> None:
    assert [name for name in readers.names() if not readers.is_emulated(name)] == []


@pytest.mark.parametrize("driver", readers.names())
def test_a_tag_laid_on_a_spot_is_reported_by_the_driver(tmp_path: Path, driver: str) -> None:
    tag = TAGS.get(driver, "04A1B2C3D4E5F6")
    kind = readers.driver(driver)
    options = {name: key.default for name, key in kind.keys.items()}

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        clock, collector = LoopClock(loop), Collector()
        box = EmulatedBox(clock, tmp_path, {})
        port = box.add_reader("mat", driver)
        reader = kind.make(Fitting("mat", str(port), clock, loop, options))
        reader.start(collector)
        while State.OK not in collector.states:
            await collector.state_changes(len(collector.states) + 1)
        spot = box.readers["mat"]
        spot.place(tag)
        assert spot.tag == tag
        await collector.tag_changes(1)
        assert collector.reports[-1] == TagEvent("mat", reader.zones[0], tag, present=True)
        spot.lift()
        assert not spot.tag
        if reader.presence:
            assert await collector.tag_changes(2) == [(tag, True), (tag, False)]
        reader.close()
        box.close()

    asyncio.run(scene())


def test_an_array_has_a_spot_for_each_of_its_places(tmp_path: Path) -> None:
    async def scene() -> None:
        box = EmulatedBox(LoopClock(asyncio.get_running_loop()), tmp_path, {})
        box.add_reader("track", "array", ("track-1", "track-2"))
        assert set(box.readers) == {"track-1", "track-2"}
        box.readers["track-2"].place("DEADBEEF")
        box.readers["track-2"].place("04A1B2C3D4E5F6")
        assert box.readers["track-2"].tag == "04A1B2C3D4E5F6"
        assert box.readers["track-1"].tag is None
        box.close()

    asyncio.run(scene())
