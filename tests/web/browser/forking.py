"""Starts boxes as copies of a process that has imported everything already.

Most of what a box costs at its start are imports, and the tests of pages start dozens of boxes.
"""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Final, Self

from companion.cli import main

FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.web.browser.preloaded"])


class Forked:
    """The command ``companion`` in a process of its own, for as long as a ``with`` lasts.

    It prints its first line, and stops when it is asked to, within ``patience`` seconds each.
    """

    def __init__(self, arguments: Sequence[str], patience: float) -> None:
        self._patience = patience
        self._output, theirs = multiprocessing.Pipe(duplex=False)
        self._process = FORKS.Process(target=_perform, args=(tuple(arguments), theirs))
        self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.join(self._patience)
        status = self._process.exitcode
        self._process.close()
        self._output.close()
        assert status == 0, f"the box ended with status {status}"

    def first_line(self) -> str:
        """Return the first line that the command prints."""
        assert self._output.poll(self._patience), "the box printed nothing"
        with os.fdopen(self._output.fileno(), encoding="utf-8", closefd=False) as lines:
            return lines.readline().strip()


def _perform(arguments: tuple[str, ...], output: Connection) -> None:
    """Run the command in the new process, which has the environment of its first sibling."""
    os.environ.update(LC_ALL="C.UTF-8", LANGUAGE="en")
    with os.fdopen(output.fileno(), "w", encoding="utf-8", closefd=False) as sys.stdout:
        sys.exit(main(arguments))
