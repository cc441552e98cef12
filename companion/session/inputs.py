"""Inputs of a session that no device sends: timers and queries."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from companion.devices import Input
from companion.table.stage import Stage
from companion.table.table import TableInput


class Tick(msgspec.Struct, frozen=True):
    """Time has passed: a visible clock changes, or a checkpoint is due."""


class Retry(msgspec.Struct, frozen=True):
    """It is time to retry a failed write."""


class PiecesAtRest(msgspec.Struct, frozen=True):
    """The pieces on the readers have come to rest."""


class Heartbeat(msgspec.Struct, frozen=True):
    """A query whether inputs are still handled: ``answer`` is called in its turn."""

    answer: Callable[[], None]


class AwaitedInput(msgspec.Struct, frozen=True):
    """An input whose sender waits for the resulting stage."""

    given: TableInput
    answered: "asyncio.Future[Stage]"


Timed: TypeAlias = Tick | Retry | PiecesAtRest
SessionInput: TypeAlias = Input | TableInput | Timed | Heartbeat
