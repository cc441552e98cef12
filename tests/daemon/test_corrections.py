"""Whatever a level follows can be corrected: every kind of correction of every game, on pins."""

import asyncio
from pathlib import Path

import pytest

from companion.engine.codec import snake_case
from companion.engine.fold import fold
from companion.engine.game import Correction
from companion.engine.log import EntryKind
from companion.table.narrowing.intent import is_usual
from tests.rig import Rig, running, settings

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
LEVELS = {
    "inner-compass": (("track", 3), ("scoring", 3), ("full", 3)),
    "gilded-compass": (("open", 3),),
    "essence": (("full", 4),),
    "compass-points": (("full", 4),),
    "compass-jewels": (("full", 2),),
}
"""The levels of each game, with a number of players."""
CASES = tuple((game, *each) for game, levels in LEVELS.items() for each in levels)
STEPS = 8
"""How far each game has got when it is corrected: cubes and cards lie on the table."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "seats"), CASES)
def test_every_kind_is_chosen_with_keys_and_names_its_player(
    tmp_path: Path, game: str, level: str, seats: int
) -> None:
    async def scene() -> None:
        changes = {"game": game, "level": level, "players": PLAYERS[:seats], "readers": ()}
        async with running(settings(tmp_path, **changes), tmp_path) as rig:
            if rig.table.laying:
                await rig.lay_out()
            for _ in range(STEPS):
                await openly(rig)
            while not rig.table.game.corrections(rig.table.state):
                await openly(rig)
            await walk(rig)
            again = fold(rig.table.game, rig.table.setup, rig.table.entries)
            assert again.state == rig.table.state

    asyncio.run(scene())


async def openly(rig: Rig) -> None:
    """Do something that a box without phones and readers can be told."""
    possible = [
        action
        for action in rig.table.candidates
        if is_usual(action) and not rig.table.is_secret(action)
    ]
    if possible:
        await rig.robot.perform(rig.robot.source.choice(possible))


async def walk(rig: Rig) -> None:
    """Make one correction of each kind that is possible on the way."""
    made: set[str] = set()
    while True:
        possible = rig.table.game.corrections(rig.table.state)
        wanted = next((each for each in possible if kind(each) not in made), None)
        if wanted is None:
            break
        made.add(kind(wanted))
        await correct(rig, wanted)
    assert len(made) > 1


async def correct(rig: Rig, wanted: Correction) -> None:
    """Choose a correction from the lists that open while A is held."""
    if rig.table.notice is not None:
        await rig.tap("b")
    log = len(rig.table.entries)
    await rig.hold("a")
    assert rig.table.corrections is not None
    await rig.robot.perform(wanted)
    new = [entry for entry in rig.table.entries[log:] if entry.kind is EntryKind.CORRECTION]
    assert [rig.table.game.from_struct(entry.payload) for entry in new] == [wanted]
    seat = getattr(wanted, "player", None)
    if seat is not None:
        name = rig.box.voice_of(rig.table).long(rig.table.game.action_name(wanted))
        assert PLAYERS[seat] in name


def kind(correction: Correction) -> str:
    return snake_case(type(correction).__name__)
