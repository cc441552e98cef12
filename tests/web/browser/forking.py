"""Starts boxes as copies of a process that has imported everything already.

Most of what a box costs at its start are imports, and the tests of pages start dozens of boxes.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Final

from companion.cli import main

FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.web.browser.preloaded"])


@contextmanager
def forked(arguments: Sequence[str], patience: float) -> Iterator[str]:
    """Run the command ``companion`` in a process of its own; yield the first line that it prints.

    It prints that, and stops when it is asked to, within ``patience`` seconds each.
    """
    output, theirs = multiprocessing.Pipe(duplex=False)
    process = FORKS.Process(target=_perform, args=(tuple(arguments), theirs))
    process.start()
    theirs.close()
    try:
        yield _first_line(output, patience)
    finally:
        process.terminate()
        process.join(patience)
        status = process.exitcode
        process.close()
        output.close()
    assert status == 0, f"the box ended with status {status}"


def _first_line(output: Connection, patience: float) -> str:
    assert output.poll(patience), "the box printed nothing"
    with os.fdopen(output.fileno(), encoding="utf-8", closefd=False) as lines:
        return lines.readline().strip()


def _perform(arguments: tuple[str, ...], output: Connection) -> None:
    """Run the command in the new process, which has the environment of its first sibling."""
    os.environ.update(LC_ALL="C.UTF-8", LANGUAGE="en")
    with os.fdopen(output.fileno(), "w", encoding="utf-8", closefd=False) as sys.stdout:
        sys.exit(main(arguments))
