"""The tables in a real PostgreSQL: what earlier versions have left, and months."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from aiohttp.test_utils import TestClient, TestServer
from msgspec.structs import replace
from sqlalchemy import create_engine, select, text

from companion.engine.log import Entry
from companion.protocol.journal import JournalPosition
from companion_hub.club.accounts import Role
from companion_hub.club.removals import RemovalKind, Removals
from companion_hub.log_blob import LARGEST_LOG
from companion_hub.migrate import migrate
from companion_hub.pages.server import HubServer
from companion_hub.queries import GameSearch, games, page_of_games
from companion_hub.rater import Rater
from companion_hub.result_listener import ResultListener
from companion_hub.rows import insert_rows, size_of
from companion_hub.schema import GAME_LOG
from companion_hub.source import nothing
from companion_hub.store import open_store
from labs.fleet.servers import Postgres, postgres
from tests.hub.club.operator_client import CHEAP, WORD
from tests.hub.many import add_others, fill
from tests.hub.scene import BoxJournal, Scene
from tests.hub.test_bounds import tell
from tests.hub.test_migrations import (
    ROWS,
    filled_by_the_first,
    respells_names,
    sets_misfits_aside,
)
from tests.hub.test_players import find_all
from tests.hub.test_rater import check, played

PARTITIONS = text(
    "SELECT inhrelid::regclass::text FROM pg_inherits"
    " WHERE inhparent IN ('entry'::regclass, 'game_log'::regclass) ORDER BY 1"
)

ODD = "a\\tb\tc\nd\\.\r\u20ac"


class Odd(BoxJournal):
    """A journal in which people say odd things."""

    def entries(self, count: int, salt: int = 0) -> list[Entry]:
        return [
            replace(entry, payload={"said": ODD, "n": entry.sequence})
            for entry in super().entries(count, salt)
        ]


def partitions(database: Postgres) -> list[str]:
    engine = create_engine(database.url)
    with engine.connect() as db:
        found = [*db.execute(PARTITIONS).scalars()]
    engine.dispose()
    return found


def test_a_database_of_the_first_version_is_divided_by_month() -> None:
    async def scene(database: Postgres) -> None:
        store = open_store(database.url)
        await filled_by_the_first(store.engine)
        await migrate(store.engine)
        assert await store.log("j1", 1) == await store.log("j1", 2) == (*ROWS,)
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))
        assert partitions(database) == ["entry_202612", "game_log_202612"]


def test_results_of_an_earlier_version_that_no_page_could_show_are_set_aside() -> None:
    with postgres() as database:
        asyncio.run(sets_misfits_aside(database.url))


def test_names_in_a_database_are_spelled_anew() -> None:
    with postgres() as database:
        asyncio.run(respells_names(database.url))


def test_a_log_beyond_the_bounds_is_kept_up_to_them_also_when_its_game_goes_on() -> None:
    async def scene(database: Postgres) -> None:
        store = open_store(database.url)
        await migrate(store.engine)
        there = Scene(store)
        _, ack = await tell(there, 40, 90_000)
        assert (ack["sequence"], ack["result"]) == (40, True)
        assert there.refused("log-too-long") > 0
        assert [row[0] for row in await store.log("j1", 1)] == [*range(1, 19)]
        async with store.engine.connect() as db:
            packed = await size_of(db, "j1", 1)
        assert 18 * 90_000 < packed <= LARGEST_LOG
        waiting = [(19, "action", 0, json.dumps({"x": "ü" * 90_000}), 19, 1e9, 1)]
        async with store.writing() as db:
            month = (await db.execute(select(GAME_LOG.c.month))).scalar_one()
            await insert_rows(db, [(("j1", 1, month), waiting)])
            assert await size_of(db, "j1", 1) == packed + len(waiting[0][3])
        shown = await store.log("j1", 1)
        assert [row[0] for row in shown] == [*range(1, 19)], "no row exceeds the bounds"
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))


PAGES = (
    *("/games", "/games?at=3", "/games?game=essence&site=site-1", "/games?game=none", "/games.csv"),
    *("/games?since=2020-09-14&until=2020-09-16", "/games?player=player+1", "/games/j0/1"),
    *("/games?player=player+1&at=1", "/games?player=player+123", "/games?player=nobody"),
    *("/games.csv?player=player+1", "/games.csv?player=player+123", "/games.csv?player=nobody"),
    *("/players", "/players?site=site-1&game=essence", "/players?name=player+12&at=0"),
    *("/removals", "/removals?at=1", "/removals?box=site-0/b0", "/removals?box=site-0/b0&at=1"),
    *("/tournaments/1", "/"),
)


async def pages_of(url: str) -> dict[str, str]:
    """Return the pages of a hub with many results, misfits, and a name that is removed."""
    store = open_store(url)
    await migrate(store.engine)
    there = Scene(store)
    store.now = lambda: 1.7e9
    await fill(there, 400, 150)
    there.rater.wake()
    await there.rater.settled()
    pages = HubServer(store, there.live, there.counts, there.answer)
    pages.accounts.cost, pages.removals.now = CHEAP, lambda: 1.7e9
    await add_others(there, pages, deeds=10, misfits=380)
    await pages.removals.remove(RemovalKind.PLAYER, "Player 7", "Ann")
    there.rater.wake()
    await there.rater.settled()
    async with TestClient(TestServer(pages.app())) as client:
        await pages.accounts.add("Ann", WORD, Role.ADMIN)
        own = {"Origin": str(client.make_url("/")).rstrip("/")}
        await client.post("/login", data={"name": "Ann", "password": WORD}, headers=own)
        found = {}
        for path in PAGES:
            async with client.get(path) as answer:
                assert answer.status == 200, path
                found[path] = await answer.text()
    await store.close()
    return found


def test_pages_are_the_same_as_those_of_a_household(tmp_path: Path) -> None:
    with postgres() as database:
        found = asyncio.run(pages_of(database.url))
    expected = asyncio.run(pages_of(f"sqlite+aiosqlite:///{tmp_path / 'hub.sqlite3'}"))
    for path in PAGES:
        assert found[path] == expected[path], path


def test_odd_names_are_found_where_no_locale_is_set() -> None:
    async def whole(database: Postgres) -> None:
        engine = create_engine(database.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as db:
            db.execute(
                text("CREATE DATABASE plain TEMPLATE template0 LOCALE 'C' ENCODING SQL_ASCII")
            )
        engine.dispose()
        store = open_store(f"{database.url.rpartition('/')[0]}/plain")
        await migrate(store.engine)
        await find_all(store)
        await store.close()

    with postgres() as database:
        asyncio.run(whole(database))


def test_workers_that_start_at_once_make_the_tables_once() -> None:
    def start(url: str) -> None:
        async def create_tables() -> None:
            store = open_store(url)
            await migrate(store.engine)
            await store.close()

        asyncio.run(create_tables())

    with postgres() as database, ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(start, database.url) for _ in range(4)]:
            done.result()


def test_a_month_is_there_before_it_begins_and_an_old_one_can_be_dropped() -> None:
    async def scene(database: Postgres) -> None:
        store = open_store(database.url)
        await migrate(store.engine)
        there, box_journal = Scene(store), BoxJournal()
        store.now = lambda: 1_798_761_599.0  # the last second of 2026
        await there.hear("log/1", box_journal.log(1, 3))
        store.now = lambda: 1_798_761_600.0
        await there.hear("log/1", box_journal.log(4, 5))
        await there.hear("result", box_journal.result(5))
        other = BoxJournal("j2", "b2")
        await there.hear("log/1", other.log(1, 2), box="b2")
        assert len(await store.log("j1", 1)) == 5
        async with store.engine.begin() as db:
            await db.execute(text("DROP TABLE game_log_202612"))
        assert await store.log("j1", 1) == ()
        assert len(await store.log("j2", 1)) == 2
        _, ack = await there.hear(
            "log/1", box_journal.log(6, 7, after=JournalPosition(1, 5, result=True))
        )
        assert ack["sequence"] == 7, "it goes on, and its month is there again"
        _, ack = await there.hear("result", box_journal.result(7))
        assert ack["result"]
        async with store.engine.begin() as db:
            await db.execute(text("DROP TABLE entry_202701"))
        _, ack = await there.hear("log/1", other.log(3, 4), box="b2")
        assert ack["sequence"] == 4
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))
        months = ("202612", "202701", "202702")
        expected = [f"{table}_{month}" for table in ("entry", "game_log") for month in months]
        assert partitions(database) == expected


def test_text_that_copy_spells_otherwise_comes_back_as_it_was() -> None:
    async def scene(database: Postgres) -> None:
        store = open_store(database.url)
        await migrate(store.engine)
        there = Scene(store)
        box_journal = Odd()
        await there.hear("log/1", box_journal.log(1, 3))
        rows = await store.log("j1", 1)
        assert [row[0] for row in rows] == [1, 2, 3]
        assert rows[-1][-1] == box_journal.crc(1, 3)
        assert [json.loads(row[3]) for row in rows] == [{"said": ODD, "n": n} for n in (1, 2, 3)]
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))


def test_standings_follow_results_and_removals_whichever_worker_counts() -> None:
    async def scene(database: Postgres) -> None:
        store = open_store(database.url)
        await migrate(store.engine)
        workers = [Scene(store), Scene(open_store(database.url))]
        for number in range(12):
            names = ("Ann", "Ben", "Cem", "Dua")[: 2 + number % 3]
            points = tuple(range(len(names)))
            await played(workers[number % 2], number, 1e9 - 1e6 * (number % 5), points, names)
        for each in workers:
            each.rater.wake()
        await asyncio.gather(*(each.rater.settled() for each in workers))
        await check(workers[0])
        assert len(await games(store, GameSearch(player="an"))) == 12
        assert (await page_of_games(store, GameSearch(player="DUA"), 0))[0] == 4
        removals = Removals(store)
        kinds = (
            (RemovalKind.RESULT, "j3/1"),
            (RemovalKind.PLAYER, "ben"),
            (RemovalKind.BOX, "club/b1"),
        )
        for kind, subject in kinds:
            await removals.remove(kind, subject, "Olga")
            await Rater(store, nothing).catch_up()
            await check(workers[0])
        assert len(await games(store, GameSearch())) == 5
        for kind, subject in kinds:
            await removals.put_back(kind, subject)
        await Rater(store, nothing).catch_up()
        await check(workers[0])
        assert len(await games(store, GameSearch())) == 12
        await workers[1].store.close()
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))


def test_a_journal_belongs_to_its_box_and_its_site_at_two_workers() -> None:
    async def scene(database: Postgres) -> None:
        store = open_store(database.url)
        await migrate(store.engine)
        workers = [Scene(store), Scene(open_store(database.url))]
        places = [(f"b{number}", site) for number in range(10) for site in ("club", "school")]
        await asyncio.gather(
            *(
                workers[number % 2].hear("log/1", BoxJournal("same", box).log(1, 3), box, site)
                for number, (box, site) in enumerate(places)
            )
        )
        acks = [ack for each in workers for topic, ack in each.answers if topic.endswith("/ack")]
        assert {(ack["journal"], ack["sequence"]) for ack in acks} == {("same", 3)}
        async with store.engine.connect() as db:
            names = [*(await db.execute(text("SELECT DISTINCT name FROM journal"))).scalars()]
        assert len(names) == len(places)
        await workers[1].store.close()
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))


def test_pages_hear_of_results_that_another_worker_has_stored() -> None:
    async def scene(database: Postgres) -> None:
        store, heard = open_store(database.url), asyncio.Event()
        await migrate(store.engine)
        news = ResultListener(store, heard.set)
        news.start()
        async with asyncio.timeout(10):
            await heard.wait()  # it listens
            there, box_journal = Scene(open_store(database.url)), BoxJournal()
            heard.clear()
            await there.hear("log/1", box_journal.log(1, 3))
            await asyncio.sleep(0.2)
            assert not heard.is_set(), "an entry is not news for lists of results"
            await there.hear("result", box_journal.result(3))
            await heard.wait()
        await news.close()
        await there.store.close()
        await store.close()

    with postgres() as database:
        asyncio.run(scene(database))
