"""Tournaments on the pages: results come straight from the boxes, or by hand."""

from pathlib import Path

import pytest

from companion.protocol.journal import JournalPosition
from companion_hub.club.accounts import Role
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.scene import BoxJournal

FORM = {
    "name": "Spring  Open",
    "game": "compass-jewels",
    "kind": "swiss",
    "size": "2",
    "smallest": "2",
    "rounds": "2",
    "groups": "1",
}
PAGE = "/tournaments/1"


async def opened(operator: OperatorClient, *names: str, **form: str) -> None:
    """Let a director make a tournament, and people enter."""
    operator.pages.tournaments.now = lambda: 1000.0
    await operator.there.hear("status", BoxJournal().status())
    await operator.be(Role.DIRECTOR)
    assert "<h1>Spring Open</h1>" in await operator.send_form("/tournaments", {**FORM, **form})
    await operator.post(PAGE, do="enter", names="\n".join(names))


async def played(operator: OperatorClient, play: int, *points: int, names: tuple[str, ...]) -> None:
    """Let a box send a game, which has begun at 1000 + its number."""
    box_journal = BoxJournal(began=2000.0)
    after = JournalPosition(play - 1, 2, result=True) if play > 1 else None
    await operator.there.hear(f"log/{play}", box_journal.log(1, 2, play, after))
    await operator.there.hear("result", box_journal.result(2, play, points=points, players=names))


@pytest.mark.slow
def test_a_round_is_decided_by_the_boxes(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben", "Cleo", "Dan", "", " ann ")
        await operator.send_form(PAGE, {"do": "rooms", "room-club/b1": "on"})
        page = await operator.post(PAGE, do="pair")
        assert "Table 1 · " in page
        assert "/table/club/b1" in page
        assert "Results of this round are missing" in await operator.post(PAGE, 400, do="pair")
        await played(operator, 1, 3, 9, names=("BEN", "ann"))
        page = await operator.get(PAGE)
        assert "★ Ann" in page
        assert "/games/j1/1" in page
        await played(operator, 2, 5, 5, names=("Cleo", "Dan"))
        page = await operator.post(PAGE, do="pair")
        assert "round 2 of 2" in page
        assert "1. Cleo, 1. Dan" in page
        rows = page.split("<h2>Standings</h2>")[1]
        assert rows.index("Ann") < rows.index("Cleo") < rows.index("Dan") < rows.index("Ben")

    run(tmp_path, act)


@pytest.mark.slow
def test_games_of_others_do_not_count(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben")
        await operator.post(PAGE, do="pair")
        await played(operator, 1, 3, 9, names=("Ann", "Eve"))
        assert "★" not in await operator.get(PAGE)
        await played(operator, 2, 3, 9, names=("Ann", "Ann"))
        assert "★" not in await operator.get(PAGE)

    run(tmp_path, act)


@pytest.mark.slow
def test_a_game_before_the_round_does_not_count(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben")
        await played(operator, 1, 3, 9, names=("Ann", "Ben"))
        operator.pages.tournaments.now = lambda: 9000.0
        await operator.post(PAGE, do="pair")
        assert "★" not in await operator.get(PAGE)

    run(tmp_path, act)


@pytest.mark.slow
def test_a_result_by_hand_can_be_corrected(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben", "Cleo")
        await operator.post(PAGE, do="pair")
        decide = {"do": "decide", "round": "1", "table": "1"}
        page = await operator.send_form(PAGE, {**decide, "place-0": "2", "place-1": "1"})
        assert "★ Ben" in page
        assert "taken by hand" in page
        page = await operator.send_form(PAGE, {**decide, "place-0": "1", "place-1": "2"})
        assert "★ Ann" in page
        for wrong in ("0", "3", "x"):
            form = {**decide, "place-0": wrong, "place-1": "1"}
            assert "a place from 1 on" in await operator.send_form(PAGE, form, 400)
        assert "a place" in await operator.send_form(PAGE, {**decide, "place-0": "1"}, 400)
        assert "no such table" in await operator.send_form(PAGE, {**decide, "table": "2"}, 400)
        assert "★" not in await operator.send_form(PAGE, decide)

    run(tmp_path, act)


@pytest.mark.slow
def test_a_round_without_results_can_be_taken_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben")
        assert "cannot be taken back" in await operator.post(PAGE, 400, do="unpair")
        await operator.post(PAGE, do="pair")
        assert "not paired yet" in await operator.post(PAGE, do="unpair")

    run(tmp_path, act)


@pytest.mark.slow
def test_people_come_late_leave_and_come_back(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann")
        assert "too few players" in await operator.post(PAGE, 400, do="pair")
        await operator.post(PAGE, do="enter", names="Ben\nCleo")
        assert "(has left)" in await operator.post(PAGE, do="leave", entrant="3")
        page = await operator.post(PAGE, do="pair")
        assert "has a bye" not in page
        assert "(has left)" not in await operator.post(PAGE, do="back", entrant="3")

    run(tmp_path, act)


@pytest.mark.slow
def test_an_ended_tournament_rests_until_it_goes_on(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "Ben")
        await operator.post(PAGE, do="end")
        assert "go on first" in await operator.post(PAGE, 400, do="pair")
        await operator.post(PAGE, do="go_on")
        await operator.post(PAGE, do="pair")
        deeds = [each.action for each in await operator.pages.audit.page()]
        assert deeds[:3] == ["tournament_pair", "tournament_go_on", "tournament_end"]

    run(tmp_path, act)


@pytest.mark.slow
def test_groups_are_dealt_once(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "A", "B", "C", "D", kind="groups", groups="2")
        page = await operator.post(PAGE, do="pair")
        assert "Group 2" in page
        assert "nobody can enter" in await operator.post(PAGE, 400, do="enter", names="E")
        assert "Gruppe 2" in await operator.get(f"{PAGE}?lang=de")

    run(tmp_path, act)


def test_tournaments_that_are_not_made(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await operator.be(Role.DIRECTOR)
        for key, value in (
            ("name", " "),
            ("game", "chess"),
            ("kind", "knockout"),
            ("size", "1"),
            ("smallest", "9"),
            ("rounds", "0"),
            ("groups", "x"),
        ):
            await operator.send_form("/tournaments", {**FORM, key: value}, 400)
        assert "There is no tournament yet" in await operator.get("/tournaments")
        await operator.get("/tournaments/1", 404)
        await operator.get("/tournaments/99999999999", 404)

    run(tmp_path, act)


@pytest.mark.slow
def test_everybody_may_look_and_nobody_else_may_change(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        await opened(operator, "Ann", "<b>Ben")
        await operator.post(PAGE, do="pair")
        await operator.post("/logout")
        page = await operator.get(PAGE)
        assert "&lt;b&gt;Ben" in page
        assert "<textarea" not in page
        assert "log in" in await operator.post(PAGE, do="pair")
        await operator.be(Role.DIRECTOR, "Eve")
        await operator.post(PAGE, 404, do="explode")

    run(tmp_path, act)
