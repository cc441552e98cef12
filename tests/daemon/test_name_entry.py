"""A new name is entered on the panel with few presses, counted on the pins of each kind of box."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from companion.table.lobby.lobby import Lobby
from companion.table.name_entry import ACROSS, GridMark, NameEntry
from tests.rig import Rig, running, settings

MOST: Final = 12
"""The most presses for Ann, once the letters are there."""
SEATS: Final = {"seat1": 5, "seat2": 6}
THREE: Final = {"up": 17, "down": 22, "a": 5}


def lobby(rig: Rig) -> Lobby:
    stage = rig.box.session.stage
    assert isinstance(stage, Lobby)
    return stage


async def to_the_letters(rig: Rig, take: str, on: str) -> None:
    """Answer until the first player's name is asked for, and ask for another name."""
    while not str(getattr(lobby(rig).question, "key", "")).startswith("name."):
        await rig.tap(take)
    question = lobby(rig).question
    assert question is not None
    while question.answers[lobby(rig).cursor][0] != "dial":
        await rig.tap(on)
    await rig.tap(take)


def by_joystick(entry: NameEntry, letter: str) -> Iterable[str]:
    """Return the presses from the letter under the cursor to another one."""
    here, there = (divmod(at, ACROSS) for at in (entry.at, entry.letters.index(letter)))
    down, right = there[0] - here[0], there[1] - here[1]
    return (
        *(("down",) * down or ("up",) * -down),
        *(("right",) * right or ("left",) * -right),
        "a",
    )


def by_rows(entry: NameEntry, letter: str, take: str, on: str) -> Iterable[str]:
    """Return the presses to a letter: its row first, unless it is under the cursor."""
    if entry.letters[entry.at] == letter:
        return (take,)
    row, column = divmod(entry.letters.index(letter), ACROSS)
    rows = row + 1 + bool(entry.name)
    return (*(on,) * rows, take, *(on,) * column, take)


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["joystick", "two", "three"])
def test_ann_is_entered_with_twelve_presses(tmp_path: Path, keys: str) -> None:
    take, on = ("seat1", "seat2") if keys == "two" else ("a", "down")
    usual = settings(tmp_path).buttons
    buttons = {"joystick": usual, "two": SEATS, "three": THREE}[keys]
    counted: list[str] = []

    async def press(rig: Rig, presses: Iterable[str]) -> None:
        for button in presses:
            counted.append(button)
            await rig.tap(button)

    async def scene() -> None:
        configuration = settings(tmp_path, buttons=buttons)
        async with running(configuration, tmp_path, ask=True) as rig:
            await to_the_letters(rig, take, on)
            for letter in "ANN":
                entry = lobby(rig).dialling
                assert entry is not None
                way = (
                    by_joystick(entry, letter)
                    if keys == "joystick"
                    else by_rows(entry, letter, take, on)
                )
                await press(rig, way)
            entry = lobby(rig).dialling
            while entry is not None and entry.mark is not GridMark.DONE:
                await press(rig, ["left" if keys == "joystick" else on])
                entry = lobby(rig).dialling
            await press(rig, [take])
            assert dict(lobby(rig).given)["name.0"] == "Ann"

    asyncio.run(scene())
    assert len(counted) <= MOST
