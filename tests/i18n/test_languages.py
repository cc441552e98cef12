"""Languages are found by their folders, and each writes lists and numbers in its own way."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.text import Seat, Text
from companion.engine.wording import either, listing, names
from companion.i18n import languages
from companion.i18n.catalogue import Catalogue
from companion.i18n.formats import listed, number
from companion.i18n.languages import (
    DEFAULT,
    LANGUAGES,
    language_tag,
    matching,
    own_name,
    player,
    preferred,
    spoken,
)
from tools.language import cldr
from tools.language.catalogues import ROOTS

ROOT = Path(__file__).parents[2]
CODE = [ROOT / "companion", ROOT / "hub", ROOT / "tools"]


def test_the_folders_say_which_languages_there_are() -> None:
    folders = {path.name for path in (ROOT / "companion" / "locale").iterdir()}
    assert set(LANGUAGES) == folders
    assert LANGUAGES[0] == DEFAULT
    assert spoken("companion.engine") == ()


def test_no_code_names_a_language_but_the_default_one() -> None:
    """Whoever adds a language adds folders, and touches nothing else."""
    quoted = re.compile(rf"""["'](?:{"|".join(LANGUAGES)})["']""")
    found = [
        f"{path}:{node.lineno}"
        for folder in CODE
        for path in folder.rglob("*.py")
        for text in (path.read_text(encoding="utf-8"),)
        if quoted.search(text)  # to parse all files would take seconds
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES
    ]
    assert found == [f"{ROOT}/companion/i18n/languages.py:{_line_of_default()}"]


def _line_of_default() -> int:
    lines = (ROOT / "companion" / "i18n" / "languages.py").read_text(encoding="utf-8").splitlines()
    return 1 + next(n for n, line in enumerate(lines) if line.startswith("DEFAULT: Final"))


def test_each_catalogue_says_what_it_is_translated_from() -> None:
    """By that the build finds which placeholders a text may have."""
    wrong = [
        f"{file.relative_to(ROOT)}"
        for place in ROOTS
        for file in (ROOT / place).glob("**/locale/*/*.po")
        if catalogue_source(file) != (None if file.parent.name == DEFAULT else DEFAULT)
    ]
    assert wrong == []


def catalogue_source(file: Path) -> str | None:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    said = re.search(r'"X-Source-Language: (\w+)\\n"', head)
    return None if said is None else said[1]


def test_no_compiled_catalogue_is_committed() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.mo"],  # noqa: S607 - the developer's own git
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout == ""


def test_no_page_and_no_settings_list_some_of_the_languages() -> None:
    """A list that names two was complete once; the folders say which there are."""
    codes = "|".join(LANGUAGES)
    lists = re.compile(rf"\b({codes})(, | or |\|)({codes})\b|\bEnglish or [A-Z]")
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.*"),
        *(ROOT / "tools/image").rglob("*.yaml"),
    ]
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in pages
        if path.suffix in (".md", ".yaml")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if lists.search(line)
    ]
    assert found == []


def test_a_language_says_what_it_is_called_and_names_players() -> None:
    assert [own_name(code) for code in ("en", "de")] == ["English", "Deutsch"]
    assert [player(code, 2) for code in ("en", "de")] == ["Player 2", "Spieler 2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_and_numbers_are_those_of_the_cldr(language: str) -> None:
    """If this fails with a new Babel: write what it says into `language.po`."""
    translated = languages.about(language).gettext
    expected = cldr.formats(translated("locale"))
    assert {key: translated(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("language", "kind", "items", "words"),
    [
        ("en", "and", "ABC", "A, B and C"),
        ("en", "and", "AB", "A and B"),
        ("en", "and", "A", "A"),
        ("en", "and", "", ""),
        ("en", "or", "ABCD", "A, B, C or D"),
        ("de", "and", "ABC", "A, B und C"),
        ("de", "or", "AB", "A oder B"),
        ("de", "plain", "ABC", "A, B, C"),
    ],
)
def test_a_list_is_in_words(language: str, kind: str, items: str, words: str) -> None:
    assert listed(language, kind, items) == words


@pytest.mark.parametrize(
    ("language", "value", "decimals", "words"),
    [
        ("en", 1234.5, 1, "1,234.5"),
        ("de", -1234, 0, "-1.234"),
        ("fr", 1234, 0, "1\u202f234"),
        ("nl", 999.96, 1, "1.000,0"),
        ("es", 1234.5, 1, "1234,5"),
        ("it", 9999, 0, "9999"),
        ("pl", 1234, 0, "1234"),
        ("pl", 12345, 0, "12\u00a0345"),
        ("es", 1234567, 0, "1.234.567"),
        ("en", 12345.5, 1, "12,345.5"),
        ("de", 12345.5, 1, "12.345,5"),
        ("de", -0.25, 2, "-0,25"),
        ("en", 7, 0, "7"),
    ],
)
def test_a_number_has_the_marks_of_a_language(
    language: str, value: float, decimals: int, words: str
) -> None:
    """As the slider of the pages writes them, with ``Intl.NumberFormat``."""
    assert number(language, value, decimals) == words


@pytest.mark.parametrize(
    ("kind", "items", "words"),
    [
        ("and", ("Ana", "Inés"), "Ana e Inés"),
        ("and", ("Ana", "hilda"), "Ana e hilda"),
        ("and", ("Ana", "Bo", "Irene"), "Ana, Bo e Irene"),
        ("and", ("fuego", "hielo"), "fuego y hielo"),
        ("and", ("Inés", "Ana"), "Inés y Ana"),
        ("or", ("siete", "ocho"), "siete u ocho"),
        ("or", ("rama", "hoja"), "rama u hoja"),
        ("or", ("7", "80"), "7 u 80"),
        ("or", ("10", "11"), "10 u 11"),
        ("or", ("1", "110"), "1 o 110"),
        ("or", ("a", "b", "c"), "a, b o c"),
        ("plain", ("Ana", "Inés"), "Ana, Inés"),
    ],
)
def test_spanish_joins_by_how_the_last_item_begins(
    kind: str, items: tuple[str, ...], words: str
) -> None:
    """As ICU, and so browsers, do it."""
    assert listed("es", kind, items) == words


def test_players_and_things_are_listed_at_the_table() -> None:
    voice = Catalogue("de", registry.load("essence"), ("Ann", "Ben", "Cem"))
    everybody = names((0, 1, 2))
    assert isinstance(everybody, Text)
    assert voice.long(everybody) == "Ann, Ben und Cem"
    assert names((1,)) == Seat(1)
    emotions = [Text("table.value", {"value": word}) for word in ("X", "Y", "Z")]
    assert voice.long(either(emotions)) == "X, Y oder Z"
    assert voice.short(either(emotions)) == voice.long(listing(emotions)) == "X, Y, Z"


def test_a_language_is_called_in_itself_in_every_other() -> None:
    voice = Catalogue("de", registry.load("essence"), ())
    assert voice.short(Text("language.en")) == "English"
    assert voice.long(Text("language.none")) == "language.none"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("zz, en;q=0.5, de;q=0.7", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("DE", "de"),
        ("*", "en"),
        ("de;q=much", "en"),
    ],
)
def test_a_browser_gets_the_first_of_its_languages_that_there_is(
    wishes: str, language: str
) -> None:
    assert preferred(wishes) == language
    assert preferred("zz", "de") == "de"


@pytest.mark.parametrize(
    ("tag", "languages", "language"),
    [
        ("pt", ("en", "pt_BR"), "pt_BR"),
        ("pt-PT", ("en", "pt_BR"), "pt_BR"),
        ("pt-br", ("en", "pt", "pt_BR"), "pt_BR"),
        ("pt_AO", ("en", "pt", "pt_BR"), "pt"),
        ("zh-Hant-TW", ("en", "zh_Hans", "zh_Hant"), "zh_Hant"),
        ("zh-TW", ("en", "zh_Hans"), "zh_Hans"),
        ("p", ("en", "pt"), None),
        ("", ("en", "pt"), None),
    ],
)
def test_a_variety_of_a_language_is_matched_both_ways(
    tag: str, languages: tuple[str, ...], language: str | None
) -> None:
    assert matching(tag, languages) == language


def test_pages_say_their_language_as_browsers_read_it() -> None:
    assert [language_tag(code) for code in ("pt_BR", "zh_Hant", "en")] == ["pt-BR", "zh-Hant", "en"]


def test_a_catalogue_that_was_not_compiled_is_an_error_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "table.po").touch()
    monkeypatch.setattr(languages, "locale_folder", lambda _package: tmp_path)
    with pytest.raises(
        languages.NotCompiledError, match=r"table\.po is not compiled: run `make text`"
    ):
        languages.read("companion", "table", "de")
    assert not languages.has("companion", "web", "de")
