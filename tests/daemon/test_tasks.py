"""What people have to do at the table, on pins and pixels: under whose name, and what keys do."""

import asyncio
import re
from pathlib import Path

import pytest

from companion.display.painter.layout import lay_out
from companion.engine.log import EntryKind
from companion.engine.text import Text
from companion.games.inner_compass.actions import Imprint
from companion.table.choosing.handover import SHOWN
from companion.table.log_repair.turn_log import step_numbers
from companion.table.modes.menu import entries
from companion.table.screens.view import view
from companion.table.state import ActionInput, Menu, with_console
from tests.daemon.test_evening import THREE, TRACK, after, current, imprint, play, seen
from tests.daemon.test_leaving import choose
from tests.daemon.test_log_repair import open_step
from tests.rig import Rig, running, settings


async def make_memory(rig: Rig) -> str:
    """Play until somebody can make a memory, let them, and return their name."""
    while True:
        memories = [each for each in rig.table.distinct_candidates if isinstance(each, Imprint)]
        name = current(rig)
        await rig.robot.perform((memories or rig.table.distinct_candidates)[0])
        if memories:
            return name


LOW = 2
"""Rows between title and footer on a panel of 128x32."""


@pytest.mark.slow
@pytest.mark.parametrize("level", ["scoring", "full"])
def test_tasks_stay_with_their_player_after_a_turn_that_ends_by_itself(
    tmp_path: Path, level: str
) -> None:
    async def scene(rig: Rig) -> None:
        name = await make_memory(rig)
        assert current(rig) == after(name), "nothing is left to choose"
        todo = [task.what for task in rig.table.tasks]
        shown = await rig.picture()
        for _ in range(10):
            await rig.robot.let(SHOWN / 3000)
            await rig.box.session.settled()
            assert (await seen(rig)).startswith(f"{name} {len(todo)} to do")
        assert (await rig.picture()).tobytes() == shown.tobytes(), "it is the same picture"
        assert rig.screen.footer == "A done  B all done"
        for left in range(len(todo) - 1, -1, -1):
            await rig.tap("a")
            assert [task.what for task in rig.table.tasks] == todo[len(todo) - left :]
            assert current(rig) == after(name), "no turn ends"
        assert rig.screen.title == f"{name} done"
        assert rig.screen.big == after(name)
        await rig.read_who_is_next()
        assert (await seen(rig)).startswith(after(name))

    play(tmp_path, scene, level=level)


def test_tasks_are_all_done_by_b_without_ending_the_next_turn(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        await rig.robot.perform(imprint(rig, "c3"))
        await rig.robot.let(SHOWN / 1000)
        await rig.tap("b")
        assert rig.table.tasks == ()
        assert current(rig) == after(name)

    play(tmp_path, scene, level="scoring")


def test_tasks_are_ticked_off_one_by_one_without_ending_a_turn(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        await rig.lay("token-B")
        for _ in range(len(rig.table.tasks)):
            assert rig.screen.footer == "A done  B end turn"
            await rig.robot.let(1.0)
            await rig.tap("a")
            assert current(rig) == name
        assert rig.table.tasks == ()
        await rig.tap("a")
        assert current(rig) == after(name)

    play(tmp_path, scene)


def test_tasks_are_there_again_after_a_list_that_was_opened(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay("token-B")
        todo = rig.table.tasks
        await rig.tap("down", "b")
        assert rig.table.tasks == todo
        assert (await seen(rig)).startswith(f"{current(rig)} {len(todo)} to do")
        await rig.hold("left")
        await rig.tap("a")
        assert rig.table.tasks == todo, "the first entry of the menu only closes it"

    play(tmp_path, scene)


def test_tasks_that_do_not_fit_a_low_panel_are_marked_and_come_into_view(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay("token-B")
        voice = rig.box.voice_of(rig.table)
        todo = rig.table.tasks
        assert len(todo) > LOW
        for left in range(len(todo), 0, -1):
            shown = lay_out(view(rig.table, voice, LOW), (128, 32)).labels
            line = "".join(label.shown for label in shown).replace(" ", "")
            number = re.search(r"\+(\d)", line)
            unseen = 0 if number is None else int(number.group(1))
            assert left == len(rig.table.tasks) > unseen
            for task in todo[len(todo) - left : len(todo) - unseen]:
                words = voice.short(task.what), voice.long(task.what)
                assert any(each.replace(" ", "") in line for each in words)
            await rig.tap("a")

    play(tmp_path, scene)


def texts(rig: Rig) -> list[Text]:
    """What is to be done at the table."""
    return [task.what for task in rig.table.tasks]


class TestTasksFollowFromTheLog:
    @pytest.mark.slow
    @pytest.mark.parametrize("done", [0, 1])
    def test_after_a_power_cut_they_are_there_again(self, tmp_path: Path, done: int) -> None:
        todo: list[Text] = []

        async def before(rig: Rig) -> None:
            await make_memory(rig)
            await rig.robot.let(SHOWN / 1000)
            await rig.tap(*("a",) * done)
            todo.extend(texts(rig))
            assert todo

        async def again(rig: Rig) -> None:
            assert "Paused" in await seen(rig)
            await rig.tap("a")
            assert texts(rig) == todo
            name = THREE[rig.table.tasks[0].seat or 0]
            assert (await seen(rig)).startswith(f"{name} {len(todo)} to do")
            await rig.tap("b")
            assert rig.screen.title == f"{name} done", "who is next is announced all the same"
            assert rig.screen.big == current(rig) == after(name)

        play(tmp_path, before, level="scoring")
        play(tmp_path, again, level="scoring")
        play(tmp_path, all_done, level="scoring")

    @pytest.mark.slow
    def test_a_game_that_goes_on_after_an_early_end_has_them_again(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.lay("token-B")
            todo = texts(rig)
            await choose(rig, "leave", "stop")
            assert rig.table.stopped
            await rig.hold("b")
            assert texts(rig) == todo
            assert (await seen(rig)).startswith(f"{current(rig)} {len(todo)} to do")

        play(tmp_path, scene)

    def test_one_undo_takes_back_the_action_with_the_end_of_the_turn(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name, before = current(rig), rig.table.state
            await rig.robot.perform(imprint(rig, "c3"))
            assert current(rig) == after(name)
            await rig.hold("b")
            assert rig.table.state == before
            assert current(rig) == name
            assert rig.table.tasks == (), "what led to them is taken back"

        play(tmp_path, scene, level="scoring")

    def test_an_undo_brings_those_that_were_taken_as_done(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.lay("token-B")
            await rig.tap("a")
            todo = texts(rig)
            await rig.tap("b")
            assert rig.table.tasks == ()
            await rig.hold("b")
            assert texts(rig) == todo, "all but the one that was done"

        play(tmp_path, scene)

    def test_a_correction_leaves_them_alone(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.lay("token-B")
            todo = texts(rig)
            correction = rig.table.game.corrections(rig.table.state)[0]
            await rig.box.session.ask(ActionInput(correction))
            assert rig.table.entries[-1].kind is EntryKind.CORRECTION
            assert texts(rig) == todo

        play(tmp_path, scene)

    @pytest.mark.parametrize("done", [0, 1])
    def test_a_repair_of_an_earlier_turn_leaves_them_alone(self, tmp_path: Path, done: int) -> None:
        async def scene(rig: Rig) -> None:
            correction = rig.table.game.corrections(rig.table.state)[0]
            await rig.box.session.ask(ActionInput(correction))
            await rig.lay("token-B")
            await rig.tap(*("a",) * done)
            todo = texts(rig)
            await open_step(rig, step_numbers(rig.table)[1], "Delete")
            await rig.tap("a")
            while rig.table.console.cover is not None:
                await rig.tap("a")
            assert rig.table.entries[-1].kind is EntryKind.EDIT
            assert texts(rig) == todo

        play(tmp_path, scene)

    def test_another_square_brings_its_own(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.lay("token-Y")
            await rig.tap("a")
            todo = texts(rig)
            await rig.tap("down")
            assert "No, r2c1" in await seen(rig)
            await rig.tap("a")
            assert len(texts(rig)) == len(todo)
            assert (await seen(rig)).startswith(f"{name} {len(todo)} to do")
            await rig.tap("b")
            assert rig.screen.title == f"{name} done"
            await rig.tap("b")
            assert current(rig) == name, "one press takes the memory back"
            assert rig.table.tasks == ()

        play(tmp_path, scene, level="scoring")


async def all_done(rig: Rig) -> None:
    assert rig.table.tasks == ()


class TestWhileTheSetupIsLaidOut:
    @pytest.mark.slow
    @pytest.mark.parametrize("entry", ["correct", "standing"])
    def test_the_list_of_corrections_takes_the_keys(self, tmp_path: Path, entry: str) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path, **TRACK), tmp_path) as rig:
                todo = texts(rig)
                await choose(rig, entry)
                log = len(rig.table.entries)
                while len(rig.table.entries) == log:
                    words = await seen(rig)
                    await rig.tap("down", "a")
                    assert await seen(rig) != words, "the list takes the keys"
                    assert texts(rig) == todo
                assert rig.table.entries[-1].kind is EntryKind.CORRECTION
                while f"{len(todo)} to do" not in await seen(rig):
                    await rig.tap("b")
                    assert texts(rig) == todo
                await rig.hold("left")
                assert rig.table.laying
                await rig.tap("b")
                await rig.tap("a")
                assert texts(rig) == todo[1:]
                assert rig.table.clocks.paused
                await rig.hold("b")
                assert texts(rig) == todo[1:], "the setup goes on"

        asyncio.run(scene())

    def test_no_clock_can_be_set_going(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path, **TRACK), tmp_path) as rig:
                names = [entry.name for entry in entries(with_console(rig.table, cover=Menu()))]
                assert "why" in names
                assert not {"pause", "resume", "log"} & set(names)

        asyncio.run(scene())
