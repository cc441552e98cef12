"""How scenes of every game end: the score sheet, a rule, and what the lobby asks next."""

from collections.abc import AsyncIterator

from companion.table.lobby.lobby import Lobby
from tests.rig import Picture, Rig


async def score_sheet(rig: Rig, *pages: str) -> AsyncIterator[Picture]:
    """Show the ranking after the last tasks, turn over pages, and open the rule of the last one."""
    await rig.tick_off()
    yield "ranking", await rig.picture()
    for page in pages:
        await rig.tap("down")
        yield page, await rig.picture()
    await rig.tap("a")
    yield "rule", await rig.picture()


async def next_game(rig: Rig, *shown: str) -> AsyncIterator[Picture]:
    """Ask for the next game; show the questions of the lobby whose keys begin so."""
    await rig.ask_for_the_next_game()
    while isinstance(stage := rig.box.session.stage, Lobby) and stage.question is not None:
        if stage.question.key.startswith(shown):
            yield f"lobby-{stage.question.key}", await rig.picture()
        await rig.tap("a")
