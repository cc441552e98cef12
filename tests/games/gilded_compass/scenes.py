"""Scenes of the Gilded Compass for the golden pictures; each yields named pictures."""

from collections.abc import AsyncIterator, Callable
from types import MappingProxyType
from typing import Final

from companion.engine.game import CHANCE, Action
from companion.games.gilded_compass import GAME as COMPASS
from companion.games.gilded_compass.actions import (
    CorrectAbility,
    CorrectDie,
    Decline,
    EndTurn,
    Place,
    Roll,
    SpendKnowledge,
)
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.state import Phase, State
from companion.table.state import ActionInput
from tests.games.gilded_compass.tables import legal, place, rolls, will
from tests.games.scene_endings import next_game, score_sheet
from tests.rig import Picture, Rig

GAME: Final = COMPASS.id
CHANGES: Final = MappingProxyType(
    {
        "level": "open",
        "players": ("Ann", "Ben", "Cem"),
        "options": {"b_building": "guild", "c_building": "illuminati", "variant": "dummy"},
        "enter": ("roll",),
    }
)


async def do(rig: Rig, *actions: Action) -> None:
    """Take actions as a phone does."""
    for action in actions:
        await rig.box.session.ask(ActionInput(action))


def told(own: str, dummy: str = "") -> list[Roll]:
    """Return the actions that report a roll; the box knows the remaining dice by itself."""
    return [*(roll for roll in rolls(own) if roll.value < FACES[-1]), *rolls("", dummy=dummy)]


async def roll(rig: Rig, own: str, dummy: str = "") -> None:
    await do(rig, *told(own, dummy))


def brisk(state: State) -> Action:
    """Choose what ends a game soon: the most dice, the first tile, no extra turn."""
    possible = legal(state)
    placing = [action for action in possible if isinstance(action, Place)]
    if Decline() in possible:
        return Decline()
    return max(placing, key=lambda placement: len(placement.dice)) if placing else possible[0]


async def until(rig: Rig, happens: Callable[[State], bool]) -> None:
    """Play on until something happens; every roll has its first outcome."""
    while not happens(rig.table.state):
        state = rig.table.state
        chance = COMPASS.current_player(state) == CHANCE
        action = legal(state)[len(state.hand.own) % 2] if chance else brisk(state)
        await do(rig, action)


async def turns(rig: Rig) -> AsyncIterator[Picture]:
    """Laying out, reporting a roll, choosing a placement, refusals, rolling again, the dummy."""
    yield "laying", await rig.picture()
    await rig.lay_out()
    yield "round", await rig.picture()
    await rig.tap("down")
    yield "count", await rig.picture()
    await do(rig, *told("11223346", "25")[:5])
    yield "dummy-roll", await rig.picture()
    await do(rig, *told("11223346", "25")[5:])
    yield "place", await rig.picture()
    await rig.tap("down")
    yield "kinds", await rig.picture()
    await rig.tap("a")
    yield "buildings", await rig.picture()
    await rig.tap("down", "a")
    yield "dice", await rig.picture()
    await rig.tap("b")
    await do(rig, place("archives", "12"))
    yield "refused", await rig.picture()
    await do(rig, SpendKnowledge())
    yield "lift", await rig.picture()
    await rig.tap("down")
    yield "lift-list", await rig.picture()
    await rig.tap("up", "a")
    await roll(rig, "11223346", "26")
    await do(rig, place("archives", "33"))
    yield "dummy", await rig.picture()
    await rig.tap("a")
    yield "next-turn", await rig.picture()
    await roll(rig, "11223346", "25")
    await rig.hold("a")
    yield "corrections", await rig.picture()
    await do(rig, CorrectAbility(1, "will_to_win", has=True), CorrectDie("6", 3))
    await do(rig, will("archives", "33", lost=3))
    yield "pushed", await rig.picture()
    await rig.tick_off()
    yield "buildings-shown", await rig.picture()


async def rewards(rig: Rig) -> AsyncIterator[Picture]:
    """Choices of tiles, the end of a round, secret tiles entered at the end, the score sheet."""
    await rig.lay_out()
    await roll(rig, "11223346", "25")
    await do(rig, place("university", "23"), EndTurn())
    await roll(rig, "11223346", "25")
    await do(rig, place("guild", "1234"), EndTurn())
    await until(rig, lambda state: state.phase is Phase.CHOOSE)
    yield "reward", await rig.picture()
    await rig.tap("down")
    yield "reward-list", await rig.picture()
    await until(rig, lambda state: state.phase is Phase.CHOOSE and state.resolved == "university")
    yield "specialist", await rig.picture()
    await until(rig, lambda state: state.round > 1)
    yield "tasks", await rig.picture()
    await do(rig, CorrectAbility(1, "small_help", has=True))
    await until(rig, lambda state: state.phase is Phase.HELP)
    yield "help", await rig.picture()
    await until(rig, lambda state: state.last_lap)
    yield "last-lap", await rig.picture()
    await until(rig, lambda state: state.phase is Phase.TELL)
    yield "tell", await rig.picture()
    await rig.tap("down")
    yield "tell-list", await rig.picture()
    await until(rig, lambda state: state.phase is Phase.OVER)
    async for picture in score_sheet(rig, "sheet-1", "sheet-2", "sheet-3", "reason"):
        yield picture
    async for picture in next_game(rig, "option", "level"):
        yield picture


SCENES: Final = (turns, rewards)
