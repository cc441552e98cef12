"""Enrolment of a box with a hub by a code (device authorization, RFC 8628).

The box requests a code, shows it, and polls whether an operator has entered it at the hub. A secret
known only to this box and the hub connects the two: the code on display reveals no password.
"""

import asyncio
import json
import logging
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError

import msgspec

from companion.engine.log import Entry
from companion.fleet.credentials import (
    Credentials,
    credentials_in,
    password_in,
    store_credentials,
)
from companion.protocol.payload import object_in
from companion.session.inputs import Heartbeat
from companion.session.session import Session
from companion.table.hub_code import HubCode, HubState
from companion.table.lobby import box_settings
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage

if TYPE_CHECKING:
    from urllib.request import OpenerDirector

ASK: Final = "/enrol"
FETCH: Final = "/enrol/answer"
PAUSE: Final = 3.0
"""Seconds between two questions whether somebody has typed the code."""
LASTING: Final = 3600.0
"""The most seconds for which a code is believed to last."""
PATIENCE: Final = 5.0
"""Seconds that the hub has for an answer."""
_LONGEST: Final = 10_000
"""Bytes of a hub's answer: more is not read."""
_GONE: Final = 410
"""The status of a code that has expired."""
_NOT_THERE: Final = (403, 404, 405)
_LOG: Final = logging.getLogger(__name__)

Send = Callable[[str, Mapping[str, object]], Mapping[str, Any]]
"""Sends a question to a path of the hub, and returns its answer; raises ``OSError``, also for an
answer that is none, which is an ``HTTPError``, or ``ValueError``."""


class HubAddress(msgspec.Struct, frozen=True):
    """A hub's pages, with the certificates trusted in addition to the system's."""

    hub: str
    ca: Path | None = None

    def __call__(self, path: str, body: Mapping[str, object]) -> Mapping[str, Any]:
        """Send a request. Raises ``OSError`` or ``ValueError``."""
        return object_in(self._answer(path, json.dumps(body).encode(), _LONGEST), _LONGEST)

    def fetch(self, path: str, most: int) -> bytes:
        """Return what is at a path. Raises ``OSError``, or ``ValueError`` beyond ``most`` bytes."""
        content = self._answer(path, None, most)
        if len(content) > most:
            raise ValueError("the hub sends too much")
        return content

    def _answer(self, path: str, body: bytes | None, most: int) -> bytes:
        """Return the hub's answer, of which not much more than ``most`` bytes are read."""
        # A megabyte that a box seldom needs.
        from http.client import HTTPException
        from urllib.request import Request

        context = None
        if self.hub.startswith("https:"):
            context = ssl.create_default_context()
            if self.ca is not None:
                context.load_verify_locations(self.ca)
        headers = {"Content-Type": "application/json", "Origin": self.hub}
        request = Request(  # noqa: S310 - http or https, as the settings say
            self.hub + path, body, headers if body else {}, method="POST" if body else "GET"
        )
        try:
            with _opener(context).open(request, timeout=PATIENCE) as answer:
                content = b""
                # The library would read a chunk of a negative length to its end in one go.
                while len(content) <= most and (more := answer.read1(most)):
                    content += more
                return content
        except HTTPException as error:
            raise OSError(f"the hub does not speak HTTP: {error!r}") from error


def _opener(context: ssl.SSLContext | None) -> "OpenerDirector":
    """Return an opener for requests to a hub, which does not follow redirects."""
    from urllib.request import (
        HTTPDefaultErrorHandler,
        HTTPErrorProcessor,
        HTTPHandler,
        HTTPSHandler,
        OpenerDirector,
    )

    director = OpenerDirector()
    director.add_handler(HTTPHandler())
    director.add_handler(HTTPSHandler(context=context))
    director.add_handler(HTTPErrorProcessor())
    director.add_handler(HTTPDefaultErrorHandler())
    return director


@dataclass(slots=True)
class HubEnrolment:
    """Joins a hub when a user opens that entry of the settings."""

    session: Session
    folder: Path
    version: str
    hub: str
    send: Send
    joined: Callable[[Credentials], None]
    _is_open: bool = False
    _task: "asyncio.Task[None] | None" = field(default=None)

    def start(self, name: str) -> None:
        """Follow the session; ``name`` is the box's name if it has joined before."""
        self.session.add_follower(self.follow)
        self._say(HubState.JOINED if name else HubState.IDLE, name)

    def close(self) -> None:
        """Stop polling."""
        if self._task is not None:
            self._task.cancel()

    def follow(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Request a code when the entry is opened; a valid one is shown again."""
        is_open = isinstance(stage, Lobby) and stage.chosen.open == box_settings.SettingsEntry.HUB
        was_opened, self._is_open = is_open and not self._is_open, is_open
        if was_opened and (self._task is None or self._task.done()):
            self._task = asyncio.ensure_future(self._join())

    def _say(self, state: HubState, what: str = "") -> None:
        """Show the progress as an input of its own: the table may be handling another one."""
        self.session.sink(Heartbeat(partial(self.session.show_hub, HubCode(state, what))))

    async def _join(self) -> None:
        self._say(HubState.ASKING)
        try:
            given = await asyncio.to_thread(self.send, ASK, {"v": 1, "version": self.version})
            secret, code, lasting = device_code_in(given)
        except HTTPError as error:
            self._trouble(HubState.REFUSED if error.code in _NOT_THERE else HubState.AWAY, error)
            return
        except (OSError, ValueError) as error:
            self._trouble(HubState.AWAY, error)
            return
        self._say(HubState.CODE, code)
        await self._wait_for(secret, self.session.clock.now() + lasting)

    async def _wait_for(self, secret: str, until: float) -> None:
        """Poll until the code is entered or has expired."""
        while self.session.clock.now() < until:
            await self._pause()
            try:
                answer = await asyncio.to_thread(self.send, FETCH, {"v": 1, "secret": secret})
                if answer.get("state") != "joined":
                    continue
                given, password = credentials_in(answer, self.hub), password_in(answer)
            except HTTPError as error:
                if error.code == _GONE:
                    break
                _LOG.warning("the hub %s cannot answer now: %s", self.hub, error)
            except (OSError, ValueError) as error:
                _LOG.warning("the hub %s cannot be asked: %s", self.hub, error)
            else:
                await self._take(given, password)
                return
        self._say(HubState.EXPIRED)

    async def _take(self, given: Credentials, password: str) -> None:
        try:
            await asyncio.to_thread(store_credentials, self.folder, given, password)
        except OSError as error:
            self._trouble(HubState.UNSAVED, error)
            return
        _LOG.info("the hub %s has taken this box as %s", self.hub, given.box)
        self._say(HubState.JOINED, given.title or given.box)
        self.joined(given)

    def _trouble(self, state: HubState, error: Exception) -> None:
        _LOG.warning("the hub %s is not joined: %s", self.hub, error)
        self._say(state)

    async def _pause(self) -> None:
        over = asyncio.get_running_loop().create_future()
        clock = self.session.clock
        timer = clock.call_at(clock.now() + PAUSE, partial(over.set_result, None))
        try:
            await over
        finally:
            timer.cancel()


def device_code_in(given: Mapping[str, Any]) -> tuple[str, str, float]:
    """Return secret, code and seconds in an answer. Raises ``ValueError``."""
    secret, code, lasting = given.get("secret"), given.get("code"), given.get("lasting")
    if not (isinstance(secret, str) and isinstance(code, str) and isinstance(lasting, int)):
        raise ValueError("the hub gives no code")  # noqa: TRY004 - it is from outside
    if not code.replace("-", "").isalnum() or not 0 < len(code) <= len("BCDF-GHJK"):
        raise ValueError("the hub gives a code that no panel can show")
    return secret, code, float(max(0, min(lasting, int(LASTING))))
