"""The installed package on a kernel with GPIO, I2C and serial lines."""

import asyncio
from pathlib import Path

from companion.settings import Settings
from labs.vm.conftest import SwitchOn
from labs.vm.machine import Machine
from labs.vm.twin import twin

TAG = "0415C3A1B2"
QUESTIONS = 6
"""That are answered one by one; the rest come with the game."""


def test_every_press_changes_the_panel_as_on_an_emulated_box(
    switch_on: SwitchOn, configured: Settings, tmp_path: Path
) -> None:
    """The presses lead from power-on through the setup of a game."""
    machine = switch_on()

    async def scene() -> None:
        async with twin(configured, tmp_path) as other:
            first = (await other.picture()).tobytes()
            machine.until(lambda: machine.pixels() == first, "the first question")
            for button in ("down", "up", *"a" * QUESTIONS):
                await other.tap(button)
                expected = (await other.picture()).tobytes()
                machine.tap(button)
                machine.until(lambda: machine.pixels() == expected, f"after {button}")  # noqa: B023

    asyncio.run(scene())


def test_a_game_is_on_the_disk_and_resumes_with_the_same_picture(
    box: Machine, configured: Settings, tmp_path: Path
) -> None:
    """An emulated box that opens the journal shows the same pixels and the same lamps."""
    box.act()
    box.restart()
    box.fetch_state(tmp_path)

    async def scene() -> None:
        async with twin(configured, tmp_path) as other:
            expected = (await other.picture()).tobytes()
            lit = other.hardware.signals.lit
            assert len(other.table.entries) == box.entries()
        box.until(lambda: box.pixels() == expected, "the game that goes on")
        lamps = {name: pin for name, pin in configured.lamps.items() if isinstance(pin, int)}
        assert {name for name, pin in lamps.items() if box.is_lit(pin)} == lit
        assert lit

    asyncio.run(scene())


def test_a_tag_on_the_reader_becomes_an_action(box: Machine) -> None:
    before, picture = box.entries(), box.still()
    with box.laid(TAG):
        box.until(lambda: box.pixels() != picture, "the tag")
    box.await_entries(before + 1)
