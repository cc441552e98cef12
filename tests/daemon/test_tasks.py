"""What people have to do at the table, on pins and pixels: under whose name, and what keys do."""

import re
from pathlib import Path

import pytest

from companion.display.painter.layout import lay_out
from companion.games.inner_compass.actions import Imprint
from companion.table.choosing.handover import SHOWN
from companion.table.screens.view import view
from tests.daemon.test_evening import after, current, imprint, play, seen
from tests.rig import Rig


async def make_memory(rig: Rig) -> str:
    """Play until somebody can make a memory, let them, and return their name."""
    while True:
        memories = [each for each in rig.table.told_apart if isinstance(each, Imprint)]
        name = current(rig)
        await rig.robot.perform((memories or rig.table.told_apart)[0])
        if memories:
            return name


LOW = 2
"""Rows between title and footer on a panel of 128x32."""


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
            said = "".join(label.shown for label in shown).replace(" ", "")
            number = re.search(r"\+(\d)", said)
            unseen = 0 if number is None else int(number.group(1))
            assert left == len(rig.table.tasks) > unseen
            for task in todo[len(todo) - left : len(todo) - unseen]:
                words = voice.short(task.what), voice.long(task.what)
                assert any(each.replace(" ", "") in said for each in words)
            await rig.tap("a")

    play(tmp_path, scene)
