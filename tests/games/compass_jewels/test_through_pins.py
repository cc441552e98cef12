"""The worked examples of jewels, by actions, through pins and as questions: the same result."""

import asyncio
import json
from pathlib import Path

import pytest

from companion.engine.records import replace
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.actions import Done, PlaceCard
from companion.games.compass_jewels.cards import border, kind, middle, side
from companion.table.state import GameProgress, Table
from tests.games.compass_jewels.tables import (
    FOUR_COLOURS,
    THREE_COLOURS,
    TWO_COLOURS,
    declare,
    declaring,
    play,
)
from tests.rig import running, settings

EXAMPLES = {
    "CJ-X04": ((FOUR_COLOURS,), (), (1, 0)),
    "CJ-X14": ((TWO_COLOURS,), (FOUR_COLOURS, THREE_COLOURS), (3, 3)),
}
"""What A and B declare, and what they score."""


def by_actions(first: tuple[tuple[str, ...], ...], second: tuple[tuple[str, ...], ...]) -> object:
    """Return points and winners when both declare card by card."""
    state = declaring(sum(first, ()), sum(second, ()))
    for jewels in (first, second):
        if jewels:
            state = play(declare(state, *jewels).state, "done").state
    return GAME.returns(state), GAME.winners(state)


async def through_pins(
    folder: Path, first: tuple[tuple[str, ...], ...], second: tuple[tuple[str, ...], ...]
) -> object:
    """Return points and winners when both declare with the joystick and button of a box."""
    configuration = settings(folder, game=GAME.id, level="full", players=("A", "B"), readers=())
    async with running(configuration, folder) as rig:
        rig.box.session.stage = declaring_table(rig.table, first, second)
        for jewels in (first, second):
            for card in sum(jewels, ()):
                lies = kind(card)
                await rig.robot.perform(PlaceCard(middle(lies), border(lies), side(card, "N")))
            if jewels:
                await rig.robot.perform(Done())
        return GAME.returns(rig.table.state), GAME.winners(rig.table.state)


def declaring_table(
    table: Table, first: tuple[tuple[str, ...], ...], second: tuple[tuple[str, ...], ...]
) -> Table:
    """Return the table at the beginning of phase two with these collections."""
    state = declaring(sum(first, ()), sum(second, ()))
    return replace(table, state=state, tasks=(), progress=GameProgress.PLAYING)


def asked(first: tuple[tuple[str, ...], ...], second: tuple[tuple[str, ...], ...]) -> object:
    """Return points and winners as ``companion ask`` answers."""
    hands = {"A": list(sum(first, ())), "B": list(sum(second, ()))}
    jewels = {"A": [list(jewel) for jewel in first], "B": [list(jewel) for jewel in second]}
    answer = json.loads(json.dumps(GAME.ask("result", {"hands": hands, "jewels": jewels})))
    winners = {"A": (0,), "B": (1,), "draw": (0, 1)}
    return (answer["scores"]["A"], answer["scores"]["B"]), winners[answer["winner"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_scores_the_same_on_all_ways(name: str, tmp_path: Path) -> None:
    """CJ-X04, CJ-X14, CJ-R9: what counts is what was laid."""
    first, second, points = EXAMPLES[name]
    winners = (0, 1) if points[0] == points[1] else (0,)
    assert by_actions(first, second) == (points, winners)
    assert asked(first, second) == (points, winners)
    assert asyncio.run(through_pins(tmp_path, first, second)) == (points, winners)
