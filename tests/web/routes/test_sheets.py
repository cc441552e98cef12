"""A host's sheets: the form and its preview, what is added and removed, and how sheets travel."""

import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.daemon import Box
from companion.i18n import shipped_sheets
from companion.sheets.code import code_of, text_of
from companion.sheets.sheet import read_sheet
from companion.storage import own_shelf, sheet_book
from companion.storage.own_shelf import ClubSheet, ExchangeError
from companion.table.lobby.lobby import Lobby
from tests.web.box import Served, run
from tests.web.client import Browser

TEXT = "title: Harbour\nplayers: [2, 5]\nwins: named\n"
ANSWERS = {"title": "Harbour", "least": 3, "most": 5}
LOOKS = ("/sheets", "/sheets/club", "/sheets/harbour", "/sheets/harbour.yaml")
ACTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("/sheets/write", {"answers": ANSWERS}),
    ("/sheets/check", {"text": TEXT}),
    ("/sheets/add", {"text": TEXT}),
    ("/sheets/remove", {"name": "harbour"}),
    ("/sheets/take", {"name": "harbour"}),
    ("/sheets/send", {"name": "harbour"}),
)


@dataclass
class Club:
    """A club's hub with a few sheets."""

    sheets: dict[str, str]
    sent: list[str] = field(default_factory=list)
    is_there: bool = True
    lists: bool = True

    def _require(self) -> None:
        if not self.is_there:
            raise ExchangeError

    def listed(self) -> tuple[ClubSheet, ...]:
        self._require()
        return tuple(ClubSheet(name, read_sheet(self.sheets[name], "").title) for name in ("it-1",))

    def text(self, name: str) -> str:
        self._require()
        return self.sheets[name]

    def send(self, text: str) -> None:
        self._require()
        self.sent.append(text)


def hosted(
    folder: Path, scene: Callable[[Served, Browser], Coroutine[Any, Any, None]], **given: object
) -> None:
    """Run a scene with a host's browser."""

    async def whole(served: Served) -> None:
        async with served.browser() as browser:
            code = {"code": served.gateway.seats.host_code}
            assert (await browser.post("/api/host", code))[0] == 204
            await scene(served, browser)

    run(folder, whole, **given)


def test_nobody_but_a_host_sees_or_changes_any(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as stranger, served.browser() as player:
            await served.joined(player, 0)
            for browser in (stranger, player):
                assert {(await browser.get(path))[0] for path in LOOKS} == {403}
                assert {(await browser.post(*act))[0] for act in ACTS} == {403}

    run(tmp_path, scene)
    assert not own_shelf.names()


def test_answers_become_a_sheet_with_its_panel(tmp_path: Path) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        answers = {**ANSWERS, "scoring": "each_round"}
        status, told = await browser.post("/sheets/write", {"answers": answers})
        assert (status, told["mistakes"]) == (200, [])
        assert told["text"].startswith('title: "Harbour"\nplayers: [3, 5]\n')
        assert [len(row) for row in told["panel"]] == [128] * 64
        assert any("#" in row for row in told["panel"])
        wrong = {"answers": {**ANSWERS, "most": 99}}
        assert (await browser.post("/sheets/write", wrong))[0] == 400
        more = {"answers": {**answers, "rounds": "5"}, "before": answers, "text": told["text"]}
        more["text"] += "bgg: 77\n"
        _, told = await browser.post("/sheets/write", more)
        assert "bgg: 77\n" in told["text"]
        assert "rounds: 5\n" in told["text"]
        looks = {"answers": {**ANSWERS, "colours": ["red"], "icon": "#\nx"}}
        _, told = await browser.post("/sheets/write", looks)
        assert {each["field"] for each in told["mistakes"]} == {"icon"}
        looks = {"answers": {**ANSWERS, "colours": ["red"], "icon": "#"}}
        _, told = await browser.post("/sheets/write", looks)
        assert {each["field"] for each in told["mistakes"]} == {"colours"}
        assert 'value="teal">teal' in (await browser.get("/sheets"))[1].lower()

    hosted(tmp_path, scene)


def test_each_mistake_is_said_at_its_field(tmp_path: Path) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        text = "title: ''\nplayers: [5, 2]\nwins: named\nround: 3\n"
        _, told = await browser.post("/sheets/check", {"text": text})
        assert {each["field"] for each in told["mistakes"]} <= {"title", "players", "text"}
        _, told = await browser.post("/sheets/check", {"text": TEXT.replace("2, 5", "5, 2")})
        (mistake,) = told["mistakes"]
        assert (mistake["field"], told["panel"]) == ("players", [])
        assert "write the least number first" in mistake["sentence"]

    hosted(tmp_path, scene)


def test_a_new_sheet_is_a_game_on_the_box_at_once_until_it_is_removed(tmp_path: Path) -> None:
    async def scene(served: Served, browser: Browser) -> None:
        status, told = await browser.post("/sheets/add", {"text": TEXT})
        assert status == 200
        name = told["name"]
        await served.box.session.settled()
        lobby = served.box.session.stage
        assert isinstance(lobby, Lobby)
        assert name in lobby.games
        assert "Harbour" in (await browser.get("/sheets"))[1]
        assert (await browser.get(f"/sheets/{name}.yaml"))[1] == TEXT
        page = (await browser.get(f"/sheets/{name}"))[1]
        assert "<svg" in page
        assert text_of(code_of(TEXT)) == TEXT
        assert (await browser.post("/sheets/remove", {"name": name}))[0] == 204
        await served.box.session.settled()
        assert isinstance(served.box.session.stage, Lobby)
        assert name not in served.box.session.stage.games
        assert (await browser.get(f"/sheets/{name}"))[0] == 404

    hosted(tmp_path, scene, ask=True)


def test_a_sheet_travels_as_a_code_to_another_box(tmp_path: Path) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        code = code_of(TEXT)
        assert (await browser.post("/sheets/check", {"text": code}))[1]["text"] == TEXT
        status, told = await browser.post("/sheets/add", {"text": code})
        assert status == 200
        assert own_shelf.text(told["name"]) == TEXT
        status, told = await browser.post("/sheets/add", {"text": code[:-3]})
        assert status == 400
        assert "not a complete sheet code" in json.dumps(told)

    hosted(tmp_path, scene)


def test_a_sheet_that_is_too_long_for_a_code_says_so_and_goes_as_a_file(tmp_path: Path) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        noise = "".join(f"# {n * 7919 * 7907:x}\n" for n in range(260))[: 3500 - len(TEXT)]
        name = sheet_book.add(tmp_path / "state", TEXT + noise)
        page = (await browser.get(f"/sheets/{name}"))[1]
        assert "too long for a code" in page
        assert "<svg" not in page

    hosted(tmp_path, scene)


def test_a_sheet_with_mistakes_is_not_added(tmp_path: Path) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        status, told = await browser.post("/sheets/add", {"text": TEXT + "round: 3\n"})
        assert (status, told["error"]["code"]) == (400, "no-sheet")
        assert "rounds" in told["error"]["message"]

    hosted(tmp_path, scene)


def test_each_shipped_sheet_has_a_panel(tmp_path: Path) -> None:
    from companion.web.routes.sheets import panel_rows

    for name in shipped_sheets.names():
        assert len(panel_rows(shipped_sheets.sheet(name), "en")) == 64, tmp_path


def test_sheets_go_to_a_club_and_come_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club({"it-1": TEXT, "wrong-1": "title: X\n"})
    monkeypatch.setattr(Box, "_club", lambda _: club)

    async def scene(_served: Served, browser: Browser) -> None:
        assert 'href="/sheets/club"' in (await browser.get("/sheets"))[1]
        page = (await browser.get("/sheets/club"))[1]
        assert "Harbour" in page
        status, told = await browser.post("/sheets/take", {"name": "it-1"})
        assert (status, own_shelf.text(told["name"])) == (200, TEXT)
        assert 'data-path="/sheets/send"' in (await browser.get(f"/sheets/{told['name']}"))[1]
        assert (await browser.post("/sheets/send", {"name": told["name"]}))[0] == 204
        assert club.sent == [TEXT]
        assert (await browser.post("/sheets/take", {"name": "wrong-1"}))[0] == 400
        assert (await browser.post("/sheets/send", {"name": "other"}))[0] == 404
        club.is_there = False
        assert (await browser.get("/sheets/club"))[0] == 502
        for act in ("take", "send"):
            status, told = await browser.post(f"/sheets/{act}", {"name": own_shelf.names()[0]})
            assert status == 502
            assert "cannot be reached" in json.dumps(told)

    hosted(tmp_path, scene)


def test_a_box_in_no_club_exchanges_nothing(tmp_path: Path) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        name = sheet_book.add(tmp_path / "state", TEXT)
        assert "/sheets/club" not in (await browser.get("/sheets"))[1]
        assert "/sheets/send" not in (await browser.get(f"/sheets/{name}"))[1]
        assert (await browser.post("/sheets/send", {"name": name}))[0] == 502

    hosted(tmp_path, scene)
