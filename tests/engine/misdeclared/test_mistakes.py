"""A mistake planted in any declaration of a game is one sentence that names game and remedy.

``mistakes.txt`` holds them by the kind of declaration: what a game says, what is planted instead,
and the sentence. ``tall_tower`` is the game.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

HERE = Path(__file__).parent
GAME = "tall_tower"
FILES = {"words": "words.yaml", "board": "board.yaml", "manifest": "manifest.yaml"}
"""Where the declarations of a kind stand, if not in the game's module."""
KINDS = {
    *("options", "actions", "states", "phases", "secrets", "invariants", "questions", "shapes"),
    *("words", "board", "manifest", "robots", "results"),
}
LEAST = 3
"""The fewest mistakes of each kind."""


@dataclass(frozen=True)
class Planted:
    kind: str
    old: str
    new: str
    sentence: str


def read(text: str) -> Iterator[Planted]:
    r"""Yield the mistakes in a table; ``\n`` and ``\t`` stand for a line's end and a tab."""
    kind = ""
    for block in text.strip().split("\n\n"):
        *heading, old, new, sentence = block.splitlines()
        kind = heading[0].removeprefix("# ") if heading else kind
        assert (old[:2], new[:1], sentence[:2]) == ("- ", "+", "> "), block
        old, new = (it[2:].replace(r"\n", "\n").replace(r"\t", "\t") for it in (old, new))
        yield Planted(kind, old, new, sentence[2:])


MISTAKES = [*read((HERE / "mistakes.txt").read_text(encoding="utf-8"))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a copy of the game, which can be imported until the test is over."""
    copytree(HERE / GAME, tmp_path / GAME, ignore=ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)
    invalidate_caches()
    yield tmp_path / GAME
    sys.modules.pop(GAME, None)


def load() -> object:
    """Return the picture of the game, after its import."""
    return import_module(GAME).GAME.picture


def test_without_a_mistake_it_is_a_game(folder: Path) -> None:
    assert folder.is_dir()
    assert load() is not None


@pytest.mark.parametrize("planted", MISTAKES, ids=lambda it: f"{it.kind}: {it.new.strip()[:40]}")
def test_a_planted_mistake_is_its_one_sentence(planted: Planted, folder: Path) -> None:
    file = folder / FILES.get(planted.kind, "__init__.py")
    source = file.read_text(encoding="utf-8")
    assert planted.old in source, "it stands in the game"
    file.write_text(source.replace(planted.old, planted.new, 1), encoding="utf-8")
    with pytest.raises((TypeError, ValueError)) as raised:
        load()
    told = str(raised.value)
    assert re.sub(r"__init__\.py:\d+", "__init__.py:<line>", told) == planted.sentence
    if planted.kind == "shapes":
        line = int(re.findall(r"__init__\.py:(\d+)", told)[0])
        assert line in range(_line(source, "COLOUR ="), _line(source, "SEAT ="))


def _line(source: str, text: str) -> int:
    return source[: source.index(text)].count("\n") + 1


def test_every_sentence_names_the_game() -> None:
    for planted in MISTAKES:
        assert re.match(r"tall.tower", planted.sentence, re.IGNORECASE), planted


def test_there_are_several_mistakes_of_every_kind() -> None:
    """An empty table, or one without a kind, would prove nothing."""
    found = Counter(planted.kind for planted in MISTAKES)
    assert {*found} == KINDS
    assert min(found.values()) >= LEAST
    assert len({(it.kind, it.old, it.new) for it in MISTAKES}) == len(MISTAKES)
