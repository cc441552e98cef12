"""Waits until the pieces above readers have come to rest, then reports the placement."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.devices import TagEvent
from companion.devices.clock import Clock
from companion.session.sensing import Sensing, readable
from companion.session.timer import Timer
from companion.table.log_repair.running_game import is_log_repaired
from companion.table.stage import Stage
from companion.table.state import PlacementInput
from companion.table.table import Table


@dataclass(slots=True, eq=False)
class PlaceWatch:
    """Calls ``at_rest`` when it is time to ``look``."""

    clock: Clock
    at_rest: Callable[[], None]
    sensing: Sensing = field(default_factory=lambda: Sensing({}))
    _rest: Timer = field(init=False)
    _in_play: bool = False
    """Whether a game is being played, so that it matters what stands where."""

    def __post_init__(self) -> None:
        """Prepare the timer, not set yet."""
        self._rest = Timer(self.clock, self.at_rest)

    def is_place(self, event: TagEvent) -> bool:
        """Return whether the reader of an event is under a place of the game."""
        return self.sensing.place_of(event) is not None

    def take(self, event: TagEvent) -> None:
        """Record that a tag arrived at a place or left it."""
        self._know(self.sensing.take(event, self.clock.now()))

    def found(self, reader: str, zones: Iterable[str]) -> None:
        """Record the zones that a reader reports from now on: those without a tag are empty."""
        self._know(self.sensing.found(reader, zones, self.clock.now()))

    def follow(self, stage: Stage) -> None:
        """Look again when play starts or goes on, because the layout was not checked."""
        in_play = _in_play(stage)
        if in_play and not self._in_play and self.sensing.reported:
            self._know(self.sensing.anew(self.clock.now()))
        self._in_play = in_play

    def look(self, table: Table, tags: Mapping[str, str]) -> PlacementInput | None:
        """Return the placement, if it is time to evaluate it; ``tags`` maps tags to piece ids."""
        pieces = table.game.pieces(table.state)
        self.sensing, sensed = self.sensing.look(self.clock.now(), tags, pieces)
        self._rest.set(self.sensing.due)
        if sensed is None or not _in_play(table):
            return None
        return readable(sensed, table.game.placements(table.state), tags, pieces)

    def close(self) -> None:
        """Stop waiting."""
        self._rest.cancel()

    def _know(self, sensing: Sensing) -> None:
        """Store the placement, and set the timer for when it is at rest."""
        if sensing is not self.sensing:
            self.sensing = sensing
            self._rest.set(sensing.due)


def _in_play(stage: Stage) -> bool:
    if not isinstance(stage, Table) or is_log_repaired(stage):
        return False
    return not stage.laying and not stage.is_over
