"""A new language is scaffolded, and what its translations lack is said with file and line."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from companion.engine.text import Text
from companion.i18n.catalogue import Catalogue
from tools.language import __main__ as command
from tools.language.bottom_lines import check_bottom_lines
from tools.language.catalogues import UNREVIEWED, forget
from tools.language.check import check
from tools.language.scaffold import TERMS, glossary, scaffold

ROOT = Path(__file__).parents[2]
GAME = "companion/games/compass_points/locale"
ACTION = "action.turn"


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Path]:
    """A tree with the program's catalogues and those of one game, in English and German."""
    for name in ("companion/locale", GAME):
        copytree(
            ROOT / name,
            tmp_path / name,
            ignore=lambda folder, names: (
                [each for each in names if each not in ("en", "de")]
                if folder.endswith("locale")
                else list(ignore_patterns("LC_MESSAGES")(folder, names))
            ),
        )
    yield tmp_path
    forget()


def sentences(tree: Path, language: str) -> list[str]:
    forget()
    return [str(finding).removeprefix(f"{tree}/") for finding in check(tree, language)]


def edit(file: Path, before: str, after: str) -> None:
    words = file.read_text(encoding="utf-8")
    assert before in words
    file.write_text(words.replace(before, after, 1), encoding="utf-8")


@pytest.mark.slow
def test_a_new_language_gets_every_catalogue_with_what_others_say(tree: Path) -> None:
    scaffold(tree, "pl")
    names = {path.name for path in (tree / "companion/locale/pl").iterdir()}
    expected = {path.name for path in (tree / "companion/locale/de").iterdir()}
    assert names == expected
    words = (tree / "companion/locale/pl/table.po").read_text(encoding="utf-8")
    assert words.startswith(f"# {UNREVIEWED}\n")
    assert "nplurals=3; plural=(n==1 ? 0 :" in words
    assert '#. en: Undone: {what}\n#. de: Zurückgenommen: {what}\nmsgid "table.undone"' in words
    own = (tree / "companion/locale/pl/language.po").read_text(encoding="utf-8")
    assert 'msgstr "Polski"' in own
    assert 'msgstr "{0} lub {1}"' in own


@pytest.mark.slow
def test_nothing_that_was_written_is_overwritten(tree: Path) -> None:
    scaffold(tree, "fr")
    file = tree / GAME / "fr" / "table.po"
    edit(file, 'msgid "part.out"\nmsgstr ""', 'msgid "part.out"\nmsgstr "Passe"')
    before = file.read_text(encoding="utf-8")
    assert scaffold(tree, "fr") == []
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.slow
def test_the_glossary_is_written_once_and_stands_in_every_file(tree: Path) -> None:
    scaffold(tree, "fr")
    edit(tree / "companion/locale/fr/language.po", "# - turn:", "# - turn: tour")
    assert len(scaffold(tree, "fr")) > 5
    words = (tree / GAME / "fr" / "rules.po").read_text(encoding="utf-8")
    assert glossary(words)["turn"] == "tour"
    assert len(TERMS) == 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('msgstr "Zurückgenommen: {what}"', 'msgstr ""', "“table.undone” is missing"),
        ('\nmsgid "table.undone"', '\n#, fuzzy\nmsgid "table.undone"', "“table.undone” is missing"),
        ("Zurückgenommen: {what}", "Zurückgenommen", "lacks the placeholder {what}"),
        ("Zurückgenommen: {what}", "{what} {n}", "has the placeholder {n}, which its English"),
        ("Zurückgenommen: {what}", "{what", "has braces that do not fit together"),
        ("Zurückgenommen: {what}", "So geht's: {what}", "has a typewriter's apostrophe"),
        ('msgid "table.undone"', 'msgid "table.undoing"', "“table.undoing” is not said any more"),
        (
            "Zurückgenommen: {what}",
            "Взято назад: {what}",
            "which companion/display/fonts/fixed-6x8.bdf",
        ),
        ("Nicht möglich", "That does not count here at all", "“table.secret”"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    tree: Path, before: str, after: str, sentence: str
) -> None:
    if sentence == "“table.secret”":  # a text that is English still
        before, after = "Das zählt hier nicht: wähle neu", "That does not count here: choose again"
        sentence = "“table.secret_refused” is still in English"
    edit(tree / "companion/locale/de/table.po", before, after)
    findings = sentences(tree, "de")
    assert any(sentence in each for each in findings), findings
    assert all(each.startswith("companion/locale/de/table.po:") for each in findings)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "nonsense", "sentence"),
    [
        ("number.first", "zwei", "“number.first” is zwei: write 1 or 2"),
        ("number.decimal", ".", "“number.decimal” is “.”, but the CLDR has “,” for de"),
        (
            "list.and.end",
            "{0} & {1}",
            "“list.and.end” is “{0} & {1}”, but the CLDR has “{0} und",
        ),
        ("locale", "xx_QQ", "the CLDR has no locale “xx_QQ”: write one that it has"),
        ("locale", "?", "the CLDR has no locale “?”: write one that it has"),
    ],
)
def test_how_lists_and_numbers_are_written_is_compared_with_the_cldr(
    tree: Path, key: str, nonsense: str, sentence: str
) -> None:
    file = tree / "companion/locale/de/language.po"
    (before,) = re.findall(rf'msgid "{key}"\nmsgstr ".*"\n', file.read_text(encoding="utf-8"))
    edit(file, before, f'msgid "{key}"\nmsgstr "{nonsense}"\n')
    (found,) = sentences(tree, "de")
    assert sentence in found


@pytest.mark.slow
def test_texts_that_share_a_line_are_measured_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two fits a line alone."""
    short = Catalogue.short

    def longer(self: Catalogue, message: Text) -> str:
        return short(self, message).replace("A take", "A take the card")

    assert [*check_bottom_lines(ROOT, "en")] == []
    monkeypatch.setattr(Catalogue, "short", longer)
    (first, *_) = sorted(check_bottom_lines(ROOT, "en"))
    assert str(first).removeprefix(f"{ROOT}/").startswith("companion/locale/en/table.po:")
    assert "“binding.take” and “binding.back” are cut in one line" in first.sentence


@pytest.mark.slow
def test_a_plural_that_is_lacking_is_said(tree: Path) -> None:
    file = tree / "companion/locale/de/table.po"
    words = file.read_text(encoding="utf-8")
    start = words.index('msgid "score.points"')
    end = words.index("\n\n", start)
    entry = 'msgid "score.points"\nmsgstr "{n} Punkte"'
    file.write_text(words[:start] + entry + words[end:], encoding="utf-8")
    assert any("lacks its plural" in each for each in sentences(tree, "de"))


@pytest.mark.slow
def test_what_is_too_long_for_its_place_is_said(tree: Path) -> None:
    scaffold(tree, "nl")
    table, web = (tree / f"companion/locale/nl/{name}.po" for name in ("table", "web"))
    edit(table, 'msgid "table.tell"\nmsgstr ""', f'msgid "table.tell"\nmsgstr "{"lang " * 5}"')
    edit(web, 'msgid "web.skip"\nmsgstr ""', f'msgid "web.skip"\nmsgstr "{"lang " * 9}"')
    findings = sentences(tree, "nl")
    assert any("“table.tell” takes 25 columns of a row of 19" in each for each in findings)
    assert any("“web.skip” has 45 characters; a button" in each for each in findings)


@pytest.mark.slow
@pytest.mark.parametrize("context", ["", 'msgctxt "page"\n'])
def test_what_is_too_long_for_a_button_of_a_game_is_said(tree: Path, context: str) -> None:
    scaffold(tree, "nl")
    entry = f'{context}msgid "{ACTION}"\nmsgstr '
    edit(tree / GAME / "nl/table.po", f'{entry}""', f'{entry}"{"lang " * 9}"')
    findings = sentences(tree, "nl")
    assert any(f"“{ACTION}” has 45 characters; a button" in each for each in findings)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("context", "count"), [("page", 0), ("action.turn page", 0), ("action.turn", 1), ("short", 1)]
)
def test_words_for_pages_mention_what_pages_mention_within_any_sentence(
    tree: Path, context: str, count: int
) -> None:
    """English has a placeholder on pages alone, and a translation within a sentence on pages."""
    entry = 'msgctxt "{}"\nmsgid "table.undone"\nmsgstr "{}: {{what}} {{n}}"\n\n'
    for language, within, words in (("en", "page", "Undone"), ("de", context, "Zurück")):
        file = tree / f"companion/locale/{language}/table.po"
        edit(file, 'msgid "table.undone"', entry.format(within, words) + 'msgid "table.undone"')
    found = [each for each in sentences(tree, "de") if "has the placeholder {n}" in each]
    assert len(found) == count


@pytest.mark.slow
def test_english_that_has_changed_since_is_said(tree: Path) -> None:
    scaffold(tree, "fr")
    file = tree / "companion/locale/fr/table.po"
    edit(file, 'msgid "table.notice"\nmsgstr ""', 'msgid "table.notice"\nmsgstr "À noter"')
    assert not any("was “Note” in English" in each for each in sentences(tree, "fr"))
    edit(tree / "companion/locale/en/table.po", 'msgstr "Note"', 'msgstr "Remark"')
    assert any("was “Note” in English" in each for each in sentences(tree, "fr"))


@pytest.mark.parametrize("given", [[], ["C.UTF-8"], ["qq"], ["pt_Bra"], ["fr", "es"]])
def test_a_call_without_a_language_says_how(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(given) == 2
    assert "make language LANG=fr" in capsys.readouterr().err


def test_a_title_that_is_translated_but_not_into_a_language_is_found(tmp_path: Path) -> None:
    manifest = tmp_path / "companion" / "game" / "manifest.yaml"
    manifest.parent.mkdir(parents=True)
    manifest.write_text("title: Walk\nleast: 1\nmost: 4\ntitles: {de: Gang}\n", encoding="utf-8")
    assert not check(tmp_path, "de")
    assert [finding.file for finding in check(tmp_path, "pt")] == [manifest]
