"""Scenes of Compass Points for the golden pictures; each yields named pictures of the panel."""

from collections.abc import AsyncIterator
from types import MappingProxyType
from typing import Final

from companion.games.compass_points.actions import CorrectMiss, CorrectPawn, CorrectScore
from tests.games.compass_points.tables import NAMES
from tests.games.scene_endings import next_game, score_sheet
from tests.rig import Picture, Rig

GAME: Final = "compass-points"
CHANGES: Final = MappingProxyType({"level": "full", "players": NAMES})


async def correct(rig: Rig, *corrections: CorrectPawn | CorrectScore | CorrectMiss) -> None:
    """Choose corrections from the list."""
    for correction in corrections:
        await rig.hold("a")
        await rig.robot.perform(correction)


async def lay(rig: Rig, *cards: str) -> None:
    """Lay cards of a round by their tags, such as ``N SE2``: directions first, then speeds."""
    laid = [(side, card[:-1], card[-1]) for side, card in (words.split() for words in cards)]
    for side, direction, _ in laid:
        await rig.lay(f"direction-{side}-{direction}")
    for side, _, speed in laid:
        await rig.lay(f"speed-{side}-{speed}")


async def turn(rig: Rig, times: int = 1) -> None:
    """Turn speed cards, each once everybody has read whose turn it is."""
    for _ in range(times):
        await rig.read_who_is_next()
        await rig.go_on()


async def to_the_end(rig: Rig) -> None:
    """Turn the cards that are left."""
    while not rig.table.is_over:
        await turn(rig)


async def cards(rig: Rig) -> AsyncIterator[Picture]:
    """Cards laid with tags and with keys, mistakes, and cards turned."""
    yield "direction", await rig.picture()
    await rig.tap("down")
    yield "directions", await rig.picture()
    await rig.tap("b")
    await rig.lay("direction-N-SE")
    await rig.lay("direction-W-S")
    yield "refused", await rig.picture()
    for card in ("E-W", "S-NW", "W-S"):
        await rig.lay(f"direction-{card}")
    yield "speed", await rig.picture()
    await rig.lay("speed-E-2")
    yield "secret-refused", await rig.picture()
    await rig.lay("speed-N-2")
    yield "speed-laid", await rig.picture()
    await rig.hold("b")
    yield "secret-undone", await rig.picture()
    await rig.lay("speed-N-2")
    await rig.tap("a")
    yield "unread-laid", await rig.picture()
    for card in ("S-0", "W-1"):
        await rig.lay(f"speed-{card}")
    yield "turn", await rig.picture()
    await rig.tap("a")
    yield "moved", await rig.picture()
    await rig.tick_off()
    yield "path", await rig.picture()
    await rig.tap("a")
    yield "tell-speed", await rig.picture()
    await rig.hold("a")
    yield "corrections", await rig.picture()


async def moves(rig: Rig) -> AsyncIterator[Picture]:
    """A choice of points, pushes, a choice of corner, a player sitting out, a goal, the ranking."""
    await correct(rig, CorrectPawn("g2"), CorrectMiss(3, 1, misses=True))
    yield "sits-out", await rig.picture()
    await lay(rig, "N S1", "E N0", "S NE2")
    await turn(rig, 2)
    yield "points", await rig.picture()
    await rig.tap("a")
    yield "points-list", await rig.picture()
    await rig.tap("down", "a")
    await turn(rig)
    yield "round", await rig.picture()
    await correct(rig, CorrectPawn("i5"), CorrectScore(2, 50))
    await lay(rig, "E E1", "S N0", "W SW3", "N SW2")
    await rig.go_on()
    yield "corner", await rig.picture()
    await rig.tap("a", "down")
    yield "corner-list", await rig.picture()
    await rig.tap("a")
    yield "corner-tasks", await rig.picture()
    await correct(rig, CorrectPawn("d3"))
    await rig.go_on()
    await correct(rig, CorrectPawn("i6"))
    await rig.go_on()
    yield "pushed", await rig.picture()
    await correct(rig, CorrectPawn("d2"))
    await rig.go_on()
    yield "next-round", await rig.picture()
    await correct(rig, CorrectPawn("e2"))
    await lay(rig, "S N0", "W S2", "N N0")
    await to_the_end(rig)
    async for picture in score_sheet(rig, "sheet-1", "sheet-2", "sheet-3", "reason"):
        yield picture
    async for picture in next_game(rig, "name."):
        yield picture


SCENES: Final = (cards, moves)
APART: Final = (moves,)
"""Scenes in which the language changes more than words: names of players, a choice of languages."""
