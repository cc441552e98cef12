"""The bottom line: each key that acts is named, and the chief words stay whole the longest."""

import re
from itertools import pairwise
from typing import Any, Final

import pytest

from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.i18n.catalogue import Catalogue
from companion.table.binding import Binding, label
from companion.table.command import Command
from companion.table.screens.bottom_line import arrows, bottom_line, is_cut, key_wordings
from companion.table.screens.headline import KeyLayout
from companion.table.voice import WideVoice


def nothing(table: object, _: object) -> object:
    return table


NOTHING: Final[Any] = nothing


def named(trigger: Command, words: str, *, minor: bool = False) -> Binding:
    """Return a binding whose label is a text that no catalogue has: it is said as it is."""
    return Binding(trigger, Text(words), NOTHING, minor=minor)


def line(game: AnyGame, chief: str, second: str) -> str:
    voice = Catalogue("en", game, ("Ann", "Ben"))
    keys = (named(Command.CONFIRM, chief), named(Command.BACK, second, minor=True))
    return bottom_line(keys, voice, KeyLayout.FULL)


def test_keys_stand_closer_before_words_are_cut(game: AnyGame) -> None:
    assert line(game, "take", "clock") == "A take  B clock"
    assert line(game, "n" * 11, "clock") == f"A {'n' * 11} B clock"
    assert line(game, "n" * 12, "clock") == f"A {'n' * 12} B clo…"


def test_of_every_key_three_letters_are_left_in_any_case(game: AnyGame) -> None:
    lines = [line(game, "n" * count, "clock") for count in range(1, 30)]
    assert lines[-1] == f"A {'n' * 11}… B clo…"
    assert all(len(each) <= 21 for each in lines)
    assert all(re.search(r" B clo(ck|…)$", each) for each in lines)
    assert all(len(before) <= len(after) or "…" in after for before, after in pairwise(lines))


def test_words_have_their_briefest_form_before_any_is_cut(game: AnyGame) -> None:
    """Opposite directions share an arrow."""
    ways = (Command.UP, Command.DOWN, Command.RIGHT)
    keys = (
        Binding(Command.CONFIRM, label("choose"), NOTHING),
        *(Binding(way, label("step"), NOTHING) for way in ways),
        Binding(Command.BACK, label("clock"), NOTHING, minor=True),
    )
    voice = Catalogue("en", game, ("Ann", "Ben"))
    assert bottom_line(keys, voice, KeyLayout.FULL) == "A pick ↕→ go B clock"
    assert not is_cut(keys, voice, KeyLayout.FULL)
    wide = WideVoice(voice)
    assert bottom_line(keys, wide, KeyLayout.FULL) == "A choose  ↕→ step  B clock"


@pytest.mark.parametrize(
    ("ways", "shown"),
    [
        ("U", "↑"),
        ("UR", "↑→"),
        ("UD", "↕"),
        ("LR", "↔"),
        ("UDL", "↕←"),
        ("ULR", "↑↔"),
        ("UDLR", "↕↔"),
    ],
)
def test_opposite_directions_share_an_arrow(ways: str, shown: str) -> None:
    commands = {"U": Command.UP, "D": Command.DOWN, "L": Command.LEFT, "R": Command.RIGHT}
    assert arrows({commands[way] for way in ways}) == shown


def test_of_an_action_that_ends_the_turn_the_name_is_cut_but_not_the_end(game: AnyGame) -> None:
    voice = Catalogue("en", game, ("Ann", "Ben"))
    keys = (
        Binding(
            Command.CONFIRM, text("named.take_end", what=Text("n" * 14)), NOTHING, ends_turn=True
        ),
        named(Command.BACK, "clock", minor=True),
    )
    assert bottom_line(keys, voice, KeyLayout.FULL) == "A nnnnn…, end B clock"
    assert key_wordings(keys[:1], voice, KeyLayout.FULL) == (
        f"A {'n' * 14}, end turn",
        f"A {'n' * 14}, end",
    )
    assert not is_cut(keys, voice, KeyLayout.FULL), "only a name is"


def test_a_cut_word_is_found(game: AnyGame) -> None:
    voice = Catalogue("en", game, ("Ann", "Ben"))
    for count, cut in ((11, False), (12, True)):
        keys = (
            named(Command.CONFIRM, "n" * count),
            named(Command.BACK, "clock", minor=True),
        )
        shown = bottom_line(keys, voice, KeyLayout.FULL)
        assert is_cut(keys, voice, KeyLayout.FULL) is cut, shown
