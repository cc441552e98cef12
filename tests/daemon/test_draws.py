"""A box that commits itself, on pins and pixels: people press keys, and the journal proves it."""

import asyncio
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.draws.notes import Reveal, last_commitment, note_of, short
from companion.records import replay
from companion.records.draws import Verdict, check_draws
from companion.storage.draw_key import committed_draws
from companion.storage.journal import FILE as JOURNAL
from tests.daemon.test_evening import TRACK, seen
from tests.rig import Rig, running, settings

Keys = tuple[str, ...]


def verdicts(folder: Path) -> list[Verdict]:
    record = replay.load(folder / "state" / JOURNAL)
    return [check.verdict for check in check_draws(registry.load(record.game), record)]


def reveal(rig: Rig) -> Reveal:
    notes = (note_of(entry) for entry in reversed(rig.table.entries))
    return next(note for note in notes if isinstance(note, Reveal))


async def shows_the_commitment(rig: Rig, pressed: int) -> None:
    commitment = last_commitment(rig.table.entries)
    assert commitment is not None
    words = await seen(rig)
    assert words.startswith(f"Setup {pressed}/3")
    assert commitment.shown in words
    assert words.endswith("A join in  B draw now")


@pytest.mark.parametrize("keys", [("a", "a", "a"), ("b",), ("a", "b")])
def test_the_draw_is_shown_and_proven(tmp_path: Path, keys: Keys) -> None:
    async def scene() -> None:
        draws = committed_draws(tmp_path / "state")
        async with running(settings(tmp_path, **TRACK), tmp_path, draw=draws) as rig:
            for number, key in enumerate(keys):
                await shows_the_commitment(rig, number)
                await rig.tap(key)
            assert len(reveal(rig).times) == len(keys)
            assert short(reveal(rig).secret) in await seen(rig)
            await rig.lay_out()
            assert not rig.table.laying
            await rig.tap("a")

    asyncio.run(scene())
    assert verdicts(tmp_path) == [Verdict.VERIFIED]


def test_every_seat_has_its_button(tmp_path: Path) -> None:
    async def scene() -> None:
        buttons = {**settings(tmp_path).buttons, "seat1": 7, "seat2": 8, "seat3": 11}
        draws = committed_draws(tmp_path / "state")
        box = settings(tmp_path, **TRACK, buttons=buttons)
        async with running(box, tmp_path, draw=draws) as rig:
            await rig.tap("seat3", "seat1", "seat2")
            assert len(reveal(rig).times) == 3

    asyncio.run(scene())
    assert verdicts(tmp_path) == [Verdict.VERIFIED]


def test_a_power_cut_before_the_draw_does_not_free_the_box(tmp_path: Path) -> None:
    async def scene() -> None:
        box = settings(tmp_path, **TRACK)
        async with running(box, tmp_path, draw=committed_draws(box.state)) as rig:
            await rig.tap("a")
            bound = last_commitment(rig.table.entries)
        async with running(box, tmp_path, draw=committed_draws(box.state)) as rig:
            assert last_commitment(rig.table.entries) == bound
            await shows_the_commitment(rig, 0)
            await rig.tap("b")

    asyncio.run(scene())
    assert verdicts(tmp_path) == [Verdict.VERIFIED]
