"""Messages for people who set up a box: each has a German translation, and none is unused."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from companion.engine import registry
from companion.engine.message import join, say
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, text
from companion.i18n.catalogue import Catalogue, Phrases

ROOT = Path(__file__).parents[2] / "companion"
COMMANDS = ROOT / "cli"
PORTAL = ROOT / "host" / "portal"
HUB = ROOT.parent / "hub" / "companion_hub"
HUB_COMMAND = (HUB / "cli.py", HUB / "settings.py")
"""Those of its modules that speak to whoever sets it up; the others say words of pages."""
PROGRAM = ROOT / "locale" / "de" / "messages.po"
GAMES = sorted(path for path in (ROOT / "games").iterdir() if (path / "game.py").is_file())
ENGLISH = re.compile(
    r"\b(the|of|is|are|and|or|not|with|from|expected|found|there|this|that|has|have|for|no|be)\b"
)
QUOTED = re.compile(r"\{[^{}]*\}|`[^`]*`|'[^']*'|%\(\w+\)s")


def templates(file: Path) -> dict[str, str]:
    with file.open("rb") as stream:
        return {str(message.id): str(message.string) for message in read_po(stream) if message.id}


@dataclass(frozen=True)
class Spoken:
    """What a module says to people."""

    calls: tuple[ast.Call, ...]
    """Its calls of `say`, in the command line and the portal also of `words`."""
    bare: tuple[int, ...]
    """The lines of errors and help for people whose words are not messages."""


@cache
def spoken(file: Path) -> Spoken:
    in_commands = {COMMANDS, PORTAL} & {*file.parents} or file in HUB_COMMAND
    names = {"say", "words"} if in_commands else {"say"}
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    named = tuple(call for call in calls if called(call) in names)
    return Spoken(named, tuple(bare_words(file, calls)))


@pytest.fixture(scope="module", autouse=True)
def _sources() -> None:
    """Read the sources once for all tests here."""
    for file in (*ROOT.rglob("*.py"), *HUB_COMMAND):
        spoken(file)


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def said(folder: Path) -> set[str]:
    messages = set()
    for file in HUB_COMMAND if folder == HUB else folder.rglob("*.py"):
        if folder != ROOT or ROOT / "games" not in file.parents:
            messages |= {ast.literal_eval(call.args[0]) for call in spoken(file).calls}
    return messages


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


CATALOGUES = [
    (ROOT, PROGRAM),
    (HUB, HUB / "locale" / "de" / "messages.po"),
    *((game, game / "locale" / "de" / "messages.po") for game in GAMES),
]
ALL = [entry for _, file in CATALOGUES for entry in templates(file).items()]


def test_templates_are_literals_where_they_are_used() -> None:
    """Otherwise the catalogues could not be checked against the code."""
    for file in (*ROOT.rglob("*.py"), *HUB_COMMAND):
        for call in spoken(file).calls:
            literal = isinstance(call.args[0], ast.Constant)
            assert literal, f"{file}:{call.lineno}: write the template out"


ERRORS = {
    "BackupError",
    "HubSettingsError",
    "JournalError",
    "RecordError",
    "SetupError",
    "UnknownGameError",
}
SHOWN = {"description", "epilog", "help", "metavar", "title"}
SAME_EVERYWHERE = re.compile(r"[A-Z]|\(%\(default\)s\)")


def is_bare(node: ast.expr) -> bool:
    """Return whether an expression is a string that no catalogue can translate."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return not SAME_EVERYWHERE.fullmatch(node.value)
    return isinstance(node, ast.JoinedStr)


def bare_words(file: Path, calls: Iterable[ast.Call]) -> Iterator[int]:
    for call in calls:
        for_people = [keyword.value for keyword in call.keywords if keyword.arg in SHOWN]
        for argument in (
            *(call.args if called(call) in ERRORS else ()),
            *(for_people if COMMANDS in file.parents or file in HUB_COMMAND else ()),
        ):
            if is_bare(argument):
                yield argument.lineno


def test_everything_that_people_read_is_a_message() -> None:
    """If this fails: put the words into `say`, or in the command line's help into `words`."""
    assert [
        f"{file}:{line}"
        for file in (*ROOT.rglob("*.py"), *HUB_COMMAND)
        for line in spoken(file).bare
    ] == []


@pytest.mark.parametrize(("folder", "file"), CATALOGUES, ids=lambda path: path.name)
def test_every_message_is_translated_and_no_translation_is_unused(folder: Path, file: Path) -> None:
    """A game need not translate again what the program itself translates."""
    program = set() if file == PROGRAM else set(templates(PROGRAM))
    assert set(templates(file)) == said(folder) - program


def test_placeholders_are_those_of_english() -> None:
    for english, german in ALL:
        assert fields(german) == fields(english), english
        assert re.findall(r"%\(\w+\)s", german) == re.findall(r"%\(\w+\)s", english), english


def test_german_is_german() -> None:
    for english, german in ALL:
        assert german, english
        assert not ENGLISH.search(QUOTED.sub("", german)), german
        bare = QUOTED.sub("", english)
        assert german != english or not re.search(r"[a-z]{3}", bare) or bare == "tags", english


def test_the_programs_catalogue_comes_first_then_the_games_then_english() -> None:
    german = Phrases("de", lambda: [registry.load("inner-compass")])
    assert german("a whole number") == "eine ganze Zahl"
    assert german("expected rows of one length") == "erwartet: gleich lange Zeilen"
    assert german("nobody says this") == "nobody says this"
    assert german("") == ""


def test_a_games_catalogue_is_used_only_for_messages_missing_elsewhere() -> None:
    def games() -> list[AnyGame]:
        raise AssertionError

    assert Phrases("de", games)("a whole number") == "eine ganze Zahl"
    assert Phrases("en", games)("expected rows of one length") == "expected rows of one length"


def test_parts_of_a_joined_message_are_each_translated() -> None:
    german = Phrases("de", tuple)
    message = join(": ", ["file.yaml:3", say("lacks the key {key!r}", key="a{b}")])
    assert message == "file.yaml:3: lacks the key 'a{b}'"
    assert german.tell(message) == "file.yaml:3: der Schlüssel 'a{b}' fehlt"


def test_a_message_within_a_text_is_translated() -> None:
    voice = Catalogue("de", registry.load("inner-compass"), ("Ann",))
    message = text(
        "table.journal", what=say("It contains no game that can be read."), player=Seat(0)
    )
    assert voice.long(message) == "Das Logbuch war beschädigt: Kein Spiel darin war lesbar."
