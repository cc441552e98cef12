"""Every rule of every game is cited by its id in the code that implements it and in a test.

The rules are those on the pages in `docs/rules`.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from companion.engine import registry
from tests.docs.rules.ids import GAMES, anchors, is_example, rule_ids

ROOT = Path(__file__).parents[3]
SOURCES = {".py", ".yaml", ".jsonl"}
WRITTEN = {*SOURCES, ".md", ".js", ".css", ".html", ".po", ".toml"}
RULE = re.compile(r"\b[A-Z]+-(?:[A-Z0-9-]*\d|[A-Z]+-[A-Z]+\b)")
"""Ids end in a number, or name a subject of a section (GC-END-MAP)."""


@cache
def cited(folder: str, kinds: frozenset[str] = frozenset(SOURCES)) -> frozenset[str]:
    """Return everything in a folder that looks like the id of a rule."""
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in kinds)
    texts = (path.read_text(encoding="utf-8") for path in files)
    return frozenset(rule for text in texts for rule in RULE.findall(text))


def test_every_game_has_a_page() -> None:
    assert list(registry.names()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_an_id_has_only_one_anchor(game: str) -> None:
    ids = anchors(game)
    assert [rule for rule in rule_ids(game) if ids.count(rule) > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_an_anchor_is_followed_by_its_own_id(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    named = re.findall(r'<a id="([^"]*)"></a>\**([A-Z0-9-]+)', page)
    assert [anchor for anchor, _ in named] == [name.lower() for _, name in named]
    assert len(named) == len(anchors(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_code_cites_every_rule(game: str) -> None:
    rules = {rule for rule in rule_ids(game) if not is_example(rule)}
    assert sorted(rules - cited("companion")) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_test_cites_every_rule_and_example(game: str) -> None:
    assert sorted(rule_ids(game) - cited("tests")) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", ["companion", "tests", "docs", "hardware"])
def test_every_cited_rule_exists(game: str, folder: str) -> None:
    prefix = next(iter(rule_ids(game))).split("-")[0] + "-"
    ours = {rule for rule in cited(folder, frozenset(WRITTEN)) if rule.startswith(prefix)}
    assert sorted(ours - rule_ids(game)) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_every_rule_that_other_documents_name_exists(game: str, name: str) -> None:
    prefix = next(iter(rule_ids(game))).split("-")[0] + "-"
    cited_rules = RULE.findall((ROOT / name).read_text(encoding="utf-8"))
    assert sorted({rule for rule in cited_rules if rule.startswith(prefix)} - rule_ids(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_a_question_an_answer_and_a_reason(game: str) -> None:
    """A row of a table: id, question, ruling and reason, in two columns or in one."""
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if re.match(r'\| <a id="[a-z]+-r\d+">', line)]
    assert rows
    for row in rows:
        number, question, *told = (cell.strip() for cell in row.rstrip("| ").split(" | "))
        assert question, number
        assert all(told), number
        sentences = re.findall(r"[.:;!?]", " ".join(told))
        assert len(told) > 1 or sentences, f"{number} gives no reason"
