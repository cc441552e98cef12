"""What stands beside a title: whose clock it is can be told on every panel."""

import pytest
from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.i18n.catalogue import Catalogue
from companion.table.clocks.time_control import Clocks, SeatClock
from companion.table.mode import GameProgress
from companion.table.screens.headline import timed_status
from companion.table.screens.view import view
from companion.table.state import Table, Task
from companion.table.table import begin
from tests.table.conftest import NOW

MINUTES = 60_000
BANKS = (19, 18, 17)
TOGETHER = text("table.together")


def timed(game: AnyGame, draw: Draw, names: tuple[str, ...], *, paused: bool = False) -> Table:
    """Return a table at which the clock of the first player runs, each with another time left."""
    clock = {"kind": "sudden_death", "main": 20 * MINUTES}
    table = begin(game, Setup(names, "track", clock=clock), (), NOW, draw).table
    seats = tuple(SeatClock(left * MINUTES) for left in BANKS)
    clocks = Clocks(table.clocks.control, seats, running=(0,), paused=paused)
    return replace(table, clocks=clocks, progress=GameProgress.PLAYING, tasks=())


def beside(table: Table, title: Text, *others: str, state: str = "") -> str:
    return timed_status(
        table, title, Catalogue("en", table.game, table.setup.players), others, state
    )


def named(seat: int) -> Text:
    return text("table.turn", player=Seat(seat))


def test_beside_a_name_is_the_players_own_clock(game: AnyGame, draw: Draw) -> None:
    table = timed(game, draw, ("Ann", "Ben", "Cleo"))
    assert beside(table, named(0), "3 to do") == "3 to do 19:00"


def test_another_players_clock_has_its_name(game: AnyGame, draw: Draw) -> None:
    table = timed(game, draw, ("Ann", "Ben", "Cleo"))
    assert beside(table, named(1), "3 to do") == "3 to do Ann 19:00"
    assert beside(table, TOGETHER, "3 to do") == "Ann 19:00"


def test_a_long_name_is_cut_but_not_left_out(game: AnyGame, draw: Draw) -> None:
    table = timed(game, draw, ("Cleopatra", "Ben", "Maximiliane"))
    assert beside(table, named(1), "3 to do") == "Cleopatra 19:00"
    assert beside(table, named(2), "3 to do") == "Cl… 19:00"
    assert beside(table, TOGETHER) == "Cleop… 19:00"


def test_in_a_pause_the_clock_is_that_of_the_name(game: AnyGame, draw: Draw) -> None:
    table = timed(game, draw, ("Ann", "Ben", "Cleo"), paused=True)
    assert beside(table, named(1), state="Paused") == "Paused 18:00"


@pytest.mark.parametrize(
    ("title", "shown"), [(TOGETHER, "Paused 19:00"), (named(0), "Rou… Paused 19:00")]
)
def test_that_it_is_paused_goes_before_the_round(
    game: AnyGame, draw: Draw, title: Text, shown: str
) -> None:
    table = timed(game, draw, ("Ann", "Ben", "Cleo"), paused=True)
    assert beside(table, title, "Round 12", state="Paused") == shown


def test_the_owner_of_tasks_stands_beside_no_others_clock(game: AnyGame, draw: Draw) -> None:
    table = timed(game, draw, ("Ann", "Ben", "Cleo"))
    (first, *_) = begin(game, table.setup, (), NOW, draw).table.tasks
    table = replace(table, tasks=(Task(first.what, first.action, seat=1),))
    for rows in (2, 6):
        screen = view(table, Catalogue("en", game, table.setup.players), rows)
        assert screen.title == "Ben"
        assert screen.status.endswith("Ann 19:00")
