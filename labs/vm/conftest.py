"""Machines that boot the kernel and the disk that `make vm` has built."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from companion import settings
from companion.engine import registry
from companion.settings import Settings
from labs.vm.machine import Machine

SwitchOn: TypeAlias = Callable[[], Machine]

CONFIGURATION = Path(__file__).parent / "guest" / "companion.yaml"


@pytest.fixture(scope="session")
def configured() -> Settings:
    """Return the settings of the box inside the machine."""
    return settings.load(CONFIGURATION, registry.load)


@pytest.fixture(scope="session")
def switch_on(configured: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SwitchOn]:
    """Return a function that switches on a new box; all are switched off at the end."""
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
    """Return a box with a game in progress and everything laid out."""
    machine = switch_on()
    machine.begin_game()
    return machine
