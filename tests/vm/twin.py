"""The same box without a machine: what the one must show, the other shows already."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from companion.settings import EMULATED, MOCK, Settings
from tests.rig import Rig, running


def emulated(configured: Settings, state: Path) -> Settings:
    """Return the settings of a box whose hardware is emulated and otherwise the same."""
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
    """Run the twin of a box, with the journal that lies in ``folder``, or at its first question."""
    async with running(emulated(configured, folder), folder, ask=True) as rig:
        yield rig
