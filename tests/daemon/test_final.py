"""The final scoring only, on a box with a reader: it asks at once, and tags say what one has."""

import asyncio
from pathlib import Path

from tests.rig import running, settings


def test_the_first_question_is_open_and_tiles_are_laid_on_the_reader(tmp_path: Path) -> None:
    async def scene() -> None:
        changes = {"game": "gilded-compass", "level": "final", "players": ("Ann", "Ben")}
        async with running(settings(tmp_path, **changes), tmp_path) as rig:
            assert rig.table.cursor == 0, "nobody has to open a list first"
            first, second, *_ = (
                piece.id for piece in rig.table.game.pieces(rig.table.state) if "map-" in piece.id
            )
            await rig.lay(first)
            assert [row.text for row in rig.screen.rows] == ["Ann", "Ben"], "whose is it?"
            await rig.tap("down", "a")
            await rig.lay(second)
            maps = [player.maps for player in rig.table.state.players]
            assert maps == [(), (tile(first), tile(second))], "the next ones are Ben's as well"

    asyncio.run(scene())


def tile(piece: str) -> str:
    """Return the tile of a piece."""
    return piece.removeprefix("map-").rpartition("-")[0]
