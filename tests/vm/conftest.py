"""Machines that boot what `make vm` has built."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from companion import settings
from companion.engine import registry
from companion.settings import Settings
from tests.vm.machine import Machine

SwitchOn: TypeAlias = Callable[[], Machine]

CONFIGURATION = Path(__file__).parent / "guest" / "companion.yaml"


@pytest.fixture(scope="session")
def configured() -> Settings:
    """The settings of the box inside."""
    return settings.load(CONFIGURATION, registry.load)


@pytest.fixture(scope="session")
def switch_on(configured: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SwitchOn]:
    """Switch on a new box; all are switched off in the end."""
    with ExitStack() as stack:

        def new() -> Machine:
            machine = Machine(
                tmp_path_factory.mktemp("machine"),
                Path(os.environ["VM_KERNEL"]),
                Path(os.environ["VM_IMAGE"]),
                dict(configured.buttons),
            )
            stack.callback(machine.switch_off)
            machine.await_agent()
            return machine

        yield new


@pytest.fixture(scope="session")
def box(switch_on: SwitchOn) -> Machine:
    """A box on which a game goes on, everything laid out."""
    machine = switch_on()
    machine.begin_game()
    return machine
