"""Device shadow: desired and reported settings of a box at its broker.

Both include the desired version of the box, and why it is not installed yet.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.fleet.inbound import DesiredSettings
from companion.fleet.remote_settings import settings_change
from companion.fleet.upgrades import Upgrades
from companion.protocol.topics import VERSION
from companion.session.inputs import Heartbeat
from companion.session.session import Session
from companion.table.lobby.box_settings import preferences

Struct = dict[str, Any]


@dataclass(slots=True)
class Shadow:
    """Applies the operator's desired settings, and publishes the current ones when they change.

    ``run`` runs slow operations.
    """

    session: Session
    upgrades: Upgrades
    publish: Callable[[Struct], None]
    run: Callable[[Coroutine[Any, Any, None]], None]
    _of: str = ""
    """The id of the last message that wanted something."""
    _refused: Struct = field(default_factory=dict)
    """Rejected settings with their reasons."""
    _reported: Struct | None = None

    def want(self, desired: DesiredSettings) -> None:
        """Apply settings as an input of its own: the table may be handling another one."""
        self.session.sink(Heartbeat(partial(self._adjust, desired)))

    def _adjust(self, desired: DesiredSettings) -> None:
        session = self.session
        wanted = settings_change(session.stage.console, desired.settings)
        before = preferences(session.stage.console)
        self._of, self._refused = desired.id, dict(wanted.refused)
        self.upgrades.want(desired.version)
        session.change_console(wanted.changes)
        self.report()
        for key, value in wanted.kept.items():
            if value != before[key]:
                self.run(session.writer.apart(partial(session.keeping.prefer, key, value)))

    def report(self) -> None:
        """Publish the current settings; a desired version may be installable by now."""
        why = self.upgrades.consider(self.session.stage)
        report = {
            "v": VERSION,
            "of": self._of,
            "settings": preferences(self.session.stage.console),
            "refused": {**self._refused, "version": why} if why else self._refused,
        }
        if report != self._reported:
            self._reported = report
            self.publish(report)

    def forget(self) -> None:
        """Publish the next report in any case: the broker may have lost the last one."""
        self._reported = None
