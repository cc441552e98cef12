"""An evening with a sheet on pins and pixels: six players, a dealer, points per round by tag."""

import contextlib
import io
import json
from pathlib import Path
from typing import Final

import pytest

from companion.cli import main
from companion.records import jsonl
from companion.records.statistics.sources import from_files
from companion.sheets.actions import Tally
from companion.sheets.state import Phase
from companion.table.lobby.lobby import Lobby
from tests.committed_games import record_of
from tests.daemon.test_evening import seen
from tests.daemon.test_leaving import choose, play
from tests.daemon.test_log_repair import apply, open_step
from tests.rig import Rig

SHEET: Final = "points-per-round"
SIX: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
RECORD: Final = "evening.jsonl"
"""The file of the evening's record."""
ROUNDS: Final = ((5, 1, 2, 3, 5, 5), (5, 2, 2, 2, 5, 5), (0, 1, 1, 1, 4, 0), (1, 1, 1, 1, 1, 1))
"""What each has in each round; with four points more for Ann, she and Eve are level."""


async def set_up(rig: Rig) -> None:
    """Choose the sheet and six players on the box, whose names are those that it offers."""
    wanted: dict[str, object] = {"game": SHEET, "players": len(SIX)}
    await rig.tap("a")  # any key, on a new box
    while isinstance(lobby := rig.box.session.stage, Lobby):
        question = lobby.question
        assert question is not None
        answers = [answer for answer, _ in question.answers]
        at = lobby.cursor
        if question.key in wanted:
            at = answers.index(wanted[question.key])
        await rig.tap(*("down",) * ((at - lobby.cursor) % len(answers)), "a")


async def count(rig: Rig, points: tuple[int, ...]) -> None:
    """Say that all are ready, and enter what each has, by the tags of player and number."""
    await rig.tap("a")
    while rig.table.state.phase is Phase.COUNT:
        seat = rig.table.game.current_player(rig.table.state)
        await rig.lay(f"player-{seat + 1}")
        await rig.lay(f"number-{points[seat]}")


def first_tally(rig: Rig, seat: int) -> int:
    """The number of the step by which the first points of a seat were entered."""
    actions = enumerate((step.action for step in rig.table.steps), 1)
    return next(n for n, each in actions if isinstance(each, Tally) and each.player == seat)


def said(*words: str) -> str:
    """Return what the command line says, which must succeed."""
    with contextlib.redirect_stdout(io.StringIO()) as output:
        assert main([*words]) == 0
    return output.getvalue()


def recorded(rig: Rig, folder: Path) -> None:
    """Write the record of the game on the table."""
    lines = "\n".join(jsonl.write(record_of(rig.table)))
    (folder / RECORD).write_text(f"{lines}\n", encoding="utf-8")


async def play_rounds(rig: Rig) -> list[str]:
    """Play three rounds; return who has dealt in each, as the panel says it."""
    dealers = []
    for number, points in enumerate(ROUNDS[:3], 1):
        await rig.read_who_is_next()
        title = (await seen(rig)).splitlines()[0]
        assert f"R{number}" in title
        dealers.append(title.split()[-1])
        await count(rig, points)
    return dealers


async def out_of_turn(rig: Rig) -> None:
    """Enter points before all are ready, then those of somebody whom the box does not ask yet."""
    await rig.lay("player-3")
    await rig.lay(f"number-{ROUNDS[3][2]}")
    assert rig.table.state.phase is Phase.TOGETHER
    await rig.lay("number-5")
    assert "whose it is" in " ".join((await seen(rig)).split())
    await rig.tap("a")
    assert rig.table.state.phase is Phase.TOGETHER
    await rig.lay("player-3")
    assert "entered already" in " ".join((await seen(rig)).split())
    await rig.tap("a", "a")
    first = rig.table.game.current_player(rig.table.state)
    later = next(seat for seat in (1, 3) if seat != first)
    await rig.lay(f"player-{later + 1}")
    await rig.lay(f"number-{ROUNDS[3][later]}")
    assert rig.table.game.current_player(rig.table.state) == first
    while (seat := rig.table.game.current_player(rig.table.state)) >= 0:
        assert seat not in (2, later)
        await rig.lay(f"number-{ROUNDS[3][seat]}")


async def four_more_three_rounds_back(rig: Rig) -> None:
    """Put right what was entered for Ann in the first round."""
    before = rig.table.game.returns(rig.table.state)
    await open_step(rig, first_tally(rig, 0), "Change")
    await rig.lay(f"number-{ROUNDS[0][0] + 4}")
    await apply(rig)
    after = rig.table.game.returns(rig.table.state)
    assert after == (before[0] + 4, *before[1:])


async def end(rig: Rig) -> None:
    """Let Fay leave, end the game, and say who of those who are level has won."""
    await choose(rig, "leaves")
    await rig.tap(*("down",) * 5, "a")
    assert rig.table.game.gone(rig.table.state) == (5,)
    await rig.lay("end-of-game")
    assert rig.table.state.phase is Phase.WINNER
    await rig.tap("a")
    assert "Ann" in await seen(rig)
    await rig.tap("a")
    assert rig.table.is_over
    assert "Fay" not in await seen(rig)


def evening(folder: Path) -> tuple[Path, tuple[int, ...]]:
    """Play the evening; return the file of its record, and what everybody has."""
    totals: list[tuple[int, ...]] = []

    async def scene(rig: Rig) -> None:
        await set_up(rig)
        dealers = await play_rounds(rig)
        at = SIX.index(dealers[0])
        assert dealers == [SIX[(at + turn) % len(SIX)] for turn in range(3)], "one after another"
        await out_of_turn(rig)
        await four_more_three_rounds_back(rig)
        await end(rig)
        ranking = rig.table.game.returns(rig.table.state)
        assert ranking[0] == ranking[4] == max(ranking[:5])
        assert rig.table.game.winners(rig.table.state) == (0,)
        totals.append(ranking)
        recorded(rig, folder)

    play(folder, scene, ask=True, players=SIX)
    return folder / RECORD, totals[0]


@pytest.mark.slow
def test_an_evening_with_points_per_round(tmp_path: Path) -> None:
    file, ranking = evening(tmp_path)
    points = dict(zip(SIX, ranking, strict=True))
    file_of = json.loads(said("export", str(file), "--format", "bgsplay"))
    assert [game["name"] for game in file_of["games"]] == ["Points per round"]
    names = {person["id"]: person["name"] for person in file_of["players"]}
    (played,) = file_of["plays"]
    rows = {names[row["playerRefId"]]: row for row in played["playerScores"]}
    assert {name: int(row["score"]) for name, row in rows.items()} == points
    assert [name for name, row in rows.items() if row["winner"]] == ["Ann"]
    lines = said("export", str(file), "--format", "csv").splitlines()
    assert len(lines) == 1 + len(SIX)
    # What `companion stats` counts; labs/statistics runs the command itself.
    (counted,) = from_files([file])
    assert (counted.game, counted.players) == (SHEET, SIX)
    assert (counted.result.points, counted.result.winners) == (ranking, (0,))
