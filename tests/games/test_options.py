"""Whatever a game can be set to, people can set at the table: on the panel and on a phone."""

import inspect
import re
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.owners_copy import OwnersCopy
from companion.engine.rules import AnyGame
from companion.table.lobby.deviations import current_value

RULES = Path(__file__).parents[2] / "docs" / "rules"
COLOURS = "colours"
"""Phones ask who plays which colour."""


def documented(game: str) -> set[str]:
    """Return the options in the tables of a game's README."""
    folder = Path(inspect.getfile(type(registry.load(game)))).parent
    page = (folder / "README.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| option \|.*\n((?:\|.*\n)+)", page, re.MULTILINE)
    return {name for table in tables for name in re.findall(r"^\| `(\w+)`", table, re.MULTILINE)}


def asked(game: AnyGame) -> set[str]:
    """Return the options that the setup asks for, or has in its list."""
    seats = {COLOURS} if game.seat_colours else {name for name, _ in game.seat_choices}
    questions = game.copy_questions({})
    return (
        seats
        | {name for name, _ in game.choices}
        | {option.name for option in game.further_options}
        | {question.path[0] for question in questions if question.is_option}
    )


def of_rulings(game: str) -> set[str]:
    """Return the options that a page of rules names."""
    page = (RULES / f"{game}.md").read_text(encoding="utf-8")
    options = re.findall(r"\b[Oo]ption `(\w+)", page)
    return {*options, *re.findall(r"\[cfg: (\w+)[,\s=]", page)} - {"default"}


@pytest.mark.parametrize("name", registry.names())
def test_every_option_of_a_ruling_can_be_set_at_the_table(name: str) -> None:
    assert of_rulings(name) - asked(registry.load(name)) == set()


@pytest.mark.parametrize("name", registry.names())
def test_every_option_is_documented_and_can_be_set_at_the_table(name: str) -> None:
    options = asked(registry.load(name))
    assert documented(name) - options == set()
    assert options - documented(name) - of_rulings(name) == set()


@pytest.mark.parametrize("name", registry.names())
def test_the_first_value_is_what_is_played_without_a_choice(name: str) -> None:
    game = registry.load(name)
    for option in game.further_options:
        players = tuple(f"Player {seat}" for seat in range(game.players[0]))
        needs = dict(option.needs)
        usual = game.new_initial_state(Setup(players, game.levels[-1], needs))
        said = {**needs, option.name: option.usual}
        assert game.new_initial_state(Setup(players, game.levels[-1], said)) == usual
        for other in option.values[1:]:
            changed = {**needs, option.name: other}
            assert game.new_initial_state(Setup(players, game.levels[-1], changed)) != usual
            assert current_value(option, {}, Setup(players, options=changed), OwnersCopy()) == other
