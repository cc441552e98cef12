"""A hub with very many results, as if they had come over the years."""

import json
import random
from collections.abc import Iterator
from typing import Any

from sqlalchemy import insert, select

from companion_hub.club.tables import AUDIT
from companion_hub.club.tournament import PairingSystem, Tournament
from companion_hub.pages.server import HubServer
from companion_hub.players import fold_name
from companion_hub.rating_changes import note_many_changes
from companion_hub.schema import JOURNAL, PLAY, PLAYED_BY, PLAYER, QUARANTINE
from tests.hub.scene import STATE, BoxJournal, Scene

BOXES = 50
SEATS = 4
BEGAN = 1.6e9
APART = 1500.0
"""Seconds from one result to the next: 100,000 take almost five years."""
_AT_ONCE = 1000
GAMES = ("compass-jewels", "essence", "inner-compass", "compass-points", "gilded-compass")


def rows(results: int, players: int) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield games, and who has played each."""
    source = random.Random(1)
    for number in range(results):
        names = [f"Player {each}" for each in source.sample(range(players), SEATS)]
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
            "began": BEGAN + APART * number - 3600,
            "setup": {"players": names, "level": "full", "data": {"tiles": [*range(50)]}},
            "level": "full",
            "players": names,
            "finished": BEGAN + APART * number,
            "over": True,
            "outcome": outcome,
            "crc": number,
        }
        yield row, names


async def fill(there: Scene, results: int, players: int) -> None:
    """Store all games; what they change in the standings is noted, and not worked out."""
    journals = [
        {"name": f"j{n}", "told": f"j{n}", "site": f"site-{n % 5}", "box": f"b{n}", "since": 1.0}
        for n in range(BOXES)
    ]
    async with there.store.writing() as db:
        await db.execute(insert(JOURNAL), journals)
        everybody = [{"name": fold_name(f"Player {n}")} for n in range(players)]
        await db.execute(insert(PLAYER), everybody)
        games: list[dict[str, Any]] = []
        seats: list[dict[str, Any]] = []
        for row, names in rows(results, players):
            games.append(row)
            here = {"journal": row["journal"], "play": row["play"]}
            seats += [{"player": fold_name(name), **here} for name in names]
            if len(games) == _AT_ONCE:
                await db.execute(insert(PLAY), games)
                await db.execute(insert(PLAYED_BY), seats)
                games, seats = [], []
        if games:
            await db.execute(insert(PLAY), games)
            await db.execute(insert(PLAYED_BY), seats)
        await note_many_changes(db, PLAY.c.withheld == "")


async def add_others(there: Scene, pages: HubServer, *, deeds: int, misfits: int) -> None:
    """Add boxes that say much, a tournament, and what operators have done and can look at."""
    for number in range(BOXES):
        box, site = f"b{number}", f"site-{number % 5}"
        box_journal = BoxJournal(f"j{number}", box)
        await there.hear("status", box_journal.status(), box, site)
        await there.hear("state", STATE, box, site)
        devices = {f"reader-{n}": {"state": "lost", "detail": "x" * 50} for n in range(20)}
        await there.hear("health", {"v": 1, "devices": devices}, box, site)
        renewed = [
            BoxJournal(f"r{number}-{n}", box).status(session=2, before="j0") for n in range(10)
        ]
        for status in renewed:
            topic = f"companion/v1/{site}/{box}/status"
            there.worker.hear(topic, json.dumps(status).encode())
        await there.worker.settled()
    wanted = Tournament(0, "May", GAMES[0], PairingSystem.SWISS, 4, 3, 5, 1)
    number = await pages.tournaments.make(wanted)
    await pages.tournaments.enter(number, [f"Player {n}" for n in range(64)])
    pages.tournaments.now = lambda: BEGAN  # it waits for results since the first day
    await pages.tournaments.pair(number)
    async with there.store.writing() as db:
        deed = {"at": 1.0, "account": "Ann", "address": "::1", "deed": "logged_in"}
        await db.execute(insert(AUDIT), [{**deed, "subject": "", "detail": {}}] * deeds)
        of_each_box = select(PLAY.c.journal, PLAY.c.play).order_by(PLAY.c.play, PLAY.c.journal)
        some = (await db.execute(of_each_box.limit(misfits))).all()
        message = json.dumps({"players": ["x"] * 300})
        aside = {"at": 1.0, "reason": "players", "message": message}
        await db.execute(
            insert(QUARANTINE), [{"journal": each[0], "play": each[1], **aside} for each in some]
        )
