"""Scenes of Inner Compass for the golden pictures; each yields named pictures of the panel."""

from collections.abc import AsyncIterator
from types import MappingProxyType
from typing import Final

from companion.table.choosing.handover import GUARD
from companion.table.state import JoinInfo, with_console
from tests.games.scene_endings import next_game
from tests.menu_names import names
from tests.rig import Picture, Rig

GAME: Final = "inner-compass"


async def opening(rig: Rig) -> AsyncIterator[Picture]:
    """The setup, a memory, lists, messages, the clock."""
    yield "laying", await rig.picture()
    await rig.lay("tile-joy")
    yield "lay-first", await rig.picture()
    await rig.lay_out()
    yield "track", await rig.picture()
    await rig.lay("token-B")
    yield "tasks", await rig.picture()
    await rig.tap("down")
    yield "list", await rig.picture()
    await rig.lay_tag("0415C3A1B2")
    yield "unknown-tag", await rig.picture()
    await rig.lay("tile-joy")
    yield "refused", await rig.picture()
    await rig.hold("b")
    yield "undone", await rig.picture()
    await rig.hold("a")
    yield "corrections", await rig.picture()
    await rig.tap("b", "b")
    yield "clock", await rig.picture()
    await rig.hold("press")
    yield "paused", await rig.picture()
    await rig.tap("b")
    yield "paused-track", await rig.picture()
    await rig.tap("a")
    await rig.robot.let(GUARD / 1000)
    await rig.tap("a")
    yield "next", await rig.picture(announced=True)


async def ending(rig: Rig) -> AsyncIterator[Picture]:
    """Value tokens, last turns, the ranking, every point explained, the next game."""
    await rig.lay_out()
    while not rig.table.state.value_due:
        await rig.robot.step()
    await rig.tap("down")
    yield "value", await rig.picture()
    while rig.table.state.remaining is None:
        await rig.robot.step()
    while rig.table.state.current == rig.table.state.compass:
        await rig.robot.step()
    yield "last-turn", await rig.picture()
    while rig.table.state.phase != "cubes":
        await rig.robot.step()
    await rig.read_who_is_next()
    await rig.tap("b", "down")
    yield "late-entry", await rig.picture()
    await rig.robot.play()
    yield "ranking", await rig.picture()
    for page in ("sheet-1", "sheet-2", "reason", "times"):
        await rig.tap("down")
        yield page, await rig.picture()
    await rig.tap("up", "a")
    yield "rule", await rig.picture()
    await rig.tap("down")
    yield "rule-2", await rig.picture()
    async for picture in next_game(rig, ""):
        yield picture


async def choose(rig: Rig, entry: str) -> None:
    """Choose an entry of the open menu."""
    await rig.tap(*("down",) * names(rig.table).index(entry), "a")


async def looking_into_the_log(rig: Rig) -> AsyncIterator[Picture]:
    """The log of turns, and what can be done about a step."""
    await rig.hold("left")
    await choose(rig, "log")
    yield "turn-log", await rig.picture(announced=True)
    await rig.tap("down", "a")
    yield "log-step", await rig.picture(announced=True)
    await rig.tap("a")
    yield "turn-log-instead", await rig.picture(announced=True)
    await rig.tap("b", "down", "down", "down", "a")
    yield "log-move", await rig.picture(announced=True)
    await rig.tap("b", "down", "down", "a")
    yield "log-preview", await rig.picture(announced=True)


async def asking(rig: Rig) -> AsyncIterator[Picture]:
    """The menu, explanations, the join code, another language, leaving the game."""
    await rig.lay_out()
    await rig.hold("left")
    yield "menu", await rig.picture()
    await rig.tap("b")
    await rig.lay("token-B")
    await rig.tap("b")
    async for picture in looking_into_the_log(rig):
        yield picture
    await rig.tap("b")
    await rig.hold("b")
    await rig.tap("b")
    await rig.hold("b")
    await rig.tap("b")
    await rig.lay("tile-joy")
    await rig.hold("right")
    yield "why-refused", await rig.picture()
    await rig.tap("down")
    yield "why-refused-2", await rig.picture()
    await rig.hold("right")
    yield "why-points", await rig.picture()
    await rig.tap("b")
    session = rig.box.session
    session.stage = with_console(
        rig.table, join=JoinInfo("HTTP://192.168.178.123:8080/J/4821", "4821")
    )
    await rig.hold("left")
    await choose(rig, "join")
    yield "join", await rig.picture()
    await rig.tap("b")
    await rig.hold("left")
    await choose(rig, "de" if rig.table.console.language == "en" else "en")
    yield "other-language", await rig.picture()
    await rig.hold("left")
    await choose(rig, "de" if rig.table.console.language == "en" else "en")
    await rig.hold("left")
    await rig.tap("up", "a")
    yield "leaving", await rig.picture()
    await rig.tap("down", "a")
    yield "left", await rig.picture()


async def squares(rig: Rig) -> AsyncIterator[Picture]:
    """A cursor on the board: all spaces, then those of one colour."""
    await rig.lay_out()
    await rig.tap("down", "right")
    yield "board", await rig.picture()
    await rig.tap("b")
    await rig.lay("token-B")
    yield "board-of-a-colour", await rig.picture()


async def placing(rig: Rig) -> AsyncIterator[Picture]:
    """The setup that the box has drawn, then the tasks of a memory, one after the other."""
    for section in range(1, 5):
        while rig.table.tasks[0].what.key != "do.lay_section":
            await rig.tap("a")
        yield f"section-{section}", await rig.picture()
        await rig.tap("a")
    while rig.table.tasks[0].what.key != "do.place_token":
        await rig.tap("a")
    await rig.tap("a", "a")
    yield "token", await rig.picture()
    await rig.lay_out()
    await rig.lay("token-B")
    await rig.tap("a")
    await rig.robot.let(1.0)
    for number in range(1, len(rig.table.tasks) + 1):
        yield f"task-{number}", await rig.picture()
        await rig.tap("a")


async def entering(rig: Rig) -> AsyncIterator[Picture]:
    """The setup that people tell the box: sections, their turns, the tokens as they are drawn."""
    yield "which-section", await rig.picture()
    await rig.tap("down", "a", "down")
    yield "which-turn", await rig.picture()
    while rig.table.state.phase != "track" or rig.table.tasks:
        await rig.tap("a")
    yield "which-token", await rig.picture()


SCENES: Final = (opening, asking, ending, squares, placing, entering)
CHANGES_OF: Final = MappingProxyType(
    {
        # Names that are made up would be others on a box that starts in German.
        opening: {"players": ("Ann", "Ben")},
        squares: {"level": "scoring"},
        placing: {"level": "scoring"},
        entering: {"level": "scoring", "enter": ("all",)},
    }
)
"""The settings of a scene that differ from those of the others."""
APART: Final = (ending, asking)
"""Scenes in which the language changes more than words: names of players, a choice of languages."""
