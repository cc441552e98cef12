"""The commands that our documents tell people to type, word for word."""

import re
from pathlib import Path
from typing import Final

import yaml

_ROOT: Final = Path(__file__).parents[2]
INSTALL: Final = _ROOT / "docs" / "install.md"
ASSEMBLY: Final = _ROOT / "hardware" / "assembly.md"
_FENCE: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMENT: Final = re.compile(r"\s+# .*$")
_SPAN: Final = re.compile(r"`([^`]+)`")


def commands(document: Path) -> list[str]:
    """Return the lines of a document's shell blocks, without comments."""
    blocks = [body for language, body in _fences(document) if language == "sh"]
    lines = [_COMMENT.sub("", line) for block in blocks for line in block.splitlines()]
    return [line for line in lines if line]


def first_start(document: Path) -> list[list[str]]:
    """Return the commands of a document's cloud-init file, each split into words."""
    (block,) = (body for language, body in _fences(document) if language == "yaml")
    runs: list[list[str]] = yaml.safe_load(block)["runcmd"]
    return runs


def spoken(document: Path) -> list[str]:
    """Return the commands within a document's sentences, without repetition, in order."""
    words = document.read_text(encoding="utf-8")
    spans = (" ".join(span.split()) for span in _SPAN.findall(words))
    return list(dict.fromkeys(span for span in spans if span.startswith(("sudo ", "companion "))))


def _fences(document: Path) -> list[tuple[str, str]]:
    blocks: list[tuple[str, str]] = _FENCE.findall(document.read_text(encoding="utf-8"))
    return blocks
