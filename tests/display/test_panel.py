"""A panel is dimmed, switched off and shifted, and wakes up again, on the injected clock."""

import random

import pytest
from msgspec.structs import replace

from companion.display.panel import BRIGHT, DIM, PanelView
from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.settings.panel_care import PanelCare
from companion.table.command import Command
from companion.table.stage import Stage
from companion.table.state import with_console
from companion.table.table import (
    Table,
    Timestamp,
    begin,
    handle,
)
from tests.display.glass import Glass

NOW = Timestamp(0, 0.0)
DRAW = sampler(random.Random(3))


@pytest.fixture
def table() -> Table:
    game = registry.load("inner-compass")
    drawn = begin(game, Setup(("Ann", "Ben"), "track"), (), NOW, DRAW).table
    return with_console(handle(drawn, Command.BACK, NOW, DRAW).table, language="en")


def voice(stage: Stage) -> Catalogue:
    return Catalogue(stage.console.language, stage.game, ("Ann", "Ben"))


def cared_for(table: Table, care: PanelCare) -> tuple[PanelView, Glass, ManualClock]:
    clock, glass = ManualClock(), Glass()
    view = PanelView(glass, voice, clock, care=care)
    view(table, ())
    return view, glass, clock


def test_a_screen_that_stands_already_is_not_painted_anew(table: Table) -> None:
    view, glass, _ = cared_for(table, PanelCare())
    view(table, ())
    assert len(glass.images) == 1
    view(handle(table, Command.PAUSE, NOW, DRAW).table, ())
    view(table, ())
    assert len(glass.images) == 3


class TestCare:
    def test_dims_and_then_darkens_the_panel_until_the_next_input(self, table: Table) -> None:
        view, glass, clock = cared_for(table, PanelCare(dim=60, blank=300))
        clock.advance(59)
        assert glass.level == BRIGHT
        clock.advance(2)
        assert glass.level == DIM
        clock.advance(240)
        assert (glass.lit, view.wake()) == (False, True)
        assert (glass.lit, glass.level) == (True, BRIGHT)
        assert not view.wake()

    def test_counts_from_the_last_input(self, table: Table) -> None:
        view, glass, clock = cared_for(table, PanelCare(dim=60))
        for _ in range(5):
            clock.advance(50)
            view.wake()
        assert glass.level == BRIGHT

    def test_never_darkens_a_running_clock_with_a_limit(self, table: Table) -> None:
        limit = replace(table.clocks.control, kind="per_turn")
        limited = replace(table, clocks=replace(table.clocks, control=limit))
        view, glass, clock = cared_for(limited, PanelCare(blank=60))
        clock.advance(600)
        running = glass.lit
        view(handle(table, Command.PAUSE, NOW, DRAW).table, ())
        clock.advance(120)
        assert (running, glass.lit) == (True, False)

    def test_moves_the_picture_by_a_column_and_back(self, table: Table) -> None:
        _, glass, clock = cared_for(table, PanelCare(shift=100))
        for _ in range(4):
            clock.advance(100)
        first, right, middle, left, again = glass.images
        assert first.tobytes() == middle.tobytes() == again.tobytes()
        assert right.crop((1, 0, 128, 64)).tobytes() == first.crop((0, 0, 127, 64)).tobytes()
        assert left.crop((0, 0, 127, 64)).tobytes() == first.crop((1, 0, 128, 64)).tobytes()

    def test_that_is_switched_off_costs_no_wake_ups(self, table: Table) -> None:
        _, _, clock = cared_for(table, PanelCare())
        assert clock.next_due() is None

    def test_ends_with_the_box(self, table: Table) -> None:
        view, _, clock = cared_for(table, PanelCare(dim=1, blank=2, shift=3))
        view.close()
        assert clock.next_due() is None
