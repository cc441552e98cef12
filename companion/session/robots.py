"""Robots in seats: they search in a separate thread, and act like a phone.

A robot receives the observation and actions of its seat, never the state. It waits a moment before
it acts, so that players can follow, and as long as a page is read, a correction made or a task
pending.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.devices.clock import Clock
from companion.engine.game import Action
from companion.engine.robots import options
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.session.timer import Timer
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import ActionChoice, ActionInput, Table

if TYPE_CHECKING:
    from companion.engine.search import Budget, Estimate, SearchResult

SECONDS: Final = 0.5
"""How long a robot thinks about an action."""
MOST: Final = 5000
"""The most playouts for an action, however fast the computer is."""
PAUSE: Final = 0.7
"""Seconds before a robot begins to think, so that people see what was done last."""
LONG_PAUSE: Final = 4.0
"""The same while people have something to do at the table."""
_LOG: Final = logging.getLogger(__name__)


class _Turn(msgspec.Struct, frozen=True):
    """A robot's turn: the actions of its seat, and a flag set when the turn is over."""

    table: Table
    seat: int
    legal: tuple[Action, ...]
    gone: Event = msgspec.field(default_factory=Event)


@dataclass(slots=True, eq=False)
class RobotSeats:
    """Plays the robots' seats. ``act`` passes their actions to the table."""

    clock: Clock
    act: Callable[[ActionInput], None]
    source: Random
    seconds: float = SECONDS
    most: int = MOST
    _turn: _Turn | None = None
    _timer: Timer = field(init=False)
    _pool: ThreadPoolExecutor | None = None

    def __post_init__(self) -> None:
        """Prepare the pause before a turn."""
        self._timer = Timer(self.clock, self._begin)

    def follow(self, stage: Stage) -> None:
        """Start a robot's turn, or abort one that is over."""
        seat = None if isinstance(stage, Lobby) else seat_to_play(stage)
        turn = self._turn
        if seat is None or isinstance(stage, Lobby):
            self._drop()
        elif turn is None or turn.table.state is not stage.state or turn.seat != seat:
            self._drop()
            legal = options(stage.game, stage.state, seat)
            self._turn = _Turn(stage, seat, legal)
            pause = LONG_PAUSE if stage.tasks else PAUSE
            self._timer.set(self.clock.now() + pause)

    def close(self) -> None:
        """Stop searching, and wait until that has happened."""
        self._drop()
        if self._pool is not None:
            self._pool.shutdown()

    def _drop(self) -> None:
        self._timer.cancel()
        if self._turn is not None:
            self._turn.gone.set()
        self._turn = None

    def _begin(self) -> None:
        from companion.engine.search import Thinker  # most boxes never need it

        turn = self._turn
        if turn is None:
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="robot")
        thinker = Thinker(turn.table.game, turn.table.setup, turn.seat)
        observation = turn.table.game.observation(turn.table.state, turn.seat)
        think = partial(thinker.think, observation, turn.legal, self.source, self._budget(turn))
        future = asyncio.get_running_loop().run_in_executor(self._pool, think)
        future.add_done_callback(partial(self._decided, turn))

    def _budget(self, turn: _Turn) -> "Budget":
        end = self.clock.now() + self.seconds
        return lambda done: done < self.most and not turn.gone.is_set() and self.clock.now() < end

    def _decided(self, turn: _Turn, future: "asyncio.Future[SearchResult]") -> None:
        if turn.gone.is_set() or future.cancelled():
            return
        if future.exception() is not None:
            _LOG.error("a robot could not decide", exc_info=future.exception())
            return
        thought = future.result()
        why = reason(turn.table.game, turn.table.state, len(turn.legal), thought)
        self.act(ActionInput(thought.best, turn.seat, why))


def seat_to_play(table: Table) -> int | None:
    """Return the robot's seat that acts now, ``None`` without one or while players are busy."""
    busy = (
        not isinstance(table.choosing, ActionChoice)
        or table.laying
        or table.clocks.paused
        or table.placement is not None
    )
    read = table.console.cover is not None and table.notice is None
    if not table.setup.robots or table.is_over or busy or read or table.enrol is not None:
        return None
    awaited = table.game.awaited(table.state)
    mine = (seat for seat in awaited if seat in table.setup.robots)
    return next((seat for seat in mine if options(table.game, table.state, seat)), None)


def reason(game: AnyGame, state: Any, choices: int, thought: "SearchResult") -> Text:  # noqa: ANN401
    """Return the reason for a robot's choice, compared with the next best."""
    if not thought.playouts:
        return text("robot.sure" if choices > 1 else "robot.only")
    best, *others = thought.choices
    if not others:
        return text("robot.why_alone", lead=_points(best), tries=thought.playouts)
    return text(
        "robot.why",
        lead=_points(best),
        other=_named(game, state, others[0].action),
        less=_points(others[0]),
        tries=thought.playouts,
    )


def _named(game: AnyGame, state: Any, action: Action) -> Text:  # noqa: ANN401 - a game's state
    secret = game.audience(state, action) is not None
    return text("table.secret") if secret else game.action_name(action)


def _points(estimate: "Estimate") -> Text:
    """Return expected points with one decimal, in each language's format."""
    tenths = round(abs(estimate.lead) * 10)
    sign = "−" if estimate.lead < 0 < tenths else "+"
    return text("robot.points", sign=sign, whole=tenths // 10, tenth=tenths % 10)
