"""What arrives at the port of a hub's pages: a case holds several connections, one after the other.

Each ends with a line of ``SEPARATOR``. ``@admin``, ``@operator`` and ``@director`` stand for the
cookies of operators, ``@code`` and ``@secret`` for what a box has that asks to be taken. One that
begins with ``@tells`` and a topic is what a box says meanwhile.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final
from urllib.parse import parse_qsl, quote_plus, urlencode

from aiohttp import web
from sqlalchemy import func, select

from companion_hub.broker_accounts import EnrolmentConfig
from companion_hub.club.accounts import Role
from companion_hub.club.tournament import PairingSystem, Tournament
from companion_hub.pages.server import HubServer
from companion_hub.pages.updates import Updates
from companion_hub.schema import PLAY
from companion_hub.settings import BrokerAddress
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import HOSTILE, spoiled_json, spoiled_text, to_text
from labs.fuzz.targets.caller import AtOnce, answers, silence, talk
from labs.fuzz.targets.http import spoiled
from labs.fuzz.targets.hub_words import FORMS, OF_BOXES, PAGES, TELLS, TOKENS, WORDS
from tests.hub.club.operator_client import CHEAP, WORD, Ledger
from tests.hub.scene import Scene, scene
from tests.hub.test_pages import season

SEPARATOR: Final = b"\n--- and then\n"
LENGTH: Final = 40
"""Connections of a case."""
_NOW: Final = 1.8e9
"""The time of day, at which logins last."""
_NOT_OURS: Final = (b"/news",)
"""Paths whose answer does not end."""
_HEADING: Final = re.compile(r"<h1>([^<]*)</h1>")
_COOKIES: Final = {Role.ADMIN: "Ann", Role.OPERATOR: "Ben", Role.DIRECTOR: "Cleo"}
_FORM: Final = b"application/x-www-form-urlencoded"
_LENGTH: Final = b"\r\nContent-Length: @length\r\n\r\n"
_TELL: Final = b"@tells "


def _tell(there: Scene, name: str, payload: bytes) -> None:
    there.worker.hear(f"companion/v1/club/b1/{name}", payload)


class HubTarget:
    """The port at which a hub serves its pages, with boxes, games, a tournament and operators."""

    name = "hub"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def seeds(self) -> Sequence[bytes]:
        """Return one sound case, in which everything is asked for that there is."""
        looked = [_got(page, who) for page in PAGES for who in ("", "admin")]
        sent = [_sent(path, who, urlencode(fields).encode()) for who, path, fields in FORMS]
        asked = b'{"v": 1, "secret": "@secret"}'
        boxes = [
            _sent(path, "", asked, b"application/json") for path in ("/enrol", "/enrol/answer")
        ]
        tells = [
            _TELL + f"{name}\n{json.dumps(told)}".encode()
            for name, told in TELLS.items()
            for _ in range(4)
        ]
        return [SEPARATOR.join((*looked, *sent, *boxes, *tells))]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return connections of which most have something wrong in them."""
        sound = seed.split(SEPARATOR)
        return SEPARATOR.join(_spoiled(source.choice(sound), source) for _ in range(LENGTH))

    def feed(self, case: bytes) -> Counter[str]:
        """Say all that to a hub that has just been started."""
        with TemporaryDirectory(dir=self._folder) as folder, silence():
            return asyncio.run(_served(Path(folder), case.split(SEPARATOR)))


def _got(path: str, who: str) -> bytes:
    cookie = f"Cookie: login=@{who}\r\n" if who else ""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}\r\n".encode()


def _sent(path: str, who: str, body: bytes, kind: bytes = _FORM) -> bytes:
    cookie = f"Cookie: login=@{who}\r\n" if who else ""
    own = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n{cookie}"
    return own.encode() + b"Content-Type: " + kind + _LENGTH + body


def _spoiled(connection: bytes, source: Random) -> bytes:
    """Return what is said on a connection: a form with a wrong field, or anything wrong."""
    if connection.startswith(_TELL):
        name, _, told = connection.decode().partition("\n")
        try:
            told = to_text(spoiled_json(json.loads(told), source), source)
        except (ValueError, RecursionError):
            told = spoiled_text(told, source)
        return f"{name}\n{told}".encode("utf-8", "replace")
    head, ends, body = connection.partition(b"\r\n\r\n")
    if _FORM not in head or source.random() < 0.4:
        return spoiled(connection, source, TOKENS)
    fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    while fields and source.random() < 0.7:
        at = source.randrange(len(fields))
        name, value = fields[at]
        way = source.randrange(6)
        if way == 0:
            del fields[at]
        elif way == 1:
            fields.append((source.choice(WORDS), value))
        elif way == 2:
            fields[at] = (name, source.choice([*filter(_is_text, HOSTILE)]))
        elif way == 3:
            fields[at] = (name, source.choice(WORDS))
        else:
            fields[at] = (name, spoiled_text(value, source, WORDS))
    written = "&".join(f"{_escaped(name)}={_escaped(value)}" for name, value in fields)
    return head + ends + written.encode()


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _escaped(text: str) -> str:
    return quote_plus(text.encode("utf-8", "surrogatepass"), safe="@")


@dataclass(slots=True)
class _Caller:
    """Calls the pages of a hub and judges their answers."""

    pages: HubServer
    secrets: dict[bytes, bytes]
    outcomes: Counter[str] = field(default_factory=Counter)
    working: int = 0
    """Requests that a thread of the database may be working at."""

    @property
    def port(self) -> int:
        """Where they are."""
        runner = self.pages._runner  # noqa: SLF001 - it listens where the system lets it
        assert runner is not None
        return int(runner.addresses[0][1])

    def watch(self) -> None:
        """Know from now on what is being worked at."""
        runner = self.pages._runner  # noqa: SLF001 - as above
        assert runner is not None
        server = runner.server
        assert server is not None
        server.request_handler = partial(self._counted, server.request_handler)

    async def _counted(self, handler: Any, request: web.BaseRequest) -> web.StreamResponse:  # noqa: ANN401 - the library's
        ends = request.raw_path.encode("utf-8", "replace") not in _NOT_OURS
        self.working += ends
        try:
            answer: web.StreamResponse = await handler(request)
            return answer
        finally:
            self.working -= ends

    async def ask(self) -> None:
        """Be a box that asks to be taken."""
        said = _sent("/enrol", "", b"{}").replace(b"@length", b"2")
        told = await talk(self.port, said, busy=lambda: self.working > 0)
        given = json.loads(told.partition(b"\r\n\r\n")[2])
        self.secrets |= {f"@{name}".encode(): given[name].encode() for name in ("code", "secret")}

    async def call(self, said: bytes) -> None:
        """Say something on a connection of its own, and look at all that is answered."""
        for name, secret in self.secrets.items():
            said = said.replace(name, secret)
        head, ends, body = said.partition(b"\r\n\r\n")
        said = head.replace(b"@length", str(len(body)).encode()) + ends + body
        told = await talk(self.port, said, busy=lambda: self.working > 0)
        count = 0
        if b"text/event-stream" in told:
            self.outcomes["news"] += 1
            return
        for status, head, body in answers(told):
            self.outcomes[_judged(status, head, body)] += 1
            count += 1
        if not count:
            self.outcomes["silence"] += 1


def _judged(status: int, head: bytes, body: bytes) -> str:
    """Return how a request has fared, having checked the answer to it."""
    assert status < 500, (head, body)
    if status < 400:
        return "taken"
    if b"text/html" in head:
        found = _HEADING.findall(body.decode())
        assert len(found) == 1, body
        one_sentence(found[0])
    elif body:
        one_sentence(body.decode().replace("\n", " ")[:2000])
    return str(status)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A hub's database with games, operators, a group and a tournament."""

    database: bytes
    cookies: dict[bytes, bytes]


@cache
def _begun() -> _Begun:
    """Return it; it is made once, in a loop of its own."""
    made: list[_Begun] = []

    async def make(folder: Path) -> None:
        async with scene(folder) as there:
            await season(there)
            pages = _pages(there, folder)
            cookies = {}
            for role, name in _COOKIES.items():
                await pages.accounts.add(name, WORD, role)
                entered = await pages.accounts.log_in(name, WORD)
                assert entered is not None
                cookies[f"@{role}".encode()] = entered[1].encode()
            await pages.groups.add("attic")
            wanted = Tournament(0, "May", "compass-jewels", PairingSystem.SWISS, 2, 2, 3, 1)
            number = await pages.tournaments.make(wanted)
            await pages.tournaments.enter(number, ["Ann", "Ben", "Cleo", "Dan"])
            await pages.tournaments.pair(number)
        made.append(_Begun((folder / "hub.sqlite3").read_bytes(), cookies))

    with TemporaryDirectory() as folder:
        thread = Thread(target=asyncio.run, args=(make(Path(folder)),))
        thread.start()
        thread.join()
    return made[0]


def _pages(there: Scene, folder: Path) -> HubServer:
    """Return the pages of a hub that takes boxes and has updates for them."""
    (folder / "updates").mkdir(exist_ok=True)
    (folder / "updates" / "compass-companion-0.9.0.raucb").write_bytes(b"a bundle")
    how = EnrolmentConfig(Ledger(), BrokerAddress("", 1884), "club")
    updates = Updates(folder / "updates")
    pages = HubServer(
        there.store, there.live, there.counts, _unheard, enrolment=how, updates=updates
    )
    pages.accounts.cost = CHEAP
    pages.accounts.now = lambda: _NOW
    return pages


def _unheard(topic: str, payload: bytes, *, retain: bool) -> None:
    """Stand for the broker."""
    assert topic
    assert isinstance(payload, bytes)
    assert retain


async def _kept(there: Scene) -> tuple[int, int]:
    """Return how many games there are, and how many entries they have."""
    async with there.store.engine.connect() as db:
        count = (await db.execute(select(func.count()).select_from(PLAY))).scalar_one()
    logs = [await there.store.log(journal, play) for journal, play in (("j1", 1), ("j1", 2))]
    return int(count), sum(map(len, logs))


async def _served(folder: Path, connections: Sequence[bytes]) -> Counter[str]:
    asyncio.get_running_loop().set_default_executor(AtOnce())
    begun = _begun()
    async with scene(folder) as there:
        (folder / "hub.sqlite3").write_bytes(begun.database)
        for name, told in TELLS.items():
            _tell(there, name, json.dumps(told).encode())
        await there.worker.settled()
        before = await _kept(there)
        pages = _pages(there, folder)
        await pages.start("127.0.0.1", 0)
        try:
            caller = _Caller(pages, dict(begun.cookies))
            caller.watch()
            await caller.ask()
            for said in connections:
                kind, _, payload = said.partition(b"\n")
                if kind.startswith(_TELL):
                    _tell(there, kind.removeprefix(_TELL).decode("utf-8", "replace"), payload)
                    await there.worker.settled()
                else:
                    await caller.call(said)
            for path in OF_BOXES:
                await caller.call(_got(path, "admin"))
        finally:
            await pages.close()
        assert await _kept(there) == before, "games are lost"
        assert any(each.role is Role.ADMIN for each in await pages.accounts.listed())
    return caller.outcomes
