"""What somebody may have forgotten: said with their name, and never over what there is to do."""

import random

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.text import Seat
from companion.i18n.catalogue import Catalogue
from companion.table.modes.tasks import listed_tasks
from companion.table.screens.view import view
from companion.table.state import ActionInput, Table
from companion.table.table import Timestamp, begin, handle

NAMES = ("Ann", "Ben", "Cleo")
CLOCK = {"kind": "sudden_death", "main": 20 * 60_000}


def forgetful(name: str, *, with_tasks: bool) -> tuple[Table, int]:
    """Play until somebody may have forgotten something, and return the table and their seat."""
    game = registry.load(name)
    for seed in range(12):
        source = random.Random(seed)
        draw = sampler(source)
        now = Timestamp(0, 0.0)
        table = begin(game, Setup(NAMES, "full", clock=CLOCK), (), now, draw).table
        while not table.is_over and len(table.steps) < 250:
            seat = game.current_player(table.state)
            risky = [each for each in table.candidates if game.reminders(table.state, each)]
            chosen = source.choice(risky or table.candidates)
            table = handle(table, ActionInput(chosen), now, draw).table
            if risky and bool(table.tasks) is with_tasks:
                return table, seat
    raise AssertionError("nobody forgets anything")


def screen_rows(table: Table) -> tuple[str, list[str]]:
    shown = view(table, Catalogue("en", table.game, NAMES))
    return shown.title, [row.full or row.text for row in shown.rows]


def test_it_is_a_line_below_what_there_is_to_do() -> None:
    table, seat = forgetful("gilded-compass", with_tasks=True)
    voice = Catalogue("en", table.game, NAMES)
    title, rows = screen_rows(table)
    assert table.notice is None
    assert title in (NAMES[seat], "Together")
    listed = [voice.long(task.what) for task in listed_tasks(table)]
    assert rows[: len(listed)] == listed
    assert rows[len(listed)].startswith(f"Forgotten, {NAMES[seat]}?")


def test_a_message_names_whoever_may_have_forgotten_it() -> None:
    table, seat = forgetful("inner-compass", with_tasks=False)
    assert table.notice is not None
    assert table.notice.message.params["player"] == Seat(seat)
    shown = view(table, Catalogue("en", table.game, NAMES))
    assert shown.title == "Forgotten?"
    assert shown.rows[0].text.startswith(f"{NAMES[seat]}: ")
    running = table.clocks.running[0]
    others = "" if running == seat else f"{NAMES[running]} "
    assert shown.status == f"{others}20:00"
