"""Lamps and buzzer: whose turn it is, what was accepted or refused, and warnings."""

import random
import time
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from companion.devices import Cue, Light, Sink
from companion.devices.buzzer import MELODIES
from companion.display.lamps_and_sounds import (
    SignalView,
    cue,
    lights,
    on_turn,
    warned_seats,
)
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Setup
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.games.inner_compass.actions import CorrectEP, EndTurn
from companion.games.inner_compass.state import Phase
from companion.settings.quiet_hours import QuietHours
from companion.table.clocks.time_control import settle
from companion.table.command import Command
from companion.table.lobby.lobby import open_lobby
from companion.table.table import (
    ActionInput,
    Outcome,
    ReminderInput,
    Table,
    TableInput,
    TagInput,
    Timestamp,
    begin,
    handle,
)
from companion.table.task import Task
from tests.manifests import manifests

DRAW = sampler(random.Random(3))
DONE = ActionInput(EndTurn())
CORRECTION = ActionInput(CorrectEP(0, 1))
SUDDEN_DEATH = {"kind": "sudden_death", "main": 90_000}


@pytest.fixture
def game() -> AnyGame:
    return registry.load("inner-compass")


@pytest.fixture
def laying(game: AnyGame) -> Table:
    setup = Setup(("Ann", "Ben"), "track", clock=SUDDEN_DEATH)
    return begin(game, setup, (), Timestamp(0, 0.0), DRAW).table


@pytest.fixture
def table(laying: Table) -> Table:
    return handle(laying, Command.BACK, Timestamp(0, 0.0), DRAW).table


def act(table: Table, item: TableInput, seconds: float = 0.0) -> Outcome:
    return handle(table, item, Timestamp(round(1000 * seconds), 0.0), DRAW)


def later(table: Table, seconds: float) -> Table:
    """Advance the table's clock to ``seconds`` after the beginning of the game."""
    return replace(table, clocks=settle(table.clocks, round(1000 * seconds)))


def cue_after(before: Table, item: TableInput) -> Cue | None:
    outcome = act(before, item)
    return cue(before, outcome.table, outcome.entries)


def test_the_lamp_of_the_player_on_turn_is_lit(table: Table) -> None:
    first = table.state.current
    assert on_turn(table) == {first}
    assert on_turn(act(table, DONE).table) == {1 - first}


def test_all_who_may_act_at_once_are_on_turn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(table.game), "active_players", lambda _game, _state: (0, 1))
    assert on_turn(table) == {0, 1}


def test_nobody_is_on_turn_during_the_setup(laying: Table, game: AnyGame) -> None:
    assert on_turn(laying) == frozenset()
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), laying.setup, game.id)
    assert on_turn(lobby) == frozenset()


def test_while_the_table_enters_a_draw_the_turn_belongs_to_the_running_clock(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table.game), "active_players", lambda _game, _state: (CHANCE,))
    assert on_turn(table) == {table.state.current}


def test_the_beginning_of_a_turn_is_signalled(laying: Table, table: Table) -> None:
    assert cue_after(laying, Command.BACK) is Cue.TURN
    assert cue_after(table, DONE) is Cue.TURN


def test_an_entry_within_a_turn_is_acknowledged(table: Table) -> None:
    assert cue_after(table, CORRECTION) is Cue.ACCEPTED


def test_an_undo_is_acknowledged_or_signals_the_earlier_turn(table: Table) -> None:
    assert cue_after(act(table, CORRECTION).table, Command.UNDO) is Cue.ACCEPTED
    assert cue_after(act(table, DONE).table, Command.UNDO) is Cue.TURN


def test_each_refusal_is_signalled_once(table: Table) -> None:
    unknown = TagInput("0415C3A1B2", None)
    assert cue_after(table, unknown) is Cue.REFUSED
    refused = act(table, unknown).table
    assert cue_after(refused, unknown) is Cue.REFUSED
    assert cue(refused, later(refused, 1), ()) is None


def test_browsing_and_pausing_make_no_sound(table: Table) -> None:
    assert cue_after(table, Command.NEXT) is None
    assert cue_after(table, Command.BACK) is None
    assert cue_after(table, Command.PAUSE) is None


def test_a_warning_is_signalled_once_for_the_player_whose_time_runs(table: Table) -> None:
    seat = table.state.current
    before, after = later(table, 29), later(table, 30)
    assert warned_seats(before, after) == {seat}
    assert cue(before, after, ()) is Cue.WARNING
    assert cue(after, later(table, 31), ()) is None
    assert warned_seats(later(table, 79), later(table, 80)) == {seat}


def test_without_a_time_limit_there_is_no_warning(game: AnyGame) -> None:
    drawn = begin(game, Setup(("Ann", "Ben"), "track"), (), Timestamp(0, 0.0), DRAW).table
    table = handle(drawn, Command.BACK, Timestamp(0, 0.0), DRAW).table
    assert warned_seats(table, later(table, 10_000)) == frozenset()


def test_after_a_warning_the_lamp_blinks_until_the_next_action(table: Table) -> None:
    seat = table.state.current
    before, after = later(table, 29), later(table, 30)
    blinking = lights({seat: Light.LIT}, before, after, ())
    assert blinking == {seat: Light.BLINKING}
    assert lights(blinking, after, later(table, 31), ()) == blinking
    listed = act(after, Command.NEXT, 31)
    assert lights(blinking, after, listed.table, listed.entries) == blinking
    played = act(after, CORRECTION, 31)
    assert lights(blinking, after, played.table, played.entries) == {seat: Light.LIT}
    ended = act(after, DONE, 31)
    assert lights(blinking, after, ended.table, ended.entries) == {1 - seat: Light.LIT}


def test_a_lamp_does_not_blink_while_the_clocks_stand_still(table: Table) -> None:
    seat = table.state.current
    paused = act(later(table, 31), Command.PAUSE, 31)
    blinking = {seat: Light.BLINKING}
    assert lights(blinking, table, paused.table, paused.entries) == {seat: Light.LIT}


@dataclass
class Recorder:
    """A signal that records its lights and cues."""

    reports: list[tuple[str, Light] | Cue] = field(default_factory=list)

    def start(self, sink: Sink) -> None:
        """Do nothing: there is no device."""

    def lamp(self, name: str, light: Light) -> None:
        self.reports.append((name, light))

    def cue(self, cue: Cue) -> None:
        self.reports.append(cue)

    def close(self) -> None:
        """Do nothing: there is no device."""


def test_lamps_change_before_sounds_and_only_changes_are_sent(table: Table) -> None:
    signal = Recorder()
    view = SignalView(signal)
    mine, theirs = (f"seat{1 + seat}" for seat in (table.state.current, 1 - table.state.current))
    view(table, ())
    assert signal.reports == [(mine, Light.LIT)]
    view(later(table, 1), ())
    assert len(signal.reports) == 1
    ended = act(table, DONE)
    view(ended.table, ended.entries)
    assert set(signal.reports[1:3]) == {(mine, Light.DARK), (theirs, Light.LIT)}
    assert signal.reports[3:] == [Cue.TURN]


@pytest.mark.parametrize(("hour", "heard"), [(21, [Cue.TURN]), (22, []), (3, []), (7, [Cue.TURN])])
def test_in_quiet_hours_only_the_lamps_work(table: Table, hour: int, heard: list[Cue]) -> None:
    signal = Recorder()
    moment = time.mktime((2026, 3, 2, hour, 30, 0, 0, 0, -1))
    view = SignalView(signal, QuietHours(22 * 60, 7 * 60), lambda: moment)
    view(table, ())
    ended = act(table, DONE)
    view(ended.table, ended.entries)
    assert [report for report in signal.reports if isinstance(report, Cue)] == heard
    assert len(signal.reports) == 3 + len(heard)


def test_a_reminder_blinks_for_the_awaited_players_and_sounds_once(table: Table) -> None:
    reminded = act(table, ReminderInput()).table
    (seat,) = on_turn(table)
    assert lights({}, table, reminded, ()) == {seat: Light.BLINKING}
    assert cue(table, reminded, ()) is Cue.WARNING
    assert cue(reminded, reminded, ()) is None
    after = act(reminded, Command.NEXT).table
    assert lights({seat: Light.LIT}, reminded, after, ()) == {seat: Light.LIT}


def test_the_end_of_a_game_has_a_cue_of_its_own(table: Table) -> None:
    """Nobody takes it for the next turn."""
    over = replace(table, state=replace(table.state, phase=Phase.OVER))
    assert cue(table, over, ()) is Cue.OVER
    assert cue(over, over, ()) is None
    with_tasks = replace(over, tasks=(Task(text("do.take_ep", n=4), seat=0),))
    assert cue(table, with_tasks, ()) is None, "the last tasks come before the result"
    assert cue(with_tasks, over, ()) is Cue.OVER
    assert MELODIES[Cue.OVER] not in [MELODIES[other] for other in Cue if other is not Cue.OVER]
