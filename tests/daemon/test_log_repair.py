"""The log of turns and its repair, on pins and pixels: nobody loses points, steps or time by it."""

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.engine.fold import fold
from companion.engine.log import EntryKind
from companion.games.gilded_compass.actions import Roll
from companion.games.inner_compass.actions import CorrectEP, Imprint
from companion.table.log.log_step import LogStep
from companion.table.log.timeline import totals
from companion.table.log_repair.pages import options
from companion.table.log_repair.turn_log import step_numbers
from companion.table.mode import MisfitQuestion, RepairPreview, StepMenu, StepMove, TurnLog
from companion.table.state import StepChange
from tests.daemon.test_corrections import correct
from tests.daemon.test_evening import THREE, current, imprint, memory, play, seen
from tests.rig import Rig, running, settings

TWENTY_MINUTES = {"kind": "sudden_death", "main": 20 * 60_000}


async def open_log(rig: Rig) -> None:
    """Open the log of turns from the menu."""
    await rig.hold("left")
    await go_to(rig, "Turn log")
    await rig.tap("a")
    assert isinstance(rig.table.console.cover, TurnLog)


async def go_to(rig: Rig, line: str) -> None:
    """Move the cursor to a line."""
    for _ in range(60):
        if any(row.mark == "cursor" and row.text.startswith(line) for row in rig.screen.rows):
            return
        await rig.tap("down")
    raise AssertionError(await seen(rig))


async def open_step(rig: Rig, number: int, what: str) -> None:
    """Open the log, and choose what is to be done about a step."""
    await open_log(rig)
    await rig.tap(*("down",) * step_numbers(rig.table).index(number))
    await rig.tap("a")
    assert isinstance(rig.table.console.cover, StepMenu)
    await seen(rig)
    await go_to(rig, what)
    await rig.tap("a")


async def apply(rig: Rig) -> None:
    """Carry out the repair that is shown, in which everything fits."""
    words = await seen(rig)
    assert words.startswith("Preview")
    assert words.endswith("A apply  B back"), words
    page, had = rig.table.console.cover, points(rig)
    assert isinstance(page, RepairPreview)
    await rig.tap("a")
    assert "The log is changed" in await seen(rig)
    assert rig.table.entries[-1].kind is EntryKind.EDIT
    gained = enumerate(now - then for then, now in zip(had, points(rig), strict=True))
    assert page.consequences.points == tuple((seat, gain) for seat, gain in gained if gain)
    await rig.tap("a")


def points(rig: Rig) -> list[int]:
    return list(rig.table.game.returns(rig.table.state))


def shown(rig: Rig) -> type:
    """What covers the game."""
    return type(rig.table.console.cover)


def gain_of(rig: Rig, seat: int) -> int:
    """What a seat gains by the repair that is shown."""
    page = rig.table.console.cover
    assert isinstance(page, RepairPreview)
    return dict(page.consequences.points).get(seat, 0)


def people(rig: Rig) -> list[LogStep]:
    """What players have done themselves."""
    return [past for past in rig.table.steps if past.entry.actor >= 0]


def steps_of(rig: Rig, seat: int) -> list[int]:
    """The numbers of a seat's steps."""
    return [n for n, past in enumerate(rig.table.steps, 1) if past.entry.actor == seat]


async def pass_turn(rig: Rig) -> None:
    """End a turn without a memory."""
    name = current(rig)
    await rig.robot.let(30)
    await rig.tap("a")
    if current(rig) == name:
        await rig.tap("a")
    assert current(rig) != name
    await rig.read_who_is_next()


@pytest.mark.slow
def test_a_memory_that_was_forgotten_three_turns_ago_is_inserted(tmp_path: Path) -> None:
    """Ann had only ended her turn: the memory comes before that, and nobody loses anything."""

    async def scene(rig: Rig) -> None:
        name = current(rig)
        seat = THREE.index(name)
        await pass_turn(rig)
        await memory(rig, "c3")
        await memory(rig, "d4")
        await memory(rig, "e5")
        before, had, clocks = rig.table, points(rig), totals(rig.table.clocks)
        entries = {past.entry.sequence for past in before.steps}
        await open_step(rig, steps_of(rig, seat)[0], "Insert before")
        assert (await seen(rig)).startswith(f"Before: {name}")
        await rig.robot.perform(imprint(rig, "b2"))
        words = await seen(rig)
        assert f"{name} +" in words, "who gains"
        assert "All else still fits" in words
        assert rig.table.entries == before.entries, "nothing counts yet"
        await apply(rig)
        kept = {past.entry.sequence for past in rig.table.steps}
        assert entries <= kept, "no later step is lost"
        assert points(rig)[seat] > had[seat]
        assert sum(points(rig)) > sum(had)
        assert all(
            later >= then for then, later in zip(clocks, totals(rig.table.clocks), strict=True)
        )
        assert rig.table.state.players[seat].cubes[0] == "b2"
        folded = fold(rig.table.game, rig.table.setup, rig.table.entries)
        assert folded.state == rig.table.state

    play(tmp_path, scene, level="scoring", clock=TWENTY_MINUTES)


@pytest.mark.slow
def test_the_end_of_a_turn_is_put_in_where_a_memory_replaces_it(tmp_path: Path) -> None:
    """A memory is chosen over *done* at an early turn: the others could not act without that."""

    async def scene(rig: Rig) -> None:
        seat = THREE.index(current(rig))
        await pass_turn(rig)
        for _ in range(5):
            await pass_turn(rig)
        steps, spent = len(rig.table.steps), totals(rig.table.clocks)
        await open_step(rig, steps_of(rig, seat)[0], "Change")
        await rig.lay("token-B")
        assert "Put in: " in await seen(rig)
        await apply(rig)
        assert len(rig.table.steps) == steps + 1
        now = totals(rig.table.clocks)
        assert all(later >= then for then, later in zip(spent, now, strict=True))

    play(tmp_path, scene, clock=TWENTY_MINUTES)


@pytest.mark.slow
def test_the_log_says_what_each_step_has_given(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        await memory(rig, "c3")
        await open_log(rig)
        words = await seen(rig)
        assert words.startswith("Turn log 1/")
        assert re.search(rf"{name}: .*\+\d EP", words)

    play(tmp_path, scene, level="scoring")


@pytest.mark.slow
def test_a_double_entry_is_deleted(tmp_path: Path) -> None:
    """The same points were set right twice."""

    async def scene(rig: Rig) -> None:
        await correct_points(rig, 2)
        await correct_points(rig, 2)
        before = rig.table
        await open_step(rig, len(before.steps), "Delete")
        assert f"{THREE[0]} -2" in await seen(rig), "who loses"
        await apply(rig)
        assert len(rig.table.steps) == len(before.steps) - 1
        assert rig.table.state == before.steps[-1].state

    play(tmp_path, scene)


async def correct_points(rig: Rig, change: int) -> None:
    """Set points right by hand, and let the clocks run on."""
    await correct(rig, CorrectEP(0, change))
    if rig.table.clocks.paused:
        await rig.tap("a")
    assert not rig.table.clocks.paused


@pytest.mark.slow
def test_two_steps_change_places(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await correct_points(rig, 2)
        await correct_points(rig, 3)
        number = len(rig.table.steps)
        before = [past.entry for past in rig.table.steps]
        await open_step(rig, number, "Move")
        assert isinstance(rig.table.console.cover, StepMove)
        assert (await seen(rig)).startswith("To which place?")
        await rig.tap("down", "a")
        await apply(rig)
        after = [past.entry for past in rig.table.steps]
        assert after[-2:] == [before[-1], before[-2]]
        assert after[:-2] == before[:-2]

    play(tmp_path, scene)


@pytest.mark.slow
def test_one_press_reverts_a_repair_also_after_a_kill(tmp_path: Path) -> None:
    """The files are those that a box leaves that is killed; the other box starts from them."""

    async def scene() -> None:
        changes: dict[str, Any] = {"players": THREE, "level": "scoring", "clock": TWENTY_MINUTES}
        one, two = tmp_path / "one", tmp_path / "two"
        one.mkdir()
        async with running(settings(one, **changes), one) as rig:
            while rig.table.laying:
                await rig.tap("a")
            seat = THREE.index(current(rig))
            await pass_turn(rig)
            await memory(rig, "c3")
            before = rig.table
            await open_step(rig, steps_of(rig, seat)[0], "Insert before")
            await rig.robot.perform(imprint(rig, "b2"))
            await apply(rig)
            edited = rig.table
            shutil.copytree(one / "state", two / "state")
        async with running(settings(two, **changes), two) as rig:
            assert rig.table.state == edited.state
            assert [past.entry for past in rig.table.steps] == [past.entry for past in edited.steps]
            await rig.hold("b")
            assert "as it was before" in await seen(rig)
            assert rig.table.state == before.state
            assert [past.entry for past in rig.table.steps] == [past.entry for past in before.steps]
            now = zip(totals(before.clocks), totals(rig.table.clocks), strict=True)
            assert all(later >= then for then, later in now), "nobody gets time back"

    asyncio.run(scene())


@pytest.mark.slow
def test_what_no_longer_fits_is_decided_one_by_one(tmp_path: Path) -> None:
    """Ann's cube goes to where another one of hers was laid later: that step is in doubt."""

    async def scene(rig: Rig) -> None:
        seat = THREE.index(current(rig))
        await memory(rig, "c3")
        for _ in THREE[1:]:
            await memory(rig, "c3")
        await memory(rig, "d4")
        before = rig.table
        await open_step(rig, steps_of(rig, seat)[0], "Change")
        await rig.robot.perform(imprint(rig, "d4"))
        words = await seen(rig)
        assert "No longer fits: " in words
        assert words.endswith("A decide  B back")
        await rig.tap("a")
        page = rig.table.console.cover
        assert isinstance(page, MisfitQuestion)
        names = [option.name.key for option in options(rig.table, page)]
        assert names[:3] == ["log.keep", "log.instead_of", "log.drop"]
        await seen(rig)
        await go_to(rig, "Another step")
        await rig.tap("a")
        assert (await seen(rig)).startswith(f"Instead: {THREE[seat]}")
        await rig.robot.perform(imprint(rig, "e4"))
        assert isinstance(rig.table.console.cover, RepairPreview)
        assert rig.table.entries == before.entries
        await apply(rig)
        assert rig.table.state.players[seat].cubes == ("d4", "e4")
        assert rig.table.state.current == before.state.current
        await rig.hold("b")
        assert rig.table.state == before.state

    play(tmp_path, scene, level="scoring")


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["Keep", "Drop"])
def test_a_step_that_no_longer_fits_is_kept_as_corrections_or_dropped(
    tmp_path: Path, answer: str
) -> None:
    async def scene(rig: Rig) -> None:
        seat = THREE.index(current(rig))
        await memory(rig, "c3")
        for _ in THREE[1:]:
            await memory(rig, "c3")
        await memory(rig, "d4")
        await open_step(rig, steps_of(rig, seat)[0], "Change")
        await rig.robot.perform(imprint(rig, "d4"))
        without = gain_of(rig, seat)
        await rig.tap("a")
        await go_to(rig, answer)
        await rig.tap("a")
        assert (gain_of(rig, seat) > without) is (answer == "Keep")
        shown = "As a correction: " if answer == "Keep" else "Dropped: "
        assert shown in await seen(rig)
        await apply(rig)
        corrected = [past for past in rig.table.steps if past.entry.kind is EntryKind.CORRECTION]
        assert bool(corrected) is (answer == "Keep")

    play(tmp_path, scene, level="scoring")


@pytest.mark.slow
def test_back_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        seat = THREE.index(current(rig))
        await memory(rig, "c3")
        await memory(rig, "c4")
        before = rig.table
        number = steps_of(rig, seat)[0]
        await open_step(rig, number, "Change")
        await rig.tap("b")
        assert not isinstance(rig.table.choosing, StepChange)
        assert shown(rig) is StepMenu
        await rig.tap("b", "b")
        await open_step(rig, number, "Delete")
        assert shown(rig) is RepairPreview
        await rig.tap("b")
        assert rig.table.console.cover is None
        assert (rig.table.state, rig.table.steps) == (before.state, before.steps)
        assert rig.table.entries == before.entries

    play(tmp_path, scene, level="scoring")


@pytest.mark.slow
def test_a_cube_is_put_right_two_turns_late(tmp_path: Path) -> None:
    """The token was right, the space was not: the rest still fits."""

    async def scene(rig: Rig) -> None:
        seat = THREE.index(current(rig))
        await memory(rig, "c3")
        await memory(rig, "d4")
        await memory(rig, "e5")
        before = rig.table.state
        await open_step(rig, steps_of(rig, seat)[0], "Change")
        await rig.robot.perform(imprint(rig, "c4"))
        await apply(rig)
        players, others = rig.table.state.players, before.players
        assert [player.cubes for player in players] == [
            ("c4",) if each == seat else other.cubes for each, other in enumerate(others)
        ]
        assert rig.table.state.current == before.current
        assert all(isinstance(past.action, Imprint) for past in rig.table.steps[-6:-5])

    play(tmp_path, scene, level="scoring")


@pytest.mark.slow
def test_a_die_is_changed(tmp_path: Path) -> None:
    """Dice are entered value by value: those that are missing then are asked for (GC-TURN-1)."""

    async def scene(rig: Rig) -> None:
        while sum(isinstance(past.action, Roll) for past in rig.table.steps) < 6:
            await rig.robot.step()
        number = next(
            n for n, past in enumerate(rig.table.steps, 1) if isinstance(past.action, Roll)
        )
        old = rig.table.steps[number - 1]
        assert isinstance(old.action, Roll)
        other = Roll(old.action.value, old.action.count - 1)
        spent, sequences = totals(rig.table.clocks), [past.entry.sequence for past in people(rig)]
        await open_step(rig, number, "Change")
        await rig.robot.perform(other)
        while "decide" in await seen(rig):
            await rig.tap("a")
            while isinstance(page := rig.table.console.cover, MisfitQuestion):
                outcomes = rig.table.game.chance_outcomes(page.repair.state)
                await go_to(rig, "Another step" if page.repair.is_due else "A step before")
                await rig.tap("a")
                await rig.robot.perform(outcomes[-1][0])
        await apply(rig)
        assert rig.table.steps[number - 1].action == other
        assert rig.table.steps[number - 1].entry.clock == old.entry.clock
        assert [past.entry.sequence for past in people(rig)] == sequences, "nothing is lost"
        now = zip(spent, totals(rig.table.clocks), strict=True)
        assert all(later >= then for then, later in now)
        await rig.hold("b")
        assert rig.table.steps[number - 1] == old

    changes = {"game": "gilded-compass", "level": "full", "enter": ("all",)}
    play(tmp_path, scene, clock=TWENTY_MINUTES, **changes)
