"""Translatable causes of system errors, whose own messages are in English."""

import errno
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.message import Message, join, say

_REASONS: Final[Mapping[int, Message]] = MappingProxyType(
    {
        errno.EACCES: say("Permission denied"),
        errno.EBUSY: say("Device or resource busy"),
        errno.EEXIST: say("File exists"),
        errno.EIO: say("Input/output error"),
        errno.EISDIR: say("Is a directory"),
        errno.ELOOP: say("Too many levels of symbolic links"),
        errno.ENODEV: say("No such device"),
        errno.ENOENT: say("No such file or directory"),
        errno.ENOSPC: say("No space left on device"),
        errno.ENOTDIR: say("Not a directory"),
        errno.ENXIO: say("No such device or address"),
        errno.EPERM: say("Operation not permitted"),
        errno.EROFS: say("Read-only file system"),
        errno.EADDRINUSE: say("Address already in use"),
        errno.EADDRNOTAVAIL: say("Cannot assign requested address"),
    }
)
"""The usual errors, in the words of the C library."""


def system_cause(error: OSError) -> str:
    """Return the cause of an error, without the name of the file."""
    reason = _REASONS.get(error.errno or 0)
    return reason or error.strerror or str(error)


def describe_error(error: OSError) -> str:
    """Return the name of the file, if known, and the cause of the error."""
    if error.filename is None:
        return system_cause(error)
    return join(": ", [str(error.filename), system_cause(error)])
