"""One sand timer for the whole table: turned by a key, large on the panel, heard at its end."""

import random
from typing import Final

from msgspec.structs import replace

from companion.devices import Cue
from companion.display.lamps_and_sounds import cue
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.records.checkpoint_notes import is_note, read, word
from companion.session.idle_schedule import IdleSchedule
from companion.table.clocks.change import TurnSandTimer, payload_of
from companion.table.clocks.time_control import sand_left, settle
from companion.table.command import Command
from companion.table.history.entries import resume, set_clocks
from companion.table.modes.clock_menu import sand_timers
from companion.table.modes.stack import bindings
from companion.table.play import begin
from companion.table.screens.glance import glance
from companion.table.state import Table, Timestamp
from companion.table.table import handle
from companion.web.views.projection import clock, clock_mark

NAMES: Final = ("Ann", "Ben", "Cleo")
SETUP: Final = Setup(NAMES, "table")


def at(seconds: float) -> Timestamp:
    return Timestamp(round(seconds * 1000), 1000.0 + seconds)


def party(name: str = "party-with-timer") -> Table:
    return begin(registry.load(name), SETUP, (), at(0), sampler(random.Random(1))).table


def press(table: Table, key: Command, seconds: float) -> Table:
    return handle(table, key, at(seconds), sampler(random.Random(1))).table


def later(table: Table, seconds: float) -> Table:
    return replace(table, clocks=settle(table.clocks, round(seconds * 1000)))


def name_shown(table: Table) -> str:
    screen = glance(table, Catalogue("en", table.game, NAMES))
    assert screen is not None
    assert screen.glance is not None
    return screen.glance.name


def label_of(table: Table, key: Command) -> str:
    return next(each.label.key for each in bindings(table) if each.trigger is key)


def test_a_key_turns_it_for_the_time_that_the_sheet_says_and_lays_it_aside() -> None:
    table = party()
    assert label_of(table, Command.BACK) == "binding.sand"
    table = press(table, Command.BACK, 5)
    assert sand_left(table.clocks, 5_000) == 60_000
    assert name_shown(table) == "1:00"
    assert name_shown(later(table, 35.5)) == "0:30"
    assert label_of(later(table, 35.5), Command.BACK) == "binding.aside"
    assert name_shown(press(table, Command.BACK, 40)) != "0:25"
    assert press(table, Command.BACK, 40).clocks.sand is None


def test_a_sound_says_that_it_has_run_out() -> None:
    table = press(party(), Command.BACK, 5)
    assert cue(later(table, 64), later(table, 64.9), ()) is None
    assert cue(later(table, 64.9), later(table, 65), ()) is Cue.OVER
    assert cue(later(table, 65), later(table, 66), ()) is None
    assert name_shown(later(table, 65)) != "0:00"


def test_the_box_wakes_each_second_only_while_it_runs() -> None:
    table = press(party(), Command.BACK, 5)
    schedule = IdleSchedule()
    assert schedule.due(later(table, 20.25)) == 21_000
    paused = press(later(table, 20), Command.PAUSE, 20)
    assert schedule.due(paused) == 21_000
    assert schedule.due(later(paused, 66)) is None


def test_it_is_in_the_log_and_stays_after_an_undo_and_a_power_cut() -> None:
    table = replace(press(party(), Command.CONFIRM, 1), handover=None)
    table = press(table, Command.BACK, 5)
    assert resume(table.game, SETUP, (), table.entries).clocks.sand == 65_000
    assert press(table, Command.UNDO, 8).clocks.sand == 65_000
    note = payload_of(TurnSandTimer(60_000))
    assert is_note(note, 3)
    assert (word(note), read(word(note))) == ("clock(sand,60000)", note)


def test_any_game_has_it_in_its_menu() -> None:
    table = party("points-per-round")
    assert label_of(table, Command.BACK) == "binding.clock"
    times = [timer.time // 1000 for timer in sand_timers(table)]
    assert times == [30, 60, 90, 120, 180, 300]
    turned = set_clocks(table, TurnSandTimer(30_000), at(1))
    assert sand_timers(turned)[0] == TurnSandTimer(0)
    assert set_clocks(turned, TurnSandTimer(0), at(2)).clocks.sand is None


class TestPages:
    def test_get_what_is_left_once_and_count_by_themselves(self) -> None:
        """A page hears of it when it is turned and when it is laid aside, not every second."""
        table = party()
        assert clock(table, 0)["sand"] is None
        turned = set_clocks(table, TurnSandTimer(60_000), at(5))
        assert clock(turned, 20_000)["sand"] == 45_000
        assert clock_mark(turned) != clock_mark(table)
        assert clock_mark(later(turned, 30)) == clock_mark(later(turned, 31)) == clock_mark(turned)
        assert clock(later(turned, 66), 66_000)["sand"] is None
        aside = set_clocks(turned, TurnSandTimer(0), at(7))
        assert clock_mark(aside) != clock_mark(turned)

    def test_offer_the_time_that_the_game_asks_for_first(self) -> None:
        table = party()
        assert clock(table, 0)["timers"][0] == table.game.sand_timer * 1000
        assert 0 not in clock(set_clocks(table, TurnSandTimer(60_000), at(5)), 6_000)["timers"]
