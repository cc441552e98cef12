"""Every rule of every game stands, by its id, in the code that carries it out and in a test.

A game brings its ids in a list beside this file, named like the game.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.rules.ids import rule_ids

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.stem for path in Path(__file__).parent.glob("*.txt"))
SOURCES = {".py", ".yaml", ".jsonl"}
RULE = re.compile(r"\b[A-Z]+-(?:[A-Z0-9-]*\d|[A-Z]+-[A-Z]+\b)")
"""Ids end in a number, or name a subject of a section (GC-END-MAP)."""


@cache
def cited(folder: str) -> frozenset[str]:
    """Return everything in a folder that looks like the id of a rule."""
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in SOURCES)
    texts = (path.read_text(encoding="utf-8") for path in files)
    return frozenset(each for text in texts for each in RULE.findall(text))


@pytest.mark.parametrize("game", GAMES)
def test_the_code_cites_every_rule(game: str) -> None:
    rules = {each for each in rule_ids(game) if not is_example(each)}
    assert sorted(rules - cited("companion")) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_test_cites_every_rule_and_example(game: str) -> None:
    assert sorted(rule_ids(game) - cited("tests")) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", ["companion", "tests"])
def test_no_rule_is_cited_that_does_not_exist(game: str, folder: str) -> None:
    prefix = next(iter(rule_ids(game))).split("-")[0] + "-"
    ours = {each for each in cited(folder) if each.startswith(prefix)}
    assert sorted(ours - rule_ids(game)) == []


def is_example(rule: str) -> bool:
    return re.search(r"-X\d+$", rule) is not None
