"""The tags in one zone, with a single timer for their departures."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.devices import TagEvent
from companion.devices.clock import Clock, TimerHandle
from companion.devices.presence import Presence, TagChange


@dataclass(slots=True, eq=False)
class ZoneTags:
    """Reports the tags that arrive in `zone` of `reader` and leave it."""

    reader: str
    zone: str
    clock: Clock
    tell: Callable[[TagEvent], None]
    tags: Presence
    _timer: TimerHandle | None = None

    def read(self, tag: str) -> None:
        """Record a good read of a tag."""
        self._take(self.tags.read(tag, self.clock.now()))

    def resume(self) -> None:
        """Restart all silences, because the reader is back."""
        self._take((self.tags.resume(self.clock.now()), ()))

    def stop(self) -> None:
        """Stop waiting: while the reader is absent, its tags still count as present."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _elapse(self) -> None:
        self._timer = None
        self._take(self.tags.elapse(self.clock.now()))

    def _take(self, step: tuple[Presence, tuple[TagChange, ...]]) -> None:
        """Report changes; a single timer waits for silences, however often tags are read."""
        self.tags, changes = step
        if self._timer is None and self.tags.due is not None:
            self._timer = self.clock.call_at(self.tags.due, self._elapse)
        for tag, present in changes:
            self.tell(TagEvent(self.reader, self.zone, tag, present))
