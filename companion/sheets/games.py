"""Sheets as games."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from companion.engine.manifest import Manifest
from companion.engine.rules import AnyGame
from companion.sheets.plan import compile_plan
from companion.sheets.sheet import Sheet, Words


def game_of(name: str, read: Sheet) -> AnyGame:
    """Return a sheet as a game of this id."""
    from companion.sheets.game import rules_of  # a list of sheets needs none of the rules

    least, most = read.players
    numbers = range(least, most + 1)
    plan = replace(compile_plan(read), colours=read.colours)
    title, titles = title_of(read.title), _titles(read.title)
    return rules_of(plan)(plan, name, title, numbers, titles)


def manifest_of(read: Sheet) -> Manifest:
    """Return the manifest of a game, from its sheet."""
    teams = tuple(tuple(seat - 1 for seat in team) for team in read.teams)
    titles = _titles(read.title)
    return Manifest(
        title_of(read.title),
        *read.players,
        teams=teams,
        titles=titles,
        bgg=read.bgg,
        points=_points(read),
        cooperative=read.wins == "together",
        icon=read.icon,
    )


def _points(read: Sheet) -> Literal["most", "least", "none"]:
    if not (read.amounts or read.categories):
        return "none"
    return "least" if read.wins == "least" else "most"


def _titles(words: Words) -> Mapping[str, str]:
    """Return a title by language."""
    return {} if isinstance(words, str) else words


def title_of(words: Words, language: str = "") -> str:
    """Return a title in a language, else in the first one given."""
    if isinstance(words, str):
        return words
    return words.get(language, next(iter(words.values())))
