"""How phones join the table: codes on the panel, the host's only once a key has been held."""

import pytest
from msgspec.structs import replace

from companion.devices import ButtonEvent, Gesture
from companion.engine.fold import Draw
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue
from companion.session.keymap import meaning
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.screens.view import view
from companion.table.state import JoinCode, with_console
from companion.table.table import (
    ActionInput,
    JoinInfo,
    Table,
    TagInput,
)
from tests.manifests import manifests
from tests.table.lobby.test_lobby import NAMES, USUAL
from tests.table.modes.test_menu import choose, screen
from tests.table.test_table import act

JOIN = JoinInfo("HTTP://192.0.2.7:8080/J/4821", "4821", "907311")
HOLDS = (Command.PAUSE, Command.CORRECT, Command.UNDO, Command.MENU)


@pytest.fixture
def table(table: Table) -> Table:
    return with_console(table, language="en", languages=("en", "de"), join=JOIN)


def rows(table: Table) -> list[str]:
    return [row.text for row in screen(table).rows]


def test_releasing_a_held_key_is_reported() -> None:
    for button in ("press", "a", "seat2"):
        assert meaning(ButtonEvent(button, Gesture.RELEASE)) is Command.RELEASE


def test_the_menu_shows_address_and_code(table: Table, draw: Draw) -> None:
    shown = choose(table, "join", draw)
    assert screen(shown).qr == JOIN.address
    assert rows(shown) == ["Code", "4821"]


def test_encrypted_pages_have_a_fingerprint_beside_the_code(table: Table, draw: Draw) -> None:
    """The code comes last: that is the one line for which a low panel has room."""
    encrypted = replace(JOIN, fingerprint="AA10 28E3")
    shown = screen(choose(with_console(table, join=encrypted), "join", draw))
    assert shown.title == "SHA-256"
    assert [row.text for row in shown.rows] == ["AA10 28E3", "4821"]
    assert shown.qr == JOIN.address


@pytest.mark.parametrize("held", HOLDS)
def test_the_hosts_code_is_shown_once_a_key_has_been_held_until_the_next(
    table: Table, draw: Draw, held: Command
) -> None:
    shown = choose(table, "join", draw)
    holding = act(shown, held, draw=draw)
    assert rows(holding) == ["Code", "907311"]
    assert screen(holding).qr == ""
    released = act(holding, Command.RELEASE, draw=draw)
    assert rows(released) == ["Code", "907311"], "there is time to type it"
    assert "907311" not in str(screen(act(released, Command.CONFIRM, draw=draw)))
    assert holding.entries == table.entries


def test_a_named_key_or_an_action_hides_the_hosts_code(table: Table, draw: Draw) -> None:
    holding = act(choose(table, "join", draw), Command.PAUSE, draw=draw)
    action = table.candidates[0]
    for item in (Command.BACK, Command.PAUSE, ActionInput(action)):
        after = act(holding, item, draw=draw)
        assert "907311" not in str(screen(after))
        assert after.console.cover != JoinCode(hosting=True)


def test_holding_a_key_elsewhere_shows_no_code(table: Table, draw: Draw) -> None:
    for held in HOLDS:
        assert "907311" not in str(screen(act(table, held, draw=draw)))


def test_releasing_a_key_changes_nothing_else(table: Table, draw: Draw) -> None:
    refused = act(table, TagInput("T1", None), draw=draw)
    assert refused.notice is not None
    assert act(refused, Command.RELEASE, draw=draw) == refused


class TestBeforeTheGame:
    @pytest.fixture
    def lobby(self, game: AnyGame) -> Lobby:
        return with_console(open_lobby(manifests(game), NAMES, USUAL, game.id), join=JOIN)

    def rows(self, lobby: Lobby) -> list[str]:
        voice = Catalogue("en", lobby.game, ())
        return [row.text for row in view(lobby, voice).rows]

    def lobby_after(self, lobby: Lobby, *commands: Command) -> Lobby:
        for command in commands:
            after = handle_lobby(lobby, command)
            assert isinstance(after, Lobby)
            lobby = after
        return lobby

    def test_why_shows_the_code_and_the_keys_that_are_named_close_it(self, lobby: Lobby) -> None:
        shown = self.lobby_after(lobby, Command.WHY)
        assert self.rows(shown) == ["Code", "4821"]
        for key in (Command.CONFIRM, Command.BACK):
            assert self.lobby_after(shown, key) == lobby
        for key in (Command.NEXT, Command.PREVIOUS, Command.WHY):
            assert self.lobby_after(shown, key) == shown

    @pytest.mark.parametrize("held", HOLDS)
    def test_the_hosts_code_stays_once_a_key_has_been_held(
        self, lobby: Lobby, held: Command
    ) -> None:
        shown = self.lobby_after(lobby, Command.WHY)
        holding = self.lobby_after(shown, held)
        assert self.rows(holding) == ["Code", "907311"]
        assert self.lobby_after(holding, Command.RELEASE) == holding
        assert self.lobby_after(holding, Command.RELEASE, Command.CONFIRM) == lobby

    def test_without_phones_there_is_no_code(self, lobby: Lobby) -> None:
        alone = with_console(lobby, join=None)
        assert self.lobby_after(alone, Command.WHY) == alone
