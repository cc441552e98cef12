"""``companion play``, as the process that people start."""

import os
import pty
import select
import socket
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from companion.cli.phones import door
from companion.storage.logins import FILE, Door, LoginFile

PATIENCE: Final = 20
"""Seconds within which it must have started, or stopped."""


def test_it_serves_the_page_that_it_prints_with_the_codes_of_its_last_start(tmp_path: Path) -> None:
    """Only ``--state`` keeps the game, too."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    kept = door({"XDG_STATE_HOME": str(tmp_path)}, port)
    assert kept == tmp_path / "companion" / f"play-{port}"
    assert kept.stat().st_mode & 0o077 == 0
    LoginFile(kept / FILE).save(Door("4821", "907311", "of-last-time"))
    command = (sys.executable, "-m", "companion", "play", "--port", str(port), "--no-lan")
    english = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "XDG_STATE_HOME": str(tmp_path),
    }
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=english) as play:
        assert play.stdout is not None
        address = play.stdout.readline().strip()
        assert address.endswith(f":{port}/play?key=of-last-time")
        with urlopen(address) as page:  # noqa: S310 - it is the box's own
            assert page.status == HTTPStatus.OK
        play.terminate()
        assert play.wait() == 0
    assert [file.name for file in kept.iterdir()] == [FILE]


def test_without_a_port_of_its_own_there_is_nothing_to_come_back_to(tmp_path: Path) -> None:
    assert door({"XDG_STATE_HOME": str(tmp_path)}, 0) is None
    (tmp_path / "file").touch()
    assert door({"XDG_STATE_HOME": str(tmp_path / "file")}, 8033) is None


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
