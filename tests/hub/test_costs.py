"""A page costs what its rows cost, however many results, players and misfits there are.

What is counted is work and not time: queries, rows that the program reads, and steps of the
database. ``labs/bench/test_hub.py`` measures the time with 100,000 results.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import event

from companion_hub import players, queries
from companion_hub.club.accounts import Role
from companion_hub.pages.server import HubServer
from tests.hub.club.operator_client import CHEAP, WORD
from tests.hub.many import add_others, fill
from tests.hub.scene import Scene, scene

FEW: Final = 300
TIMES: Final = 4
"""So many times more results, players and misfits there are in the larger hub."""
_STEPS: Final = 50
"""Steps of SQLite's machine that are counted at once."""
_LIST: Final = 5
"""Seasons and games in lists to choose from: of more there are a few more."""
COUNTED: Final = (
    *("/games", "/games?at=2", "/games?site=site-1", "/games?game=essence", "/games?game=none"),
    *("/games?player=player", "/games?player=player+1", "/games?player=nobody"),
    *("/players", "/players?site=site-1", "/players?name=player"),
    *("/games.csv?game=none", "/games.csv?player=nobody", "/games.csv?player=player+123"),
)
"""Pages for which the database counts or looks through all there is, which nobody reads."""
_LOOKED_AT: Final = 60
"""Steps for each result that this may take."""
WHOLE: Final = ("/games.csv", "/games.csv?player=player+1")
"""Files that have all there is."""
_READ: Final = 200
"""Steps for each result that this may take."""
CONSTANT: Final = (
    *("/", "/table/site-0/b0", "/table/site-0/b0/view.json", "/boxes", "/boxes/site-0/b0"),
    *("/games/j0/1", "/games/j0/1.jsonl", "/games?since=2020-09-14&until=2020-09-16"),
    *("/removals", "/removals?at=1", "/removals?box=site-0/b0", "/tournaments"),
    *("/tournaments/1", "/office", "/audit", "/accounts", "/groups", "/logs", "/metrics"),
)
"""Pages that cost the same in each hub: there are as many misfits in both."""


@dataclass
class Work:
    """What a page has cost."""

    queries: int = 0
    rows: int = 0
    steps: int = 0


def watched(there: Scene) -> Work:
    """Count what a database does from now on."""
    work, engine = Work(), there.store.engine.sync_engine

    def step() -> int:
        work.steps += _STEPS
        return 0

    def row(_cursor: object, values: tuple[object, ...]) -> tuple[object, ...]:
        work.rows += 1
        return values

    @event.listens_for(engine, "connect")
    def _watch(connection: Any, _record: object) -> None:  # noqa: ANN401 - of aiosqlite
        driver = connection.driver_connection._conn  # noqa: SLF001 - SQLite's own
        driver.set_progress_handler(step, _STEPS)
        driver.row_factory = row

    @event.listens_for(engine, "before_cursor_execute")
    def _count(*_of_the_query: object) -> None:
        work.queries += 1

    return work


async def costs(folder: Path, results: int) -> dict[str, Work]:
    """Return what each page of a hub with so many results costs."""
    async with scene(folder) as there:
        await fill(there, results, results // 2)
        there.rater.wake()
        await there.rater.settled()
        pages = HubServer(there.store, there.live, there.counts, there.answer)
        pages.accounts.cost = CHEAP
        await add_others(there, pages, deeds=results, misfits=FEW)
        await pages.accounts.add("Ann", WORD, Role.ADMIN)
        await there.store.engine.dispose()  # connections that nobody watches
        work, found = watched(there), {}
        async with TestClient(TestServer(pages.app())) as client:
            own = {"Origin": str(client.make_url("/")).rstrip("/")}
            await client.post("/login", data={"name": "Ann", "password": WORD}, headers=own)
            for path in (*COUNTED, *CONSTANT, *WHOLE):
                before = Work(work.queries, work.rows, work.steps)
                async with client.get(path) as answer:
                    assert answer.status == 200, path
                    await answer.read()
                found[path] = Work(
                    work.queries - before.queries,
                    work.rows - before.rows,
                    work.steps - before.steps,
                )
        return found


@pytest.mark.slow
def test_a_page_costs_its_rows_however_many_there_are_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In proportion to so few results: those that are shown of a common name, and what is common.
    monkeypatch.setattr(queries, "COUNTED_OF_PLAYER", FEW // 3)
    monkeypatch.setattr(players, "FEW", FEW // 3)
    small, large = (tmp_path / name for name in ("small", "large"))
    for folder in (small, large):
        folder.mkdir()
    less = asyncio.run(costs(small, FEW))
    more = asyncio.run(costs(large, TIMES * FEW))
    dear = []
    for path in (*COUNTED, *CONSTANT, *WHOLE):
        few, many = less[path], more[path]
        rows = TIMES if path in WHOLE else 1
        is_cheap = many.queries <= rows * few.queries and many.rows <= rows * few.rows + _LIST
        most = (_READ if path in WHOLE else _LOOKED_AT) * TIMES * FEW
        if path in CONSTANT:
            most = few.steps + few.steps // 4 + 10 * _STEPS
        is_cheap &= many.steps <= most
        if not is_cheap:
            dear.append(f"{path}: {few}, {many}")
    assert not dear, "\n".join(dear)
