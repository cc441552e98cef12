"""Before the first draw people press keys, whose times decide as well."""

import pytest

from companion.engine import registry
from companion.engine.draws.notes import Reveal, last_commitment, note_of, short
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.mode import DrawContribution, Menu, SetupLayout
from companion.table.modes import menu
from companion.table.modes.draw_contribution import may_draw_again
from companion.table.modes.stack import mode_of
from companion.table.play import begin
from companion.table.screens.headline import KeyLayout
from companion.table.screens.view import view
from companion.table.state import with_console
from companion.table.table import DoneInput, Table, TableInput, Timestamp, handle, resume
from tests.committed_games import DRAWS

GAME = registry.load("inner-compass")
SETUP = Setup(("Ann", "Ben", "Cleo"), "track")


def at(clock: int) -> Timestamp:
    return Timestamp(clock, 1e9 + clock / 1000)


def begun(setup: Setup = SETUP) -> Table:
    return begin(GAME, setup, (), at(0), DRAWS).table


def press(table: Table, *inputs: TableInput, start: int = 1000) -> Table:
    """Return the table after inputs, half a second apart."""
    for number, item in enumerate(inputs):
        table = handle(table, item, at(start + 500 * number), DRAWS).table
    return table


def reveal(table: Table) -> Reveal:
    notes = (note_of(entry) for entry in reversed(table.entries))
    return next(note for note in notes if isinstance(note, Reveal))


def test_the_box_shows_what_it_is_bound_to() -> None:
    table = begun()
    assert isinstance(mode_of(table), DrawContribution)
    commitment = last_commitment(table.entries)
    assert commitment is not None
    screen = view(table, Catalogue("en", GAME, SETUP.players))
    shown = " ".join(row.text for row in screen.rows)
    assert commitment.shown in shown
    assert screen.footer == "A join in  B draw now"


@pytest.mark.parametrize("keys", KeyLayout)
def test_every_box_has_a_key_for_it(keys: KeyLayout) -> None:
    voice = Catalogue("en", GAME, SETUP.players)
    assert "join in" in view(begun(), voice, keys=keys).footer


def test_the_last_press_begins_the_draw() -> None:
    waiting = press(begun(), Command.CONFIRM, Command.CONFIRM)
    assert waiting.contributions == (1000, 1500)
    assert not waiting.steps
    drawn = press(waiting, Command.CONFIRM, start=2000)
    assert drawn.steps
    assert reveal(drawn).times == (1000, 1500, 2000)


def test_seats_press_their_own_buttons() -> None:
    drawn = press(begun(), DoneInput(0), DoneInput(2), DoneInput(1))
    assert reveal(drawn).times == (1000, 1500, 2000)


def test_one_press_skips_it() -> None:
    drawn = press(begun(), Command.BACK)
    assert reveal(drawn).times == (1000,)


def test_robots_press_nothing() -> None:
    robots = Setup(SETUP.players, "track", robots=(1, 2))
    assert press(begun(robots), Command.CONFIRM).steps


def test_the_secret_is_shown_with_the_result() -> None:
    drawn = press(begun(), Command.BACK)
    assert drawn.notice is not None
    assert drawn.notice.message.params["number"] == short(reveal(drawn).secret)
    assert isinstance(mode_of(press(drawn, Command.CONFIRM, start=2000)), SetupLayout)


def test_the_secret_costs_no_press_of_those_who_have_laid_everything() -> None:
    drawn = press(begun(), Command.BACK)
    screen = view(drawn, Catalogue("en", GAME, SETUP.players))
    assert screen.footer == "A ok  B all done"
    assert not press(drawn, Command.BACK, start=2000).laying


def test_the_draw_depends_on_when_people_press() -> None:
    results = {
        tuple(step.action for step in press(begun(), Command.BACK, start=clock).steps)
        for clock in range(1000, 1010)
    }
    assert len(results) == 10


def test_it_waits_again_after_a_power_cut() -> None:
    waiting = press(begun(), Command.CONFIRM)
    again = resume(GAME, SETUP, (), waiting.entries)
    assert isinstance(mode_of(again), DrawContribution)
    assert again.tasks == waiting.tasks
    assert again.contributions == ()


def chosen(table: Table, name: str, clock: int) -> Table:
    """Return the table after an entry of the menu was chosen."""
    names = [entry.name for entry in menu.entries(table)]
    opened = with_console(table, cover=Menu(names.index(name)))
    return press(opened, Command.CONFIRM, start=clock)


def test_a_setup_can_be_drawn_again() -> None:
    table = press(begun(), Command.BACK, Command.CONFIRM)
    for clock in (3000, 5000):
        before = tuple(step.action for step in table.steps)
        assert may_draw_again(table)
        waiting = chosen(table, "draw_again", clock)
        assert isinstance(mode_of(waiting), DrawContribution)
        resumed = resume(GAME, SETUP, (), waiting.entries)
        assert (resumed.tasks, resumed.progress) == (waiting.tasks, waiting.progress)
        table = press(waiting, Command.BACK, Command.CONFIRM, start=clock + 500)
        assert tuple(step.action for step in table.steps) != before
        assert isinstance(mode_of(table), SetupLayout)
        assert resume(GAME, SETUP, (), table.entries).tasks == table.tasks


def test_a_setup_that_is_laid_out_stays() -> None:
    table = press(begun(), Command.BACK, Command.CONFIRM, Command.BACK)
    assert not table.laying
    assert "draw_again" not in [entry.name for entry in menu.entries(table)]
