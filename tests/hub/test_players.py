"""Games are found by a part of a player's name, whatever names people give themselves."""

import asyncio
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from sqlalchemy import insert

from companion.protocol.journal import JournalPosition
from companion_hub import queries
from companion_hub.players import LONGEST
from companion_hub.queries import (
    COUNTED_OF_PLAYER,
    PAGE,
    GameSearch,
    games,
    page_of_games,
)
from companion_hub.schema import JOURNAL, PLAY, PLAYED_BY, PLAYER
from companion_hub.store import Store
from tests.hub.scene import BoxJournal, Scene, scene

NAMES = ("Änn Straße", "100 %", "a_b", "\u202eNull", "x" * LONGEST)
FOUND = {
    **{part: [1] for part in ("änn", "STRASSE", "%", "_", "null", "x" * (LONGEST + 1))},
    "ben": [2],
    "n": [1, 2],
    "": [1, 2],
    "a%b": [],
}
NAMES_OF_MANY = 20_000
GAMES = 4000
ENOUGH = 1.0
"""Seconds of the processor for a page of them; it was 3 when each name was asked for."""


async def find_all(store: Store) -> None:
    """Let people with odd names play, and look for each."""
    there, box_journal = Scene(store), BoxJournal()
    odd = box_journal.result(0, 1, JournalPosition(), range(len(NAMES)), NAMES)
    await there.hear("result", odd)
    await there.hear("result", box_journal.result(0, 2, JournalPosition(1, 0, result=True)))
    for part, plays in FOUND.items():
        found = await games(store, GameSearch(player=part))
        assert sorted(each.play for each in found) == plays, part


@pytest.mark.slow
def test_any_part_of_a_name_is_found_and_no_pattern(tmp_path: Path) -> None:
    async def act() -> None:
        async with scene(tmp_path) as there:
            await find_all(there.store)

    asyncio.run(act())


@pytest.mark.slow
def test_a_common_part_of_a_name_costs_no_more_than_the_games_it_is_asked_of(
    tmp_path: Path,
) -> None:
    """SQLite asked each game about every name that has the part: two minutes with all of them."""

    async def act() -> None:
        async with scene(tmp_path) as there:
            await fill(there.store)
            began = process_time()
            count, page = await page_of_games(there.store, GameSearch(player="player"), 0)
            assert process_time() - began < ENOUGH
            assert (count, len(page)) == (COUNTED_OF_PLAYER + 1, PAGE)
            assert [each.play for each in page] == [*range(GAMES, GAMES - PAGE, -1)]
            last = COUNTED_OF_PLAYER // PAGE
            for at, shown in ((last - 1, PAGE), (last, 0)):
                assert (
                    len((await page_of_games(there.store, GameSearch(player="player"), at))[1])
                    == shown
                )

    asyncio.run(act())


async def fill(store: Store) -> None:
    """Store games of the last of many people, by their names."""
    names = [f"player {number:05}" for number in range(NAMES_OF_MANY)]
    journal = {"name": "j", "told": "j", "site": "s", "box": "b", "since": 1.0}
    outcome = {"returns": [1, 0], "winners": [0], "seconds": [1, 1], "lines": []}
    async with store.writing() as db:
        await db.execute(insert(JOURNAL), [journal])
        await db.execute(insert(PLAYER), [{"name": name} for name in names])
        seats = {
            play: [names[-1 - play % 1000], names[-1001 - play % 1000]]
            for play in range(1, GAMES + 1)
        }
        game: dict[str, Any] = {
            "journal": "j",
            "site": "s",
            "box": "b",
            "game": "essence",
            "rules": "1",
        }
        game |= {"setup": {}, "over": True, "outcome": outcome, "began": 1.0}
        await db.execute(
            insert(PLAY),
            [
                {**game, "play": play, "players": both, "finished": float(play)}
                for play, both in seats.items()
            ],
        )
        await db.execute(
            insert(PLAYED_BY),
            [
                {"player": name, "journal": "j", "play": play}
                for play, both in seats.items()
                for name in both
            ],
        )


@pytest.mark.slow
def test_games_come_by_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)

    async def act() -> None:
        async with scene(tmp_path) as there:
            box_journal, after = BoxJournal(), JournalPosition()
            for play in range(1, 4):
                await there.hear("result", box_journal.result(0, play, after))
                after = JournalPosition(play, 0, result=True)
            for at, shown in ((0, 2), (1, 1), (2, 0)):
                count, page = await page_of_games(there.store, GameSearch(player="ann"), at)
                assert (count, len(page)) == (3, shown)

    asyncio.run(act())
