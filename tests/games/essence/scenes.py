"""Scenes of Essence for the golden pictures; each yields named pictures of the panel."""

from collections.abc import AsyncIterator
from types import MappingProxyType
from typing import Final

from companion.games.essence.state import Phase, State, votable
from tests.games.scene_endings import next_game, score_sheet
from tests.rig import Picture, Rig

GAME: Final = "essence"
CHANGES: Final = MappingProxyType(
    {
        "level": "full",
        "players": ("Ann", "Ben", "Cem", "Dua"),
        "options": {"double_points": "with"},
    }
)


def vote_card(state: State, seat: int, number: int) -> str:
    """Return the id of a voting card."""
    return f"vote-{state.variant.pawns[seat]}-{number}"


async def lay_votes(rig: Rig, *numbers: int) -> None:
    """Lay each seat's voting card on the reader, in order."""
    for seat, number in enumerate(numbers):
        await rig.lay(vote_card(rig.table.state, seat, number))


async def until_scale(rig: Rig, scale: int, changeable: int = 0) -> None:
    """Play on until a question with this scale is asked by somebody at least this far ahead."""
    while not (
        rig.table.state.phase is Phase.VOTE
        and rig.table.state.question.scale == scale
        and rig.table.state.waiting == rig.table.state.seats
        and rig.table.state.players[rig.table.state.active].field >= changeable
    ):
        await rig.robot.step()


async def voting(rig: Rig) -> AsyncIterator[Picture]:
    """The start, votes for players, a card that does not count, coins, the reveal."""
    yield "setup", await rig.picture()
    await rig.tap("a")
    await until_scale(rig, 7)
    yield "vote-player", await rig.picture()
    await rig.tap("down")
    yield "list", await rig.picture()
    await rig.tap("b")
    await rig.lay(vote_card(rig.table.state, 1, 2))
    yield "voted", await rig.picture()
    await rig.hold("b")
    yield "undone", await rig.picture()
    await rig.lay(vote_card(rig.table.state, 0, 5))
    yield "refused", await rig.picture()
    await lay_votes(rig, 1, 2, 2, 2)
    yield "reveal", await rig.picture()
    await rig.tap("down")
    yield "reveal-list", await rig.picture()
    await rig.tap("a")
    yield "coin", await rig.picture()
    await rig.tap("a")
    yield "tasks", await rig.picture()
    await rig.tick_off()
    yield "result", await rig.picture()
    await rig.hold("a")
    yield "corrections", await rig.picture()


async def phrases(rig: Rig) -> AsyncIterator[Picture]:
    """Three phrases, a changed answer, cards that the box does not read, the end."""
    await rig.tap("a")
    await until_scale(rig, 3, changeable=1)
    yield "vote-phrase", await rig.picture()
    await rig.robot.perform(
        next(action for action in rig.table.candidates if type(action).__name__ == "Change")
    )
    yield "changed", await rig.picture()
    await lay_votes(rig, 1, 1)
    yield "two-voted", await rig.picture()
    await rig.tap("down")
    while rig.table.state.phase is Phase.VOTE:
        await rig.robot.perform(
            next(
                action
                for action in rig.table.candidates
                if type(action).__name__ == "LayUnread" and action.player in rig.table.state.waiting  # type: ignore[attr-defined]  # it has
            )
        )
    await rig.tap("a")
    yield "show", await rig.picture()
    await rig.tap("down")
    yield "show-list", await rig.picture()
    await until_scale(rig, 5)
    yield "vote-scale", await rig.picture()
    assert votable(rig.table.state) == (1, 2, 3, 4, 5)
    await rig.robot.play()
    async for picture in score_sheet(rig, "sheet-1", "sheet-2"):
        yield picture
    async for picture in next_game(rig, "seat.", "option."):
        yield picture


SCENES: Final = (voting, phrases)
