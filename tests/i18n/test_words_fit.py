"""Every text of every game fits its place on every panel, in every language and situation."""

import re
from collections.abc import Hashable, Iterator
from functools import cache

import pytest

from companion.display.painter import overflow, rows_of
from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import TextLabel
from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import DEFAULT, LANGUAGES
from companion.table.binding import find
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.mode import Turn
from companion.table.modes.stack import bindings, mode_of
from companion.table.screens.bottom_line import bottom_line, is_cut, possible
from companion.table.screens.glance import glance
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import at_rest, uncover
from companion.table.table import Table
from tests.manifests import manifests
from tests.matrix import covering
from tools.language.walk import NAMES, Played, names, steps

SIZES = ((128, 64), (128, 32))
STEPS = 50
FAR = 300
"""Steps of the walk on which texts are measured: it comes to the end of most games."""
ACTIONS = 25
"""How much rather a walk that goes far takes an action than it presses a button."""


def _played() -> Iterator[Played]:
    for name in registry.names():
        game = registry.load(name)
        for level in game.levels:
            for option, values in game.choices or (("", ("",)),):
                yield from ((name, level, option, value) for value in values)


PLAYED = tuple(_played())
LEVELS = frozenset({case[:2]: case for case in PLAYED}.values())
"""Each game at each level once: there a walk goes far, for an option it need not."""
FULLEST = frozenset({case[0]: case for case in PLAYED}.values())
"""Each game once, at the level with the most texts."""
USUAL = ("de", "en")
"""English, in which texts are written first, and German, whose words are long."""
Cell = tuple[str, Played]
"""A language, and what is played."""


def _parts(cell: Cell) -> Iterator[Hashable]:
    """Yield what must be measured: whatever can be played, and each game in each language."""
    language, case = cell
    yield case
    if case in FULLEST:
        yield language, case[0]


CELLS = covering(((language, case) for case in PLAYED for language in LANGUAGES), _parts)
MARKED = tuple(
    pytest.param(
        language, case, marks=[] if case in FULLEST and language in USUAL else pytest.mark.slow
    )
    for language, case in CELLS
)
"""In `make test` each game at the level with the most texts, in the usual languages."""


def _id(value: str | Played) -> str:
    return value if isinstance(value, str) else "-".join(value)


@cache
def walk(case: Played, seed: int) -> tuple[Table, ...]:
    """Return the tables of a random walk, which opens lists, lays tags, tries and takes actions."""
    return tuple(steps(case, seed, STEPS, 8))


@cache
def situations(case: Played) -> tuple[tuple[Table, tuple[int, int]], ...]:
    """Return the tables of a walk that goes far, with panels, whose screens say different things.

    Screens that differ in numbers only are the same here.
    """
    voice = Catalogue(DEFAULT, registry.load(case[0]), NAMES)
    found: dict[tuple[str, tuple[int, int]], Table] = {}
    for table in steps(case, 14, FAR if case in LEVELS else STEPS, ACTIONS):
        for size in SIZES:
            said = re.sub(r"\d+", "#", repr(view(table, voice, rows_of(size))))
            found.setdefault((said, size), table)
    return tuple((table, size) for (_, size), table in found.items())


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize(("language", "case"), MARKED, ids=_id)
def test_no_screen_truncates_a_text(language: str, case: Played) -> None:
    cut: set[str] = set()
    voice = Catalogue(language, registry.load(case[0]), NAMES)
    for table, size in situations(case):
        screen = view(table, voice, rows_of(size))
        if screen.tone == "toast" and size[1] == 32:
            continue
        cut |= {said for said in overflow(screen, size) if not gives_way(said, screen, size)}
    assert cut == set()


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize(("language", "case"), MARKED, ids=_id)
def test_no_bottom_line_cuts_what_keys_do(language: str, case: Played) -> None:
    voice = Catalogue(language, registry.load(case[0]), NAMES)
    tables = {id(table): table for table, _ in situations(case)}.values()
    for keys in (KeyLayout.FULL, KeyLayout.THREE, KeyLayout.KNOB):
        bound = [bindings(table) for table in tables]
        lines = [(bottom_line(each, voice, keys), each) for each in bound]
        assert {line for line, each in lines if is_cut(each, voice, keys)} == set(), keys


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize(("language", "case"), MARKED, ids=_id)
def test_the_second_key_is_named_in_every_turn(language: str, case: Played) -> None:
    """With its words, in their briefest form where those of the first key need the room."""
    voice = Catalogue(language, registry.load(case[0]), NAMES)
    turns = 0
    for table, size in situations(case):
        if not isinstance(mode_of(table), Turn):
            continue
        turns += 1
        key = voice.short(text("key.full.back"))
        second = find(bindings(table), Command.BACK)
        assert second is not None
        lines = [label.shown for label in lay_out(view(table, voice, rows_of(size)), size).labels]
        brief = voice.short(text("key.brief", pressed=key, what=second.label))
        wanted = (f"{key} {voice.short(second.label)}", brief)
        assert any(line.endswith(wanted) for line in lines), lines
        possible_commands = possible(bindings(table), KeyLayout.FULL)
        assert wanted[0] in [voice.short(each) for each in possible_commands]
    assert turns or case not in LEVELS


def gives_way(said: str, screen: Screen, size: tuple[int, int]) -> bool:
    """Return whether a text is a title, perhaps a name, that ends in a mark beside a clock.

    Beside a board on a low panel a mark may stand in the status, too, before a whole clock.
    """
    labels = [label for label in lay_out(screen, size).labels if label.text.strip() == said]
    is_marked = all(is_whole(label) or label.shown.endswith("…") for label in labels)
    if said == screen.status:
        clock = said.rpartition(" ")[2]
        return ":" in clock and all(label.shown.endswith(f"… {clock}") for label in labels)
    return said == screen.title and screen.status != "" and is_marked


def is_whole(label: TextLabel) -> bool:
    return label.shown == label.text


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize(("language", "case"), MARKED, ids=_id)
def test_name_round_and_clock_are_read_whole_from_a_chair(language: str, case: Played) -> None:
    voice = Catalogue(language, registry.load(case[0]), NAMES)
    for table in walk(case, seed=5):
        screen = glance(at_rest(uncover(table)), voice)
        if screen is None or screen.glance is None:
            continue
        shown = screen.glance
        for size in (*SIZES, (256, 64)):
            labels = {label.shown for label in lay_out(screen, size).labels}
            assert {shown.name, shown.clock} - {""} <= labels, size
            assert not labels.isdisjoint(shown.round), size


@pytest.mark.matrix
@pytest.mark.parametrize(("language", "case"), MARKED, ids=_id)
def test_every_state_has_a_prompt(language: str, case: Played) -> None:
    voice = Catalogue(language, registry.load(case[0]), NAMES)
    for table in walk(case, seed=5):
        prompt = table.game.prompt(table.state, table.game.current_player(table.state))
        assert voice.long(prompt) != prompt.key
        assert len(voice.short(prompt)) <= 21, voice.short(prompt)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", registry.names())
def test_the_lobby_fits(language: str, name: str) -> None:
    voice = Catalogue(language, registry.load(name), ())
    for lobby in asked(name):
        for size in SIZES:
            assert overflow(view(lobby, voice, rows_of(size)), size) == ()


def asked(name: str) -> Iterator[Lobby]:
    """Yield the questions before a game of players who take the usual answers."""
    game = registry.load(name)
    options = {option: values[-1] for option, values in game.choices}
    usual = Setup(names(game), game.levels[-1], options)
    games = manifests(*map(registry.load, registry.names()))
    stage: object = open_lobby(games, NAMES, usual, game.id)
    while isinstance(stage, Lobby):
        yield stage
        stage = handle_lobby(stage, Command.CONFIRM)
