"""The computer around a box, on a page for its host: off, restart, log, time zone, update."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.engine.message import say
from companion.i18n.catalogue import Phrases
from companion.session.computer_control import (
    CardMaintenanceError,
    ComputerControl,
    UpdateProgress,
)
from companion.table.command import Command
from companion.table.state import Table
from companion.web.routes import computer as page
from tests.session.test_unsaved import FULL, full
from tests.web.box import Served, run
from tests.web.client import Browser

ADDRESS = "https://example.org/compass-companion-9.0.0.raucb"
WAITING = UpdateProgress("example.org", "wait", "9.0.0")
ACTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/computer/off", {}),
    ("/computer/restart", {}),
    ("/computer/zone", {"zone": "Europe/Berlin"}),
    ("/computer/update", {"address": ADDRESS}),
    ("/computer/now", {}),
)
LOOKS = ("/computer", "/computer/off", "/computer/log.txt", "/computer/state.json")


@dataclass
class Card:
    """A computer that notes what it is told."""

    told: list[tuple[str, ...]] = field(default_factory=list)
    trouble: str = ""
    hub: str = "http://hub.local:8090"
    zone: str = "Etc/UTC"
    on_its_way: UpdateProgress | None = None
    sentences: tuple[str, ...] = ()
    listed: int = 0
    """How often all time zones were read."""

    def zones(self) -> Sequence[str]:
        self.listed += 1
        return ("Asia/Tokyo", "Europe/Berlin")

    def is_address(self, address: str) -> bool:
        return address.startswith("https://")

    def download_progress(self) -> UpdateProgress | None:
        return self.on_its_way

    def update_notices(self) -> Sequence[str]:
        return self.sentences

    async def log(self) -> str:
        self._do("log")
        return "what was said\n"

    async def choose_zone(self, name: str) -> None:
        self._do("zone", name)
        self.zone = name

    async def fetch(self, address: str) -> None:
        self._do("fetch", address)

    async def install_now(self) -> None:
        self._do("now")

    def _do(self, *words: str) -> None:
        self.told.append(words)
        if self.trouble:
            raise CardMaintenanceError(self.trouble)

    def switch(self, word: str) -> Callable[[], Coroutine[Any, Any, str]]:
        async def act() -> str:
            self.told.append((word,))
            return self.trouble

        return act


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Card:
    """Let boxes of this test run from a card."""
    card = Card()
    computer = ComputerControl(card.switch("off"), card.switch("restart"), card)
    monkeypatch.setattr("companion.daemon.card_maintenance.computer", lambda *_: computer)
    monkeypatch.setattr(page, "READ", 0.0)
    return card


def play(folder: Path, scene: Callable[[Served, Browser], Coroutine[Any, Any, None]]) -> None:
    """Run a scene with a host's browser."""

    async def whole(served: Served) -> None:
        async with served.browser() as browser:
            code = {"code": served.gateway.seats.host_code}
            assert (await browser.post("/api/host", code))[0] == 204
            await scene(served, browser)

    run(folder, whole)


def test_nobody_but_a_host_sees_it_or_does_anything(tmp_path: Path, card: Card) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as stranger, served.browser() as player:
            await served.joined(player, 0)
            for browser in (stranger, player):
                assert [(await browser.get(path))[0] for path in LOOKS] == [403] * len(LOOKS)
                assert {(await browser.post(*act))[0] for act in ACTS} == {403}

    run(tmp_path, scene)
    assert not card.told


def test_no_other_site_can_do_anything_in_a_hosts_browser(tmp_path: Path, card: Card) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        for path, body in ACTS:
            assert (await browser.post(path, body, Origin="http://elsewhere"))[0] == 403

    play(tmp_path, scene)
    assert not card.told


def test_a_box_that_is_no_service_of_its_computer_has_no_such_page(tmp_path: Path) -> None:
    """On a workstation nobody's computer is switched off by a game."""

    async def scene(served: Served, browser: Browser) -> None:
        assert [(await browser.get(path))[0] for path in LOOKS] == [404] * len(LOOKS)
        assert {(await browser.post(*act))[0] for act in ACTS} == {404}
        async with browser.open("host") as host:
            assert host.phone.view["computer"] is False
        assert served.server.computer is None

    play(tmp_path, scene)


def test_a_computer_that_others_keep_can_only_be_switched_off(
    tmp_path: Path, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer = ComputerControl(card.switch("off"), card.switch("restart"))
    monkeypatch.setattr("companion.daemon.card_maintenance.computer", lambda *_: computer)

    async def scene(_served: Served, browser: Browser) -> None:
        _, text, _ = await browser.get("/computer")
        assert "/computer/off" in text
        assert "/computer/zone" not in text
        assert "/computer/update" not in text
        for path, body in ACTS[2:4]:
            assert (await browser.post(path, body))[0] == 404
        assert (await browser.get("/computer/log.txt"))[0] == 404

    play(tmp_path, scene)
    assert not card.told


def test_it_is_asked_once_more_and_said_on_the_panel_first(tmp_path: Path, card: Card) -> None:
    async def scene(served: Served, browser: Browser) -> None:
        said: list[str] = []
        session = served.box.session
        session.followers = (*session.followers, lambda stage, _: said.append(str(stage)))
        for what, sentence in (("off", "pull the plug"), ("restart", "leave the plug in")):
            _, text, _ = await browser.get(f"/computer/{what}")
            assert f'data-send="/computer/{what}"' in text
            assert (what,) not in card.told
            assert (await browser.post(f"/computer/{what}", {}))[0] == 204
            await session.settled()
            assert sentence in said[-1]

    play(tmp_path, scene)
    assert card.told == [("off",), ("restart",)]


def test_what_is_not_saved_yet_is_not_lost_by_it(tmp_path: Path, card: Card) -> None:
    async def scene(served: Served, browser: Browser) -> None:
        with full():
            for command in (Command.CONFIRM,) * 3:
                served.box.session.sink(command)
            await served.box.session.settled()
            assert served.box.session.writer.unsaved
            _, text, _ = await browser.get("/computer/off")
            assert FULL in text
            assert "data-send" not in text
            status, answer = await browser.post("/computer/off", {})
        assert (status, answer["error"]["code"]) == (409, "unsaved")

    play(tmp_path, scene)
    assert not card.told


def test_a_computer_that_refuses_says_why(tmp_path: Path, card: Card) -> None:
    card.trouble = "Access denied"

    async def scene(_served: Served, browser: Browser) -> None:
        status, answer = await browser.post("/computer/off?lang=de", {})
        assert status == 503
        assert answer["error"]["message"] == "Der Computer bleibt an: Access denied."
        status, answer = await browser.post("/computer/zone", {"zone": "Asia/Tokyo"})
        assert answer["error"]["message"] == "The computer has not done it: Access denied."
        assert (await browser.get("/computer/log.txt"))[0] == 503

    play(tmp_path, scene)


def test_the_log_is_a_file_for_the_phone(tmp_path: Path, card: Card) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        status, text, headers = await browser.get("/computer/log.txt")
        assert (status, text) == (200, "what was said\n")
        assert headers["Content-Type"].startswith("text/plain")
        assert headers["Content-Disposition"].startswith('attachment; filename="companion-log-')

    play(tmp_path, scene)
    assert card.told == [("log",)]


def test_a_time_zone_is_chosen_from_those_that_there_are(tmp_path: Path, card: Card) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        _, text, _ = await browser.get("/computer")
        assert '<option value="Etc/UTC" selected>' in text
        status, answer = await browser.post("/computer/zone", {"zone": "Mars/Base"})
        assert (status, answer["error"]["code"]) == (400, "no-zone")
        assert (await browser.post("/computer/zone", {"zone": "Europe/Berlin"}))[0] == 204
        _, text, _ = await browser.get("/computer")
        assert '<option value="Europe/Berlin" selected>' in text

    play(tmp_path, scene)
    assert card.told == [("zone", "Europe/Berlin")]


def test_an_update_is_fetched_from_an_address_and_followed(tmp_path: Path, card: Card) -> None:
    async def state(browser: Browser) -> dict[str, Any]:
        async with browser.session.get(f"{browser.base}/computer/state.json") as answer:
            got: dict[str, Any] = await answer.json()
            return got

    async def scene(_served: Served, browser: Browser) -> None:
        _, text, _ = await browser.get("/computer")
        assert f"Version {__version__} runs." in text
        assert 'value="http://hub.local:8090/updates/newest"' in text
        status, answer = await browser.post("/computer/update", {"address": "file:///etc/shadow"})
        assert (status, answer["error"]["code"]) == (400, "no-address")
        assert (await browser.post("/computer/update", {"address": f" {ADDRESS} "}))[0] == 204
        card.on_its_way = UpdateProgress("example.org", "nothing")
        assert (await state(browser))["lines"] == ["Asking example.org …"]
        card.on_its_way = UpdateProgress("example.org", "nothing", "", 12 << 20, 233 << 20)
        assert (await state(browser))["lines"] == ["12 of 233 MB have come from example.org."]
        card.on_its_way = UpdateProgress("example.org", "install", "9.0.0")
        card.sentences = ("installing update 9.0.0",)
        assert await state(browser) == {"lines": ["installing update 9.0.0"], "waits": False}
        status, answer = await browser.post("/computer/update", {"address": ADDRESS})
        assert (status, answer["error"]["code"]) == (409, "installing")
        assert card.listed == 1, "for the page, not each time that it asks how far the update is"

    play(tmp_path, scene)
    assert card.told == [("fetch", ADDRESS)]


def test_an_update_never_disturbs_a_game_but_a_host_may_say_that_nobody_plays(
    tmp_path: Path, card: Card
) -> None:
    card.on_its_way = WAITING

    async def scene(served: Served, browser: Browser) -> None:
        assert isinstance(served.gateway.session.stage, Table)
        status, answer = await browser.post("/computer/now", {})
        assert (status, answer["error"]["code"]) == (409, "play-on-update")
        assert '"waits": false' in (await browser.get("/computer/state.json"))[1]
        async with browser.open("host") as host:
            assert host.phone.view["computer"] is True
            assert (await host.say("command", command="leave"))["kind"] == "done"
        assert '"waits": true' in (await browser.get("/computer/state.json"))[1]
        assert (await browser.post("/computer/now", {}))[0] == 204

    play(tmp_path, scene)
    assert card.told == [("now",)]


def test_what_no_page_sends_is_refused(tmp_path: Path, card: Card) -> None:
    async def scene(_served: Served, browser: Browser) -> None:
        for body in (b"", b"{", b"[]", b"[[", b'{"zone": 1}', b"null", b"\xff"):
            assert (await browser.post("/computer/zone", body))[0] == 400

    play(tmp_path, scene)
    assert not card.told


def test_every_word_is_there_in_every_language(tmp_path: Path, card: Card) -> None:
    """The page of a card with everything on it."""
    card.on_its_way = WAITING

    async def scene(_served: Served, browser: Browser) -> None:
        for path in ("/computer", "/computer/off", "/computer/restart"):
            english, german = [(await browser.get(f"{path}?lang={it}"))[1] for it in ("en", "de")]
            assert 'lang="de"' in german
            assert english != german

    play(tmp_path, scene)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_speaks_its_own_language_whatever_the_box_speaks(
    tmp_path: Path, card: Card, language: str
) -> None:
    waits = say("update {version} is installed after the game", version="9.0.0")
    card.sentences = (waits,)

    async def scene(_served: Served, host: Browser) -> None:
        _, text, *_ = await host.get(f"/computer?lang={language}")
        assert f"<li>{Phrases(language, tuple).tell(waits)}</li>" in text

    play(tmp_path, scene)
