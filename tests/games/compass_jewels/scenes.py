"""Scenes of Compass for the golden pictures; each yields named pictures of the panel."""

from collections.abc import AsyncIterator, Iterable
from types import MappingProxyType
from typing import Final

from companion.games.compass_jewels import GAME as COMPASS
from companion.games.compass_jewels import best
from companion.games.compass_jewels.actions import Done, EndPhase, PlaceCard
from companion.games.compass_jewels.cards import border, kind, middle, side
from companion.games.compass_jewels.jewels import is_jewel
from companion.games.compass_jewels.state import Phase
from tests.games.scene_endings import next_game, score_sheet
from tests.rig import Picture, Rig

GAME: Final = COMPASS.id
CHANGES: Final = MappingProxyType(
    {
        "level": "full",
        "players": ("Ann", "Ben"),
        "options": {"orientation_source": "entered"},
        "enter": ("lay", "enter_turn"),
    }
)


async def until(rig: Rig, *phases: Phase) -> None:
    """Play on until a phase begins; nobody ends phase one while another move is possible."""
    while rig.table.state.phase not in phases:
        state = rig.table.state
        legal = COMPASS.legal_actions(state, COMPASS.current_player(state))
        putting = [action for action in legal if not isinstance(action, EndPhase)]
        if state.phase is Phase.BLOCKED and putting:
            await rig.robot.perform(putting[0])
        else:
            await rig.robot.step()


async def phase_one(rig: Rig) -> AsyncIterator[Picture]:
    """Cards laid out, checkers, lists of moves, refusals, a blocked player."""
    yield "lay", await rig.picture()
    await rig.lay("card-R/BPYG-1")
    yield "turn", await rig.picture()
    await rig.tap("down")
    yield "turn-list", await rig.picture()
    await until(rig, Phase.START, Phase.CHECKERS)
    yield "dealt", await rig.picture()
    await until(rig, Phase.MOVE)
    yield "move", await rig.picture()
    await rig.tap("down")
    yield "targets", await rig.picture()
    await rig.lay("card-G/BPRY-1")
    yield "must-move", await rig.picture()
    await rig.tap("b")
    await rig.robot.step()
    yield "collect", await rig.picture()
    await until(rig, Phase.BLOCKED)
    await rig.tap("b")
    yield "blocked", await rig.picture()
    await rig.hold("b")
    yield "undone", await rig.picture()
    await until(rig, Phase.PUT)
    yield "put", await rig.picture()
    await rig.tap("down")
    yield "holes", await rig.picture()
    await until(rig, Phase.ROTATE)
    yield "rotate", await rig.picture()


def as_laid(lying: str) -> PlaceCard:
    """Return the action of laying a card for a jewel as it lies."""
    card = kind(lying)
    return PlaceCard(middle(card), border(card), side(lying, "N"))


async def lay_all(rig: Rig, cards: Iterable[str]) -> None:
    """Lay cards as they lie: their tags, then what is to the north."""
    for lying in cards:
        await rig.robot.perform(as_laid(lying))


def fits(laying: tuple[str, ...], lying: str) -> bool:
    """Return whether a card completes a jewel as it lies."""
    one, two, three = laying
    return is_jewel((one, two, three, lying))


async def phase_two(rig: Rig) -> AsyncIterator[Picture]:
    """Jewels by tag and as they lie, a card that does not fit, the end, the next game."""
    await until(rig, Phase.DECLARE)
    await rig.tap("b")
    yield "declare", await rig.picture()
    jewels = best.best(rig.table.state.player.cards).jewels
    await rig.lay(f"card-{kind(jewels[0][0])}-1")
    yield "declare-north", await rig.picture()
    await lay_all(rig, jewels[0][:3])
    yield "three", await rig.picture()
    state = rig.table.state
    wrong = next(card for card in state.player.unused if not fits(state.player.laying, card))
    await rig.robot.perform(as_laid(wrong))
    yield "no-jewel", await rig.picture()
    await rig.tap("b")
    await lay_all(rig, jewels[0][3:])
    yield "jewel", await rig.picture()
    await rig.tap("b", "down")
    yield "declare-list", await rig.picture()
    await rig.tap("b")
    for jewel in jewels[1:]:
        await lay_all(rig, jewel)
    await rig.robot.perform(Done())
    if not rig.table.is_over:
        await rig.robot.perform(Done())
    async for picture in score_sheet(rig, "sheet-1", "reason-1"):
        yield picture
    async for picture in next_game(rig, "seat.", "option."):
        yield picture


SCENES: Final = (phase_one, phase_two)
