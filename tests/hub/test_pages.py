"""The hub's pages: what stands on them, in both languages, and nothing that was slipped in."""

import asyncio
import csv
import json
import re
from collections.abc import Callable, Coroutine
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from companion.engine.message import join, say
from companion.protocol.journal import JournalPosition
from companion.protocol.phrase import phrase_of
from companion.records.jsonl import read
from companion_hub.pages.server import HubServer
from tests.hub.scene import STATE, BoxJournal, Scene, scene

BUS_HANGS = join(": ", ["Errno 110", say("the bus hangs: check the panel's wiring")])
Get = Callable[..., Coroutine[Any, Any, str]]


def run(folder: Path, act: Callable[[Scene, Get], Coroutine[None, None, None]]) -> None:
    async def whole() -> None:
        async with scene(folder) as there:
            app = HubServer(there.store, there.live, there.counts, there.answer).app()
            async with TestClient(TestServer(app)) as client:

                async def get(path: str, status: int = 200, **given: str) -> str:
                    async with client.get(path, headers=given) as answer:
                        assert answer.status == status
                        assert "Content-Security-Policy" in answer.headers
                        text = await answer.text()
                        if answer.content_type == "text/html":
                            Sound().feed(text)
                        return text

                await act(there, get)

    asyncio.run(whole())


class Sound(HTMLParser):
    """Checks that elements are closed in order, and that no script stands on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script" or dict(attrs).get("src")
        if tag not in ("meta", "link", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


async def season(there: Scene, names: tuple[str, ...] = ("Ann", "Ben")) -> None:
    """Let two boxes play three games."""
    box_journal = BoxJournal()
    await there.hear("status", box_journal.status())
    await there.hear("log/1", box_journal.log(1, 4))
    await there.hear("result", box_journal.result(4, players=names))
    await there.hear("log/2", box_journal.log(1, 3, 2, JournalPosition(1, 4, result=True)))
    await there.hear("result", box_journal.result(3, 2, points=(0, 9), players=names))
    other = BoxJournal("j2", "b2", 5000.0)
    await there.hear("log/1", other.log(1, 2), box="b2")
    await there.hear("result", other.result(2, points=None), box="b2")


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("state", {"readers_bad": 1}),
        ("state", {"players": 5}),
        ("state", {"players": [{}], "points": {"0": 1}}),
        ("state", {"winners": "x", "players": ["Ann"]}),
        ("state", {"round": "seven"}),
        ("state", {"round": 10**400}),
        ("health", {"devices": [1]}),
        ("health", {"bad_frames": "x", "temperature": "hot"}),
        ("cfg/reported", {"of": ["x"], "refused": "x"}),
        ("status", {"title": ["x"]}),
    ],
)
def test_what_one_box_tells_wrongly_keeps_nobody_from_the_pages(
    tmp_path: Path, name: str, odd: dict[str, Any]
) -> None:
    """It is counted, and what the box has told before stays."""

    async def act(there: Scene, get: Get) -> None:
        box_journal = {"status": BoxJournal().status(), "state": STATE}
        for topic, data in box_journal.items():
            await there.hear(topic, data)
        await there.hear(name, {"v": 1, **box_journal.get(name, {}), **odd})
        assert there.refused("fields") == 1
        for path in ("/", "/boxes", "/boxes/club/b1", "/table/club/b1", "/metrics"):
            assert "b1" in await get(path) or path == "/metrics"
        assert "Compass" in await get("/")

    run(tmp_path, act)


def test_a_state_of_another_version_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("status", BoxJournal().status())
        await there.hear("state", {"v": 1, "phase": "dreaming", "title": None, "more": {"x": [1]}})
        await there.hear("health", {"v": 1, "temperature": None})
        assert there.refused("fields") == 0
        assert "b1" in await get("/boxes")

    run(tmp_path, act)


def test_all_tables(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        assert "No box has told anything yet" in await get("/")
        named = {"players": ["Ann", "<b>Ben"], "player": "<b>Ben"}
        await there.hear("status", BoxJournal().status())
        await there.hear("state", {**STATE, **named})
        page = await get("/")
        assert "Compass · in play · round 7" in page
        assert "&lt;b&gt;Ben" in page
        assert "<b>Ben" not in page
        assert "look at board" in page
        assert "Runde 7" in await get("/?lang=de")
        await there.hear("status", BoxJournal().status("lost"))
        assert "nicht erreichbar" in await get("/")  # a language that was chosen stays

    run(tmp_path, act)


@pytest.mark.parametrize("state", [{}, {"phase": "x", "players": ["A"], "points": []}])
def test_a_state_with_anything_missing_is_shown_all_the_same(
    tmp_path: Path, state: dict[str, Any]
) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("status", BoxJournal().status())
        await there.hear("state", {"v": 1, **state})
        await get("/")
        await get("/boxes")
        await get("/table/club/b1")

    run(tmp_path, act)


def test_one_table_gets_the_view_of_spectators(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("status", BoxJournal().status())
        await there.hear("view", {"v": 1, "players": [{"name": "Ann"}], "prompt": "Move"})
        await there.hear("picture", {"v": 1, "picture": {"size": [1, 1]}})
        shown = json.loads(await get("/table/club/b1/view.json"))
        assert shown["view"]["prompt"] == "Move"
        assert shown["view"]["picture"] == {"size": [1, 1]}
        assert "b1" in await get("/table/club/b1")
        await get("/table/club/nobody", 404)

    run(tmp_path, act)


@pytest.mark.slow
def test_games_are_found_by_player_game_and_box(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await season(there)
        page = await get("/games")
        assert "3 games" in page
        assert "★ Ann 3, Ben 1" in page
        assert "★ Ben 9, Ann 0" in page
        assert "Ann, Ben (left)" in page
        assert "2 games" in await get("/games?box=b1")
        assert "3 games" in await get("/games?player=ANN")
        assert "0 games" in await get("/games?player=nobody&at=99999999999")
        page = await get("/games/j1/1")
        assert "4 entries" in page
        await get("/games/j1/9", 404)

    run(tmp_path, act)


def test_a_game_that_goes_on_has_no_page_yet(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("log/1", BoxJournal().log(1, 4))
        await get("/games/j1/1", 404)
        await get("/games/j1/1.jsonl", 404)
        assert "0 games" in await get("/games")

    run(tmp_path, act)


@pytest.mark.slow
def test_a_log_can_be_read_by_the_companion(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await season(there)
        record = read((await get("/games/j1/1.jsonl")).splitlines())
        assert record.setup.players == ("Ann", "Ben")
        assert list(record.entries) == BoxJournal().entries(4)

    run(tmp_path, act)


@pytest.mark.slow
def test_csv_has_a_line_for_each_seat_and_no_formulas(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await season(there, ("=1+1", "Ben"))
        lines = [*csv.DictReader(StringIO(await get("/games.csv")))]
        assert len(lines) == 4
        assert {line["player"] for line in lines} == {"'=1+1", "Ben"}
        assert [line["place"] for line in lines] == ["1", "2", "2", "1"]

    run(tmp_path, act)


@pytest.mark.slow
def test_players_are_rated_and_a_new_result_counts_at_once(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        assert "No game was found" in await get("/players")
        await season(there)
        page = await get("/players")
        assert page.index("Ann") < page.index("plackett".title())
        for query in ("?game=compass-jewels", "?season=2001-3", "?season=1900-1", "?game=x"):
            await get(f"/players{query}")

    run(tmp_path, act)


def test_boxes_and_those_with_another_journal(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        box_journal = BoxJournal("j9")
        await there.hear("status", box_journal.status(before="j8"))
        health = {
            "v": 1,
            "devices": {
                "panel": {"state": "degraded", "detail": str(BUS_HANGS)},
                "left": {"state": "absent", "detail": "the cable is loose"},
                "buzzer": {"state": "asleep"},
            },
            "reasons": {"panel": phrase_of(BUS_HANGS)},
            "disk_free_mb": 900,
            "temperature": 45,
            "supply_low": True,
            "card_errors": 0,
            "card_used": 90,
            "clock_set": True,
        }
        await there.hear("health", health)
        page = await get("/boxes", **{"Accept-Language": "de-AT"})
        assert "nach Summer, left und Anzeige sehen" in page
        assert "900 MB" in page
        assert "45 °C" in page
        assert "seine Versorgung war zu schwach; seine Karte ist" in page
        assert "seine Uhr" not in page
        assert "Eingespielte Logbücher" in page
        settings = {"language": "de", "sound": "off", "brightness": "blazing"}
        await there.hear("cfg/reported", {"v": 1, "settings": settings})
        alone = await get("/boxes/club/b1", **{"Accept-Language": "de-AT"})
        found = re.findall(r"<(?:td|th)[^>]*>(?:<span[^>]*>)?([^<]*)", alone)
        for words in (
            ["Anzeige", "gestört", "Errno 110: der Bus hängt: Leitungen der Anzeige prüfen"],
            ["left", "fehlt", "the cable is loose"],
            ["Summer", "asleep"],
            ["Sprache", "Deutsch"],
            ["Ton", "aus"],
            ["Helligkeit", "blazing"],
        ):
            assert words in [found[at : at + len(words)] for at in range(len(found))], words

    run(tmp_path, act)


def test_metrics_count_what_was_refused(tmp_path: Path) -> None:
    async def act(there: Scene, get: Get) -> None:
        await there.hear("state", b"no")
        await there.hear("status", BoxJournal().status())
        text = await get("/metrics")
        assert 'companion_refused_total{reason="no-json"} 1.0' in text
        assert 'companion_boxes{state="online"} 1.0' in text

    run(tmp_path, act)


def test_files_outside_are_not_served(tmp_path: Path) -> None:
    async def act(_there: Scene, get: Get) -> None:
        assert "followScheme" in await get("/hub/hub.js")
        assert "--paper" in await get("/static/style/base.css")
        await get("/static/%2e%2e/server.py", 404)
        await get("/words/xx.json", 404)
        assert json.loads(await get("/words/de.json"))

    run(tmp_path, act)
