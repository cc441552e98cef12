"""A whole box with a reader array under the situation track."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.games.inner_compass.track import slide
from companion.settings import EMULATED, ReaderSettings
from tests.rig import Rig, running, settings

TRACK = tuple(f"track-{n}" for n in range(1, 7))
ARRAY = ReaderSettings("track", "array", EMULATED, {"gain": 4, "spi_khz": 1000}, TRACK)


@pytest.mark.slow
def test_an_empty_track_is_known_to_be_empty_before_any_tag_lies_there(tmp_path: Path) -> None:
    """The box says so after a moment for hands, and play goes on once the track is laid out."""

    async def scene() -> None:
        configuration = settings(tmp_path, readers=(ARRAY,), level="full")
        async with running(configuration, tmp_path) as rig:
            rig.robot.pace = 0.05
            await rig.until(lambda: bool(rig.box.session.places.sensing.reported))
            await rig.lay_out()
            await rig.until(lambda: rig.table.notice is not None, seconds=20)
            assert "Sadness belongs on top of the track" in rig.screen.rows[0].text
            tags = {piece: tag for tag, piece in rig.box.session.controls.tags(rig.table).items()}
            placements = rig.table.game.placements(rig.table.state)
            for place in TRACK:
                (token,) = placements[place]
                rig.hardware.readers[place].place(tags[token])
            await rig.until(lambda: rig.table.notice is None)

    asyncio.run(scene())


@pytest.mark.slow
def test_a_track_of_tokens_without_tags_is_not_a_mistake(tmp_path: Path) -> None:
    async def scene() -> None:
        tags = {"04A1B2C3D4": "card-Y-1"}
        configuration = settings(tmp_path, readers=(ARRAY,), level="full", tags=tags)
        async with running(configuration, tmp_path) as rig:
            rig.robot.pace = 0.05
            await rig.until(lambda: bool(rig.box.session.places.sensing.reported))
            await rig.lay_out()
            was_patient = False
            for _ in range(400):
                await rig.robot.let(0.05)
                was_patient |= rig.box.session.places.sensing.patient is not None
            await rig.box.session.settled()
            assert was_patient
            assert rig.box.session.places.sensing.due is None, "nobody is waited for any more"
            assert rig.table.notice is None

    asyncio.run(scene())


def test_the_next_players_token_ends_a_turn_that_nobody_has_ended(tmp_path: Path) -> None:
    """Ann forgets *done*; what readers see under Ben's hand is Ben's memory, not a mistake."""

    async def scene() -> None:
        configuration = settings(
            tmp_path, readers=(ARRAY,), level="track", players=("Ann", "Ben", "Cleo")
        )
        async with running(configuration, tmp_path) as rig:
            rig.robot.pace = 0.05
            await rig.until(lambda: bool(rig.box.session.places.sensing.reported))
            await rig.lay_out()
            await lay_track(rig, rig.table.state.track)
            await rig.until(lambda: rig.table.notice is None)
            first = rig.table.state.current
            second = (first + 1) % 3
            await lay_track(rig, slide(rig.table.state.track, "B"))
            await rig.until(lambda: rig.table.state.players[first].memories == 1, seconds=30)
            await lay_track(rig, slide(rig.table.state.track, "K"))
            await rig.until(lambda: rig.table.state.players[second].memories == 1, seconds=30)
            assert rig.table.notice is None
            assert rig.table.state.players[first].memories == 1

    asyncio.run(scene())


async def lay_track(rig: Rig, track: Sequence[str]) -> None:
    """Lay the tokens on the track in an order, as hands do: first off, then on."""
    tags = {piece: tag for tag, piece in rig.box.session.controls.tags(rig.table).items()}
    for place in TRACK:
        rig.hardware.readers[place].lift()
    for place, emotion in zip(TRACK, track, strict=True):
        rig.hardware.readers[place].place(tags[f"token-{emotion}"])
    await rig.robot.let(0.5)
