"""The same box on emulated hardware, which shows what the one in the machine must show."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from companion.settings import EMULATED, MOCK, Settings
from tests.rig import Rig, running


def emulated(configured: Settings, state: Path) -> Settings:
    """Return the same settings for a box with emulated hardware."""
    assert configured.panel is not None
    return replace(
        configured,
        state=state,
        gpio=MOCK,
        panel=replace(configured.panel, bus=EMULATED),
        readers=tuple(replace(reader, port=EMULATED) for reader in configured.readers),
    )


@asynccontextmanager
async def twin(configured: Settings, folder: Path) -> AsyncIterator[Rig]:
    """Run the twin of a box with the journal in ``folder``, or from the first question."""
    async with running(emulated(configured, folder), folder, ask=True) as rig:
        yield rig
