"""What becomes of a database that was made by an earlier version."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from companion_hub.club.tables import METADATA
from companion_hub.log_blob import Row, pack_rows
from companion_hub.migrate import differences, migrate
from companion_hub.partitions import following, month_of
from companion_hub.queries import GameSearch, games
from companion_hub.store import open_store

ROWS: list[Row] = [(n, "action", 0, json.dumps({"n": n}), n, 1e9, 7 * n) for n in range(1, 4)]


def to_the_first(connection: Connection) -> None:
    to_version(connection, "0001")


def to_version(connection: Connection, version: str) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "companion_hub:migrations")
    command.upgrade(config, version)


async def filled_by_the_first(engine: AsyncEngine) -> None:
    """Make a database of the first version, with a game that is over and one that is not."""
    journal = {"name": "j1", "since": 1_798_761_599.0}  # the last second of 2026
    async with engine.begin() as db:
        await db.run_sync(to_the_first)
        await db.execute(
            text("INSERT INTO journal (name, site, box, since) VALUES (:name, 'c', 'b', :since)"),
            journal,
        )
        for play, log, finished in ((1, pack_rows(ROWS), 1e9), (2, None, None)):
            await db.execute(
                text(
                    "INSERT INTO play (journal, play, site, box, game, rules, began, setup,"
                    " players, log, finished) VALUES"
                    " ('j1', :play, 'c', 'b', 'g', '1', 0, '{}', :players, :log, :finished)"
                ),
                {"play": play, "players": '["Änn", "BEN"]', "log": log, "finished": finished},
            )
        for row in ROWS:
            names = ("sequence", "kind", "actor", "payload", "clock", "wall", "crc")
            await db.execute(
                text(
                    "INSERT INTO entry VALUES"
                    " ('j1', 2, :sequence, :kind, :actor, :payload, :clock, :wall, :crc)"
                ),
                dict(zip(names, row, strict=True)),
            )


async def keeps_its_games(url: str) -> None:
    store = open_store(url)
    try:
        await filled_by_the_first(store.engine)
        await migrate(store.engine)
        await migrate(store.engine)
        assert await store.log("j1", 1) == (*ROWS,)
        assert await store.log("j1", 2) == (*ROWS,)
        async with store.engine.connect() as db:
            found = await db.execute(
                text("SELECT month FROM play UNION SELECT month FROM journal"
                     " UNION SELECT month FROM entry UNION SELECT month FROM game_log")
            )  # fmt: skip
            assert [*found.scalars()] == [202612]
            assert await db.run_sync(differences, METADATA) == []
        for name in ("ÄNN", "ben"):
            assert [each.play for each in await games(store, GameSearch(player=name))] == [1]
    finally:
        await store.close()


@pytest.mark.slow
def test_a_database_of_the_first_version_keeps_its_games(tmp_path: Path) -> None:
    asyncio.run(keeps_its_games(f"sqlite+aiosqlite:///{tmp_path / 'hub.sqlite3'}"))


BAD: dict[str, dict[str, Any]] = {
    "bad-time": {"finished": 253_402_300_800.0},
    "bad-points": {"outcome": json.dumps({"returns": [10**400, 2], "seconds": [1, 2]})},
    "bad-lines": {
        "outcome": '{"returns": [1, 2], "winners": [0], "seconds": [1, 2], "lines": [[]]}'
    },
    "bad-players": {"players": json.dumps(["x"] * 300)},
    "bad-setup": {"setup": '{"robots": 5}'},
}
SOUND: dict[str, Any] = {
    "finished": 1e9,
    "players": '["Ann", "Ben"]',
    "setup": '{"robots": [1]}',
    "outcome": '{"returns": [1, 2], "winners": [1], "seconds": [1, 2], "lines": []}',
}


async def sets_misfits_aside(url: str) -> None:
    """Bring rows up to date that an earlier version has taken, and could not show."""
    store = open_store(url)
    try:
        async with store.engine.begin() as db:
            await db.run_sync(to_the_first)
            for name, wrong in {**BAD, "good": {}}.items():
                await db.execute(
                    text(
                        "INSERT INTO journal (name, site, box, since) VALUES (:name, 'c', 'b', 1)"
                    ),
                    {"name": name},
                )
                await db.execute(
                    text(
                        "INSERT INTO play (journal, play, site, box, game, rules, began, over,"
                        " setup, players, outcome, finished) VALUES (:name, 1, 'c', 'b', 'g', '1',"
                        " 0, true, :setup, :players, :outcome, :finished)"
                    ),
                    {"name": name, **SOUND, **wrong},
                )
        await migrate(store.engine)
        (found,) = await games(store, GameSearch())
        assert (found.journal, *found.robots) == ("good", 1)
        async with store.engine.connect() as db:
            aside = await db.execute(text("SELECT journal, reason FROM quarantine"))
            assert {row.journal: f"bad-{row.reason}" for row in aside} == {
                name: name for name in BAD
            }
    finally:
        await store.close()


@pytest.mark.slow
def test_results_of_an_earlier_version_that_no_page_could_show_are_set_aside(
    tmp_path: Path,
) -> None:
    asyncio.run(sets_misfits_aside(f"sqlite+aiosqlite:///{tmp_path / 'hub.sqlite3'}"))


def test_months() -> None:
    assert month_of(1_798_761_599.0) == 202612
    assert month_of(1_798_761_600.0) == following(202612) == 202701
    assert following(202611) == 202612


async def respells_names(url: str) -> None:
    """Bring a database up to date in which an operator has removed one spelling of a name."""
    store, odd = open_store(url), ("zoë rude", "zo\u00adë rude", "zoë\u200b rude")
    try:
        async with store.engine.begin() as db:
            await db.run_sync(to_version, "removals")
            await db.execute(
                text("INSERT INTO journal (name, site, box, since) VALUES ('j', 'c', 'b', 1)")
            )
            for number, name in enumerate(odd):
                row = {"name": name, "number": number, "players": json.dumps([name, "Ben"])}
                await db.execute(
                    text(
                        "INSERT INTO play (journal, play, site, box, game, rules, began, over,"
                        " setup, players, outcome, finished) VALUES ('j', :number, 'c', 'b', 'g',"
                        " '1', 0, true, '{}', :players, '{\"returns\": [1, 2], \"winners\": [1],"
                        ' "seconds": [1, 2], "lines": []}\', 1e9)'
                    ),
                    row,
                )
                await db.execute(text("INSERT INTO player VALUES (:name)"), row)
                await db.execute(text("INSERT INTO played_by VALUES (:name, 'j', :number)"), row)
            await db.execute(
                text("INSERT INTO removal VALUES ('player', :name, 'Zoë Rude', 1, 'Olga')"),
                {"name": odd[0]},
            )
            await db.execute(text("DELETE FROM change"))
        await migrate(store.engine)
        shown = await games(store, GameSearch())
        assert [each.players for each in shown] == [("–", "Ben")] * 3
        assert await games(store, GameSearch(player="rude")) == []
        async with store.engine.connect() as db:
            names = await db.execute(text("SELECT name FROM player"))
            assert [*names.scalars()] == ["zoërude"]
            again = await db.execute(text("SELECT count(*) FROM change"))
            assert again.scalar_one(), "ratings are worked out without that name"
    finally:
        await store.close()


@pytest.mark.slow
def test_names_in_a_database_are_spelled_anew(tmp_path: Path) -> None:
    asyncio.run(respells_names(f"sqlite+aiosqlite:///{tmp_path / 'hub.sqlite3'}"))


async def statements_for(url: str, count: int) -> int:
    """Return how many statements it takes to spell so many names anew, in three clubs each."""
    store, statements = open_store(url), 0
    names = [f"Zoë\u200b {number}" for number in range(count)]
    clubs = [{"name": name, "site": site} for name in names for site in ("a", "b", "c")]
    try:
        async with store.engine.begin() as db:
            await db.run_sync(to_version, "removals")
            await db.execute(text("INSERT INTO player VALUES (:name)"), clubs[::3])
            await db.execute(
                text("INSERT INTO standing VALUES (:site, '', '', :name, :name, 1, 1, 1, 0, 0, 0)"),
                clubs,
            )

        @event.listens_for(store.engine.sync_engine, "before_cursor_execute")
        def _count(*_of_the_statement: object) -> None:
            nonlocal statements
            statements += 1

        await migrate(store.engine)
        async with store.engine.connect() as db:
            folded = {*(await db.execute(text("SELECT folded FROM standing"))).scalars()}
            known = {*(await db.execute(text("SELECT name FROM player"))).scalars()}
        assert folded == known == {f"zoë{number}" for number in range(count)}
    finally:
        await store.close()
    return statements


@pytest.mark.slow
def test_names_are_spelled_anew_by_as_many_statements_however_many_there_are(
    tmp_path: Path,
) -> None:
    few, many = (
        asyncio.run(statements_for(f"sqlite+aiosqlite:///{tmp_path / str(count)}", count))
        for count in (3, 60)
    )
    assert few == many
