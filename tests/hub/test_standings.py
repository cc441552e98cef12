"""Standings by club, season and event; search by day; logs; one box."""

import logging
from pathlib import Path

import pytest

from companion.protocol.journal import JournalPosition
from companion_hub.club.accounts import Role
from companion_hub.log_buffer import LENGTH, LogBuffer
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.club.test_tournaments import PAGE, opened, played
from tests.hub.scene import BoxJournal


def names(page: str) -> list[str]:
    """Return who stands in the table, in its order."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [each.partition("<")[0] for each in body.split('<th scope="row">')[1:]]


@pytest.mark.slow
def test_standings_of_a_tournament_and_of_a_club(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben")
        await operator.post(PAGE, do="pair")
        await played(operator, 1, 9, 3, names=("Ann", "Ben"))
        await played(operator, 2, 9, 3, names=("Cleo", "Dan"))
        assert names(await operator.get("/players?event=1")) == ["Ann", "Ben"]
        assert len(names(await operator.get("/players?site=club"))) == 4
        assert names(await operator.get("/players?site=elsewhere")) == []
        assert names(await operator.get("/players?event=7")) == []
        page = await operator.get("/players?event=1&game=compass-jewels")
        assert 'href="/players?game=compass-jewels" aria-current' not in page
        assert 'href="/players?event=1"' in page
        assert "Spring Open" in page

    run(tmp_path, act)


@pytest.mark.slow
def test_games_are_found_by_the_day_they_ended(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        box_journal = BoxJournal()
        await operator.there.hear("log/1", box_journal.log(1, 2))
        await operator.there.hear("result", box_journal.result(2))  # in September 2001
        await operator.there.hear(
            "log/2", box_journal.log(1, 2, 2, JournalPosition(1, 2, result=True))
        )
        page = await operator.get("/games")
        assert ">1 game<" in page
        assert ">1 game<" in await operator.get("/games?since=2001-09-09&until=2001-09-09")
        assert "0 games" in await operator.get("/games?since=2001-09-10")
        assert "0 games" in await operator.get("/games?until=2001-09-08")
        assert ">1 game<" in await operator.get("/games?since=yesterday&until=99999-1-1")
        assert 'value="2001-09-09"' in await operator.get("/games?until=2001-09-09")

    run(tmp_path, act)


def test_the_page_of_logs_is_for_operators(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.OPERATOR)
        handler = operator.pages.notes.listen()
        try:
            log = logging.getLogger("companion_hub.test")
            log.warning("the %s is <away>", "broker")
            log.info("all is well")
        finally:
            operator.pages.notes.stop(handler)
        await operator.there.hear("state", b"no")
        page = await operator.get("/logs")
        assert "the broker is &lt;away&gt;" in page
        assert '<th scope="row">no-json</th><td>1</td>' in page
        assert "broker" not in await operator.get("/logs?level=error")
        assert "Nothing of the kind" in await operator.get("/logs?words=nothing+such")
        await operator.post("/logout")
        assert "log in" in await operator.get("/logs")

    run(tmp_path, act)


def test_only_the_newest_notes_are_kept() -> None:
    notes = LogBuffer()
    handler = notes.listen()
    log = logging.getLogger("companion_hub.test")
    for number in range(LENGTH + 1):
        log.warning("%d", number)
    notes.stop(handler)
    log.warning("too late")
    assert len(notes.kept) == LENGTH
    assert next(notes.found(logging.INFO, "")).words == str(LENGTH)


def test_one_box_with_all_its_devices(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.there.hear("status", BoxJournal().status())
        await operator.get("/boxes/club/b1")  # nothing but its status is known
        health = {
            "v": 1,
            "devices": {"panel": {"state": "degraded", "detail": "<no answer>"}, "board": 5},
            "bad_frames": {"panel": 7},
            "disk_free_mb": 900,
            "unsaved": "full",
        }
        await operator.there.hear("health", health)
        report = {"v": 1, "of": "", "settings": {"sound": "off"}, "refused": {}}
        await operator.there.hear("cfg/reported", report)
        page = await operator.get("/boxes/club/b1")
        for words in ("&lt;no answer&gt;", "<td>7</td>", "900 MB", "not saved", "<td>off</td>"):
            assert words in page
        await operator.get("/boxes/club/b2", 404)

    run(tmp_path, act)
