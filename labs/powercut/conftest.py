"""Recordings of boxes that played until their power was cut."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from labs.powercut.recorder import Recorder

Record: TypeAlias = Callable[..., Recorder]


@pytest.fixture
def record() -> Iterator[Record]:
    """Return a function that switches on a box that plays; its words go to the kernel.

    The files of all boxes are deleted at the end.
    """
    with TemporaryDirectory(prefix="powercut-") as folder, ExitStack() as stack:
        image = Path(os.environ["POWERCUT_IMAGE"])

        def new(*words: str) -> Recorder:
            recorder = Recorder(Path(folder), image, words)
            stack.callback(recorder.cut)
            return recorder

        yield new
