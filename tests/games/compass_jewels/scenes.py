"""Scenes of Compass for the golden pictures; each yields named pictures of the panel."""

from collections.abc import AsyncIterator, Collection
from types import MappingProxyType
from typing import Final

from companion.games.compass_jewels import GAME as COMPASS
from companion.games.compass_jewels import best
from companion.games.compass_jewels.actions import Done, EndPhase
from companion.games.compass_jewels.cards import kind
from companion.games.compass_jewels.jewels import SIZE, laid
from companion.games.compass_jewels.state import Phase
from companion.table.lobby import Lobby
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


async def lay_four(rig: Rig, four: Collection[str], but: int = 0) -> None:
    """Lay the tags of all cards but the last few."""
    cards = [kind(card) for card in four]
    for i, card in enumerate(cards[: SIZE - but]):
        await rig.lay(f"card-{card}-{cards[:i].count(card) + 1}")


def fits(laying: tuple[str, ...], card: str) -> bool:
    """Return whether a card completes a jewel."""
    one, two, three = laying
    return laid((one, two, three, card)) is not None


async def phase_two(rig: Rig) -> AsyncIterator[Picture]:
    """Jewels by tag, a card that does not fit, how four cards lie, the end, the next game."""
    await until(rig, Phase.DECLARE)
    await rig.tap("b")
    yield "declare", await rig.picture()
    jewels = best.best(rig.table.state.player.cards).jewels
    await lay_four(rig, jewels[0], but=1)
    yield "three", await rig.picture()
    state = rig.table.state
    wrong = next(card for card in state.player.unused if not fits(state.player.laying, card))
    await rig.lay(f"card-{wrong}-1")
    yield "no-jewel", await rig.picture()
    await rig.lay(f"card-{kind(jewels[0][3])}-1")
    yield "jewel", await rig.picture()
    await rig.tap("b", "down")
    yield "declare-list", await rig.picture()
    await rig.tap("b")
    for jewel in jewels[1:]:
        await lay_four(rig, jewel)
    await rig.robot.perform(Done())
    if not rig.table.is_over:
        await rig.robot.perform(Done())
    yield "ranking", await rig.picture()
    for page in ("sheet-1", "reason-1"):
        await rig.tap("down")
        yield page, await rig.picture()
    await rig.tap("a")
    yield "rule", await rig.picture()
    await rig.ask_for_the_next_game()
    while isinstance(stage := rig.box.session.stage, Lobby) and stage.question is not None:
        if stage.question.key.startswith(("seat.", "option.")):
            yield f"lobby-{stage.question.key}", await rig.picture()
        await rig.tap("a")


SCENES: Final = (phase_one, phase_two)
