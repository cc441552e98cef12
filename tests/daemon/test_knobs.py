"""Knobs at a box: turned on the pins, to choose what the panel lists."""

import asyncio
from pathlib import Path

import pytest

from companion.settings import Settings
from companion.table.choosing.handover import GUARD
from companion.table.modes.stack import bindings
from companion.web.views.button_labels import button_labels
from companion.web.views.viewer import Hardware
from tests.rig import Rig, running, settings

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
SEATS = {f"seat{seat}": 20 + seat for seat in range(1, 5)}
BOUNCES = (0.0003, 0.0002) * 2


def box(folder: Path, **changes: object) -> Settings:
    """Return a box for a game in which points are written down after each round."""
    return settings(
        folder,
        game="points-per-round",
        players=PLAYERS,
        level="table",
        readers=(),
        lamps={},
        buzzer=None,
        **changes,
    )


async def turn(rig: Rig, knob: str, by: int) -> None:
    rig.hardware.knobs.turn(knob, by, BOUNCES)
    await rig.robot.let(0.1 + abs(by) / 50)
    await rig.box.session.settled()


def points(rig: Rig) -> list[int]:
    return [sum(entry.count for entry in player.entries) for player in rig.table.state.players]


@pytest.mark.slow
def test_the_knob_of_a_box_enters_the_points_of_everybody(tmp_path: Path) -> None:
    async def scene() -> list[int]:
        pins = {"buttons": {"knob": 11, **SEATS}, "knobs": {"knob": (9, 10)}}
        async with running(box(tmp_path, **pins), tmp_path) as rig:
            for seat in SEATS:
                await rig.tap(seat)
            # The list opens by itself once the first number is entered, and then by a detent.
            for detents in (8, 0, 12, -3):
                await turn(rig, "knob", detents)
                await rig.robot.let(GUARD / 1000)
                await rig.tap("knob")
            return points(rig)

    assert asyncio.run(scene()) == [7, 0, 12, -3]


@pytest.mark.slow
def test_the_knob_of_a_seat_counts_for_whoever_is_asked(tmp_path: Path) -> None:
    async def scene() -> list[int]:
        knobs = {seat: (2 * i, 2 * i + 1) for i, seat in enumerate(SEATS)}
        async with running(box(tmp_path, buttons=SEATS, knobs=knobs), tmp_path) as rig:
            for seat in SEATS:
                await rig.tap(seat)
            before = rig.table.cursor
            await turn(rig, "seat3", 5)
            assert rig.table.cursor == before
            for i, seat in enumerate(SEATS):
                await turn(rig, seat, i + 1 + (i == 0))
                await rig.tap(seat)
            return points(rig)

    assert asyncio.run(scene()) == [1, 2, 3, 4]


def test_a_seat_that_plays_at_the_same_time_as_others_is_done_by_its_own_button(
    tmp_path: Path,
) -> None:
    async def scene() -> list[bool]:
        async with running(box(tmp_path, buttons=SEATS), tmp_path) as rig:
            await rig.tap("seat2", "seat4")
            return [player.ready for player in rig.table.state.players]

    assert asyncio.run(scene()) == [False, True, False, True]


def test_turning_does_what_its_label_says_and_nothing_without_one(tmp_path: Path) -> None:
    async def scene() -> None:
        pins = {"buttons": {"knob": 11, **SEATS}, "knobs": {"knob": (9, 10)}}
        async with running(box(tmp_path, **pins), tmp_path) as rig:
            hardware = Hardware(None, ("knob", *SEATS), (), (), ("knob",))
            (knob, *seats) = button_labels(rig.table, hardware)
            assert knob.turn is not None
            assert knob.turn.key in {binding.label.key for binding in bindings(rig.table)}
            assert all(seat.turn is None for seat in seats)
            await turn(rig, "knob", 1)
            assert rig.table.has_open_list
            await rig.hold("knob")
            (knob, *_) = button_labels(rig.table, hardware)
            assert knob.turn is not None

    asyncio.run(scene())


def test_a_dark_panel_lights_up_first(tmp_path: Path) -> None:
    """As with any other key: nobody can choose in the dark."""

    async def scene() -> tuple[bool, bool]:
        pins = {"buttons": {"knob": 11}, "knobs": {"knob": (9, 10)}}
        async with running(box(tmp_path, **pins), tmp_path) as rig:
            assert rig.box.session.controls.wake is not None
            rig.box.session.controls.wake = lambda *, touched, back: touched and not back
            await turn(rig, "knob", 1)
            first = rig.table.has_open_list
            rig.box.session.controls.wake = None
            await turn(rig, "knob", 1)
            return first, rig.table.has_open_list

    assert asyncio.run(scene()) == (False, True)
