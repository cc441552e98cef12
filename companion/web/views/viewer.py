"""Viewer of a table, and the surroundings outside the game."""

from collections.abc import Mapping

import msgspec

from companion.devices import DeviceStatus
from companion.protocol.page import Sender
from companion.table.state import JoinInfo
from companion.web.messages.take_back import TakeBackRequest


class Viewer(msgspec.Struct, frozen=True):
    """A viewer: all see public information, a seat also its own secrets.

    A ``host`` sees corrections and devices but no secrets; ``play`` marks the virtual box.
    """

    seat: int | None = None
    host: bool = False
    play: bool = False
    screen: bool = False
    """Whether this is the screen that all look at, which invites phones before a game."""

    @property
    def roles(self) -> frozenset[Sender]:
        """Its roles at the table."""
        held = {Sender.SEAT: self.seat is not None, Sender.HOST: self.host, Sender.BOX: self.play}
        return frozenset(role for role, holds in held.items() if holds)


SPECTATOR = Viewer()


class Alert(msgspec.Struct, frozen=True):
    """A warning for the host: a key of the pages' texts with its parameters."""

    key: str
    params: tuple[tuple[str, str], ...] = ()


class Hardware(msgspec.Struct, frozen=True):
    """Hardware of a virtual box: its panel's width and height in pixels, and the other names."""

    panel: tuple[int, int] | None
    buttons: tuple[str, ...]
    lamps: tuple[str, ...]
    readers: tuple[str, ...]
    knobs: tuple[str, ...] = ()
    """The buttons that have a knob."""


class Surroundings(msgspec.Struct, frozen=True):
    """Surroundings of the game on the pages."""

    claimed: frozenset[int] = frozenset()
    """Seats that a phone has taken."""
    here: frozenset[int] = frozenset()
    """Seats whose phone is connected now."""
    devices: tuple[DeviceStatus, ...] = ()
    bad_frames: Mapping[str, int] = msgspec.field(default_factory=dict)
    """How many damaged frames each reader has sent so far."""
    join: JoinInfo | None = None
    arrived: tuple[str, ...] = ()
    """The names of those who have come for the next game."""
    lead: int | None = None
    """The seat whose phone answers the setup, and says who sits where."""
    asked: frozenset[int] = frozenset()
    """Seats that another phone asks for."""
    colours: tuple[str, ...] = ()
    """The colour that each of them would like, empty for any."""
    alerts: tuple[Alert, ...] = msgspec.field(default=())
    hardware: Hardware | None = None
    play: int = 0
    """The number of the game in the archive that everybody may see, 0 if there is none."""
    wish: TakeBackRequest | None = None
    """Who would like to take back a step, and who is asked."""
    keeps: bool = False
    """Whether hosts have a page for the computer around the box."""
