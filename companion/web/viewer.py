"""Who looks at a table, and what surrounds it that is no part of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.devices import DeviceStatus
from companion.table.state import Join


@dataclass(frozen=True, slots=True)
class Viewer:
    """What somebody may see: a spectator what lies open, a seat its own secrets as well.

    A ``host`` sees corrections and devices and no secrets; ``play`` is the virtual box.
    """

    seat: int | None = None
    host: bool = False
    play: bool = False


SPECTATOR = Viewer()


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that the host should know: a key of the pages' words with its parameters."""

    key: str
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a virtual box has, and the pieces for its readers."""

    panel: tuple[int, int] | None
    buttons: tuple[str, ...]
    lamps: tuple[str, ...]
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What surrounds a table."""

    claimed: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    """Seats whose phone is connected."""
    devices: tuple[DeviceStatus, ...] = ()
    bad_frames: Mapping[str, int] = field(default_factory=dict)
    """Damaged frames of each reader so far."""
    join: Join | None = None
    alerts: tuple[Alert, ...] = field(default=())
    hardware: Hardware | None = None
