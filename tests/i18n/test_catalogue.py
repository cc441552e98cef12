"""Catalogues have every text in every language, with equal placeholders and no unused texts."""

import ast
import inspect
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from companion.engine import registry
from companion.engine.text import Seat, text
from companion.i18n import languages
from companion.i18n.catalogue import Catalogue, Rulebook
from companion.i18n.languages import DEFAULT, LANGUAGES
from tests.docs.rules.ids import GAMES, anchors, is_example, rule_ids
from tests.engine.conformance.pebbles import Game as Pebbles
from tools.build_backend import compiled
from tools.language.catalogues import Domain, catalogue, domains, entries, key_of
from tools.language.check import check

ROOT = Path(__file__).parents[2] / "companion"
DOMAINS = domains(ROOT.parent)
SOURCES = sorted(ROOT.glob("**/locale/*/*.po"))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_or_wrong(language: str) -> None:
    """If this fails: `make language LANG=` and the language."""
    assert list(map(str, check(ROOT.parent, language))) == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_compiled_catalogues_are_up_to_date(source: Path) -> None:
    """If this fails: run `make text`."""
    made = source.parent / "LC_MESSAGES" / f"{source.stem}.mo"
    assert made.read_bytes() == compiled(source)


@dataclass(frozen=True)
class Named:
    """What the code of a package says of keys."""

    strings: frozenset[str]
    patterns: frozenset[str]
    """Those that are put together, with what varies as a pattern."""
    words: frozenset[str]
    """What names are made of: parts of strings, numbers, kinds of records and their fields."""

    def __contains__(self, key: str) -> bool:
        bare = key.removeprefix("refusal.")
        if {key, bare} & self.strings or any(re.fullmatch(each, bare) for each in self.patterns):
            return True
        _, *parts = re.split(r"[.-]", key)
        return bool(parts) and self.words.issuperset(parts)


@pytest.mark.slow
@pytest.mark.parametrize("domain", [each for each in DOMAINS if each.has_columns], ids=str)
def test_no_text_is_unused(domain: Domain) -> None:
    own, engine = named(domain.folder.parent), named(ROOT / "engine")
    said = Named(
        own.strings | engine.strings, own.patterns | engine.patterns, own.words | engine.words
    )
    assert [name for _, name in entries(domain, DEFAULT) if name not in said] == []
    assert "xyzzy" not in said, "some pattern takes everything"
    assert "action.xyzzy" not in said


CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
SPECIFIC = re.compile(r"[a-z]{3}")


@cache
def named(root: Path) -> Named:
    """Return what the code and the files of a package say of keys."""
    strings, patterns, words = set(), set(), set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant):
                strings.add(str(node.value))
            elif isinstance(node, ast.JoinedStr):
                patterns.add(_pattern(node))
            elif isinstance(node, ast.ClassDef):
                words.add(CAPITAL.sub("_", node.name).lower())
            elif isinstance(node, ast.keyword) and node.arg:
                words.add(node.arg)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                words.add(node.target.id)
    files = (path.read_text(encoding="utf-8") for path in root.rglob("*.yaml"))
    parts = (re.findall(r"\w+", each) for each in (*strings, *files))
    patterns = {each for each in patterns if SPECIFIC.search(ANY_NAME.sub("", each))}
    return Named(frozenset(strings), frozenset(patterns), frozenset(words.union(*parts)))


VARIES = r"[\w.-]+"
ANY_NAME = re.compile(rf"(^[a-z]+\\.)?{re.escape(VARIES)}")
"""What may be anything, also behind the first word of a key."""


def _pattern(node: ast.JoinedStr) -> str:
    parts = (
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else VARIES
        for part in node.values
    )
    return "".join(parts)


RULES = [(game, language) for game in GAMES for language in LANGUAGES]
LONGEST = 240
"""Most characters of a rule: two pages of a small panel, or fifteen seconds of reading aloud."""


def rules(game: str, language: str) -> dict[str, Message]:
    folder = Path(inspect.getfile(type(registry.load(game)))).parent / "locale"
    found = catalogue(Domain(folder, "rules").file(language))
    return {key_of(message)[1]: message for message in found if message.id}


@pytest.mark.parametrize(("game", "language"), RULES)
class TestRules:
    def test_exactly_the_rules_have_texts(self, game: str, language: str) -> None:
        about = {"order", "document"} if language == DEFAULT else set()
        expected = {rule for rule in rule_ids(game) if not is_example(rule)}
        assert set(rules(game, language)) == expected | about

    def test_texts_are_short_whole_sentences(self, game: str, language: str) -> None:
        catalogued = rules(game, language)
        for rule in expected_order(game):
            words = str(catalogued[rule].string)
            assert len(words) <= LONGEST, rule
            assert words.endswith((".", ".)")), rule
            assert words == " ".join(re.findall(r"[^ \t\n]+", words)), rule
            assert not set(words) & {'"', "'", "{", "}", "`"}, rule

    def test_texts_are_found_by_the_id_of_their_rule(self, game: str, language: str) -> None:
        voice = Catalogue(language, registry.load(game), ())
        words = rules(game, language)
        for rule in expected_order(game):
            assert voice.rule(rule) == words[rule].string
        assert voice.tells_rules

    def test_texts_are_in_the_order_of_the_page(self, game: str, language: str) -> None:
        book = Rulebook(language, registry.load(game))
        assert list(book.ids) == expected_order(game)

    @pytest.mark.slow
    def test_a_rule_leads_to_its_place_on_the_page(self, game: str, language: str) -> None:
        book = Rulebook(language, registry.load(game))
        for rule in book.ids:
            page, _, anchor = book.document(rule).partition("#")
            assert f'<a id="{anchor}"></a>' in (ROOT.parent / page).read_text(encoding="utf-8")


def expected_order(game: str) -> list[str]:
    return [rule for rule in anchors(game) if not is_example(rule)]


@pytest.mark.parametrize("game", GAMES)
def test_texts_differ_between_languages(game: str) -> None:
    for language in LANGUAGES[1:]:
        english, other = rules(game, DEFAULT), rules(game, language)
        assert [rule for rule in other if other[rule].string == english[rule].string] == []


def test_texts_of_rules_are_read_only_when_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before that, they cost neither time nor memory."""
    opened: list[str] = []
    unpatched = Path.open

    def watched(path: Path, *arguments: object, **named: object) -> object:
        opened.append(path.name)
        return unpatched(path, *arguments, **named)  # type: ignore[call-overload]  # passed on

    languages.parsed.cache_clear()
    monkeypatch.setattr(Path, "open", watched)
    game = registry.load("inner-compass")
    voice = Catalogue("de", game, ("Ann", "Ben"))
    assert voice.tells_rules
    assert voice.long(text("emotion.R")) == "Wut"
    assert [name for name in opened if name.startswith("rules")] == []
    assert voice.rule("IC-R16").startswith("Weder Figuren noch")
    assert [name for name in opened if name.startswith("rules")] != []


def test_catalogues_of_one_game_share_what_was_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that changes makes a new catalogue, with the words of the one before."""
    game = registry.load("inner-compass")
    Catalogue("de", game, ("Ann", "Ben"))
    monkeypatch.setattr(languages, "GNUTranslations", None)
    assert Catalogue("de", game, ("Ann", "Cleo")).long(text("emotion.R")) == "Wut"


def test_a_game_without_texts_of_its_rules_has_none() -> None:
    voice, book = Catalogue("de", registry.load("essence"), ()), Rulebook("de", Pebbles())
    assert voice.rule("IC-R1") == voice.rule("") == ""
    assert (book.ids, book.words("PB-1"), book.document("PB-1"), book.near("x")) == ((), "", "", ())
    assert book.find("PB-1") == ()


def test_a_short_form_is_used_where_there_is_one() -> None:
    game = registry.load("inner-compass")
    voice = Catalogue("en", game, ("Ann", "Ben"))
    prompt = text("prompt.value", player=Seat(0), n=1)
    assert voice.long(prompt) == "Ann: put a value token beside a tile"
    assert voice.short(prompt) == "Put a value token"
    assert voice.short(text("prompt.value", player=Seat(0), n=2)) == "Put 2 value tokens"
    assert voice.short(text("emotion.Y")) == "Happiness"


def test_the_german_catalogue_is_in_german() -> None:
    game = registry.load("inner-compass")
    voice = Catalogue("de", game, ("Ann", "Ben"))
    assert voice.long(text("emotion.R")) == "Wut"
    assert voice.long(text("score.track", n=1)) == "1 Erinnerung"
    assert voice.long(text("score.track", n=2)) == "2 Erinnerungen"
