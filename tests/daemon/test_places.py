"""A whole box with a reader array under the situation track."""

import asyncio
from pathlib import Path

from companion.settings import EMULATED, ReaderSettings
from tests.rig import running, settings

TRACK = tuple(f"track-{n}" for n in range(1, 7))
ARRAY = ReaderSettings("track", "array", EMULATED, {"gain": 4}, TRACK)


def test_an_empty_track_is_known_to_be_empty_before_any_tag_lies_there(tmp_path: Path) -> None:
    """The box says so after a moment for hands, and play goes on once the track is laid out."""

    async def scene() -> None:
        configuration = settings(tmp_path, readers=(ARRAY,), level="full")
        async with running(configuration, tmp_path) as rig:
            rig.robot.pace = 0.05
            await rig.until(lambda: bool(rig.box.session.places.sensing.seen))
            await rig.lay_out()
            await rig.until(lambda: rig.table.notice is not None, seconds=20)
            assert "Sadness belongs on top of the track" in rig.screen.rows[0].text
            tags = {piece: tag for tag, piece in rig.box.session.tags(rig.table).items()}
            placements = rig.table.game.placements(rig.table.state)
            for place in TRACK:
                (token,) = placements[place]
                rig.hardware.readers[place].place(tags[token])
            await rig.until(lambda: rig.table.notice is None)

    asyncio.run(scene())


def test_a_track_of_tokens_without_tags_is_not_a_mistake(tmp_path: Path) -> None:
    async def scene() -> None:
        tags = {"04A1B2C3D4": "card-Y-1"}
        configuration = settings(tmp_path, readers=(ARRAY,), level="full", tags=tags)
        async with running(configuration, tmp_path) as rig:
            rig.robot.pace = 0.05
            await rig.until(lambda: bool(rig.box.session.places.sensing.seen))
            await rig.lay_out()
            for _ in range(400):
                await rig.robot.let(0.05)
            await rig.box.session.settled()
            assert rig.box.session.places.sensing.patient
            assert rig.table.notice is None

    asyncio.run(scene())
