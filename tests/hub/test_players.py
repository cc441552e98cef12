"""Games are found by a part of a player's name, whatever names people give themselves."""

import asyncio
from pathlib import Path

import pytest

from companion.fleet.outbox import Position
from companion_hub import queries
from companion_hub.players import LONGEST
from companion_hub.queries import Search, games, page_of_games
from companion_hub.store import Store
from tests.hub.scene import Scene, Told, scene

NAMES = ("Änn Straße", "100 %", "a_b", "\u202eNull", "x" * LONGEST)
FOUND = {
    **{part: [1] for part in ("änn", "STRASSE", "%", "_", "null", "x" * (LONGEST + 1))},
    "ben": [2],
    "n": [1, 2],
    "": [1, 2],
    "a%b": [],
}


async def find_all(store: Store) -> None:
    """Let people with odd names play, and look for each."""
    there, told = Scene(store), Told()
    odd = told.result(0, 1, Position(), range(len(NAMES)), NAMES)
    await there.hear("result", odd)
    await there.hear("result", told.result(0, 2, Position(1, 0, result=True)))
    for part, plays in FOUND.items():
        found = await games(store, Search(player=part))
        assert sorted(each.play for each in found) == plays, part


def test_any_part_of_a_name_is_found_and_no_pattern(tmp_path: Path) -> None:
    async def act() -> None:
        async with scene(tmp_path) as there:
            await find_all(there.store)

    asyncio.run(act())


def test_games_come_by_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)

    async def act() -> None:
        async with scene(tmp_path) as there:
            told, after = Told(), Position()
            for play in range(1, 4):
                await there.hear("result", told.result(0, play, after))
                after = Position(play, 0, result=True)
            for at, shown in ((0, 2), (1, 1), (2, 0)):
                count, page = await page_of_games(there.store, Search(player="ann"), at)
                assert (count, len(page)) == (3, shown)

    asyncio.run(act())
