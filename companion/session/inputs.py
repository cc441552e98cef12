"""Inputs of a session besides those of devices and displays: timers and questions."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.devices import Input
from companion.table.stage import Stage
from companion.table.table import TableInput


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: a visible clock changes, or a checkpoint is due."""


@dataclass(frozen=True, slots=True)
class Retry:
    """It is time to retry a write that failed."""


@dataclass(frozen=True, slots=True)
class Look:
    """The pieces on the readers have come to rest."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """Somebody asks whether inputs are still handled: ``answer`` is called when its turn comes."""

    answer: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """An input whose sender waits for the stage that it leads to."""

    given: TableInput
    answered: "asyncio.Future[Stage]"


Timed: TypeAlias = Tick | Retry | Look
SessionInput: TypeAlias = Input | TableInput | Timed | Pulse
