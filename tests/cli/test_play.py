"""``companion play``, as the process that people start."""

import os
import pty
import select
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.request import urlopen

PATIENCE: Final = 20
"""Seconds within which it must have started, or stopped."""


def test_it_prints_the_address_of_its_page_and_serves_it_until_it_is_stopped() -> None:
    command = (sys.executable, "-m", "companion", "play", "--port", "0")
    english = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=english) as play:
        assert play.stdout is not None
        address = play.stdout.readline().strip()
        with urlopen(address) as page:  # noqa: S310 - it is the box's own
            assert page.status == HTTPStatus.OK
        play.terminate()
        assert play.wait() == 0


def test_its_first_start_in_a_terminal_asks_whether_phones_may_join(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "companion", "play", "--port", "0")
    german = {**os.environ, "LANGUAGE": "de", "XDG_STATE_HOME": str(tmp_path)}
    ours, theirs = pty.openpty()
    play = subprocess.Popen(command, stdin=theirs, stdout=theirs, env=german)
    os.close(theirs)
    try:
        shown = until(ours, "? [j/N] ")
        assert "Dürfen Telefone aus deinem Netz mitspielen?" in shown
        os.write(ours, b"n\n")
        assert "Nur dieser Computer" in until(ours, "--lan")
    finally:
        play.terminate()
        assert play.wait(PATIENCE) == 0
        os.close(ours)
    assert (tmp_path / "companion" / "play-phones").read_text() == "no\n"


def until(terminal: int, expected: str) -> str:
    """Read from a terminal until something is shown."""
    shown = ""
    while expected not in shown:
        assert select.select([terminal], [], [], PATIENCE)[0], f"only this is shown: {shown}"
        shown += os.read(terminal, 1024).decode()
    return shown
