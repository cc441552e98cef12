"""Operators remove a result, a name, a box with everything it sends; and put it back."""

import asyncio
from pathlib import Path

import pytest

from companion.cli import main
from companion.protocol.journal import JournalPosition
from companion_hub.club import removals
from companion_hub.club.accounts import Role
from companion_hub.club.removals import FEW, RemovalKind
from companion_hub.pages import removals as pages
from companion_hub.removal_checks import HIDDEN
from companion_hub.store import open_store
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.club.test_enrolments import FORM, says
from tests.hub.club.test_tournaments import PAGE, opened, played
from tests.hub.scene import STATE, BoxJournal, Scene, migrated
from tests.hub.test_rater import check
from tests.hub.test_standings import names

PLACES = ("/games", "/games.csv", "/players", "/", "/table/club/b1/view.json", "/games/j1/1.jsonl")


async def evening(operator: OperatorClient) -> None:
    """Let two boxes play three games, and a fourth go on."""
    for number, who in enumerate((("Ann", "Ben"), ("Ann", "Cem"), ("Ben", "Cem")), 1):
        box = f"b{1 + number // 3}"
        box_journal = BoxJournal(f"j{number}", box, began=1000.0 * number)
        await operator.there.hear("status", box_journal.status(session=number), box)
        await operator.there.hear("log/1", box_journal.log(1, 2), box)
        result = {**box_journal.result(2, points=(9, 3), players=who), "finished": 1e9 + number}
        await operator.there.hear("result", result, box)
    await operator.there.hear("state", STATE)
    await operator.there.hear("view", {"v": 1, "players": [{"name": "ANN"}, {"name": "Ben"}]})


def table_in(page: str) -> str:
    """Return the rows of a table, with all figures."""
    return page.partition("<tbody>")[2].partition("</tbody>")[0]


async def rated(operator: OperatorClient, *who: str) -> None:
    """See who is rated, and that every rating is what the games that are left would give."""
    await operator.there.rater.settled()
    assert sorted(names(await operator.get("/players"))) == [*who]
    await check(operator.there)


async def deeds(operator: OperatorClient) -> list[tuple[str, str, str]]:
    page = await operator.pages.audit.page()
    return [(each.account, each.action, each.subject) for each in page[:2]]


@pytest.mark.slow
def test_a_result_is_removed_and_put_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        before = await operator.get("/players")
        assert "/removals" not in await operator.get("/games/j2/1")
        await operator.be(Role.OPERATOR, "Olga")
        assert 'value="j2/1"' in await operator.get("/games/j2/1")
        page = await operator.post("/removals", do="remove", kind="result", subject="j2/1")
        assert "j2/1" in page
        await operator.get("/games/j2/1", 404)
        await operator.get("/games/j2/1.jsonl", 404)
        assert "2 games" in await operator.get("/games")
        await rated(operator, "Ann", "Ben", "Cem")
        assert table_in(await operator.get("/players")) != table_in(before)
        await operator.post("/removals", 400, do="remove", kind="result", subject="j2/1")
        await operator.post("/removals", do="put_back", kind="result", subject="j2/1")
        await rated(operator, "Ann", "Ben", "Cem")
        assert table_in(await operator.get("/players")) == table_in(before)
        assert "3 games" in await operator.get("/games")
        assert await deeds(operator) == [
            ("Olga", "result_put_back", "j2/1"),
            ("Olga", "result_withheld", "j2/1"),
        ]
        assert "put a result back" in await operator.get("/audit")

    run(tmp_path, act)


@pytest.mark.slow
def test_a_name_is_removed_everywhere_and_put_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.be(Role.OPERATOR, "Olga")
        before = {path: await operator.get(path) for path in PLACES}
        await operator.post("/removals", do="remove", kind="player", subject=" ANN ")
        await rated(operator, "Ben", "Cem")
        for path in PLACES:
            page = await operator.get(path)
            assert "ann" in before[path].lower(), path
            assert "Ann" not in page, path
            assert "ANN" not in page, path
            assert HIDDEN in page or "\\u2013" in page or path == "/players", path
        assert "3 games" in await operator.get("/games")
        assert "0 games" in await operator.get("/games?player=ann")
        box_journal = BoxJournal("j4", "b2", began=9000.0)
        await operator.there.hear("result", {**box_journal.result(0, 1, JournalPosition())}, "b2")
        await rated(operator, "Ben", "Cem")
        await operator.post("/removals", do="put_back", kind="player", subject="Ann")
        await rated(operator, "Ann", "Ben", "Cem")
        assert "Ann" in await operator.get("/")

    run(tmp_path, act)


@pytest.mark.slow
def test_a_box_is_removed_with_everything_it_sends_and_put_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.be(Role.OPERATOR, "Olga")
        assert 'value="club/b1"' in await operator.get("/boxes/club/b1")
        await operator.post("/removals", do="remove", kind="box", subject="club/b1")
        await rated(operator, "Ben", "Cem")
        for path in ("/", "/boxes", "/games", "/games.csv"):
            page = await operator.get(path)
            assert "b1" not in page, path
            assert "b2" in page, path
        for path in ("/boxes/club/b1", "/table/club/b1", "/games/j1/1"):
            await operator.get(path, 404)
        box_journal = BoxJournal("j1", "b1", began=1000.0)
        await operator.there.hear(
            "log/2", box_journal.log(1, 2, 2, JournalPosition(1, 2, result=True))
        )
        _, ack = await operator.there.hear("result", box_journal.result(2, 2))
        assert (ack["play"], ack["result"]) == (2, True), "it is stored all the same"
        assert "1 game<" in await operator.get("/games")
        await operator.post("/removals", do="put_back", kind="box", subject="club/b1")
        await rated(operator, "Ann", "Ben", "Cem")
        assert "4 games" in await operator.get("/games")

    run(tmp_path, act)


@pytest.mark.slow
def test_what_is_removed_twice_comes_back_when_both_are_put_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.be(Role.OPERATOR)
        for kind, subject in (("result", "j1/1"), ("box", "club/b1")):
            await operator.post("/removals", do="remove", kind=kind, subject=subject)
        await operator.post("/removals", do="put_back", kind="box", subject="club/b1")
        await operator.get("/games/j1/1", 404)
        await operator.get("/games/j2/1")
        await operator.post("/removals", do="put_back", kind="result", subject="j1/1")
        await operator.get("/games/j1/1")

    run(tmp_path, act)


@pytest.mark.slow
def test_a_misfit_stays_aside_when_its_box_is_put_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        wrong = {**BoxJournal("bad").result(0, 1, JournalPosition()), "finished": 1e13}
        await operator.there.hear("result", wrong)
        await operator.be(Role.OPERATOR)
        page = await operator.get("/removals")
        assert "bad/1" in page
        assert "set the clock of the box" in page
        for what in ("remove", "put_back"):
            await operator.post("/removals", do=what, kind="box", subject="club/b1")
        assert "3 games" in await operator.get("/games")
        await operator.get("/games/bad/1", 404)

    run(tmp_path, act)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "subject", "said"),
    [
        ("result", "j9/1", "no such result"),
        ("result", "j1", "no such result"),
        ("result", "j1/" + "9" * 400, "no such result"),
        ("player", "An", "whole name"),
        ("box", "club/b9", "No such box"),
        ("box", "b1", "No such box"),
    ],
)
def test_what_is_not_there_is_not_removed(
    tmp_path: Path, kind: str, subject: str, said: str
) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.be(Role.OPERATOR)
        page = await operator.post("/removals", 400, do="remove", kind=kind, subject=subject)
        assert said in page
        await operator.post("/removals", 400, do="put_back", kind=kind, subject=subject)
        await operator.post("/removals", 404, do="remove", kind="club", subject="club")

    run(tmp_path, act)


@pytest.mark.slow
def test_what_only_shows_now_is_removed_as_well(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.there.hear(
            "status", {**BoxJournal().status(), "journal": "", "title": "Bad box"}, "b8"
        )
        await operator.there.hear("status", BoxJournal().status(), "b9")
        await operator.there.hear("state", {**STATE, "players": ["Bad Name", "Ben"]}, "b9")
        await opened(operator, "Bad Entrant", "Ben")
        await operator.be(Role.OPERATOR, "Olga")
        for kind, subject in (
            ("player", "bad name"),
            ("player", "Bad Entrant"),
            ("box", "club/b8"),
        ):
            await operator.post("/removals", do="remove", kind=kind, subject=subject)
        for path in ("/", "/boxes", PAGE):
            assert "Bad" not in await operator.get(path), path
        await operator.post("/removals", 400, do="remove", kind="player", subject="\u200b")
        await operator.post("/removals", do="put_back", kind="box", subject="club/b8")
        assert "Bad box" in await operator.get("/")

    run(tmp_path, act)


@pytest.mark.slow
def test_a_restored_box_that_is_removed_stands_nowhere(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.there.hear("status", BoxJournal("j9").status(session=9, before="j1"))
        assert "club / b1" in await operator.get("/boxes")
        await operator.be(Role.OPERATOR)
        await operator.post("/removals", do="remove", kind="box", subject="club/b1")
        assert "b1" not in await operator.get("/boxes")
        await operator.post("/removals", do="put_back", kind="box", subject="club/b1")
        assert "club / b1" in await operator.get("/boxes")

    run(tmp_path, act)


async def faults(there: Scene) -> None:
    """Let an honest box send one result that no page could show, and then a bad one sixty."""
    for box, count in (("honest", 1), ("bad", 60)):
        box_journal, after = BoxJournal(f"of-{box}"), JournalPosition()
        for play in range(1, count + 1):
            result = {**box_journal.result(0, play, after), "finished": 1e13}
            await there.hear("result", result, box)
            after = JournalPosition(play, 0, result=True)


@pytest.mark.slow
def test_a_faulty_box_hides_no_result_of_others_that_was_set_aside(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await faults(operator.there)
        await operator.be(Role.OPERATOR)
        page = await operator.get("/removals")
        assert "of-honest/1" in page
        assert page.count("of-bad/") == FEW
        assert "all 60" in page
        assert "of-honest/1" not in await operator.get("/removals?at=1")
        first, second = [await operator.get(f"/removals?box=club/bad&at={at}") for at in (0, 1)]
        assert "of-honest" not in first + second
        assert (first.count("of-bad/"), second.count("of-bad/")) == (50, 10)
        assert "of-bad/60<" in first
        assert "of-bad/1<" in second
        assert "box=club%2Fbad&amp;at=1" in first
        assert "box=club%2Fbad&amp;at=0" in second
        assert "at=2" not in second
        for odd in ("at=x", "box=club/none", "box=bad", "at=999999999"):
            await operator.get(f"/removals?{odd}")

    run(tmp_path, act)


@pytest.mark.slow
def test_boxes_with_results_that_were_set_aside_come_by_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (removals, pages):
        monkeypatch.setattr(module, "PAGE", 1)

    async def act(operator: OperatorClient) -> None:
        await faults(operator.there)
        await operator.be(Role.OPERATOR)
        first, second = [await operator.get(f"/removals?at={at}") for at in (0, 1)]
        assert ("of-bad" in first, "of-honest" in first) == (True, False)
        assert ("of-bad" in second, "of-honest" in second) == (False, True)
        assert 'href="/removals?at=1"' in first

    run(tmp_path, act)


@pytest.mark.slow
def test_only_operators_remove(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.be(Role.DIRECTOR)
        await operator.get("/removals", 403)
        await operator.post("/removals", 403, do="remove", kind="box", subject="club/b1")
        assert "/removals" not in await operator.get("/games/j1/1")
        assert await operator.pages.removals.listed() == []

    run(tmp_path, act)


@pytest.mark.slow
def test_a_tournament_goes_on_without_a_name(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben")
        await operator.post(PAGE, do="pair")
        await operator.there.hear("result", BoxJournal("jx").result(0, 1, JournalPosition()))
        await operator.pages.removals.remove(RemovalKind.PLAYER, "Ann", "Olga")
        await played(operator, 1, 9, 3, names=("Ann", "Ben"))
        page = await operator.get(PAGE)
        assert "Ann" not in page.partition("<main")[2]
        assert f"★ {HIDDEN}" in page

    run(tmp_path, act)


@pytest.mark.slow
def test_a_box_joins_under_a_removed_name_only_once_that_is_put_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await evening(operator)
        await operator.be(Role.OPERATOR)
        await operator.post("/removals", do="remove", kind="box", subject="club/b1")
        code = (await says(operator, "/enrol"))["code"]
        page = await operator.send_form("/enrolment", {**FORM, "box": "b1", "code": code}, 400)
        assert "put it back first" in page
        await operator.post("/removals", do="put_back", kind="box", subject="club/b1")
        await operator.send_form("/enrolment", {**FORM, "box": "b1", "code": code})

    run(tmp_path, act)


@pytest.mark.slow
def test_the_command_line_does_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, settings = tmp_path / "hub.sqlite3", tmp_path / "hub.toml"
    settings.write_text(f'[database]\nurl = "sqlite+aiosqlite:///{place}"\n')
    place.write_bytes(migrated())

    async def fill() -> None:
        store = open_store(f"sqlite+aiosqlite:///{place}")
        there = Scene(store)
        for number in (1, 2):
            box_journal = BoxJournal(f"j{number}", began=1000.0 * number)
            await there.hear("result", box_journal.result(0, 1, JournalPosition()))
        await there.hear(
            "result", {**BoxJournal("bad").result(0, 1, JournalPosition()), "players": 5}
        )
        await faults(there)
        await store.close()

    def call(*words: str) -> tuple[int, str]:
        status = main(["hub", "--config", str(settings), *words])
        said = capsys.readouterr()
        return status, said.out + said.err

    asyncio.run(fill())
    for kind, subject in (("result", "j1/1"), ("player", "Ann"), ("box", "club/b1")):
        status, said = call("remove", kind, subject)
        assert (status, said.partition(";")[0]) == (0, f"removed: {kind} {subject}")
        assert call("remove", kind, subject) == (1, "That is removed already.\n")
        listed = call("removed")[1]
        assert subject in listed
        assert "bad/1 of club/b1: players" in listed
        assert call("put-back", kind, subject)[0] == 0
        assert call("put-back", kind, subject) == (1, "That is not removed.\n")
    assert "No such box" in call("remove", "box", "club/b7")[1]

    async def left() -> None:
        store = open_store(f"sqlite+aiosqlite:///{place}")
        await check(Scene(store))
        await store.close()

    asyncio.run(left())
    said = call("removed")[1]
    assert said.count("set aside") == 2 + FEW
    assert "of-honest/1 of club/honest" in said
    assert "... and 55 more of club/bad: companion-hub removed club/bad" in said
    said = call("removed", "club/bad")[1]
    assert said.count("set aside") == 60
    assert "more of" not in said
