"""A box sends a sheet to the hub of its club, and reads those of other boxes there."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer

from companion.fleet.club_sheets import ClubSheets
from companion.fleet.hub_enrolment import HubAddress
from companion.sheets.sheet import read_sheet
from companion.storage.own_shelf import ClubSheet, ExchangeError
from companion_hub.pages.server import HubServer
from tests.fleet.broker import serving
from tests.fleet.scene import box, until
from tests.hub.scene import Scene as HubScene
from tests.hub.scene import scene as hub_scene

TEXT = "title: {en: Harbour, de: Hafen}\nplayers: [2, 5]\nwins: named\n"


def answering(answer: bytes | Exception) -> ClubSheets:
    """Return the sheets of a hub that gives one answer."""

    def fetch(_path: str, _most: int) -> bytes:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return ClubSheets(fetch, lambda: None)


def test_a_sheet_goes_from_one_box_to_another_by_broker_and_hub(tmp_path: Path) -> None:
    async def other_box(there: HubScene, payload: bytes) -> None:
        there.worker.hear("companion/v1/club/table-7/sheet", payload)
        await there.worker.settled()
        app = HubServer(there.store, there.live, there.counts, there.answer).app()
        async with TestServer(app) as server:
            club = ClubSheets(HubAddress(str(server.make_url("")).rstrip("/")).fetch, lambda: None)
            (listed,) = await asyncio.to_thread(club.listed)
            assert listed.title == {"en": "Harbour", "de": "Hafen"}
            text = await asyncio.to_thread(club.text, listed.name)
            assert read_sheet(text, "") == read_sheet(TEXT, "")
            with pytest.raises(ExchangeError):
                await asyncio.to_thread(club.text, "other-1")

    async def whole() -> None:
        async with serving() as broker, box(tmp_path, broker) as there:
            member = await there.join()
            ClubSheets(None, lambda: member).send(TEXT)
            await until(lambda: broker.of("/sheet"))
            payload = json.dumps(broker.last("/sheet")).encode()
        async with hub_scene(tmp_path) as hub:
            await other_box(hub, payload)

    asyncio.run(whole())


def test_nothing_is_sent_without_a_connection(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving() as broker, box(tmp_path, broker) as there:
            member = await there.join()
            broker.drop()
            await until(lambda: member.connection is None)
            with pytest.raises(ExchangeError):
                ClubSheets(None, lambda: member).send(TEXT)

    asyncio.run(whole())
    with pytest.raises(ExchangeError):
        ClubSheets(None, lambda: None).send(TEXT)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"[]",
        b"{",
        b'{"sheets": 1}',
        b'{"sheets": [{"name": "../x", "title": "X"}]}',
        b'{"sheets": [{"name": "x-1", "title": ""}]}',
        b"\xff",
        OSError("no route"),
        ValueError("the hub sends too much"),
    ],
)
def test_a_wrong_answer_is_none(answer: bytes | Exception) -> None:
    with pytest.raises(ExchangeError):
        answering(answer).listed()


@pytest.mark.parametrize("answer", [b"\xff", OSError("no route")])
def test_a_sheet_that_is_no_text_is_none(answer: bytes | Exception) -> None:
    with pytest.raises(ExchangeError):
        answering(answer).text("harbour-1")


def test_a_box_without_the_address_of_a_hub_lists_nothing() -> None:
    club = ClubSheets(None, lambda: None)
    assert not club.lists
    for ask in (club.listed, lambda: club.text("harbour-1")):
        assert_no_answer(ask)


def assert_no_answer(ask: Callable[[], object]) -> None:
    """Assert that the hub does not answer."""
    with pytest.raises(ExchangeError):
        ask()


def test_a_list_has_titles_for_all_or_by_language() -> None:
    listed = {"sheets": [{"name": "x-1", "title": "X"}, {"name": "y-2", "title": {"de": "Y"}}]}
    assert answering(json.dumps(listed).encode()).listed() == (
        ClubSheet("x-1", "X"),
        ClubSheet("y-2", {"de": "Y"}),
    )
