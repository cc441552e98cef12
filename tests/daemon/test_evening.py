"""An evening at the table, on pins and pixels: nothing happens by accident, nothing is lost."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.display.painter import paint
from companion.engine.game import Correction
from companion.engine.log import EntryKind
from companion.engine.shared_actions import Leave
from companion.games.inner_compass.actions import (
    CorrectCube,
    CorrectEP,
    CorrectMemories,
    EnterHand,
    FreeMove,
    Imprint,
    Move,
)
from companion.table.choosing.handover import SHOWN
from companion.table.inputs import TaskInput
from companion.table.lobby.lobby import Lobby
from companion.table.state import IdleFace
from companion.table.table import ActionInput
from tests.rig import Rig, running, settings

Scene = Callable[[Rig], Coroutine[Any, Any, None]]
THREE = ("Ann", "Ben", "Cleo")
TRACK = {"players": THREE, "level": "track", "is_level_set": True}


def play(folder: Path, scene: Scene, **changes: Any) -> None:  # noqa: ANN401 - Settings
    """Run a scene on an emulated box of three players."""

    async def run() -> None:
        async with running(settings(folder, **{**TRACK, **changes}), folder) as rig:
            while rig.table.laying:
                await rig.tap("a" if "a" in rig.hardware.pins else "seat1")
            await scene(rig)

    asyncio.run(run())


async def two_memories_each(rig: Rig) -> None:
    """Play until a memory could complete a line, so that the turn does not end with it."""
    for _ in range(2 * len(THREE)):
        await rig.lay("token-B")
        await rig.robot.let(1.0)
        owner = rig.table.tasks[0].seat or 0
        await rig.tap("b" if "b" in rig.hardware.pins else f"seat{owner + 1}")
        await rig.robot.let(1.0)


async def seen(rig: Rig) -> str:
    """Return the words on the panel, whose pixels must be those words and nothing else."""
    picture, screen = await rig.picture(announced=True), rig.screen
    assert picture.tobytes() == paint(screen, picture.size).tobytes()
    rows = (f"{row.full or row.text} {row.value}".strip() for row in screen.rows)
    return "\n".join((f"{screen.title} {screen.status}", screen.big, *rows, screen.footer))


def current(rig: Rig) -> str:
    """Return whose turn it is."""
    return rig.table.setup.players[rig.table.game.current_player(rig.table.state)]


def after(name: str) -> str:
    """Return who sits next to somebody, clockwise."""
    return THREE[(THREE.index(name) + 1) % len(THREE)]


class TestATurnIsNeverEndedByAccident:
    @pytest.mark.parametrize("key", ["b", "up", "down"])
    def test_a_reminder_is_a_line_that_the_next_key_takes_away(
        self, tmp_path: Path, key: str
    ) -> None:
        async def scene(rig: Rig) -> None:
            name, log = current(rig), len(rig.table.entries)
            await rig.until(lambda: rig.table.reminder is not None, seconds=130)
            words = await seen(rig)
            assert words.startswith("! ")
            assert words.endswith("A end turn  B clock"), "it covers no label"
            before = rig.table.state
            await rig.tap(key)
            assert rig.table.state is before
            assert all(entry.kind == "checkpoint" for entry in rig.table.entries[log:])
            assert (await seen(rig)).startswith(name)

        play(tmp_path, scene)

    @pytest.mark.slow
    def test_a_reminder_names_the_line_that_may_have_been_cleared(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await correct(rig, CorrectMemories(THREE.index(name), 5))
            await rig.lay("token-B")
            await rig.until(lambda: rig.table.reminder is not None, seconds=130)
            assert f"Has {name}'s memory cleared a row or a column?" in await seen(rig)

        play(tmp_path, scene)

    def test_nor_does_the_key_that_closes_a_refusal(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.lay(f"tile-{rig.table.state.tiles[0]}")
            assert "Not possible" in await seen(rig)
            await rig.tap("a")
            assert current(rig) == name
            assert rig.table.notice is None

        play(tmp_path, scene)

    def test_pressing_twice_skips_nobody(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.tap("a", "a")
            assert current(rig) == after(name)
            words = await seen(rig)
            assert words.startswith(f"{name} done")
            assert after(name) in words
            await rig.robot.let(0.5)
            await rig.tap("a")
            assert current(rig) == after(after(name))

        play(tmp_path, scene)

    def test_nor_does_pressing_a_seats_button_twice(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            first = rig.table.state.current
            await rig.tap(f"seat{first + 1}", f"seat{first + 1}")
            assert rig.table.state.current == (first + 1) % 3
            await rig.robot.let(0.5)
            await rig.tap(f"seat{first + 1}")
            assert rig.table.state.current == first, "the own button says: not yet"

        play(tmp_path, scene, buttons={"seat1": 5, "seat2": 6, "seat3": 13})

    @pytest.mark.parametrize(("key", "without"), [("b", ()), ("up", ("b", "left"))])
    def test_who_is_next_is_large_and_one_press_takes_it_back(
        self, tmp_path: Path, key: str, without: tuple[str, ...]
    ) -> None:
        async def scene(rig: Rig) -> None:
            name, state = current(rig), rig.table.state
            await rig.tap("a")
            await seen(rig)
            assert rig.screen.big == after(name)
            await rig.tap(key)
            assert rig.table.state == state
            await rig.tap("a")
            assert (await seen(rig)).startswith(name)

        usual = settings(tmp_path).buttons
        buttons = {name: pin for name, pin in usual.items() if name not in without}
        play(tmp_path, scene, buttons=buttons)

    def test_the_table_is_shown_again_by_itself(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.tap("a")
            assert rig.screen.big
            await rig.robot.let(SHOWN / 1000)
            await rig.box.session.settled()
            assert (await seen(rig)).startswith(current(rig))
            assert not rig.screen.big
            await rig.tap("b")
            assert rig.table.console.face is IdleFace.CLOCK, (
                "from then on, back means what it always means"
            )

        play(tmp_path, scene)


SEATS = {"seat1": 5, "seat2": 6, "seat3": 13}


class TestSomebodyForgetsDone:
    def test_the_next_players_button_ends_the_turn_and_says_so(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            following = THREE.index(after(name))
            await two_memories_each(rig)
            await rig.lay("token-B")
            tasks = rig.table.tasks
            await rig.tap(f"seat{following + 1}")
            assert f"It is {name}’s turn." in await seen(rig)
            assert (current(rig), rig.table.tasks) == (name, tasks), "they are not done yet"
            await rig.tap(f"seat{following + 1}", f"seat{THREE.index(name) + 1}")
            assert not rig.table.tasks
            await rig.robot.let(10.0)  # before that, it may be a second press of the own turn
            await rig.tap(f"seat{following + 1}")
            words = await seen(rig)
            assert words.startswith(f"{name} done")
            assert rig.screen.big == current(rig) == after(name)

        play(tmp_path, scene, buttons=SEATS)

    def test_so_does_the_next_players_own_token(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.lay(f"value-{THREE.index(after(name)) + 1}-1")
            assert (await seen(rig)).startswith(f"{name} done")
            assert current(rig) == after(name)
            await rig.tap("b")
            assert current(rig) == name

        play(tmp_path, scene)

    def test_but_nobody_elses(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            last = THREE.index(after(after(name)))
            await rig.lay(f"value-{last + 1}-1")
            assert "Not possible" in await seen(rig)
            assert current(rig) == name

        play(tmp_path, scene)

    def test_and_not_while_something_else_is_due(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await two_memories_each(rig)
            await rig.lay("token-B")
            await rig.lay(f"value-{THREE.index(name) + 1}-1")
            assert rig.table.state.phase == "value"
            await rig.lay(f"value-{THREE.index(after(name)) + 1}-2")
            assert [rig.table.state.phase, current(rig)] == ["value", name]

        play(tmp_path, scene)


class TestWhatTheBoxTakesForGranted:
    def test_is_said_in_one_line_that_names_the_player(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            track = rig.table.state.track
            best = next(emotion for emotion in track if emotion != "X")
            await rig.lay(f"token-{best}")
            emotion = {"Y": "Happiness", "B": "Sadness", "K": "Fear", "W": "Love", "R": "Anger"}
            ep = 6 - track.index(best)
            assert f"{name}: {emotion[best]}, +{ep} EP" in await seen(rig)

        play(tmp_path, scene)

    def test_no_it_was_the_next_player(self, tmp_path: Path) -> None:
        """Ann forgot Done; Ben's memory was taken for hers."""

        async def scene(rig: Rig) -> None:
            name = current(rig)
            ann, ben = THREE.index(name), THREE.index(after(name))
            await two_memories_each(rig)
            await rig.lay("token-B")
            await rig.tap("up", "up")
            words = await seen(rig)
            assert f"No, it was {after(name)}" in words
            before = rig.table.state
            await rig.tap("a")
            players = rig.table.state.players
            assert [players[ann].memories, players[ben].memories] == [2, 3]
            assert current(rig) == after(name)
            assert f"{after(name)}: Sadness" in await seen(rig)
            assert rig.table.entries[-1].kind is EntryKind.EDIT
            await rig.hold("b")
            assert rig.table.state == before

        play(tmp_path, scene)

    def test_no_it_was_the_last_player(self, tmp_path: Path) -> None:
        """Ann pressed Done before she had entered her memory."""

        async def scene(rig: Rig) -> None:
            name = current(rig)
            ann, ben = THREE.index(name), THREE.index(after(name))
            await rig.tap("a")
            await rig.lay("token-B")
            await rig.tap("up")
            assert f"No, it was {name}" in await seen(rig)
            before = rig.table.state
            await rig.tap("a")
            players = rig.table.state.players
            assert [players[ann].memories, players[ben].memories] == [1, 0]
            assert f"{name}: Sadness" in await seen(rig)
            await rig.tap("b")
            assert current(rig) == after(name)
            await rig.hold("b")
            assert rig.table.state == before

        play(tmp_path, scene)


class TestTheLedger:
    def test_a_power_cut_while_laying_leaves_the_instructions_that_were_left(
        self, tmp_path: Path
    ) -> None:
        async def scenes() -> None:
            changes: dict[str, Any] = {**TRACK}
            async with running(settings(tmp_path, **changes), tmp_path) as rig:
                await rig.tap("a", "a", "a")
                before = await seen(rig)
                left = [task.what for task in rig.table.tasks]
            async with running(settings(tmp_path, **changes), tmp_path) as rig:
                assert await seen(rig) == before
                assert [task.what for task in rig.table.tasks] == left
                await rig.tap("a")
                assert [task.what for task in rig.table.tasks] == left[1:]
                third = rig.table.tasks[2].number
                for _ in range(2):  # a second phone says so, too
                    await rig.box.session.ask(TaskInput(third))
                ticked = rig.table.tasks
                assert [task.what for task in ticked] == [*left[1:3], *left[4:]]
            async with running(settings(tmp_path, **changes), tmp_path) as rig:
                assert rig.table.tasks == ticked
                for task in reversed(ticked):
                    assert rig.table.laying
                    await rig.box.session.ask(TaskInput(task.number))
                assert not rig.table.laying
            async with running(settings(tmp_path, **changes), tmp_path) as rig:
                assert not rig.table.tasks

        asyncio.run(scenes())

    @pytest.mark.slow
    def test_a_on_the_ranking_leaves_it_there_until_a_key_is_held(self, tmp_path: Path) -> None:
        async def scenes() -> None:
            async with running(settings(tmp_path, **TRACK), tmp_path) as rig:
                await rig.restart_timeout()
                ranking = await seen(rig)
                for key in ("a", "b", "down", "up"):
                    await rig.tap(key)
                    assert rig.table.is_over
                assert await seen(rig) == ranking
            async with running(settings(tmp_path, **TRACK), tmp_path) as rig:
                assert await seen(rig) == ranking, "after a restart it is there again"
                await rig.hold("a")
                assert isinstance(rig.box.session.stage, Lobby)

        asyncio.run(scenes())

    @pytest.mark.slow
    def test_a_new_game_by_mistake_leads_back(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.lay("token-B")
            before, words = rig.table.state, await seen(rig)
            await rig.hold("left")
            await rig.tap("up", "a", "down", "a")
            assert isinstance(rig.box.session.stage, Lobby)
            await rig.robot.let(600)
            await rig.tap("b")
            assert rig.table.state is before
            assert (await seen(rig)).splitlines()[0] == words.splitlines()[0]
            await rig.restart_timeout()
            ranking = await seen(rig)
            await rig.hold("a")
            await rig.tap("down", "a", "b", "b")  # not as last time: that begins at once
            assert await seen(rig) == ranking

        play(tmp_path, scene)

    @pytest.mark.slow
    def test_a_tie_says_what_has_decided_it(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.restart_timeout()
            totals = rig.table.game.returns(rig.table.state)
            missing, seat = max(totals) - min(totals), totals.index(min(totals))
            for change in (*[10] * (missing // 10), missing % 10):
                if change:
                    await rig.box.session.ask(ActionInput(CorrectEP(seat, change)))
            assert rig.table.state.phase == "hands"
            while rig.table.state.phase == "hands":
                await rig.robot.perform(EnterHand(6 if rig.table.state.current == seat else 3))
            best = max(rig.table.game.returns(rig.table.state))
            hands = sorted(
                player.cards_left
                for player, total in zip(
                    rig.table.state.players, rig.table.game.returns(rig.table.state), strict=True
                )
                if total == best
            )
            words = await seen(rig)
            assert f"More cards: 6:{hands[-2]}" in words

        play(tmp_path, scene)


def imprint(rig: Rig, space: str) -> Imprint:
    """Return the first possible memory on a space."""
    return next(
        action
        for action in rig.table.candidates
        if isinstance(action, Imprint) and action.space == space
    )


async def memory(rig: Rig, space: str) -> None:
    """Make a memory on a space with keys and tags, which ends the turn."""
    await rig.robot.perform(imprint(rig, space))
    await rig.read_who_is_next()


class TestTheCursorOnTheBoard:
    def test_a_space_is_chosen_with_the_joystick_in_two_dimensions(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.tap("down")
            words = await seen(rig)
            assert "36 possible" in words
            assert rig.screen.diagrams
            first = under_cursor(rig)
            await rig.tap("right")
            assert under_cursor(rig) == (first[0], first[1] + 1)
            await rig.tap("down")
            assert under_cursor(rig) == (first[0] + 1, first[1] + 1)
            await rig.tap("left", "up")
            assert under_cursor(rig) == first
            await rig.tap("a", "a")
            (cube,) = rig.table.state.players[THREE.index(name)].cubes
            assert cube == f"{chr(ord('a') + first[1])}{first[0] + 1}"

        play(tmp_path, scene, level="scoring")

    def test_a_token_leaves_the_spaces_of_its_colour(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.lay("token-B")
            assert rig.screen.diagrams
            possible = [cell for row in rig.screen.diagrams[0].rows for cell in row if cell.mark]
            assert {cell.icon for cell in possible} == {"emotion-B"}
            await seen(rig)
            await rig.tap("b", "a")

        play(tmp_path, scene, level="scoring")

    def test_done_needs_no_board(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.tap("a")
            assert current(rig) == after(name)

        play(tmp_path, scene, level="scoring")


def under_cursor(rig: Rig) -> tuple[int, int]:
    """Return row and column of the square that is drawn inverted."""
    assert rig.screen.diagrams
    return next(
        (row, column)
        for row, cells in enumerate(rig.screen.diagrams[0].rows)
        for column, cell in enumerate(cells)
        if cell.mark == "cursor"
    )


class TestPeopleComeAndGo:
    @pytest.mark.slow
    def test_a_group_joins_with_its_game_in_round_four(self, tmp_path: Path) -> None:
        """What the box has not seen does not stand in the way of what is true."""

        async def scene(rig: Rig) -> None:
            name = current(rig)
            seat = THREE.index(name)
            await correct(rig, CorrectMemories(seat, 5))
            await correct(rig, CorrectEP(seat, 10))
            await correct(rig, CorrectEP(seat, 8))
            assert f"{name}: 5 memories" in rig.box.voice_of(rig.table).short(
                rig.table.game.action_name(CorrectMemories(seat, 5))
            )
            await rig.lay("token-B")
            await rig.lay(f"value-{seat + 1}-1")
            assert rig.table.state.phase == "value", "a line needs three memories, and has them"
            await rig.lay(f"tile-{rig.table.state.tiles[0]}")
            player = rig.table.state.players[seat]
            assert (player.memories, player.lines) == (6, 1)
            assert player.ep > 18

        play(tmp_path, scene)

    @pytest.mark.slow
    def test_a_cube_that_was_put_wrong_is_moved_by_name(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            seat = THREE.index(name)
            await memory(rig, "c3")
            await memory(rig, "d4")
            moves = (
                each
                for each in rig.table.game.corrections(rig.table.state)
                if isinstance(each, CorrectCube) and each.player == seat
            )
            wanted = next(moves)
            assert wanted.source == "c3"
            await correct(rig, wanted)
            assert rig.table.state.players[seat].cubes == (wanted.space,)
            said = rig.box.voice_of(rig.table).short(rig.table.game.action_name(wanted))
            assert said == f"{name}: c3 to {wanted.space}"

        play(tmp_path, scene, level="scoring")

    @pytest.mark.slow
    def test_a_player_leaves(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.robot.step()
            await correct(rig, Leave(2))
            assert rig.table.state.seats == (0, 1, 3)
            await rig.restart_timeout()
            assert rig.table.is_over
            assert "Cleo" not in (await seen(rig)).splitlines()[-1]

        play(tmp_path, scene, game="essence", level="full", players=(*THREE, "Dan"))


async def correct(rig: Rig, correction: Correction) -> None:
    """Choose a correction from the list, which A opens while it is held."""
    await rig.hold("a")
    await rig.robot.perform(correction)


class TestATurnThatIsOver:
    """Nothing is left to be done after a memory whose cubes the box follows."""

    def test_ends_by_itself(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.robot.perform(imprint(rig, "c3"))
            words = await seen(rig)
            assert words.startswith(f"{name} "), "whose cube is to be moved"
            assert "on c3" in words
            assert current(rig) == after(name)

        play(tmp_path, scene, level="scoring")

    @pytest.mark.parametrize("key", ["a", "seat"])
    def test_and_whoever_says_done_all_the_same_skips_nobody(
        self, tmp_path: Path, key: str
    ) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.robot.perform(imprint(rig, "c3"))
            await rig.robot.let(2.0)
            await rig.tap(f"seat{THREE.index(name) + 1}" if key == "seat" else key)
            assert current(rig) == after(name)
            if rig.table.tasks:
                await rig.tap("b")
            assert current(rig) == after(name), "all is done"
            await rig.read_who_is_next()
            await rig.tap(f"seat{THREE.index(after(name)) + 1}" if key == "seat" else key)
            assert current(rig) == after(after(name))

        buttons = {**settings(tmp_path).buttons, "seat1": 7, "seat2": 8, "seat3": 11}
        play(tmp_path, scene, level="scoring", buttons=buttons)

    def test_it_was_somebody_elses(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await rig.robot.perform(imprint(rig, "c3"))
            await rig.tap("up", "up")
            assert f"No, it was {after(name)}" in await seen(rig)
            await rig.tap("a")
            players = rig.table.state.players
            cubes = {each: players[THREE.index(each)].cubes for each in (name, after(name))}
            assert cubes == {name: (), after(name): ("c3",)}

        play(tmp_path, scene, level="scoring")

    def test_taking_back_leads_to_before_the_memory(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            before = rig.table.state
            await rig.robot.perform(imprint(rig, "c3"))
            await rig.tap("b")
            await rig.hold("b")
            await rig.hold("b")
            assert rig.table.state == before

        play(tmp_path, scene, level="scoring")


class TestAStepOfAPiece:
    @pytest.mark.slow
    def test_is_one_touch_of_the_joystick_where_only_a_direction_is_open(
        self, tmp_path: Path
    ) -> None:
        async def scene(rig: Rig) -> None:
            state = rig.table.state
            while state.phase != "step":
                action = next(
                    each
                    for each in rig.table.candidates
                    if state.phase != "free" or isinstance(each, FreeMove)
                )
                await rig.robot.perform(action)
                state = rig.table.state
            presses = len(rig.table.entries)
            move = next(each for each in rig.table.candidates if isinstance(each, Move))
            await rig.tap({"N": "up", "E": "right", "S": "down", "W": "left"}[move.direction])
            assert len(rig.table.entries) == presses + 1
            assert rig.table.steps[-1].action == move

        play(tmp_path, scene, level="full")
