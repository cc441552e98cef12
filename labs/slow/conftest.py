"""A tenth of a processor, on which all of these tests run."""

import os
from collections.abc import Iterator

import pytest

from labs.slow.processor import tenth


@pytest.fixture
def under() -> Iterator[tuple[str, ...]]:
    """Yield the beginning of a command that runs on a tenth of a processor."""
    try:
        # Whatever else this machine does is not what is measured.
        os.setpriority(os.PRIO_PROCESS, 0, -10)
        with tenth() as command:
            yield command
    except PermissionError as error:
        pytest.fail(f"only root may share out the processor: {error}")
