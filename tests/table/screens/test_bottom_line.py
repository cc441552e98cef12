"""The bottom line: each key that acts is named, and the chief words stay whole the longest."""

from itertools import pairwise

from companion.engine.rules import AnyGame
from companion.engine.text import Text
from companion.i18n.catalogue import Catalogue
from companion.table.binding import Act, Binding
from companion.table.command import Command
from companion.table.screens.bottom_line import bottom_line, is_cut, possible
from companion.table.screens.headline import KeyLayout


def nothing(table: object, _: object) -> object:
    return table


def named(trigger: Command, words: str, *, minor: bool = False) -> Binding:
    """Return a binding whose label is a text that no catalogue has: it is said as it is."""
    act: Act = nothing  # type: ignore[assignment]
    return Binding(trigger, Text(words), act, minor=minor)


def line(game: AnyGame, chief: str, second: str) -> str:
    voice = Catalogue("en", game, ("Ann", "Ben"))
    keys = (named(Command.CONFIRM, chief), named(Command.BACK, second, minor=True))
    return bottom_line(keys, voice, KeyLayout.FULL)


def test_minor_words_give_way_to_a_mark_and_others_stay_whole(game: AnyGame) -> None:
    assert line(game, "take", "clock") == "A take  B clock"
    assert line(game, "n" * 11, "clock") == f"A {'n' * 11} B clock"
    assert line(game, "n" * 12, "clock") == f"A {'n' * 12} B…"
    assert line(game, "n" * 16, "clock") == f"A {'n' * 16} B…"


def test_words_are_cut_only_for_the_mark_of_a_key(game: AnyGame) -> None:
    lines = [line(game, "n" * count, "clock") for count in range(1, 30)]
    assert lines[-1] == f"A {'n' * 15}… B…"
    assert all(len(each) <= 21 for each in lines)
    assert all(" B" in each for each in lines)
    assert all(len(before) <= len(after) or "…" in after for before, after in pairwise(lines))


def test_what_a_mark_stands_for_is_among_the_possible_commands(game: AnyGame) -> None:
    voice = Catalogue("en", game, ("Ann", "Ben"))
    keys = (named(Command.CONFIRM, "n" * 16), named(Command.BACK, "clock", minor=True))
    assert bottom_line(keys, voice, KeyLayout.FULL).endswith(" B…")
    listed = [voice.long(each) for each in possible(keys, KeyLayout.FULL)]
    assert "B clock" in listed


def test_a_mark_is_no_cut_word_but_a_cut_word_is(game: AnyGame) -> None:
    voice = Catalogue("en", game, ("Ann", "Ben"))
    for count, cut in ((16, False), (17, True)):
        keys = (
            named(Command.CONFIRM, "n" * count),
            named(Command.BACK, "clock", minor=True),
        )
        shown = bottom_line(keys, voice, KeyLayout.FULL)
        assert is_cut(keys, voice, KeyLayout.FULL) is cut, shown
