"""The ids of a game's rules: the anchors of its page in `docs/rules`."""

import re
from functools import cache
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"
PAGES = sorted(path for path in (DOCS / "rules").glob("*.md") if path.stem != "README")
GAMES = [path.stem for path in PAGES]
_ANCHOR = re.compile(r'<a id="([^"]*)"></a>')


@cache
def anchors(game: str) -> tuple[str, ...]:
    """Return the ids on a game's page, in order."""
    page = (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return tuple(anchor.upper() for anchor in _ANCHOR.findall(page))


@cache
def rule_ids(game: str) -> frozenset[str]:
    """Return all ids of a game: of rules, rulings and examples."""
    return frozenset(anchors(game))


def is_example(rule: str) -> bool:
    """Return whether an id is that of a worked example."""
    return re.search(r"-X\d+$", rule) is not None
