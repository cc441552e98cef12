"""Inputs of a session that come from no device: timers and questions."""

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
    """It is time to retry a write that failed."""


class PiecesAtRest(msgspec.Struct, frozen=True):
    """The pieces on the readers have come to rest."""


class Heartbeat(msgspec.Struct, frozen=True):
    """Somebody asks whether inputs are still handled: ``answer`` is called when its turn comes."""

    answer: Callable[[], None]


class AwaitedInput(msgspec.Struct, frozen=True):
    """An input whose sender waits for the stage that it leads to."""

    given: TableInput
    answered: "asyncio.Future[Stage]"


Timed: TypeAlias = Tick | Retry | PiecesAtRest
SessionInput: TypeAlias = Input | TableInput | Timed | Heartbeat
