"""The names that a box makes up for players are in the language of its displays."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.daemon.first_stage import LANGUAGE, next_lobby, open_first_stage
from companion.daemon.voice import catalogue
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.i18n import languages
from companion.settings import default, load
from companion.storage import preferences
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby
from companion.table.state import LanguageInput, with_console
from companion.table.table import Timestamp, begin
from tests.rig import settings


def question(lobby: object) -> list[object]:
    assert isinstance(lobby, Lobby)
    assert lobby.question is not None
    return [answer for answer, _ in lobby.question.answers]


def to_names(lobby: Lobby) -> Lobby:
    """Take the usual game and number of players."""
    after: object = lobby
    while isinstance(after, Lobby) and after.question is not None:
        if after.question.key.startswith("name."):
            return after
        after = handle_lobby(after, Command.CONFIRM)
    raise AssertionError


def test_a_german_box_without_names_has_german_ones(tmp_path: Path) -> None:
    file = tmp_path / "box.yaml"
    file.write_text("language: de\n")
    assert load(file, registry.load).players == ("Spieler 1", "Spieler 2")
    assert default(registry.load).players == ("Player 1", "Player 2")


def test_names_follow_the_language_of_the_setup(tmp_path: Path) -> None:
    lobby = to_names(next_lobby(settings(tmp_path), None))
    assert question(lobby)[:4] == ["dial", "Player 1", "Player 2", "Orange"]
    german = handle_lobby(lobby, LanguageInput("de"))
    assert isinstance(german, Lobby)
    assert question(german)[:4] == ["dial", "Spieler 1", "Spieler 2", "Orange"]
    second = handle_lobby(german, Command.CONFIRM)
    assert isinstance(second, Lobby)
    assert question(second)[:3] == ["dial", "Spieler 2", "Türkis"]
    assert question(second)[-1] == "Roboter"
    english = handle_lobby(second, LanguageInput("en"))
    assert question(english)[:3] == ["dial", "Player 2", "Teal"]
    assert isinstance(english, Lobby)
    assert dict(english.given)["name.0"] == "Player 1"


def test_a_seat_is_named_after_no_colour_but_that_of_its_pieces(tmp_path: Path) -> None:
    first = to_names(next_lobby(settings(tmp_path), None))
    second = handle_lobby(first, Command.CONFIRM)
    assert isinstance(second, Lobby)
    colours = {"Orange", "Teal", "Purple", "Brown", "Red", "Blue", "Green", "Yellow"}
    assert colours & set(question(first)) == {"Orange"}
    assert colours & set(question(second)) == {"Teal"}


def test_names_of_people_are_nobody_elses(tmp_path: Path) -> None:
    """Somebody called Rot is not translated, and the colour of that name is left out."""
    lobby = to_names(next_lobby(settings(tmp_path, players=("Rot", "Ann")), None))
    assert question(lobby)[:4] == ["Rot", "Ann", "dial", "Orange"]
    assert question(handle_lobby(lobby, LanguageInput("de")))[:4] == [
        "Rot",
        "Ann",
        "dial",
        "Orange",
    ]


@pytest.mark.parametrize("ask", [True, False])
def test_after_a_restart_names_follow_the_language_that_was_chosen(
    tmp_path: Path, *, ask: bool
) -> None:
    started = settings(tmp_path)
    started.state.mkdir()
    preferences.save(started.state, LANGUAGE, "de")
    draw = sampler(Random(1))
    stage, writer = open_first_stage(started, tmp_path, draw, ask=ask)
    try:
        assert stage.console.language == "de"
        if isinstance(stage, Lobby):
            assert question(to_names(stage))[:3] == ["dial", "Spieler 1", "Spieler 2"]
        else:
            assert stage.setup.players == ("Spieler 1", "Spieler 2")
    finally:
        assert writer.journal is not None
        writer.journal.close()


def test_a_new_box_asks_with_its_cursor_on_the_language_in_which_it_asks(tmp_path: Path) -> None:
    started = replace(settings(tmp_path), gpio="native")
    started.state.mkdir()
    stage, writer = open_first_stage(started, tmp_path, sampler(Random(1)), ask=True)
    assert isinstance(stage, Lobby)
    assert stage.asks_language
    assert question(stage)[stage.cursor] == stage.console.language == "en"
    assert writer.journal is not None
    writer.journal.close()


def test_the_usual_answers_of_the_next_game_are_in_the_language_of_the_box(
    tmp_path: Path,
) -> None:
    started = settings(tmp_path)
    outcome = begin(
        registry.load(started.game),
        Setup(("Player 2", "Player 1"), started.level),
        (),
        Timestamp(0, 0.0),
        sampler(Random(1)),
    )
    table = with_console(outcome.table, language="de")
    assert dict(next_lobby(started, table).usual)["name.0"] == "Spieler 2"


def read_for(folder: Path, monkeypatch: pytest.MonkeyPatch, *players: str) -> set[str]:
    """Return the languages whose texts are read until somebody is asked for a name."""
    read: set[str] = set()

    def parsed(package: str, domain: str, language: str) -> object:
        if domain == languages.TABLE:
            read.add(language)
        return original(package, domain, language)

    original = languages.parsed.__wrapped__
    monkeypatch.setattr(languages, "parsed", parsed)
    catalogue.cache_clear()
    shown = to_names(next_lobby(settings(folder, language="de", players=players), None))
    assert "Orange" in question(shown)
    catalogue.cache_clear()
    return read


@pytest.mark.parametrize(
    ("players", "expected"),
    [(("Ann", "Spieler 2"), {"de"}), (("Rot", "Ann"), {"de"}), (("Bleu", "Ann"), {"de", "fr"})],
)
def test_only_the_language_of_the_box_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: tuple[str, ...], expected: set[str]
) -> None:
    """And one in which a colour is called as somebody is: that is left out in all languages."""
    assert read_for(tmp_path, monkeypatch, *players) == expected


def test_a_colour_as_which_somebody_is_called_elsewhere_is_left_out(tmp_path: Path) -> None:
    shown = next_lobby(settings(tmp_path, language="de", players=("Bleu", "Robot 2")), None)
    assert "Blau" not in shown.names
    assert "Rot" in shown.names
    assert [len(shown.naming[code].robots) for code in ("de", "en")] == [5, 5]
