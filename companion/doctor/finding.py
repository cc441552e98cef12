"""A finding of the doctor's report, and checks of device files."""

import os
from pathlib import Path
from typing import Final

import msgspec

from companion.engine.message import Message, say
from companion.settings import EMULATED

_GROUPS: Final = {
    "/dev/i2c": "i2c",
    "/dev/tty": "dialout",
    "/dev/serial": "dialout",
    "/dev/input": "input",
}
"""The groups of device files on Raspberry Pi OS, by the start of their paths."""


class Finding(msgspec.Struct, frozen=True):
    """The result for one subject: whether it is ``sound``, and a description or the remedy."""

    subject: str
    sound: bool
    words: str

    @property
    def report_line(self) -> Message:
        """The line of the report."""
        if self.sound:
            return say("ok   {subject:<14} {words}", subject=self.subject, words=self.words)
        return say("FIX  {subject:<14} {words}", subject=self.subject, words=self.words)


def device(subject: str, driver: str, place: str) -> Finding:
    """Return whether ``driver`` can open the device file ``place``, as a finding."""
    if place == EMULATED:
        return Finding(subject, sound=True, words=say("{driver}, emulated", driver=driver))
    if not Path(place).exists():
        words = say(
            "{place} does not exist: check the wiring; for I2C and serial: sudo companion setup-pi",
            place=place,
        )
        return Finding(subject, sound=False, words=words)
    if not os.access(place, os.R_OK | os.W_OK):
        group = next(
            (name for start, name in _GROUPS.items() if place.startswith(start)), "dialout"
        )
        return Finding(subject, sound=False, words=join_group(place, group))
    return Finding(subject, sound=True, words=say("{names} on {place}", names=driver, place=place))


def join_group(place: str, group: str) -> str:
    """Return how a user gets permission for the device file ``place``."""
    return say(
        "no permission for {place}: sudo usermod -aG {group} $USER, then log in again",
        place=place,
        group=group,
    )
