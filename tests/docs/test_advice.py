"""Every `pip install` that people are advised to type names a published package."""

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".po", ".md", ".yaml"}
ADVICE = re.compile(r"\bpip install ((?:[a-z][\w.-]*(?:\[\w+\])? ?)+)")
PLACES = ("companion", "docs", "hardware")


def published() -> set[str]:
    """Return the names of the packages we depend on; our own is on no index."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = chain.from_iterable(project["optional-dependencies"].values())
    requirements = (*project["dependencies"], *optional)
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}


def advised() -> Iterator[str]:
    for place in PLACES:
        for file in (ROOT / place).rglob("*"):
            if file.suffix in SUFFIXES:
                for names in ADVICE.findall(file.read_text(encoding="utf-8")):
                    yield from names.split()


@pytest.mark.slow
def test_only_published_packages_are_advised() -> None:
    names = set(advised())
    assert names <= published()
    assert {"aiohttp", "segno", "mpremote"} <= names
