"""Robots in seats of the box: they act as a phone does, after a moment, and only when they may."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup
from companion.engine.log import effective
from companion.engine.robots import options
from companion.engine.search import Estimate, SearchResult
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.session.robots import LONG_PAUSE, PAUSE, RobotSeats, reason, seat_to_play
from companion.table.command import Command
from companion.table.enrolment import Enrolment
from companion.table.state import (
    IdleFace,
    Notice,
    notify,
    with_console,
)
from companion.table.table import (
    ActionInput,
    Table,
    Task,
    Timestamp,
    begin,
    handle,
)

NOW = Timestamp(0, 0.0)
DRAW: Draw = sampler(random.Random(3))
GAME = registry.load("compass-points")
NAMES = ("Ann", "Robot", "Cleo", "Robot 2")


def table(*robots: int) -> Table:
    return begin(GAME, Setup(NAMES, robots=robots), (), NOW, DRAW).table


def act(before: Table, *inputs: Command | ActionInput) -> Table:
    for item in inputs:
        before = handle(before, item, NOW, DRAW).table
    return before


def first(stage: Table, seat: int) -> ActionInput:
    return ActionInput(options(stage.game, stage.state, seat)[0], seat)


class Seats:
    """Robots with a clock that only tests move."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.taken: list[ActionInput] = []
        self.robots = RobotSeats(self.clock, self.taken.append, random.Random(1), most=8)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and the robot finish what it has begun to think about."""
        self.clock.advance(seconds)
        pool = self.robots._pool  # noqa: SLF001 - its thread is not ours
        if pool is not None:
            await asyncio.get_running_loop().run_in_executor(pool, int)
        await asyncio.sleep(0)


def scene(play: Callable[[Seats], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        seats = Seats()
        try:
            await play(seats)
        finally:
            seats.robots.close()

    asyncio.run(run())


def test_a_robot_acts_in_its_turn_after_a_moment() -> None:
    async def play(seats: Seats) -> None:
        stage = table(0)
        seats.robots.follow(stage)
        await seats.wait(PAUSE - 0.1)
        assert seats.taken == []
        await seats.wait(0.1)
        (taken,) = seats.taken
        assert taken.seat == 0
        assert taken.why is not None
        assert act(stage, taken).state != stage.state

    scene(play)


def test_it_waits_longer_while_people_have_something_to_do() -> None:
    async def play(seats: Seats) -> None:
        stage = table(1)
        stage = act(stage, first(stage, 0))
        assert not stage.tasks
        done = replace(stage, tasks=table(0).tasks or _tasks())
        seats.robots.follow(done)
        await seats.wait(LONG_PAUSE - 0.1)
        assert seats.taken == []
        await seats.wait(0.1)
        assert len(seats.taken) == 1

    scene(play)


def _tasks() -> tuple[Task, ...]:
    game = registry.load("inner-compass")
    return begin(game, Setup(("Ann", "Ben"), "track"), (), NOW, DRAW).table.tasks


def test_seeing_the_same_turn_again_changes_nothing() -> None:
    async def play(seats: Seats) -> None:
        stage = table(0)
        for _ in range(5):
            seats.robots.follow(with_console(stage, face=IdleFace.CLOCK))
            await seats.wait(PAUSE / 4)
        assert len(seats.taken) == 1

    scene(play)


def test_a_turn_that_is_taken_back_meanwhile_is_dropped() -> None:
    async def play(seats: Seats) -> None:
        before = table(1)
        seats.robots.follow(act(before, first(before, 0)))
        await seats.wait(PAUSE / 2)
        seats.robots.follow(before)
        await seats.wait(PAUSE)
        assert seats.taken == []

    scene(play)


def test_a_thought_about_a_turn_that_is_no_more_is_dropped() -> None:
    async def play(seats: Seats) -> None:
        seats.robots.follow(table(0))
        seats.clock.advance(PAUSE)
        seats.robots.follow(table(2))
        await seats.wait(0)
        assert seats.taken == []

    scene(play)


@pytest.mark.parametrize(
    "inputs",
    [(Command.PAUSE,), (Command.MENU,), (Command.CORRECT,), (Command.WHY,)],
    ids=lambda inputs: inputs[0].name.lower(),
)
def test_it_waits_while_somebody_reads_corrects_or_pauses(inputs: tuple[Command, ...]) -> None:
    stage = table(0)
    assert seat_to_play(stage) == 0
    assert seat_to_play(act(stage, *inputs)) is None


def test_a_message_does_not_keep_it_from_acting_unless_tags_are_learned_beneath() -> None:
    noticed = Notice(text("table.device", what="reader 1"))
    stage = table(0)
    assert seat_to_play(notify(stage, noticed)) == 0
    learning = with_console(stage, cover=Enrolment(GAME.pieces(stage.state)))
    assert seat_to_play(notify(learning, noticed)) is None


def test_nobody_else_is_a_robot() -> None:
    assert seat_to_play(table(1, 3)) is None
    assert seat_to_play(table()) is None


def test_its_action_is_told_with_the_reason_and_taken_back_with_that_of_the_person() -> None:
    stage = table(1)
    mine = act(stage, first(stage, 0))
    why = reason(GAME, mine.state, 2, SearchResult((), 0))
    robots = replace(first(mine, 1), why=why)
    after = act(mine, robots)
    assert after.notice is not None
    assert after.notice.why == why
    assert not after.notice.refused
    assert Catalogue("en", GAME, NAMES).long(after.notice.message) == "Robot lays N north"
    back = act(after, Command.UNDO)
    assert back.state == stage.state
    assert effective(back.entries) == ()


def test_if_only_robots_have_acted_their_action_is_taken_back() -> None:
    stage = table(0)
    assert act(stage, first(stage, 0), Command.UNDO).state == stage.state


def test_what_is_secret_is_told_without_what_and_why() -> None:
    stage = table(0)
    for seat in range(4):
        stage = act(stage, first(stage, seat))
    why = reason(GAME, stage.state, 2, SearchResult((), 0))
    after = act(stage, replace(first(stage, 0), why=why))
    assert after.notice is not None
    assert after.notice.why is None
    told = Catalogue("en", GAME, NAMES).long(after.notice.message)
    assert told == "Ann: a secret"


def test_the_estimate_stands_beside_the_next_best() -> None:
    stage = table(0)
    north, northeast, *_ = GAME.legal_actions(stage.state, 0)
    thought = SearchResult((Estimate(north, 12.46, 30), Estimate(northeast, -0.31, 10)), 40)
    told = reason(GAME, stage.state, 8, thought)
    assert Catalogue("en", GAME, NAMES).long(told) == (
        "Estimate: +12.5 points compared with the best opponent. "
        "Next best: Ann lays NE north-east, −0.3. Tried out: 40."
    )
    assert Catalogue("de", GAME, NAMES).long(told) == (
        "Schätzung: +12,5 Punkte gegenüber dem besten Gegner. "
        "Zweitbestes: Ann legt NE Nordost, −0,3. Durchgespielt: 40."
    )


def test_without_a_choice_or_a_doubt_there_is_no_estimate() -> None:
    stage = table(0)
    voice = Catalogue("en", GAME, NAMES)
    sure = SearchResult((Estimate(GAME.legal_actions(stage.state, 0)[0], 3.0, 0),), 0)
    assert voice.long(reason(GAME, stage.state, 1, sure)) == "It had no choice."
    assert voice.long(reason(GAME, stage.state, 2, sure)) == "This is certainly the best."
    alone = replace(sure, playouts=1)
    assert "Next best" not in voice.long(reason(GAME, stage.state, 2, alone))
