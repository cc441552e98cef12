"""Recordings of boxes that played until their power was cut."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest

from tests.powercut.recorder import Recorder

Record: TypeAlias = Callable[..., Recorder]


@pytest.fixture
def record() -> Iterator[Record]:
    """Switch on a box that plays; words go to its kernel. Its files are gone in the end."""
    with TemporaryDirectory(prefix="powercut-", dir=os.environ.get("TMPDIR")) as folder:
        image = Path(os.environ["POWERCUT_IMAGE"])

        def new(*words: str) -> Recorder:
            return Recorder(Path(folder), image, words)

        yield new
