"""What a hub's pages cost with 100,000 results of 10,000 players: no page more than its rows.

The time of the processor counts, of all threads of this process; the database is a household's, in
the same process. ``RESULTS`` and ``PLAYERS`` choose other numbers.
"""

import asyncio
import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request
from sqlalchemy import insert, select

from companion_hub.changes import note_many_changes
from companion_hub.club.accounts import Role
from companion_hub.club.tables import AUDIT
from companion_hub.club.tournament import Kind, Tournament
from companion_hub.pages.server import Pages
from companion_hub.players import folded
from companion_hub.schema import JOURNAL, PLAY, PLAYED_BY, PLAYER, QUARANTINE
from tests.hub.club.desk import CHEAP, WORD
from tests.hub.scene import STATE, Scene, Told, scene

RESULTS = int(os.environ.get("RESULTS", "100000"))
PLAYERS = int(os.environ.get("PLAYERS", "10000"))
MOST = 0.2
"""Seconds of the processor that a page may take."""
BOXES = 50
SEATS = 4
_BEGAN = 1.6e9
_APART = 1500.0
"""Seconds from one result to the next: 100,000 take almost five years."""
_AT_ONCE = 1000
GAMES = ("compass-jewels", "essence", "inner-compass", "compass-points", "gilded-compass")


def rows(source: random.Random) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield games, and who has played each."""
    for number in range(RESULTS):
        names = [f"Player {each}" for each in source.sample(range(PLAYERS), SEATS)]
        points = [source.randint(0, 60) for _ in names]
        outcome = {
            "returns": points,
            "winners": [seat for seat in range(SEATS) if points[seat] == max(points)],
            "seconds": [900] * SEATS,
            "lines": [[seat, 5, f"R-{line}"] for seat in range(SEATS) for line in range(5)],
            "totals": [],
            "places": [],
        }
        box = number % BOXES
        row = {
            "journal": f"j{box}",
            "play": 1 + number // BOXES,
            "site": f"site-{box % 5}",
            "box": f"b{box}",
            "game": GAMES[number % 7 % 5],
            "rules": "1",
            "began": _BEGAN + _APART * number - 3600,
            "setup": {"players": names, "level": "full", "data": {"tiles": [*range(50)]}},
            "level": "full",
            "players": names,
            "finished": _BEGAN + _APART * number,
            "over": True,
            "outcome": outcome,
            "crc": number,
        }
        yield row, names


async def fill(there: Scene) -> None:
    """Store all games, as if they had come over the years."""
    journals = [
        {"name": f"j{n}", "told": f"j{n}", "site": f"site-{n % 5}", "box": f"b{n}", "since": 1.0}
        for n in range(BOXES)
    ]
    async with there.store.writing() as db:
        await db.execute(insert(JOURNAL), journals)
        everybody = [{"name": folded(f"Player {n}")} for n in range(PLAYERS)]
        await db.execute(insert(PLAYER), everybody)
        games: list[dict[str, Any]] = []
        seats: list[dict[str, Any]] = []
        for row, names in rows(random.Random(1)):
            games.append(row)
            here = {"journal": row["journal"], "play": row["play"]}
            seats += [{"player": folded(name), **here} for name in names]
            if len(games) == _AT_ONCE:
                await db.execute(insert(PLAY), games)
                await db.execute(insert(PLAYED_BY), seats)
                games, seats = [], []
        if games:
            await db.execute(insert(PLAY), games)
            await db.execute(insert(PLAYED_BY), seats)
        await note_many_changes(db, PLAY.c.withheld == "")


async def others(there: Scene, pages: Pages) -> None:
    """Add boxes that say much, a tournament, and what operators have done."""
    for number in range(BOXES):
        box, site = f"b{number}", f"site-{number % 5}"
        told = Told(f"j{number}", box)
        await there.hear("status", told.status(), box, site)
        await there.hear("state", STATE, box, site)
        devices = {f"reader-{n}": {"state": "lost", "detail": "x" * 50} for n in range(20)}
        await there.hear("health", {"v": 1, "devices": devices}, box, site)
        for again in range(10):
            renewed = Told(f"r{number}-{again}", box).status(session=2, before="j0")
            await there.hear("status", renewed, box, site)
    wanted = Tournament(0, "May", GAMES[0], Kind.SWISS, 4, 3, 5, 1)
    number = await pages.tournaments.make(wanted)
    await pages.tournaments.enter(number, [f"Player {n}" for n in range(64)])
    pages.tournaments.now = lambda: _BEGAN  # it waits for results since the first day
    await pages.tournaments.pair(number)
    async with there.store.writing() as db:
        deed = {"at": 1.0, "account": "Ann", "address": "::1", "deed": "logged_in"}
        await db.execute(insert(AUDIT), [{**deed, "subject": "", "detail": {}}] * 20_000)
        some = (await db.execute(select(PLAY.c.journal, PLAY.c.play).limit(2000))).all()
        message = json.dumps({"players": ["x"] * 300})
        aside = {"at": 1.0, "reason": "players", "message": message}
        await db.execute(
            insert(QUARANTINE), [{"journal": each[0], "play": each[1], **aside} for each in some]
        )


PAGES = (
    *("/", "/table/site-0/b0", "/table/site-0/b0/view.json", "/boxes", "/boxes/site-0/b0"),
    *("/games", "/games?at=1000", "/games?at=1999", "/games?at=999999999"),
    *("/games?player=player+1", "/games?player=77&at=3", "/games?player=nobody"),
    *("/games?player=player", "/games?player=player&at=19", "/games?player=player&game=none"),
    *("/games?game=essence&site=site-0&box=b0", "/games?game=none", "/games?site=site-1&at=300"),
    *("/games?since=2021-01-01&until=2023-01-01&at=500", "/games/j0/7", "/games/j0/7.jsonl"),
    *("/players", "/players?at=50", "/players?at=99", "/players?at=99999"),
    *("/players?site=site-1&season=2021-3&game=essence", "/players?season=2022-1&at=20"),
    *("/players?name=77", "/players?name=player&at=90", "/players?event=1"),
    *("/tournaments", "/tournaments/1", "/metrics", "/login"),
    *("/removals", "/office", "/audit", "/audit?at=199", "/logs", "/accounts", "/groups"),
)


@contextmanager
def timed(figures: dict[str, float], what: str) -> Iterator[None]:
    """Note the time of the processor that something takes: of three tries the least."""
    began = process_time()
    yield
    figures[what] = min(figures.get(what, 1e9), process_time() - began)


async def costs(client: TestClient[Request, Application]) -> dict[str, float]:
    """Return what each page costs; the first look at one fills caches of programs."""
    figures: dict[str, float] = {}
    for path in PAGES:
        for _ in range(3):
            with timed(figures, path):
                async with client.get(path) as answer:
                    assert answer.status == 200, path
                    await answer.read()
    return figures


def test_no_page_costs_more_than_its_rows(tmp_path: Path) -> None:
    async def whole() -> dict[str, float]:
        async with scene(tmp_path) as there:
            await fill(there)
            began = process_time()
            there.rater.wake()
            await there.rater.settled()
            print(f"\n{RESULTS} results are counted in {process_time() - began:.0f} s")
            began = process_time()
            last = Told("new", "b0", _BEGAN).result(0, 1, None, (3, 1), ("Player 1", "Player 2"))
            ended = _BEGAN + _APART * RESULTS
            await there.hear("result", {**last, "after": [0, 0, 0], "finished": ended})
            print(f"one more in {1000 * (process_time() - began):.0f} ms")
            pages = Pages(there.store, there.live, there.counts, there.answer)
            pages.accounts.cost = CHEAP
            await others(there, pages)
            async with TestClient(TestServer(pages.app())) as client:
                await pages.accounts.add("Ann", WORD, Role.ADMIN)
                own = {"Origin": str(client.make_url("/")).rstrip("/")}
                await client.post("/login", data={"name": "Ann", "password": WORD}, headers=own)
                return await costs(client)

    figures = asyncio.run(whole())
    for path, seconds in sorted(figures.items(), key=lambda each: -each[1]):
        print(f"{1000 * seconds:6.0f} ms  {path}")
    dear = {path: round(seconds, 3) for path, seconds in figures.items() if seconds > MOST}
    if dear:
        pytest.fail(f"more than {MOST} s: {dear}")
