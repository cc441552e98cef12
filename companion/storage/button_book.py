"""Wireless buttons, and their seats."""

import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec
import yaml
from msgspec.structs import replace

from companion.schema.bounds import Prose
from companion.schema.yaml_reader import read_yaml
from companion.storage import bounded_file, durable, loading

FILE: Final = "buttons.yaml"
"""The file's name in the state folder."""
MOST_SEATS: Final = 12
_HEADER: Final = """\
# Buttons without wires that were learned, by address: the seat of each, counted from 1, the key of
# one that encrypts what it sends with a number that was heard last or a little before, and how full
# its battery was when last heard, in percent.
"""
Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
Counter: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
Percent: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100)]
BindKey: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A([0-9a-f]{32})?\Z", max_length=32)]
_LOG: Final = logging.getLogger(__name__)


class KnownButton(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An enrolled button."""

    seat: Seat
    key: BindKey = ""
    """The 16 bytes by which a BTHome device encrypts, in hexadecimal digits."""
    battery: Percent | None = None
    counter: Counter | None = None
    """The highest number that what it encrypts was known to have; a recording has no higher one."""


Known: TypeAlias = Annotated[dict[Prose, KnownButton], msgspec.Meta(max_length=1000)]
"""The contents of the file, by address."""


class ButtonBook(msgspec.Struct, eq=False):
    """The enrolled buttons, stored in ``file``."""

    file: Path
    known: Mapping[str, KnownButton] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the buttons enrolled before."""
        self.renew()

    def renew(self) -> None:
        """Read the file again, which another program may have changed; a corrupt one is renamed."""
        self.known = loading.load(self.file, read, _LOG) or {}

    def seat_of(self, button: str) -> int | None:
        """Return the seat of a button, counted from 0, ``None`` if it has none."""
        known = self.known.get(button)
        return None if known is None else known.seat - 1

    def key_of(self, device: str) -> str:
        """Return the encryption key of a device, empty if unknown."""
        keys = (each.key for name, each in self.known.items() if name.partition("#")[0] == device)
        return next(filter(None, keys), "")

    def counter_of(self, device: str) -> int:
        """Return the highest stored counter of a device, -1 without one."""
        counters = (
            each.counter
            for name, each in self.known.items()
            if name.partition("#")[0] == device and each.counter is not None
        )
        return max(counters, default=-1)

    def learn(self, button: str, seat: int, key: str = "") -> None:
        """Enrol the button of a seat, counted from 0, durably; it replaces another one there.

        A known key is kept. A counter is not: with a new battery, some buttons count from 0 again.
        Raises ``OSError``.
        """
        self.renew()
        before = self.known.get(button, KnownButton(seat + 1))
        learned = replace(before, seat=seat + 1, key=key or before.key, counter=None)
        others = {
            name: each
            for name, each in self.known.items()
            if each.seat != seat + 1 and name != button
        }
        self._write({**others, button: learned})

    def note_battery(self, button: str, percent: int) -> None:
        """Store a battery level, durably. Raises ``OSError``."""
        self.renew()
        known = self.known.get(button)
        if known is not None and known.battery != percent:
            self._write({**self.known, button: replace(known, battery=percent)})

    def note_counters(self, counters: Mapping[str, int]) -> None:
        """Store the highest counters of devices, durably; none ever decreases. Raises ``OSError``.

        A device re-enrolled by another program since then keeps its new counter.
        """
        before = {device: self.counter_of(device) for device in counters}
        self.renew()
        higher = {
            name: replace(known, counter=counters[device])
            for name, known in self.known.items()
            if (device := name.partition("#")[0]) in counters
            and before[device] <= self.counter_of(device) < counters[device]
        }
        if higher:
            self._write({**self.known, **higher})

    def _write(self, known: Mapping[str, KnownButton]) -> None:
        plain: dict[str, Any] = {
            name: {
                key: value
                for key, value in msgspec.to_builtins(each).items()
                if value not in ("", None)
            }
            for name, each in known.items()
        }
        text = yaml.safe_dump(plain, allow_unicode=True, sort_keys=False)
        durable.write(self.file, _HEADER + text, private=True)
        self.known = known


def address_of(written: str) -> str:
    """Return the canonical form of a button's address, for Bluetooth."""
    digits = re.sub(r"[:-]", "", written).upper()
    if not re.fullmatch(r"[0-9A-F]{12}", digits):
        return written
    return ":".join(digits[i : i + 2] for i in range(0, len(digits), 2))


def key_of(written: str) -> str | None:
    """Return a key in canonical form, 32 hexadecimal digits; ``None`` if it is invalid."""
    digits = re.sub(r"[\s:-]", "", written).lower()
    return digits if re.fullmatch(r"([0-9a-f]{32})?", digits) else None


def read(path: Path) -> dict[str, KnownButton]:
    """Return the buttons in a file. Raises ``OSError`` or ``ValueError``."""
    found: Known = read_yaml(Known, bounded_file.read_text(path), str(path))
    return found
