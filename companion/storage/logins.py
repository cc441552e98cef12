"""Stored access: the codes of a box, and the phones that have used them.

They survive a restart, so that a power cut does not unseat players. Of a phone's cookie only the
SHA-256 is kept: 192 random bits cannot be found from it, so that nobody who reads the file becomes
a player. The codes are kept as they are, because the box shows them. A backup leaves this file out:
it goes to other disks and other boxes, and these are the keys of this one.

A login ends once it has not been used for a number of days. Days are counted while the box runs,
one for each date that it sees: a Pi without a clock of its own may believe a date that is years
off, and a jump to it counts as one day, whichever way.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Annotated, Final, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.i18n.system_errors import describe_error, system_cause
from companion.schema.bounds import Count, Line, Many, Whole, Word
from companion.schema.reading import parse_json, read
from companion.storage import bounded_file, durable

FILE: Final = "logins.json"
"""The file's name in the state folder."""
MOST: Final = 64
"""How many phones a box remembers; the one that was used longest ago is forgotten first."""
DAYS: Final = 30
"""Days on which the box ran without a phone, after which the phone is forgotten."""
_NEW: Final = "the codes are new, and all phones have to join again"
_A_DAY: Final = 86_400
"""Seconds."""
_ALWAYS: Final = frozenset({"name", "host", "play", "day"})
"""What every login in a file has; without a seat or colour there may be none."""
T = TypeVar("T")
_Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
_Entries: TypeAlias = Annotated[Mapping[Word, T], Meta(max_length=10_000)]
_LOG: Final = logging.getLogger(__name__)


class Login(msgspec.Struct, frozen=True):
    """Rights of a phone. ``day`` is the box's day on which it was used last."""

    seat: Count | None = None
    name: Line = ""
    """The player in the seat: in a game where another player sits there, the claim is void."""
    host: bool = False
    play: bool = False
    day: Whole = 0
    colour: Word | None = None
    """Colour that its player would like in the next game."""

    @property
    def is_empty(self) -> bool:
        """Whether it grants no right at all."""
        return self.seat is None and not self.host and not self.play


class AccessState(msgspec.Struct, frozen=True):
    """The stored access rights of a box."""

    code: _Code
    """Gives a seat."""
    host_code: _Code
    """Makes a host."""
    key: _Code
    """Opens the virtual box."""
    former: Word = ""
    """The code for seats before this one: whoever still has it learns that it has changed."""
    logins: _Entries[Login] = msgspec.field(default_factory=dict)
    """By ``login_of`` the phone's cookie, the one that was used last at the end."""
    day: Whole = 0
    """How many days the box has seen."""
    date: Whole = 0
    """The date of the last of them, in days since 1970."""
    barred: Many[Word] = ()
    """The addresses that sent too many wrong codes and may send none for a while."""
    wrong: _Entries[Whole] = msgspec.field(default_factory=dict)
    """How many wrong codes other addresses have sent lately."""

    def with_login(self, who: str, login: Login) -> Self:
        """Add or change a login; one without rights is deleted."""
        others = {key: other for key, other in self.logins.items() if key != who}
        if login.is_empty:
            return replace(self, logins=others)
        kept = list(others.items())[-(MOST - 1) :]
        return replace(self, logins={**dict(kept), who: replace(login, day=self.day)})

    def on(self, date: int, present: Iterable[str], days: int) -> Self:
        """Count a day if the date has changed, and delete logins unused for a number of days.

        Those ``present`` use their logins now.
        """
        day = self.day if date == self.date else self.day + 1
        here = {who: replace(self.logins[who], day=day) for who in present if who in self.logins}
        away = {
            who: login
            for who, login in self.logins.items()
            if who not in here and day - login.day <= days
        }
        return replace(self, day=day, date=date, logins={**away, **here})


def login_of(cookie: str) -> str:
    """Return the key of a phone's cookie, empty for an empty one."""
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest() if cookie else ""


@dataclass(slots=True, eq=False)
class LoginFile:
    """The file of a box's access rights. ``wall`` returns POSIX seconds."""

    path: Path
    wall: Callable[[], float] = time
    _trouble: str = ""

    def load(self) -> AccessState | None:
        """Return the stored rights; ``None`` if the file is missing or corrupt.

        A damaged file is set aside, with a sentence in the log.
        """
        try:
            return _read(bounded_file.read(self.path))
        except FileNotFoundError:
            return None
        except ValueError:  # also a pipe or a device
            self._set_aside()
        except OSError as error:
            _LOG.warning("%s: %s", describe_error(error), _NEW)
        return None

    def save(self, door: AccessState) -> None:
        """Store the rights durably. A failure is logged, once, and the game continues."""
        data = json.dumps(msgspec.to_builtins(door), indent=1)
        try:
            durable.write(self.path, f"{data}\n", private=True)
            self._trouble = ""
        except OSError as error:
            trouble = describe_error(error)
            if trouble != self._trouble:
                self._trouble = trouble
                _LOG.warning("%s: after a restart phones may have to join again", trouble)

    @property
    def date(self) -> int:
        """The date of today, in days since 1970."""
        return int(self.wall() // _A_DAY)

    def _set_aside(self) -> None:
        try:
            aside = durable.set_aside(self.path)
            _LOG.warning("%s was damaged and is set aside as %s: %s", self.path, aside.name, _NEW)
        except OSError as error:
            _LOG.warning("%s is damaged and stays: %s: %s", self.path, system_cause(error), _NEW)


def _read(data: bytes) -> AccessState:
    """Read a file. Raises ``ValueError`` if it holds anything but a door.

    Fields that only a later version knows are left out.
    """
    struct = parse_json(data)
    door = read(AccessState, struct)
    complete = struct.keys() >= set(AccessState.__struct_fields__)
    if not complete or not all(login.keys() >= _ALWAYS for login in struct["logins"].values()):
        raise ValueError("a value is missing")
    return replace(door, logins=dict(list(door.logins.items())[-MOST:]))
