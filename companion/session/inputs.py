"""What a session takes beside devices and displays: the passing of time, and questions."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.devices import Input
from companion.table.stage import Stage
from companion.table.table import TableInput


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: a shown clock changes, or a checkpoint is due."""


@dataclass(frozen=True, slots=True)
class Retry:
    """It is time to write again what could not be written."""


@dataclass(frozen=True, slots=True)
class Look:
    """The pieces on the readers have come to rest."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """Somebody wants to know whether inputs are still taken: ``answer`` is called in their turn."""

    answer: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """An input whose sender waits for the stage that it leads to."""

    given: TableInput
    answered: "asyncio.Future[Stage]"


Timed: TypeAlias = Tick | Retry | Look
SessionInput: TypeAlias = Input | TableInput | Timed | Pulse
