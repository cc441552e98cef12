"""The list of games has the small pictures of those from sheets that have one."""

from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.sheets.games import manifest_of
from companion.sheets.open_table import GAME
from companion.sheets.sheet import read_sheet
from companion.table.lobby.lobby import open_lobby
from companion.table.screens.screen import ROWS, Screen
from companion.table.screens.view import view
from tests.manifests import manifests
from tests.table.lobby.test_lobby import NAMES

PLAIN = "title: Ants\nplayers: [2, 4]\nwins: named\n"
DRAWN = f"{PLAIN}icon: |\n  #.#\n  .#.\n"


def listed(*texts: str) -> Screen:
    """Return the list of the games of some sheets."""
    games = manifests(GAME)
    games |= {f"ants-{at}": manifest_of(read_sheet(text, "")) for at, text in enumerate(texts)}
    lobby = open_lobby(games, NAMES, Setup(NAMES[:2], "table"), GAME.id)
    return view(lobby, Catalogue("en", GAME, ()), ROWS)


def test_an_icon_stands_beside_its_title() -> None:
    screen = listed(PLAIN, DRAWN)
    assert screen.icons == {"ants-1": ("#.#", ".#.")}
    assert [row.icon in screen.icons for row in screen.rows][:3] == [False, False, True]


def test_a_list_without_icons_is_as_wide_as_before() -> None:
    assert listed(PLAIN, PLAIN).icons == {}
