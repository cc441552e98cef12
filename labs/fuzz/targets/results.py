"""What a box says to a hub, and what pages make of it: results above all, each in its own journal.

The first line of a case is the last part of its topic, the second one is the payload. Whatever is
taken is shown on all pages at once. One case in ``WHOLE`` goes all the way: into the database of a
hub, where another box has a sound result, to the standings, and to the pages as they are served.

The target ``fleet`` only reads messages, and shows nothing. The target ``hub`` shows pages, but
each of its results ended a game whose end was stored already, and was dropped as a repetition.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from zlib import crc32

from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import func, select

from companion.i18n.languages import LANGUAGES
from companion.protocol import mqtt
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import FROM_BOX, message_at
from companion.protocol.payload import NotUnderstoodError
from companion.protocol.topics import MqttMessage
from companion_hub.club.groups import GroupSettings
from companion_hub.live import LiveBox, LiveBoxes
from companion_hub.message_parsing import (
    BoxId,
    ReceivedResult,
    batch_of,
    message_of,
    parse,
    result_of,
)
from companion_hub.name_masking import players_of
from companion_hub.pages import boxes, results, tables
from companion_hub.pages.box import box_page
from companion_hub.pages.layout import HubPageContext
from companion_hub.pages.server import HubServer
from companion_hub.players import fold_name
from companion_hub.queries import GameSearch, games, stored_game
from companion_hub.ratings import tables as rated
from companion_hub.removal_checks import HIDDEN
from companion_hub.schema import PLAY
from companion_hub.seasons import bounds_of, season_of
from labs.fuzz.mutation import spoiled_json, spoiled_text, to_text
from labs.fuzz.targets.caller import silence
from tests.hub.scene import STATE, BoxJournal, Scene, scene

WHOLE: Final = 5000
_NOW: Final = 1.8e9
_REASONS: Final = frozenset(
    ("time", "players", "level", "over", "points", "places", "winners", "seconds", "lines")
)
_PAGES: Final = (
    *("/", "/boxes", "/boxes/club/b1", "/table/club/b1", "/table/club/b1/view.json"),
    *("/games", "/games.csv", "/games?player=n", "/games/good/1", "/games/bad/1"),
    *("/games/bad/1.jsonl", "/players", "/players?game=compass-jewels&name=n", "/metrics"),
)
_ORIGIN: Final = BoxId("club", "b1")
_FRAMES: Final = tuple(map(HubPageContext, LANGUAGES))


class ResultTarget:
    """The messages of a box, and the pages that show them."""

    name = "results"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        box_journal = BoxJournal("bad")
        four = box_journal.result(
            0, 1, JournalPosition(), (3, 1, 4, 1), ("Ann", "Ben", "Cem", "Dua")
        )
        lines = [[seat, points, "R-1"] for seat in range(4) for points in (1, 2)]
        devices = {"panel": {"state": "ok", "detail": "fine"}, "board": {"state": "lost"}}
        health = {"v": 1, "devices": devices, "bad_frames": {"board": 3}, "disk_free_mb": 900}
        report = {"v": 1, "of": "", "settings": {"sound": "off"}, "refused": {"sound": "in-game"}}
        teams = {"totals": [5, 2, 5, 2], "places": [1, 3, 1, 0], "winners": [0, 2]}
        people = [{"name": "Ann", "colour": "red"}, {"name": "Zoë"}]
        lines_of_people = ["Ann leads", {"left": "Zoë: 5", "right": "ANN"}]
        self._sound: list[tuple[str, dict[str, Any]]] = [
            ("result", box_journal.result(0, 1, JournalPosition())),
            ("result", box_journal.result(0, 1, JournalPosition(), None)),
            ("result", {**four, "lines": lines}),
            ("result", {**four, "lines": lines, **teams}),
            ("result", {**four, "level": "scoring"}),
            ("log/1", box_journal.log(1, 2)),
            ("status", box_journal.status()),
            ("state", dict(STATE)),
            ("view", {"v": 1, "language": "en", "players": people, "lines": lines_of_people}),
            ("picture", {"v": 1, "picture": {"size": [9, 9], "zones": [{"caption": "Ann"}]}}),
            ("health", {**health, "temperature": 45, "card_errors": 0, "card_used": 12}),
            ("cfg/reported", report),
        ]

    def seeds(self) -> Sequence[bytes]:
        """Return a message of each kind; results more than once, as they are what counts."""
        return [f"{name}\n{json.dumps(data)}".encode() for name, data in self._sound]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a message with something wrong in it."""
        name, _, line = seed.decode("utf-8", "replace").partition("\n")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if value is None or source.random() < 0.05:
            line = spoiled_text(line, source)
        else:
            if value and isinstance(value, dict) and source.random() < 0.1:
                value[source.choice([*value])] = _swollen(source)
            line = to_text(spoiled_json(value, source), source)
        return f"{name}\n{line}".encode("utf-8", "replace")

    def feed(self, case: bytes) -> Counter[str]:
        """Take a message, or refuse it under a reason of one word; show what is taken."""
        name, _, payload = case.partition(b"\n")
        topic = name.decode("utf-8", "replace")
        if crc32(case) % WHOLE == 0:
            with TemporaryDirectory(dir=self._folder) as folder, silence():
                asyncio.run(_through_a_hub(Path(folder), topic, payload))
        try:
            declared = message_at(topic, FROM_BOX)
            if declared is None:
                return Counter(["no-topic"])
            data = parse(declared, payload)
            return Counter([_taken(message_of(declared, data), data)])
        except NotUnderstoodError as error:
            reason = str(error)
            assert reason.replace("-", "").isalpha(), reason
            return Counter([reason])


def _swollen(source: Random) -> Any:  # noqa: ANN401 - of any JSON type
    """Return a value that is deep, or has many parts, or a long text."""
    value: Any = source.choice(["Zo\u0308e", 7, {"name": "Ann"}])
    way, many = source.randrange(3), 10 ** source.randrange(1, 5)
    if way == 0:
        for _ in range(source.randrange(1, 70)):
            value = {"x": value} if source.random() < 0.5 else [value]
        return value
    return [value] * many if way == 1 else "Ann, " * many


def _taken(message: MqttMessage, data: Mapping[str, Any]) -> str:
    """Take a message; return how it fared."""
    if isinstance(message, mqtt.ResultMessage):
        return _result(result_of(message, data))
    if isinstance(message, mqtt.LogMessage):
        assert batch_of(message, data).entries
        return "taken"
    if isinstance(message, mqtt.StatusMessage | mqtt.RetainedMessage):
        return _retained(message.declared_name(), data)
    return "taken"


def _result(result: ReceivedResult) -> str:
    wrong = result.wrong(_NOW)
    if wrong:
        assert wrong in _REASONS, wrong
        return f"aside: {wrong}"
    _show(result)
    return "taken"


def _show(result: ReceivedResult) -> None:
    """Show a result wherever it can stand, and count it."""
    game = result.game
    row = {
        "journal": game.journal,
        "play": game.play,
        "site": _ORIGIN.site,
        "box": _ORIGIN.box,
        "game": game.game,
        "began": game.began,
        "finished": result.finished,
        "over": result.over,
        "players": list(result.players),
        "level": result.level,
        "outcome": dict(result.outcome) if result.over else None,
        "entries": 0,
        "robots": [],
        "setup": {},
        "rules": game.rules,
    }
    # As a database gives it back, which keeps JSON.
    played = stored_game(json.loads(json.dumps(row, allow_nan=False)))
    assert played is not None, "it was taken, and is not shown"
    assert "\0" not in json.dumps(row, ensure_ascii=False), "no database keeps it"
    frame = _FRAMES[len(result.level) % len(_FRAMES)]
    results.listing(frame, 1, [played], GameSearch(), 0)
    results.one_game(frame, played)
    results.as_csv([played])
    begins, ends = bounds_of(season_of(result.finished))
    assert begins <= result.finished < ends
    for table in rated([played] * 2).values():
        for standing in table.listed():
            assert abs(standing.points) < 2**62
            assert isfinite(standing.skill)


def _retained(name: str, data: Mapping[str, Any]) -> str:
    live = LiveBoxes()
    live.hear(_ORIGIN, "status", BoxJournal().status())
    live.hear(_ORIGIN, name, data)
    (box,) = live.listed()
    frame = _FRAMES[len(data) % len(_FRAMES)]
    plan = boxes.GroupOverview({"attic": GroupSettings({"sound": "off"})}, {_ORIGIN: "attic"})
    for page in (
        boxes.boxes(frame, [box], [], plan),
        box_page(frame, box),
        tables.tables(frame, [box]),
        tables.one_table(frame, box),
    ):
        assert len(page.encode()) < _LARGEST, f"{len(page)} characters on a page of one box"
    tables.script_data(box)
    _mask(box)
    return "taken"


def _mask(box: LiveBox) -> None:
    """Show a table without those who play at it: none of them is named as a player."""
    hidden = frozenset(map(fold_name, players_of(box.messages)))
    masked = box.without(hidden)
    tables.script_data(masked)
    left = {fold_name(name) for name in players_of(masked.messages)} - {fold_name(HIDDEN), ""}
    assert not left & hidden, left
    assert box.without(frozenset({*hidden})) is masked, "it is masked again for each page"


_LARGEST: Final = 300_000
"""Bytes of a page about one box."""


async def _through_a_hub(folder: Path, topic: str, payload: bytes) -> None:
    """Say it to a hub, and look at its pages: those of another box are as they were."""
    async with scene(folder) as there:
        there.store.now = lambda: _NOW
        good = BoxJournal("good", "b9")
        await there.hear("status", good.status(), "b9")
        await there.hear("result", good.result(0, 1, JournalPosition()), "b9")
        await there.hear("status", BoxJournal("bad").status())
        await there.hear(topic, payload)
        await there.hear(
            "result",
            BoxJournal("next", began=9e8).result(0, 1, JournalPosition(), (3, 1), ("Eva", "Fay")),
        )
        assert not there.refused("database"), "the database does not take it"
        shown = await _shown(there)
        assert [each.journal for each in await games(there.store, GameSearch())] == shown
        assert {"good", "next"} <= {*shown}
        pages = HubServer(there.store, there.live, there.counts, there.answer)
        async with TestClient(TestServer(pages.app())) as client:
            for path in _PAGES:
                async with client.get(path) as answer:
                    text = await answer.text()
                    assert answer.status in (200, 404), (path, answer.status)
                    if path in ("/games", "/players", "/games.csv"):
                        assert "Eva" in text, path


async def _shown(there: Scene) -> list[str]:
    """Return the journals of all results that count as sound, the newest first."""
    columns = PLAY.c
    sound = (columns.withheld == "") & columns.copied.is_(False) & columns.finished.is_not(None)
    newest = (columns.finished.desc(), columns.journal.desc())
    async with there.store.engine.connect() as db:
        assert (await db.execute(select(func.count()).select_from(PLAY))).scalar_one() >= 2
        found = await db.execute(select(columns.journal).where(sound).order_by(*newest))
        return [*found.scalars()]
