"""Checks that this machine is reachable as NAME.local (multicast DNS)."""

import asyncio
import socket
from typing import Final

GROUP: Final = ("224.0.0.251", 5353)
"""Where everybody listens who answers (RFC 6762, section 3)."""
PATIENCE: Final = 0.5
"""Seconds to wait for an answer; one from this machine comes at once."""
_LONGEST_LABEL: Final = 63
"""Bytes between two dots of a name (RFC 1035, section 2.3.4)."""
_ADDRESS: Final = b"\x00\x01"
"""The type A: an IPv4 address (RFC 1035, section 3.2.2)."""
_HERE: Final = b"\x80\x01"
"""The class of names in the internet, with the wish to be answered directly (section 5.4)."""


def local_name() -> str:
    """Return the name that this machine would have."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


async def is_answered(
    name: str, group: tuple[str, int] = GROUP, patience: float = PATIENCE
) -> bool:
    """Query the address of a name; return whether any machine answers."""
    question = _question(name)
    if question is None:
        return False
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(0)  # the loop waits
        try:
            async with asyncio.timeout(patience):
                await loop.sock_sendto(asking, question, group)
                while not _is_answer(await loop.sock_recv(asking, 512), question):
                    pass
        except (OSError, TimeoutError):
            return False
    return True


def _question(name: str) -> bytes | None:
    """Return a query for an address, ``None`` for an invalid name."""
    try:
        labels = [label.encode("ascii") for label in name.split(".")]
    except UnicodeEncodeError:
        return None
    if not all(0 < len(label) <= _LONGEST_LABEL for label in labels):
        return None
    header = bytes(4) + b"\x00\x01" + bytes(6)  # one question
    question = b"".join(bytes((len(label),)) + label for label in labels)
    return header + question + b"\x00" + _ADDRESS + _HERE


def _is_answer(message: bytes, question: bytes) -> bool:
    """Return whether a message is a response with at least one answer to our question."""
    is_response = len(message) > 12 and message[2] & 0x80 and message[3] & 0x0F == 0  # noqa: PLR2004 - RFC 1035, 4.1.1
    name = question[12:-4].lower()
    return bool(is_response) and message[6:8] != b"\x00\x00" and name in message.lower()
