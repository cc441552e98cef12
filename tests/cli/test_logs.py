"""The format of log lines on a terminal and in the journal."""

import io
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import logs

PROGRAM = """
import logging, os, sys
from companion.cli import logs
logs.begin(sys.stderr, os.environ)
log = logging.getLogger("box")
log.info("all is well")
log.warning("one line\\nand another")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("it broke")
"""


def said(file: Path, *, journal: bool) -> list[str]:
    with file.open("w", encoding="utf-8") as stream:
        status = os.fstat(stream.fileno())
        stated = f"{status.st_dev}:{status.st_ino}" if journal else "1:2"
        environment = {**os.environ, logs.STREAM: stated}
        subprocess.run([sys.executable, "-c", PROGRAM], stderr=stream, env=environment, check=True)
    return file.read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
def test_in_the_journal_every_line_has_its_priority(tmp_path: Path) -> None:
    lines = said(tmp_path / "journal", journal=True)
    assert lines[:4] == ["<6>all is well", "<4>one line", "<4>and another", "<3>it broke"]
    assert lines[-1] == "<3>ZeroDivisionError: division by zero"
    assert all(line.startswith("<3>") for line in lines[3:])


@pytest.mark.slow
def test_elsewhere_a_line_begins_with_its_level(tmp_path: Path) -> None:
    lines = said(tmp_path / "terminal", journal=False)
    assert lines[:3] == ["INFO all is well", "WARNING one line", "and another"]


def test_a_stream_without_a_file_is_not_the_journal() -> None:
    assert not logs.leads_to_journal(io.StringIO(), {logs.STREAM: "1:2"})


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.DEBUG, 7), (logging.INFO, 6), (logging.WARNING, 4), (logging.ERROR, 3)],
)
def test_levels_are_those_of_syslog(level: int, priority: int) -> None:
    assert logs.with_priority("words", level) == f"<{priority}>words"
