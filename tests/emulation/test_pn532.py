"""The emulated PN532 against the frames in its manual and application notes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from serial import Serial

from companion.emulation.pn532 import (
    ACK,
    ERROR,
    EmulatedPn532,
    tag_frame,
)

TAG = "04A1B2C3D4E5F6"
WAKE = b"\x55\x55" + bytes(14)
GET_FIRMWARE = bytes.fromhex("0000FF02FED4022A00")
SAM = bytes.fromhex("0000FF05FBD4140114010200")
LIST = bytes.fromhex("0000FF04FCD44A0100E100")
DIAGNOSE = bytes.fromhex("0000FF02FED4002C00")
FIRMWARE = bytes.fromhex("0000FF06FAD50332010607E800")
CONFIGURED = bytes.fromhex("0000FF02FED5151600")


async def answer(port: Serial, sent: bytes, size: int) -> bytes:
    """Write bytes, and return the first ``size`` bytes that come back."""
    port.write(sent)
    read = asyncio.get_running_loop().run_in_executor(None, port.read, size)
    return bytes(await read)


def play(folder: Path, scene: Callable[[EmulatedPn532, Serial], Awaitable[None]]) -> None:
    async def performance() -> None:
        module = EmulatedPn532(folder / "nfc")
        module.plug()
        with Serial(str(module.port), timeout=10) as port:
            await scene(module, port)
        module.unplug()

    asyncio.run(performance())


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (GET_FIRMWARE, ACK + FIRMWARE),
        (WAKE + SAM, ACK + CONFIGURED),
        (DIAGNOSE, ACK + ERROR),
        (b"\xff\x00" + GET_FIRMWARE, ACK + FIRMWARE),
        (LIST + ACK + GET_FIRMWARE, ACK + ACK + FIRMWARE),
    ],
)
def test_it_answers_as_the_manual_says(tmp_path: Path, sent: bytes, answered: bytes) -> None:
    async def scene(_module: EmulatedPn532, port: Serial) -> None:
        assert await answer(port, sent, len(answered)) == answered

    play(tmp_path, scene)


def test_a_request_is_forgotten_when_the_host_gives_up(tmp_path: Path) -> None:
    async def scene(module: EmulatedPn532, port: Serial) -> None:
        assert await answer(port, LIST, len(ACK)) == ACK
        assert await answer(port, ACK + GET_FIRMWARE, len(ACK + FIRMWARE)) == ACK + FIRMWARE
        module.place(TAG)
        assert await answer(port, GET_FIRMWARE, len(ACK + FIRMWARE)) == ACK + FIRMWARE

    play(tmp_path, scene)


def test_a_request_for_a_tag_is_answered_when_one_comes(tmp_path: Path) -> None:
    async def scene(module: EmulatedPn532, port: Serial) -> None:
        assert await answer(port, LIST, len(ACK)) == ACK
        module.place(TAG)
        assert await answer(port, b"", len(tag_frame(TAG))) == tag_frame(TAG)
        module.lift()
        assert module.tag is None

    play(tmp_path, scene)
