"""What the game asks for is on every screen of a turn, at least its beginning with a mark.

Only words on the course of the game, such as *last turn*, may take its place.
"""

import random

import pytest

from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import LINE
from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import text
from companion.table.mode import Turn
from companion.table.modes.stack import mode_of
from companion.table.screens.headline import KeyLayout, table_title
from companion.table.screens.summary_view import is_count
from companion.table.screens.view import view
from companion.table.state import IdleFace, Table
from companion.table.table import handle
from companion.table.voice import Voice
from tests.table.test_modes import CLOCK, GAMES, NAMES, Walk

STEPS = 240


@pytest.mark.slow
@pytest.mark.parametrize("clock", [CLOCK, {}], ids=["timed", "untimed"])
@pytest.mark.parametrize(("game", "level", "seats"), GAMES)
def test_a_turn_says_what_is_asked(
    game: str, level: str, seats: int, clock: dict[str, object]
) -> None:
    setup = Setup(NAMES[:seats], level, clock=clock)
    walk = Walk(registry.load(game), setup, random.Random(f"{game} {level} asked"))
    inputs, seen = walk.inputs(), 0
    for _ in range(STEPS):
        walk.clock += 2000
        outcome = handle(walk.table, next(inputs), walk.now, walk.draw)
        walk.table = walk.table if outcome.effects else outcome.table
        if is_asked(walk.table):
            seen += 1
            for voice in walk.voices:
                for size in ((128, 64), (128, 32)):
                    look(walk.table, voice, size)
    assert seen


def is_asked(table: Table) -> bool:
    summary = table.console.face is IdleFace.SUMMARY
    plain = table.assumption is None and table.reminder is None
    return isinstance(mode_of(table), Turn) and summary and plain


def look(table: Table, voice: Voice, size: tuple[int, int]) -> None:
    current = table.game.current_player(table.state)
    prompt = table.game.prompt(table.state, current)
    what, brief = voice.short(prompt), voice.short(text("prompt.brief", what=prompt))
    screen = view(table, voice, size[1] // LINE - 2, KeyLayout.FULL)
    shown = [label.shown for label in lay_out(screen, size).labels]
    asks = any(
        what.split()[0] in line
        or brief in line
        or is_beginning(line, what)
        or is_beginning(line, brief)
        for line in shown
    )
    assert asks or gives_way(table, voice, shown), (what, shown)


def gives_way(table: Table, voice: Voice, shown: list[str]) -> bool:
    """Tell whether words on the course of the game stand there instead, beside who acts."""
    status, title = table.game.status(table.state), table_title(table)
    if status is None or is_count(status) or title.key == "table.together":
        return False
    return all(any(voice.short(each) in line for line in shown) for each in (status, title))


def is_beginning(line: str, what: str) -> bool:
    """Tell whether a line ends with the beginning of a text and the mark of a cut."""
    cut = line.removesuffix("…")
    return cut != line and any(cut.endswith(what[:length]) for length in range(4, len(what)))
