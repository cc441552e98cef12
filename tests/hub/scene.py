"""A hub without a broker: messages go in, answers come out."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from companion.engine.log import Entry, EntryKind
from companion.fleet import result as sent
from companion.fleet.outbox import ClosedGame, EntryBatch
from companion.protocol import mqtt
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import FROM_BOX, message_at
from companion.protocol.topics import MqttMessage
from companion.storage.journal import Play
from companion.storage.journal.rows import EntryRow
from companion_hub.live import LiveBoxes
from companion_hub.message_parsing import (
    ReceivedResult,
    message_of,
    parse,
    result_of,
)
from companion_hub.metrics import Metrics
from companion_hub.migrate import migrate
from companion_hub.rater import Rater
from companion_hub.store import Store, open_store
from companion_hub.worker import Worker

SETUP: dict[str, Any] = {
    "players": ["Ann", "Ben"],
    "level": "full",
    "options": {},
    "data": {},
    "clock": {},
    "enter": [],
}
STATE: dict[str, Any] = {
    "v": 1,
    "phase": "playing",
    "title": "Compass",
    "players": ["Ann", "Ben"],
    "player": "Ben",
    "points": [3, 5],
    "awaited": [1],
    "round": 7,
    "readers_bad": ["board"],
    "turn_since": "2026-01-01T00:00:00+00:00",
}
"""What a box tells of a game that is being played."""


def read(name: str, data: Mapping[str, Any]) -> tuple[MqttMessage, Mapping[str, Any]]:
    """Return a message of a topic as a hub reads it, and the same as it was sent."""
    declared = message_at(name, FROM_BOX)
    assert declared is not None, name
    parsed = parse(declared, json.dumps(data).encode())
    return message_of(declared, parsed), parsed


def result(data: Mapping[str, Any]) -> ReceivedResult:
    """Return a result as a hub reads it."""
    message, parsed = read("result", data)
    assert isinstance(message, mqtt.ResultMessage)
    return result_of(message, parsed)


@dataclass
class Scene:
    """A worker with its database, and what it has answered."""

    store: Store
    live: LiveBoxes = field(default_factory=LiveBoxes)
    counts: Metrics = field(default_factory=Metrics)
    answers: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    worker: Worker = field(init=False)
    rater: Rater = field(init=False)

    def __post_init__(self) -> None:
        self.rater = Rater(self.store, self.live.bump)
        self.worker = Worker(
            self.store, self.live, self.counts, self.answer, on_results=self.rater.wake
        )

    def answer(self, topic: str, payload: bytes, *, retain: bool) -> None:
        assert retain == (not payload or topic.endswith(("/ack", "/cfg/desired")))
        self.answers.append((topic, json.loads(payload or b"{}")))

    async def hear(
        self, name: str, data: object, box: str = "b1", site: str = "club"
    ) -> tuple[str, dict[str, Any]]:
        """Take a message; return the last answer."""
        written = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.worker.hear(f"companion/v1/{site}/{box}/{name}", written)
        await self.worker.settled()
        await self.rater.settled()
        return self.answers[-1] if self.answers else ("", {})

    def refused(self, reason: str) -> float:
        """Return how many messages were refused for a reason."""
        return (
            self.counts.registry.get_sample_value("companion_refused_total", {"reason": reason})
            or 0
        )


@cache
def migrated() -> bytes:
    """Return a database that has had all migrations: they take longer than most tests."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "hub.sqlite3"

        async def make() -> None:
            store = open_store(f"sqlite+aiosqlite:///{place}")
            await migrate(store.engine)
            await store.close()

        # A loop of its own: the one of the test may be running.
        thread = Thread(target=asyncio.run, args=(make(),))
        thread.start()
        thread.join()
        return place.read_bytes()


@asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    """Run a worker with a household's database."""
    place = folder / "hub.sqlite3"
    place.write_bytes(migrated())
    store = open_store(f"sqlite+aiosqlite:///{place}")
    there = Scene(store)
    try:
        yield there
    finally:
        await there.worker.settled()
        await there.rater.close()
        await store.close()


@dataclass
class BoxJournal:
    """A journal as a box tells it."""

    journal: str = "j1"
    box: str = "b1"
    began: float = 1000.0

    def play(self, number: int = 1, players: Sequence[str] = ("Ann", "Ben")) -> Play:
        setup = {**SETUP, "players": list(players)}
        return Play(number, "compass-jewels", "1", setup, self.began + number)

    def entries(self, count: int, salt: int = 0) -> list[Entry]:
        return [
            Entry(n, EntryKind.ACTION, n % 2, {"type": "take", "n": n + salt}, 1000 * n, 1e9 + n)
            for n in range(1, count + 1)
        ]

    def crc(self, play: int, count: int, salt: int = 0) -> int:
        crc = 0
        for entry in self.entries(count, salt):
            crc = EntryRow.of(play, entry, crc).crc
        return crc

    def log(
        self,
        first: int,
        last: int,
        play: int = 1,
        after: JournalPosition | None = None,
        salt: int = 0,
    ) -> dict[str, Any]:
        if after is None:
            after = JournalPosition(play, first - 1) if first > 1 else JournalPosition()
        entries = tuple(self.entries(last, salt)[first - 1 :])
        batch = EntryBatch(self.play(play), after, entries, self.crc(play, last, salt))
        return sent.log_of(batch, (self.box, self.journal), given=True)

    def result(
        self,
        count: int,
        play: int = 1,
        after: JournalPosition | None = None,
        points: Sequence[int] | None = (3, 1),
        players: Sequence[str] = ("Ann", "Ben"),
    ) -> dict[str, Any]:
        closing = ClosedGame(self.play(play, players), after or JournalPosition(play, count), count)
        entries = self.entries(count)
        found = (entries[-1], self.crc(play, count)) if entries else None
        outcome: dict[str, Any] = {"over": False}
        if points is not None:
            best = max(points)
            outcome = {
                "over": True,
                "returns": list(points),
                "winners": [seat for seat, each in enumerate(points) if each == best],
                "seconds": [60] * len(points),
                "lines": [],
            }
        return sent.result_of(closing, found, outcome, (self.box, self.journal), given=True)

    def status(self, state: str = "online", session: int = 1, before: str = "") -> dict[str, Any]:
        return {
            "v": 1,
            "state": state,
            "session": session,
            "journal": self.journal,
            "before": before,
            "version": "1",
            "title": self.box,
        }
