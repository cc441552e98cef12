"""Client of the privileged helper, which performs actions that require root, over a socket.

The server is `companion.host.helper`; a computer without the socket has no helper.
"""

import asyncio
from pathlib import Path
from typing import Final

import msgspec

from companion.i18n.system_errors import system_cause
from companion.session.computer_control import CardMaintenanceError

SOCKET: Final = Path("/run/companion-host/helper")
_PATIENCE: Final = 60.0
"""Seconds for an answer; a small computer needs a few to gather its log."""
_DONE: Final = "done"


class HelperClient(msgspec.Struct, frozen=True):
    """The helper at a socket."""

    socket: Path = SOCKET

    async def ask(self, *words: str) -> str:
        """Return the answer's data. Raises ``CardMaintenanceError`` if the action failed."""
        try:
            async with asyncio.timeout(_PATIENCE):
                answer = await self._answer(" ".join(words))
        except (OSError, TimeoutError) as error:
            raise CardMaintenanceError(system_cause(error) or type(error).__name__) from None
        head, _, rest = answer.partition("\n")
        if head != _DONE:
            raise CardMaintenanceError(rest.strip() or "companion-helper")
        return rest

    async def _answer(self, question: str) -> str:
        reader, writer = await asyncio.open_unix_connection(self.socket)
        try:
            writer.write(f"{question}\n".encode())
            await writer.drain()
            return (await reader.read(-1)).decode(errors="replace")
        finally:
            writer.close()


def find_helper(socket: Path = SOCKET) -> HelperClient | None:
    """Return the helper of this computer, ``None`` if it has none."""
    return HelperClient(socket) if socket.is_socket() else None
