"""With every text twice as long, nothing on a panel is cut off unseen, and nothing is English."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.display.painter import rows_of
from companion.display.painter.layout import lay_out
from companion.engine import registry
from companion.engine.game import Setup
from companion.i18n import languages
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import locale_folder
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.screens.screen import Row, Screen
from companion.table.screens.view import view
from companion.table.stage import Stage
from tests.i18n.pseudo import ENGLISH, PSEUDO, folders, said
from tests.i18n.test_words_fit import LEVELS, situations
from tests.manifests import manifests

SIZES = ((128, 64), (128, 32), (256, 64))
CLOCK = re.compile(r" -?\d+:\d\d(x\d)?")
FEWEST = 40
"""Screens that a walk through any game sees at least."""
NAMES = tuple(f"Ŷ{n}" for n in range(1, 8))
TITLES = sorted((registry.manifest(name).title for name in registry.names()), key=len, reverse=True)


def forget() -> None:
    """Let catalogues be read anew."""
    languages.parsed.cache_clear()
    languages.about.cache_clear()


@pytest.fixture(autouse=True)
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "locale_folder", folders(tmp_path_factory.mktemp("locale")))
        forget()
        yield
    forget()


def is_whole_or_marked(text: str, shown: str) -> bool:
    """Return whether a text is shown whole, or a mark stands for its end, or before a clock."""
    before, mark, after = shown.rstrip().rpartition("…")
    left_out = text[len(before) : len(text) - len(after)]
    is_marked = bool(mark) and text.startswith(before) and text.endswith(after) and left_out != ""
    return shown == text or (is_marked and (after == "" or CLOCK.fullmatch(after) is not None))


def check(screen: Screen) -> int:
    """Check a screen on each panel; return how many texts stand there."""
    checked = 0
    for size in SIZES:
        for label in lay_out(screen, size).labels:
            assert is_whole_or_marked(label.text, label.shown), (size, label.text, label.shown)
            assert label.x + len(label.shown.rstrip()) * label.size[0] <= size[0], (size, label)
            bare = label.text
            for title in TITLES:
                bare = bare.replace(title, "")
            assert not ENGLISH.search(bare), (size, label.text)
            checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(LEVELS), ids="-".join)
def test_no_screen_of_a_game_is_english_or_cut_off_unseen(case: tuple[str, str, str, str]) -> None:
    voice = Catalogue(PSEUDO, registry.load(case[0]), NAMES)
    seen = [check(view(table, voice, rows_of(size))) for table, size in situations(case)]
    assert len(seen) >= FEWEST
    assert min(seen) > 0, "a screen says nothing"
    assert {each[:2] for each in LEVELS} == {
        (name, level) for name in registry.names() for level in registry.load(name).levels
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_no_question_before_a_game_is_english_or_cut_off_unseen(name: str) -> None:
    game = registry.load(name)
    players = NAMES[: game.players[0]]
    options = {option: values[-1] for option, values in game.choices}
    usual = Setup(players, game.levels[-1], options)
    games = manifests(*map(registry.load, registry.names()))
    stage: Stage | object = open_lobby(games, players, usual, game.id)
    voice = Catalogue(PSEUDO, game, ())
    while isinstance(stage, Lobby):
        for size in SIZES:
            check(view(stage, voice, rows_of(size)))
        stage = handle_lobby(stage, Command.CONFIRM)


def test_a_literal_and_a_text_that_is_cut_are_found() -> None:
    check(Screen(said("next"), (Row(said("take it")),)))
    with pytest.raises(AssertionError, match="Undo it"):
        check(Screen(said("next"), (Row("Undo it"),)))
    assert not is_whole_or_marked(said("next"), said("next")[:5])
    assert is_whole_or_marked(said("next"), said("next")[:5] + "…")


def test_a_text_is_doubled_bracketed_and_accented_but_for_its_placeholders() -> None:
    assert said("{player} takes {n}") == "[{player} ţáķéś {n} {player} ţáķéś {n}]"
    assert said("{first}: {last}") == "{first}: {last}"
    assert Path(str(locale_folder("companion"))).name == "locale"


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        ("Pause Player 2 1:00", True),
        ("Pause Pl… 1:00", True),
        ("Pause Player…", True),
        ("Pause Player", False),
        ("Pause Player 2 1:", False),
        ("Pause… 0:59", False),
        ("… 2 1:00", False),
    ],
)
def test_a_text_that_is_cut_needs_a_mark(shown: str, fits: bool) -> None:  # noqa: FBT001 - a case
    assert is_whole_or_marked("Pause Player 2 1:00", shown) is fits
