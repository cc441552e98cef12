"""What people have to do at the table, on pins and pixels: under whose name, and what keys do."""

import asyncio
import re
from pathlib import Path

import pytest

from companion.display.painter.layout import lay_out
from companion.engine.game import Action
from companion.engine.log import EntryKind
from companion.engine.text import Text
from companion.games.inner_compass.actions import Imprint
from companion.games.inner_compass.state import Player, State
from companion.table.binding import find
from companion.table.choosing.handover import SHOWN
from companion.table.command import Command
from companion.table.log_repair.turn_log import step_numbers
from companion.table.mode import GameEnd
from companion.table.modes.menu import entries
from companion.table.modes.stack import bindings, mode_of
from companion.table.screens.view import view
from companion.table.state import ActionInput, Menu, with_console
from tests.daemon.test_evening import (
    THREE,
    TRACK,
    after,
    current,
    imprint,
    play,
    seen,
    two_memories_each,
)
from tests.daemon.test_leaving import choose
from tests.daemon.test_log_repair import apply, open_step, steps_of
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
        await two_memories_each(rig)
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
        name = current(rig)
        await rig.lay("token-B")
        todo = rig.table.tasks
        await rig.tap("down", "b")
        assert rig.table.tasks == todo
        assert (await seen(rig)).startswith(f"{name} {len(todo)} to do")
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
            name = current(rig)
            await rig.lay("token-B")
            todo = texts(rig)
            await choose(rig, "leave", "stop")
            assert rig.table.stopped
            await rig.hold("b")
            assert texts(rig) == todo
            assert (await seen(rig)).startswith(f"{name} {len(todo)} to do")

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
            await two_memories_each(rig)
            best = next(emotion for emotion in rig.table.state.track if emotion != "X")
            await rig.lay(f"token-{best}")
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
            (corrected,) = (
                number
                for number in step_numbers(rig.table)
                if rig.table.steps[number - 1].action == correction
            )
            await open_step(rig, corrected, "Delete")
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
            assert "table.take_away" in keys(rig), "all of it was done"

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
                first, *_ = rig.table.tasks
                own = sum(task.seat == first.seat for task in rig.table.tasks)
                while f"{own} to do" not in await seen(rig):
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


def keys(rig: Rig) -> list[str]:
    """What is to be done at the table, by the keys of the texts."""
    return [task.what.key for task in rig.table.tasks]


async def follow(rig: Rig) -> None:
    """Do everything that is listed, and read who is next."""
    while rig.table.tasks:
        await rig.tap("a")
    await rig.read_who_is_next()


async def repair(rig: Rig, number: int, what: str, *actions: Action) -> None:
    """Change a step of the log."""
    await open_step(rig, number, what)
    for action in actions:
        await rig.robot.perform(action)
    await apply(rig)


async def repair_after_two_turns(rig: Rig) -> int:
    """Delete the first memory of two, all tasks of which are done; return its player's seat."""
    seat = THREE.index(current(rig))
    for space in ("c3", "d4"):
        await rig.robot.perform(imprint(rig, space))
        await follow(rig)
    await repair(rig, steps_of(rig, seat)[0], "Delete")
    return seat


class TestTheyFollowFromWhatLiesOnTheTable:
    @pytest.mark.slow
    def test_a_changed_memory_of_an_earlier_turn_gives_the_net_difference(
        self, tmp_path: Path
    ) -> None:
        async def scene(rig: Rig) -> None:
            seat = THREE.index(current(rig))
            for space in ("c3", "d4", "e5"):
                await rig.robot.perform(imprint(rig, space))
                await follow(rig)
            had = rig.table.state
            await repair(rig, steps_of(rig, seat)[0], "Delete")
            lost = [then.ep - now.ep for then, now in zip(*players(had, rig), strict=True)]
            owed = {
                (task.seat, task.what.key): task.what.params.get("n") for task in rig.table.tasks
            }
            assert owed[seat, "do.return_ep"] == lost[seat] > 0
            for other in {0, 1, 2} - {seat}:
                more = "do.return_ep" if lost[other] > 0 else "do.take_ep"
                assert owed.get((other, more)) == (abs(lost[other]) or None)
            assert "table.take_away" in keys(rig)

        play(tmp_path, scene, level="scoring")

    @pytest.mark.slow
    def test_two_presses_of_undo_after_a_repair_lose_none(self, tmp_path: Path) -> None:
        """The first takes the repair back, the second the last memory, which lies on the table."""

        async def scene(rig: Rig) -> None:
            seat = await repair_after_two_turns(rig)
            assert keys(rig)
            await rig.hold("b")
            assert "as it was before" in await seen(rig)
            assert keys(rig) == [], "nobody has done anything yet"
            name = THREE[(seat + 1) % 3]
            await rig.hold("b")
            assert current(rig) == name
            assert "table.take_away" in keys(rig)
            assert "do.return_ep" in keys(rig)
            await rig.tap("a", *("a",) * len(keys(rig)))
            assert keys(rig) == [], "the first press has closed the message"

        play(tmp_path, scene, level="scoring")

    @pytest.mark.slow
    def test_only_what_was_done_after_a_repair_is_put_back(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await repair_after_two_turns(rig)
            first, *_ = rig.table.tasks
            await rig.tap("a")
            await rig.hold("b")
            assert "as it was before" in await seen(rig)
            (back,) = rig.table.tasks
            assert first.shift is not None
            assert back.shift is not None
            assert (back.shift.lies, back.shift.belongs) == (first.shift.belongs, first.shift.lies)

        play(tmp_path, scene, level="scoring")

    @pytest.mark.slow
    def test_another_square_is_put_right_on_the_players_own_board(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.robot.perform(imprint(rig, "c3"))
            todo = texts(rig)
            await rig.robot.let(1.0)
            await rig.tap("a")
            step = next(past for past in rig.table.steps if isinstance(past.action, Imprint))
            await open_step(rig, rig.table.steps.index(step) + 1, "Change")
            others = [each for each in rig.table.candidates if isinstance(each, Imprint)]
            made = step.action
            assert isinstance(made, Imprint)
            other = next(e for e in others if e.space == "c3" and e.square != made.square)
            await rig.robot.perform(other)
            await apply(rig)
            first, *rest = rig.table.tasks
            assert [task.what for task in rest] == todo[1:], "the cube lies there already"
            assert first.what.params["places"] == f"seat-{(first.seat or 0) + 1}-{made.square}"
            await seen(rig)
            assert rig.screen.diagrams

        play(tmp_path, scene, level="scoring")

    @pytest.mark.slow
    def test_what_is_done_after_an_action_is_put_back_by_its_undo(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.robot.perform(imprint(rig, "c3"))
            await rig.robot.let(1.0)
            await rig.tap("a")
            await rig.hold("b")
            assert keys(rig) == ["table.take_away"], "the EP were not taken yet"

        play(tmp_path, scene, level="scoring")


def players(state: State, rig: Rig) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """The players of a state, and those of the table."""
    return state.players, rig.table.state.players


class TestAtTheEndOfAGame:
    @pytest.mark.slow
    @pytest.mark.parametrize("key", ["a", "b"])
    def test_the_last_ones_come_before_the_result(self, tmp_path: Path, key: str) -> None:
        async def scene(rig: Rig) -> None:
            while not rig.table.is_over:
                memories = [e for e in rig.table.distinct_candidates if isinstance(e, Imprint)]
                await rig.robot.perform((memories or rig.table.distinct_candidates)[0])
            todo = rig.table.tasks
            assert todo
            assert "to do" in await seen(rig)
            for beside in (Command.CORRECT, Command.PAUSE):  # no key leads away
                assert find(bindings(rig.table), beside) is None
            while rig.table.tasks:
                assert rig.screen.footer.startswith("A done  B all done")
                await rig.tap(key)
            assert "to do" not in await seen(rig)
            assert isinstance(mode_of(rig.table), GameEnd)

        play(tmp_path, scene, level="scoring")
