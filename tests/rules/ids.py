"""The ids of a game's rules, from the list beside this file."""

from functools import cache
from pathlib import Path


@cache
def rule_ids(game: str) -> frozenset[str]:
    """Return all ids of a game's rules file: rules, rulings, examples."""
    lines = Path(__file__).with_name(f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))
