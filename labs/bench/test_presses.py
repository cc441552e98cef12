"""What a turn costs a thumb: the table of all cases, and least, median and most that was counted.

A sensible player plays every game at every level; see `tests/daemon/presses.py` for the limits.
"""

import asyncio
from collections.abc import Sequence
from math import inf
from pathlib import Path
from statistics import median

import pytest

from tests.daemon.first_turn import Budget, as_last_time, first_time
from tests.daemon.presses import CASES, Case, counted
from tests.daemon.sensible import Finger, KnobHand
from tests.web.first_turn import first_time_by_phone


def told(counts: Sequence[int]) -> str:
    """Return least, median and most as people read it."""
    return f"{min(counts)}/{median(counts):g}/{max(counts)}"


def on_phones(case: Case, folder: Path) -> list[int]:
    """Return the touches of each turn with a memory, if everybody plays on a phone."""
    finger = asyncio.run(counted(case, folder, tags=False, by=Finger))
    return [finger.counted[i] for i in sorted(finger.memories)]


FIRST = {
    "inner-compass": 3,
    "gilded-compass": 3,
    "essence": 4,
    "compass-points": 4,
    "compass-jewels": 2,
    "open-table": 3,
}
"""The games whose first turn is counted, and the number of players."""


@pytest.mark.parametrize(("game", "players"), FIRST.items())
def test_first_turn(game: str, players: int, tmp_path: Path) -> None:
    """Print what leads to the first turn: on a new box, with names entered, and as last time.

    Names that people enter cost what they are long; no limit of presses is set for them. Where
    something is drawn, one press takes part in it, after the panel has shown the commitment.
    """

    def limited(budget: Budget, presses: float, seconds: float) -> tuple[str, bool]:
        told = (
            f"{budget.presses} presses, {budget.seconds:g} s (at most {presses:g}, {seconds:g} s)"
        )
        return told, budget.presses <= presses and budget.seconds <= seconds

    for folder in ("first", "named", "again"):
        (tmp_path / folder).mkdir()
    first = asyncio.run(first_time(tmp_path / "first", game, players, named=False))
    named = asyncio.run(first_time(tmp_path / "named", game, players, named=True))
    again = asyncio.run(as_last_time(tmp_path / "again", game, players))
    rows = {
        "first time, panel only": limited(first, 40, 150),
        "the same with names entered": limited(named, inf, 150),
        "as last time": limited(again, 2 + again.joins, 15),
    }
    print(
        f"\n{game} for {players}", *(f"{row}: {told}" for row, (told, _) in rows.items()), sep=" | "
    )
    assert all(holds for _, holds in rows.values())
    assert again.joins <= 1


BY_PHONE = 90
"""Seconds at most from power-on to the first turn, if everybody has a phone."""


@pytest.mark.parametrize(("game", "players"), FIRST.items())
def test_first_turn_by_phone(game: str, players: int, tmp_path: Path) -> None:
    """Print what leads to the first turn by phone, on a new box of which nobody presses a key."""
    budget = asyncio.run(first_time_by_phone(tmp_path, game, players))
    touched = f"no press on the box, {budget.taps} taps and {budget.words} words on the phones"
    print(f"\n{game} for {players} | first time, by phone: {touched}", end=", ")
    print(f"{budget.seconds:g} s (at most {BY_PHONE} s)")
    assert budget.seconds <= BY_PHONE


@pytest.mark.parametrize("case", CASES, ids=str)
def test_presses(case: Case, tmp_path: Path) -> None:
    """Print the row of the table, and fail if a median is beyond its limit."""
    row, beyond = [case.name], []
    for tags, most in ((True, case.tags), (False, case.keys)):
        thumb = asyncio.run(counted(case, tmp_path, tags=tags))
        counts = thumb.counted or [0]
        row.append(f"{told(counts)} (at most {most:g})")
        if median(counts) > most:
            beyond.append((tags, median(counts), most))
        if case.memory is not None and thumb.memories:
            limit = case.memory[0 if tags else 1]
            made = [counts[i] for i in sorted(thumb.memories)]
            row.append(f"memory {told(made)} (at most {limit:g})")
            if median(made) > limit:
                beyond.append((tags, median(made), limit))
    if case.knob is not None:
        hand = asyncio.run(counted(case, tmp_path, tags=False, by=KnobHand))
        row.append(f"knob {told(hand.counted)} (at most {case.knob:g})")
        if median(hand.counted) > case.knob:
            beyond.append((False, median(hand.counted), case.knob))
    if case.phones is not None:
        made = on_phones(case, tmp_path)
        row.append(f"phones {told(made)} (at most {case.phones:g})")
        if median(made) > case.phones:
            beyond.append((False, median(made), case.phones))
    print("\n" + " | ".join(row))
    assert not beyond
