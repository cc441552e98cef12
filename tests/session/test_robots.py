"""Robots in seats of the box: they act as a phone does, after a moment, and only when they may."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind, effective
from companion.engine.search import Estimate, Thought
from companion.i18n.catalogue import Catalogue
from companion.session.robots import LONG_PAUSE, PAUSE, RobotSeats, reason, seat_to_play
from companion.table.command import Command
from companion.table.table import Moment, Table, Take, begin, handle

NOW = Moment(0, 0.0)
DRAW: Draw = sampler(random.Random(3))
VOICES = {
    language: Catalogue(language, registry.load("compass-points"), ("Ann", "Robot", "Cleo", "Dan"))
    for language in ("en", "de")
}


def table(*robots: int) -> Table:
    game = registry.load("compass-points")
    setup = Setup(("Ann", "Robot", "Cleo", "Robot 2"), robots=robots)
    return begin(game, setup, (), NOW, DRAW).table


class Seats:
    """Robots with a clock that only tests move."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.taken: list[Take] = []
        self.robots = RobotSeats(self.clock, self.taken.append, random.Random(1), most=8)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and the robot finish what it has begun to think about."""
        self.clock.advance(seconds)
        if self.robots._pool is not None:  # noqa: SLF001 - its thread is not ours
            await asyncio.get_running_loop().run_in_executor(self.robots._pool, int)  # noqa: SLF001
        for _ in range(3):
            await asyncio.sleep(0)
