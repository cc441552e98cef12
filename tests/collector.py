"""A sink that keeps what drivers report."""

import asyncio
import threading
from dataclasses import dataclass, field

from companion.devices import ButtonEvent, DeviceStatus, Gesture, Input, State, TagEvent

PATIENCE = 10.0
"""Seconds after which a report that was expected counts as lost."""


@dataclass(slots=True)
class Collector:
    """Keeps all reports, which must come in the thread that created it: the event loop's."""

    reports: list[Input] = field(default_factory=list)
    thread: int = field(default_factory=threading.get_ident)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, report: Input) -> None:
        assert threading.get_ident() == self.thread, "reported in a foreign thread"
        self.reports.append(report)
        self.arrived.set()

    @property
    def gestures(self) -> list[tuple[str, Gesture]]:
        return [
            (report.button, report.gesture)
            for report in self.reports
            if isinstance(report, ButtonEvent)
        ]

    @property
    def tags(self) -> list[tuple[str, bool]]:
        return [
            (report.tag, report.present) for report in self.reports if isinstance(report, TagEvent)
        ]

    @property
    def states(self) -> list[State]:
        return [report.state for report in self.reports if isinstance(report, DeviceStatus)]

    async def tag_changes(self, count: int) -> list[tuple[str, bool]]:
        while len(self.tags) < count:
            await self._more()
        return self.tags

    async def state_changes(self, count: int) -> list[State]:
        while len(self.states) < count:
            await self._more()
        return self.states

    async def _more(self) -> None:
        self.arrived.clear()
        await asyncio.wait_for(self.arrived.wait(), PATIENCE)
