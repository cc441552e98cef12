"""Games that end early, are left, and go on: on pins and pixels."""

import asyncio
import shutil
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.engine.fold import fold
from companion.engine.log import EntryKind
from companion.table.choosing.handover import GUARD
from companion.table.lobby.lobby import TAKE_UP, Lobby
from companion.table.name_entry import ACROSS, GridMark, NameEntry
from companion.table.screens.previous_games import previous_game
from companion.table.stage import Stage
from companion.table.state import (
    LanguageInput,
    LeaveQuestion,
    Menu,
    SeatTransfer,
)
from companion.table.table import Table
from companion.web.views.final_ranking import final_ranking
from tests.daemon.test_evening import TRACK, current, seen
from tests.menu_names import names
from tests.rig import Rig, running, settings

Scene = Callable[[Rig], Coroutine[Any, Any, None]]


def play(
    folder: Path,
    *scenes: Scene,
    ask: bool = False,
    **changes: Any,  # noqa: ANN401 - Settings
) -> None:
    """Run scenes on an emulated box, which is started again between them."""

    async def run() -> None:
        for scene in scenes:
            async with running(settings(folder, **{**TRACK, **changes}), folder, ask=ask) as rig:
                while not isinstance(rig.box.session.stage, Lobby) and rig.table.laying:
                    await rig.tap("a")
                await scene(rig)

    asyncio.run(run())


async def choose(rig: Rig, *items: str) -> None:
    """Choose entries of the menu, one after the other."""
    await rig.hold("left")
    for item in items:
        listed = names(rig.table)
        cover = rig.table.console.cover
        at = cover.cursor if isinstance(cover, Menu | LeaveQuestion) else 0
        await rig.tap(*("down",) * ((listed.index(item) - at) % len(listed)), "a")


class TestAGameIsEndedEarly:
    @pytest.mark.slow
    def test_and_its_standings_stay_until_a_key_is_held(self, tmp_path: Path) -> None:
        name = ""

        async def ended(rig: Rig) -> None:
            nonlocal name
            name = current(rig)
            await rig.lay("token-B")
            await choose(rig, "leave", "stop")
            words = await seen(rig)
            assert words.startswith("Inner Compass ended")
            assert f"1. {name}" in words
            assert rig.table.clocks.paused
            await rig.tap("a", "b")
            await rig.lay("token-K")
            assert rig.table.is_over

        async def again(rig: Rig) -> None:
            assert (await seen(rig)).startswith("Inner Compass ended"), "after a restart as well"
            await rig.hold("a")
            assert isinstance(rig.box.session.stage, Lobby)

        play(tmp_path, ended, again)

    @pytest.mark.slow
    def test_by_mistake_and_goes_on(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            state = rig.table.state
            await choose(rig, "leave", "stop")
            await rig.hold("b")
            assert not rig.table.is_over
            assert rig.table.state == state
            assert not rig.table.clocks.paused
            await rig.robot.let(GUARD / 1000)
            await rig.tap("a")
            assert rig.table.state != state
            again = fold(rig.table.game, rig.table.setup, rig.table.entries)
            assert again.state == rig.table.state

        play(tmp_path, scene)


class TestAGameThatWasLeft:
    @pytest.mark.slow
    def test_is_taken_up_again_from_a_list(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.lay("token-B")
            left = rig.table
            await choose(rig, "leave", "left")
            await begin(rig)
            assert rig.table.state != left.state
            await rig.tap("a")
            await choose(rig, "leave", "left")
            await take_up(rig)
            assert rig.table.state == left.state
            assert rig.table.entries == left.entries
            await rig.tap("a")
            assert len(rig.table.entries) > len(left.entries)

        async def again(rig: Rig) -> None:
            assert any(entry.payload.get("emotion") == "B" for entry in rig.table.entries)
            await choose(rig, "leave", "left")
            lobby = rig.box.session.stage
            assert isinstance(lobby, Lobby)
            assert len(lobby.left) == 1, "the other one was left meanwhile"

        play(tmp_path, scene, again)

    @pytest.mark.slow
    def test_back_leads_to_the_first_question(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.tap("a")
            await choose(rig, "leave", "left")
            await begin(rig)
            await rig.tap("a")
            await choose(rig, "leave", "left")
            await to_list(rig)
            assert "Which game" in await seen(rig)
            assert "Ann, Ben, Cleo" in await seen(rig)
            await rig.tap("b")
            assert "Which game" not in (await seen(rig)).splitlines()[1:]
            lobby = rig.box.session.stage
            assert isinstance(lobby, Lobby)
            assert not lobby.choosing_left

        play(tmp_path, scene)


async def begin(rig: Rig) -> None:
    """Set up the game that the cursor stands on, and lay it out."""
    while isinstance(rig.box.session.stage, Lobby) or rig.table.laying:
        await rig.tap("a")


async def to_list(rig: Rig) -> None:
    """Choose the list of the games that were left, at the first question."""
    lobby = rig.box.session.stage
    assert isinstance(lobby, Lobby)
    assert lobby.question is not None
    listed = [key for key, _ in lobby.question.answers]
    await rig.tap(*("down",) * ((listed.index(TAKE_UP) - lobby.cursor) % len(listed)), "a")


async def take_up(rig: Rig) -> None:
    """Choose the first game in the list of those that were left."""
    await to_list(rig)
    await rig.tap("a")


class TestASeatIsHandedOver:
    @pytest.mark.slow
    def test_to_somebody_who_comes_late(self, tmp_path: Path) -> None:
        """What lies there stays; after a restart the name is still the new one."""

        async def scene(rig: Rig) -> None:
            state = rig.table.state
            await choose(rig, "hand_over")
            assert "Ben" in await seen(rig)
            await rig.tap("down", "a")
            await spell(rig, "DAM")
            await rig.tap("b", "right", "a")
            assert "Dan_" in await seen(rig)
            await done(rig)
            assert "Dan now plays for Ben." in await seen(rig)
            await rig.tap("b")
            assert rig.table.setup.players == ("Ann", "Dan", "Cleo")
            assert rig.table.state == state

        async def again(rig: Rig) -> None:
            assert rig.table.setup.players == ("Ann", "Dan", "Cleo")
            await choose(rig, "leave", "stop")
            assert ". Dan" in await seen(rig)

        play(tmp_path, scene, again)

    @pytest.mark.slow
    def test_back_leads_to_the_seats_and_out(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await choose(rig, "hand_over")
            await rig.tap("a", "a", "b")
            assert "Name: _" in await seen(rig)
            await rig.tap("b")
            assert "Cleo" in await seen(rig)
            await rig.tap("b")
            assert rig.table.console.cover is None
            assert rig.table.setup.players == ("Ann", "Ben", "Cleo")

        play(tmp_path, scene)


def entry(rig: Rig) -> NameEntry:
    """Return the name that is being entered."""
    cover = rig.table.console.cover
    assert isinstance(cover, SeatTransfer)
    assert cover.entry is not None
    return cover.entry


async def spell(rig: Rig, letters: str) -> None:
    """Choose the letters of a name with the joystick."""
    for letter in letters:
        here, there = (
            divmod(at, ACROSS) for at in (entry(rig).at, entry(rig).letters.index(letter))
        )
        down, right = there[0] - here[0], there[1] - here[1]
        await rig.tap(
            *(("down",) * down or ("up",) * -down), *(("right",) * right or ("left",) * -right)
        )
        await rig.tap("a")


async def done(rig: Rig) -> None:
    """Move to the left, where the name is done."""
    while entry(rig).mark is not GridMark.DONE:
        await rig.tap("left")
    await rig.tap("a")


@contextmanager
def copied_when_shown(rig: Rig, shown: Callable[[Stage], bool], to: Path) -> Iterator[None]:
    """Copy the files of a box, as a kill would leave them, as soon as it shows a stage."""

    def follow(stage: Stage, _entries: object) -> None:
        if shown(stage) and not to.exists():
            shutil.copytree(rig.box.state, to)

    rig.box.session.followers = (follow, *rig.box.session.followers)
    yield
    assert to.exists(), "it was not shown"


class TestWhatIsShownSurvivesAKill:
    @pytest.mark.slow
    def test_a_game_that_was_left_is_not_back_on_the_table(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.tap("a")
            with copied_when_shown(rig, is_lobby, tmp_path / "killed" / "state"):
                await choose(rig, "leave", "left")

        async def again(rig: Rig) -> None:
            lobby = rig.box.session.stage
            assert isinstance(lobby, Lobby)
            assert [game.players for game in lobby.left] == [("Ann", "Ben", "Cleo")]
            await take_up(rig)
            assert any(entry.kind is EntryKind.ACTION for entry in rig.table.entries)

        play(tmp_path, scene)
        play(tmp_path / "killed", again, ask=True)

    @pytest.mark.slow
    def test_a_game_that_was_over_is_not_back_on_the_table(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.restart_timeout()
            with copied_when_shown(rig, is_lobby, tmp_path / "killed" / "state"):
                await rig.ask_for_the_next_game()

        async def again(rig: Rig) -> None:
            lobby = rig.box.session.stage
            assert isinstance(lobby, Lobby)
            assert lobby.left == ()
            assert [game.over for game in lobby.console.previous_games] == [True]

        play(tmp_path, scene)
        play(tmp_path / "killed", again, ask=True)

    @pytest.mark.slow
    def test_a_game_that_was_left_by_mistake_is_on_the_table(self, tmp_path: Path) -> None:
        left: list[Table] = []

        async def scene(rig: Rig) -> None:
            await rig.tap("a")
            left.append(rig.table)
            await choose(rig, "leave", "left")
            with copied_when_shown(rig, is_table, tmp_path / "killed" / "state"):
                await rig.tap("b")
            assert rig.table.entries == left[0].entries
            assert rig.table.console.previous_games == ()
            await rig.tap("a")

        async def again(rig: Rig) -> None:
            assert rig.table.entries == left[0].entries

        async def later(rig: Rig) -> None:
            assert len(rig.table.entries) > len(left[0].entries)

        play(tmp_path, scene, later)
        play(tmp_path / "killed", again, ask=True)

    @pytest.mark.slow
    def test_a_rematch_has_begun(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.restart_timeout()
            over = rig.table

            def is_another(stage: Stage) -> bool:
                return isinstance(stage, Table) and stage.entries[0] != over.entries[0]

            with copied_when_shown(rig, is_another, tmp_path / "killed" / "state"):
                await rig.tap("b", "b")
                await rig.hold("press")

        async def again(rig: Rig) -> None:
            assert not rig.table.is_over
            assert [game.over for game in rig.table.console.previous_games] == [True]

        play(tmp_path, scene)
        play(tmp_path / "killed", again, ask=True)

    def test_what_is_set_on_the_box_is_kept(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            with copied_when_shown(rig, speaks_german, tmp_path / "killed" / "state"):
                await rig.box.session.ask(LanguageInput("de"))

        async def again(rig: Rig) -> None:
            assert rig.table.console.language == "de"

        play(tmp_path, scene)
        play(tmp_path / "killed", again)


def is_lobby(stage: Stage) -> bool:
    return isinstance(stage, Lobby)


def is_table(stage: Stage) -> bool:
    return isinstance(stage, Table)


def speaks_german(stage: Stage) -> bool:
    return stage.console.language == "de"


@pytest.mark.slow
def test_a_game_that_was_deleted_meanwhile_is_written_anew_by_back(tmp_path: Path) -> None:
    """Whoever goes back plays on, whatever has become of what was kept."""

    async def scene(rig: Rig) -> None:
        await rig.tap("a")
        left = rig.table
        await choose(rig, "leave", "left")
        await rig.box.session.writer.read(lambda journal: journal.delete(1))
        await rig.tap("b")
        assert rig.table.entries == left.entries
        assert not rig.box.session.writer.unsaved
        await rig.tap("a")

    async def again(rig: Rig) -> None:
        assert sum(entry.kind is EntryKind.ACTION for entry in rig.table.entries) == 2

    play(tmp_path, scene, again)


FIVE = (
    ("inner-compass", "scoring", 3),
    ("gilded-compass", "open", 3),
    ("essence", "full", 4),
    ("compass-points", "full", 4),
    ("compass-jewels", "full", 2),
)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "seats"), FIVE)
def test_people_come_and_go_in_every_game(
    tmp_path: Path, game: str, level: str, seats: int
) -> None:
    """Late, away, a seat handed over, ended, gone on, left by mistake: nothing is lost."""
    people = ("Ann", "Ben", "Cleo", "Dan")[:seats]

    async def scene(rig: Rig) -> None:
        while not any(entry.kind is EntryKind.ACTION for entry in rig.table.entries):
            await rig.robot.step()
        await rig.read_who_is_next()
        state = rig.table.state
        assert "late" not in names(rig.table), "the game stays with its seats"
        if rig.table.game.leaving is None:
            assert "leaves" not in names(rig.table), "a seat is handed over instead"
        await choose(rig, "hand_over")
        await rig.tap("down", "a")
        await spell(rig, "EV")
        await done(rig)
        assert "Ev now plays for Ben." in await seen(rig)
        await rig.tap("b")
        assert rig.table.setup.players[1] == "Ev"
        await choose(rig, "leave", "stop")
        words = await seen(rig)
        assert "ended" in words.splitlines()[0]
        assert all(f". {name}" in words for name in rig.table.setup.players)
        await rig.hold("b")
        assert (rig.table.is_over, rig.table.state) == (False, state)
        await choose(rig, "leave", "left")
        assert isinstance(rig.box.session.stage, Lobby)
        await rig.tap("b")
        assert rig.table.state == state
        assert rig.table.setup.players[1] == "Ev"
        left = rig.table
        await choose(rig, "leave", "left")
        await begin(rig)
        await choose(rig, "leave", "left")
        await take_up(rig)
        assert rig.table.game.id == game
        assert (rig.table.state, rig.table.entries) == (left.state, left.entries)

    play(tmp_path, scene, game=game, level=level, players=people)


@pytest.mark.slow
def test_whoever_leaves_essence_may_come_back(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.robot.step()
        await choose(rig, "leaves")
        assert "Cleo leaves" in await seen(rig)
        await rig.tap("down", "down", "a")
        assert rig.table.state.seats == (0, 1, 3)
        await rig.tick_off()
        await choose(rig, "leave", "stop")
        words = await seen(rig)
        assert all(f". {name}" in words for name in ("Ann", "Ben", "Dan"))
        assert "Cleo" not in words, "whoever has left is not ranked"
        assert 2 not in rig.table.winners
        podium = final_ranking(rig.table, 1)
        assert podium is not None
        assert sorted(seat for step in podium["podium"] for seat in step["seats"]) == [0, 1, 3]
        assert "Cleo" not in [each.name for each in previous_game(1, "", rig.table).ranking]
        await rig.hold("b")
        await choose(rig, "late")
        assert "Cleo comes back" in await seen(rig)
        await rig.tap("a")
        assert rig.table.state.seats == (0, 1, 2, 3)

    players = ("Ann", "Ben", "Cleo", "Dan")
    play(tmp_path, scene, game="essence", level="full", players=players)


class TestTheLastResult:
    @pytest.mark.slow
    def test_is_there_while_the_next_game_is_played(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await rig.restart_timeout()
            ranking = await seen(rig)
            await rig.hold("press")
            assert not rig.table.is_over
            await rig.lay_out()
            await choose(rig, "played")
            words = await seen(rig)
            best = rig.table.console.previous_games[0].ranking[0]
            assert f"1 {best.name}" in words
            assert best.name in ranking
            await rig.tap("b")
            assert not rig.table.is_over

        play(tmp_path, scene)
