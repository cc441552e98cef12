"""Sends the result of a game to a webhook, or through Apprise to chats, mail and more.

An address may contain a token, so only its scheme and host are ever logged.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPException
from typing import Final
from urllib.parse import urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, ProxyHandler, Request

import msgspec

from companion.devices.clock import Clock, TimerHandle
from companion.engine.log import Entry
from companion.engine.text import enumeration, text
from companion.host.download import opener
from companion.table.previous_games.previous_game import PreviousGame
from companion.table.screens.previous_games import previous_game
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.voice import Voice

PAUSE: Final = 20.0
"""Seconds after the end in which the last action can be taken back, and nobody has heard of it."""
AGAIN: Final = (30.0, 300.0, 3600.0)
"""Seconds after which an address that could not be reached is tried again."""
_PATIENCE: Final = 15.0
"""Seconds for which the receiver may keep silent; a thread of its own waits."""
_WEB: Final = frozenset({"http", "https"})
_REMEDY: Final = "pip install 'compass-companion[notify]'"
_LOG: Final = logging.getLogger(__name__)


class ResultNotification(msgspec.Struct, frozen=True):
    """The result of a game, in words and as values."""

    sentence: str
    game: str
    played: PreviousGame
    title: str
    """The game's title in the language of the words."""


Deliver = Callable[[str, ResultNotification], None]
"""Sends news to an address, in a thread of its own. May raise ``OSError`` or ``ImportError``."""


@dataclass(slots=True, eq=False)
class ResultNotifier:
    """Follows a table and sends each result once, to each of the ``addresses``."""

    addresses: Sequence[str]
    clock: Clock
    voice_of: Callable[[Stage], Voice]
    day: Callable[[], str]
    deliver: Deliver = field(default_factory=lambda: deliver)
    _over: bool | None = None
    """Whether the game was over when it was last seen; unknown at the start."""
    _timer: TimerHandle | None = None
    _sending: set[asyncio.Future[None]] = field(default_factory=set)

    def __call__(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Wait a moment after the end of a game; a result that is undone meanwhile is not sent."""
        over = isinstance(stage, Table) and stage.is_over
        if over == self._over:
            return
        began_over = self._over is None
        self._over = over
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        # A box that is switched on shows an old result: that was told already.
        if isinstance(stage, Table) and over and not began_over:
            tell = partial(self._tell, stage)
            self._timer = self.clock.call_at(self.clock.now() + PAUSE, tell)

    def _tell(self, table: Table) -> None:
        self._timer = None
        played = previous_game(0, self.day(), table)
        ranking = enumeration("plain", (f"{each.name} {each.points}" for each in played.ranking))
        voice = self.voice_of(table)
        said = voice.long(text("played.result", game=played.title, ranking=ranking))
        notification = ResultNotification(said, table.game.id, played, voice.long(played.title))
        for address in self.addresses:
            self._send(address, notification, AGAIN)

    def _send(self, address: str, notification: ResultNotification, again: Sequence[float]) -> None:
        async def sent() -> None:
            try:
                await asyncio.to_thread(self.deliver, address, notification)
            except ImportError:
                _LOG.error("no result sent: apprise is missing: %s", _REMEDY)
            except (OSError, ValueError) as error:
                # The error itself may repeat the address.
                _LOG.warning("no result sent to %s: %s", redact_url(address), type(error).__name__)
                if again:
                    later = partial(self._send, address, notification, again[1:])
                    self.clock.call_at(self.clock.now() + again[0], later)

        task = asyncio.ensure_future(sent())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


def today() -> str:
    """Return the day on this computer's calendar."""
    return datetime.now(UTC).astimezone().date().isoformat()


def redact_url(address: str) -> str:
    """Return the part of an address that may be logged: no path, name or password."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname or ''}" if parts.scheme in _WEB else parts.scheme


def deliver(address: str, notification: ResultNotification) -> None:
    """Send a result: as JSON to a web address, else by Apprise.

    Raises ``OSError`` or ``ValueError`` if that fails, ``ImportError`` without Apprise.
    """
    if urlsplit(address).scheme not in _WEB:
        _by_apprise(address, notification)
        return
    body = json.dumps(struct(notification)).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "compass-companion"}
    request = Request(address, body, headers, method="POST")  # noqa: S310 - http or https
    try:
        lines = opener(ProxyHandler(), HTTPHandler(), HTTPSHandler())
        with lines.open(request, timeout=_PATIENCE) as answer:
            # The status has come. One byte, since an answer that is read whole may never end.
            answer.read1(1)
    except HTTPException as error:
        raise OSError("it does not speak HTTP") from error


def struct(notification: ResultNotification) -> dict[str, object]:
    """Return a result as JSON; Discord shows ``content``, and Slack and Mattermost ``text``."""
    played = notification.played
    return {
        "content": notification.sentence,
        "text": notification.sentence,
        "game": notification.game,
        "title": notification.title,
        "day": played.day,
        "ranking": [
            {"place": each.place, "name": each.name, "points": each.points, "winner": each.won}
            for each in played.ranking
        ],
    }


def _by_apprise(address: str, notification: ResultNotification) -> None:
    import apprise

    service = apprise.Apprise()
    if not service.add(address):
        raise ValueError("no address that Apprise knows")
    if not service.notify(title=notification.title, body=notification.sentence):
        raise OSError("not delivered")
