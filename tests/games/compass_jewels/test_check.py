"""Checks of an owner's data and options."""

import pytest

from companion.engine.game import Problem, Setup, SetupError
from companion.games.compass_jewels import GAME
from tests.games.compass_jewels.tables import NAMES, start


def problems(data: dict[str, object], **options: object) -> list[Problem]:
    return list(GAME.check(data, options))


def test_the_defaults_are_sound() -> None:
    assert problems({}) == []


@pytest.mark.parametrize(
    ("data", "path", "words"),
    [
        ({"cards": {}}, ("data", "cards"), "no such key, there are: colours"),
        ({"colours": ["red"]}, ("data", "colours"), "expected the letters R, Y, G, B, P"),
        ({"colours": {"O": {}}}, ("data", "colours", "O"), "no such key, there are: R, Y"),
        ({"colours": {"R": "red"}}, ("data", "colours", "R"), "expected name or hue"),
        ({"colours": {"R": {"tint": 1}}}, ("data", "colours", "R", "tint"), "no such key"),
        ({"colours": {"R": {"name": ""}}}, ("data", "colours", "R", "name"), "at most 12"),
        ({"colours": {"R": {"name": 5}}}, ("data", "colours", "R", "name"), "expected a word"),
        ({"colours": {"R": {"hue": "red"}}}, ("data", "colours", "R", "hue"), "hexadecimal"),
    ],
)
def test_a_mistake_is_named(data: dict[str, object], path: tuple[str, ...], words: str) -> None:
    """CJ-NOTE-1, CJ-DATA-2."""
    (problem,) = problems(data)
    assert problem.path == path
    assert words in problem.message
    assert not problem.warning


def test_two_colours_of_one_name_are_a_mistake_of_one_hue_a_warning() -> None:
    """CJ-DATA-2: their letters still tell them apart."""
    rose = {"name": "Rose", "hue": "#ff0000"}
    name, hue = problems({"colours": {"R": rose, "P": {"name": "rose", "hue": "#FF0000"}}})
    assert name.path == ("data", "colours", "P", "name")
    assert (name.warning, hue.warning) == (False, True)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("orientation_source", "random", "expected virtual or entered or mark_north"),
        ("auto_jewels", "yes", "expected true or false"),
        ("repetition_stop", -1, "expected a whole number"),
        ("repetition_stop", True, "expected a whole number"),
        ("repetition_stop", 1, "expected a whole number, 2 or more, or 0 for never"),
        ("checkers", ["white", "white"], "all different"),
        ("checkers", ["white"], "one for a seat"),
        ("checkers", [], "one for a seat"),
        ("clock", 5, "unknown option"),
    ],
)
def test_a_wrong_option_is_named(option: str, value: object, words: str) -> None:
    """CJ-R9, CJ-R10, CJ-DATA-3."""
    (problem,) = problems({}, **{option: value})
    assert problem.path == ("options", option)
    assert words in problem.message
    with pytest.raises(SetupError, match=option):
        GAME.new_initial_state(Setup(NAMES, options={option: value}))


def test_the_owners_names_are_used() -> None:
    """CJ-NOTE-1: names and hues of colours can be changed."""
    state = start({"colours": {"R": {"name": "rose"}}})
    red = next(colour for colour in state.variant.colours if colour.letter == "R")
    assert (red.name, red.hue) == ("rose", "#c8322d")
