"""Who may come back through the door: the codes of a box, and the phones that have used them.

They outlive the daemon, so that a pulled plug unseats nobody. Of a phone's cookie only the SHA-256
is kept: 192 random bits cannot be found from it, so that nobody who reads the file becomes a
player. The codes are kept as they are, because the box shows them. A backup leaves this file out:
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
from types import NoneType
from typing import Any, Final, Self

import msgspec
from msgspec.structs import replace

from companion.i18n.system_errors import cause, explained
from companion.storage import bounded_json, durable

FILE: Final = "logins.json"
"""The file's name in the state folder."""
MOST: Final = 64
"""How many phones a box remembers; the one that was used longest ago is forgotten first."""
DAYS: Final = 30
"""Days on which the box ran without a phone, after which the phone is forgotten."""
_NEW: Final = "the codes are new, and all phones have to join again"
_A_DAY: Final = 86_400
"""Seconds."""
_LOGIN: Final[Mapping[str, tuple[type, ...]]] = {
    "seat": (int, NoneType),
    "name": (str,),
    "host": (bool,),
    "play": (bool,),
    "day": (int,),
    "colour": (str, NoneType),
}
_DOOR: Final[Mapping[str, tuple[type, ...]]] = {
    "code": (str,),
    "host_code": (str,),
    "key": (str,),
    "former": (str,),
    "logins": (dict,),
    "day": (int,),
    "date": (int,),
    "barred": (list,),
    "wrong": (dict,),
}
_LOG: Final = logging.getLogger(__name__)


class Login(msgspec.Struct, frozen=True):
    """What a phone may do. ``day`` is the box's day on which it was used last."""

    seat: int | None = None
    name: str = ""
    """The player in the seat: in a game where another player sits there, the claim is void."""
    host: bool = False
    play: bool = False
    day: int = 0
    colour: str | None = None
    """What its player would like to play with in the next game."""

    @property
    def is_empty(self) -> bool:
        """Whether it gives no right at all."""
        return self.seat is None and not self.host and not self.play


class Door(msgspec.Struct, frozen=True):
    """Everything that a box remembers about its door."""

    code: str
    """Gives a seat."""
    host_code: str
    """Makes a host."""
    key: str
    """Opens the virtual box."""
    former: str = ""
    """The code for seats before this one: whoever still has it learns that it has changed."""
    logins: Mapping[str, Login] = msgspec.field(default_factory=dict)
    """By ``login_of`` the phone's cookie, the one that was used last at the end."""
    day: int = 0
    """How many days the box has seen."""
    date: int = 0
    """The date of the last of them, in days since 1970."""
    barred: tuple[str, ...] = ()
    """The addresses that sent too many wrong codes and may send none for a while."""
    wrong: Mapping[str, int] = msgspec.field(default_factory=dict)
    """How many wrong codes other addresses have sent lately."""

    def with_login(self, who: str, login: Login) -> Self:
        """Add or change a login; one that gives no right is forgotten."""
        others = {key: known for key, known in self.logins.items() if key != who}
        if login.is_empty:
            return replace(self, logins=others)
        kept = list(others.items())[-(MOST - 1) :]
        return replace(self, logins={**dict(kept), who: replace(login, day=self.day)})

    def on(self, date: int, present: Iterable[str], days: int) -> Self:
        """Count a day if the date is another one, and forget who was not there for so many days.

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
    """Return what stands for a phone's cookie; an empty one stands for nobody."""
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest() if cookie else ""


@dataclass(slots=True, eq=False)
class LoginFile:
    """The file of a box's door. ``wall`` returns the seconds of the day (POSIX)."""

    path: Path
    wall: Callable[[], float] = time
    _trouble: str = ""

    def load(self) -> Door | None:
        """Return the door as it was; ``None`` if there is none, or if the file is damaged.

        A damaged file is set aside, with a sentence in the log.
        """
        try:
            return _read(self.path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            _LOG.warning("%s: %s", explained(error), _NEW)
        except ValueError:
            self._set_aside()
        return None

    def save(self, door: Door) -> None:
        """Write the door durably. If that fails it is logged, once, and the game goes on."""
        data = json.dumps(msgspec.to_builtins(door), indent=1)
        try:
            durable.write(self.path, f"{data}\n", private=True)
            self._trouble = ""
        except OSError as error:
            trouble = explained(error)
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
            _LOG.warning("%s is damaged and stays: %s: %s", self.path, cause(error), _NEW)


def _read(data: bytes) -> Door:
    """Read a file. Raises ``ValueError`` if it holds anything but a door."""
    door = _checked(bounded_json.loads(data), _DOOR)
    logins = {who: Login(**_checked(login, _LOGIN)) for who, login in door["logins"].items()}
    sound = all(type(address) is str for address in door["barred"])
    sound = sound and all(type(count) is int for count in door["wrong"].values())
    sound = sound and all(login.seat is None or login.seat >= 0 for login in logins.values())
    if not (sound and door["code"] and door["host_code"] and door["key"]):
        raise ValueError("a value is missing or cannot be")
    newest = dict(list(logins.items())[-MOST:])
    return Door(**{**door, "logins": newest, "barred": tuple(door["barred"])})


def _checked(struct: object, kinds: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    """Return the fields of a JSON object, without those that only a later version knows."""
    if not isinstance(struct, dict):
        raise ValueError("it is no object")  # noqa: TRY004 - a file has no types, only values
    for name, allowed in kinds.items():
        if type(struct.get(name)) not in allowed:  # a bool is no number here
            raise ValueError(f"{name} is missing or cannot be")
    return {name: struct.get(name) for name in kinds}
