"""Quiet hours: the time of day during which nothing may sound."""

from time import localtime
from typing import Final

import msgspec

_HOUR: Final = 60


class QuietHours(msgspec.Struct, frozen=True):
    """A daily period from `begin` until `end`, in minutes since midnight; it may span midnight."""

    begin: int
    end: int

    def hold(self, minute: int) -> bool:
        """Return whether it is quiet in a minute of the day, 0 to 1439; equal times mean never."""
        if self.begin <= self.end:
            return self.begin <= minute < self.end
        return minute >= self.begin or minute < self.end


def minute_of_day(wall: float) -> int:
    """Return the minute of the day, 0 to 1439, in this box's time zone; `wall` is POSIX time."""
    local = localtime(wall)
    return local.tm_hour * _HOUR + local.tm_min
