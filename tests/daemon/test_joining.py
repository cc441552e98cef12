"""The box joins a game that already goes on: on pins, in all games."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.engine.figures import DialTotal
from companion.engine.fold import fold
from companion.games.compass_jewels.actions import CorrectCollected
from companion.games.inner_compass.actions import PutCube
from tests.menu_names import names
from tests.rig import Rig, running, settings

Scene = Callable[[Rig], Coroutine[Any, Any, None]]
FIGURES = (
    ("inner-compass", "track", 3, 47),
    ("inner-compass", "scoring", 3, 120),
    ("gilded-compass", "open", 3, 38),
    ("essence", "full", 4, 61),
    ("compass-points", "full", 4, 305),
    ("compass-jewels", "full", 2, 9),
)


def play(folder: Path, scene: Scene, **changes: Any) -> None:  # noqa: ANN401 - Settings
    """Run a scene on an emulated box without readers, once its setup is laid out."""

    async def run() -> None:
        async with running(settings(folder, readers=(), **changes), folder) as rig:
            if rig.table.laying:
                await rig.lay_out()
            await scene(rig)

    asyncio.run(run())


async def join(rig: Rig) -> None:
    """Choose in the menu that the game already goes on."""
    await rig.hold("left")
    listed = names(rig.table)
    await rig.tap(*("up",) * (len(listed) - listed.index("standing")), "a")


async def choose(rig: Rig, words: str) -> None:
    """Move the cursor to a line that begins with these words, and take it."""
    for _ in rig.screen.rows:
        if next(row.text for row in rig.screen.rows if row.mark == "cursor").startswith(words):
            break
        await rig.tap("down")
    await rig.tap("a")


def corrects(rig: Rig) -> tuple[bool, bool]:
    """Return whether the list of corrections is open, and whether the clocks stand."""
    return rig.table.corrections is not None, rig.table.clocks.paused


def points(rig: Rig, seat: int) -> int:
    """Return the points of a seat that the box would count now."""
    game, state = rig.table.game, rig.table.state
    if game.id == "essence":
        return int(state.players[seat].field)
    if game.id == "inner-compass":
        return int(state.players[seat].ep)
    return int(game.returns(state)[seat])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "seats", "figure"), FIGURES)
def test_a_figure_is_dialled_and_its_total_is_shown(
    tmp_path: Path, game: str, level: str, seats: int, figure: int
) -> None:
    """Hundreds, tens and ones, one after the other, without saying again who it is about."""

    async def scene(rig: Rig) -> None:
        while not rig.table.game.corrections(rig.table.state):
            await rig.robot.step()
        await join(rig)
        await choose(rig, "Dial")
        await choose(rig, "Ben")
        worths = [worth for worth in (100, 10, 1) if worth <= (84 if game == "essence" else 999)]
        first = f"{dict(zip((100, 10, 1), ('hundreds', 'tens', 'ones'), strict=True))[worths[0]]}"
        await choose(rig, first)
        for worth in worths:
            digit = figure // worth % 10
            before = points(rig, 1)
            await rig.tap(*("down",) * digit, "a")
            assert points(rig, 1) == before + (digit - before // worth % 10) * worth
            if worth > 1 and rig.table.game.open_score(rig.table.state):
                assert rig.screen.status == str(points(rig, 1))
        assert points(rig, 1) == figure
        assert corrects(rig) == (True, True), "what else stands is asked for next"
        await rig.tap("b")
        assert corrects(rig) == (False, False)
        again = fold(rig.table.game, rig.table.setup, rig.table.entries)
        assert again.state == rig.table.state

    players = ("Ann", "Ben", "Cleo", "Dan")[:seats]
    play(tmp_path, scene, game=game, level=level, players=players)


def test_back_leaves_one_list_after_the_other(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await join(rig)
        await choose(rig, "Dial")
        await choose(rig, "Ben")
        await rig.tap("b")
        assert len(rig.table.selection) == 1
        await rig.tap("b", "b")
        assert rig.table.corrections is None
        assert not any(isinstance(log_step.action, DialTotal) for log_step in rig.table.steps)

    play(tmp_path, scene, level="track", players=("Ann", "Ben", "Cleo"))


@pytest.mark.slow
def test_cubes_that_lie_already_are_entered_on_the_board(tmp_path: Path) -> None:
    """A line that they clear gets its value token; nobody gets EP for them."""

    async def scene(rig: Rig) -> None:
        track, ep = rig.table.state.track, rig.table.state.players[1].ep
        await join(rig)
        for square in ("r1c1", "r2c1", "r3c1"):
            await put(rig, 1, square)
        assert rig.table.state.phase == "value"
        await rig.robot.perform(rig.table.candidates[0])
        player = rig.table.state.players[1]
        assert [len(player.cubes), player.lines, rig.table.state.track] == [3, 1, track]
        assert player.ep - ep == rig.table.state.variant.first_bonus
        assert rig.table.corrections is not None, "the other players' cubes come next"

    play(tmp_path, scene, level="scoring", players=("Ann", "Ben", "Cleo"))


async def put(rig: Rig, seat: int, square: str) -> None:
    """Enter a cube of a seat that came from a square, with the joystick on the board."""
    await rig.robot.perform(
        next(
            each
            for each in rig.table.game.corrections(rig.table.state)
            if isinstance(each, PutCube) and (each.player, each.square) == (seat, square)
        )
    )


def test_tiles_that_somebody_has_are_entered_one_after_the_other(tmp_path: Path) -> None:
    """Who and which kind stay chosen: the next tile is one choice."""

    async def scene(rig: Rig) -> None:
        await join(rig)
        await choose(rig, "Tiles")
        await choose(rig, "Ben")
        await choose(rig, "maps")
        await rig.tap("a")
        assert len(rig.table.state.players[1].maps) == 1
        assert rig.table.corrections is not None
        await rig.tap("a")
        assert rig.screen.title == "Ben", "the list says whose tiles these are"
        await rig.tap("a")
        assert len(rig.table.state.players[1].maps) == 2
        again = fold(rig.table.game, rig.table.setup, rig.table.entries)
        assert again.state == rig.table.state

    play(tmp_path, scene, game="gilded-compass", level="open", players=("Ann", "Ben", "Cleo"))


@pytest.mark.slow
def test_cards_that_somebody_has_are_taken_off_the_board(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        while not rig.table.game.corrections(rig.table.state):
            await rig.robot.step()
        await join(rig)
        lying = sum(card is not None for card in rig.table.state.layout)
        for _ in range(2):
            possible = rig.table.game.corrections(rig.table.state)
            await rig.robot.perform(
                next(it for it in possible if isinstance(it, CorrectCollected) and it.player == 1)
            )
            assert rig.table.corrections is not None
            assert rig.table.selection, "it is still about Ben"
        assert len(rig.table.state.players[1].cards) == 2
        assert sum(card is not None for card in rig.table.state.layout) == lying - 2

    play(tmp_path, scene, game="compass-jewels", level="full", players=("Ann", "Ben"))
