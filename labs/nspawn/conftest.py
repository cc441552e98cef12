"""A container in which the package is installed and a game is in progress."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Final

import pytest

from labs.nspawn.container import Container, Port, booted
from labs.nspawn.documents import INSTALL, commands
from tests.rig import running, settings

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "build" / "nspawn"
SUITE: Final = os.environ.get("SUITE", "bookworm")
PACKAGES: Final = (
    *("systemd", "systemd-sysv", "dbus", "udev", "openssl", "python3", "sudo", "pipx"),
    # Bookworm's pipx needs this; Trixie's does not, and Trixie has no such package.
    *(("python3-wheel-whl",) if SUITE == "bookworm" else ()),
)
PERSON: Final = "ada"
"""An ordinary user who may use sudo."""
STATE: Final = "/var/lib/compass-companion"
AGAIN: Final = ROOT / "build" / "deb-again"
WANTS_BUILD: Final = "second_package"
GAME: Final = "/game.sqlite3"
"""The journal of a game that has just been laid out."""
CONFIG: Final = """\
players: [Ada, Ben]
level: track
gpio: mock
panel: {bus: emulated, driver: ssd1306}
readers: [{name: board, driver: rdm6300, port: /dev/ttyUSB0}]
tags: {0415C3A1B2: token-B}
state: /var/lib/compass-companion
web: {port: 8080, bind: 127.0.0.1}
"""
"""Pins and panel are emulated, the reader is at a real port."""
QUICK: Final = "[Unit]\nStartLimitIntervalSec=0\n[Service]\nWatchdogSec=2\nRestartSec=0.1\n"
"""The unit's patience, shortened for those who wait, and endless for those who try often."""


PAGE: Final = """
import asyncio, sys
sys.path.insert(0, "/usr/lib/compass-companion")
import aiohttp

async def look():
    async with aiohttp.ClientSession() as client:
        place = "http://127.0.0.1:8080"
        async with client.ws_connect(f"{place}/ws?view=table&lang=en", origin=place) as page:
            await page.receive_json()
            print((await page.receive_json())["view"])

asyncio.run(look())
"""
"""A program that reads the table's page as a browser would, run inside the container."""


@dataclass(frozen=True, slots=True)
class Installation:
    """A container with the package in it."""

    container: Container
    port: Port
    """The port of a reader."""
    board: Port
    """The port of a board that runs MicroPython."""
    output: str
    """What the installation printed."""

    @contextmanager
    def booted_again(self) -> "Iterator[Installation]":
        """Stop the service, and boot a second container that forgets what it does."""
        self.container.do("systemctl stop companion")
        with booted(
            self.container.root, _binds(self.port, self.board), forgetful=True
        ) as container:
            yield replace(self, container=container)

    @property
    def entries(self) -> int:
        """The number of entries of all games in the journal."""
        path = self.container.root / f"{STATE[1:]}/journal.sqlite3"
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as journal:
            (count,) = journal.execute("SELECT count(*) FROM entry").fetchone()
        return int(count)

    def show_page(self) -> str:
        """Return the first view that the table's page is sent, which is what everybody sees."""
        return self.container.do(f"python3 -I -c {quote(PAGE)}")

    def restart(self) -> None:
        """Restart the daemon, whatever systemd's limit on restarts."""
        self.container.do("systemctl reset-failed companion; systemctl restart companion")

    def lay_out(self) -> None:
        """Replace the game by one that has just been laid out."""
        self.container.do(
            f"systemctl stop companion; rm -f {STATE}/journal.sqlite3*;"
            f" cp {GAME} {STATE}/journal.sqlite3; chown companion: {STATE}/journal.sqlite3"
        )
        self.restart()

    def log(self) -> str:
        """Return what the running daemon has logged since its start."""
        invocation = self.container.show("InvocationID")
        return self.container.do(
            f"journalctl --no-pager --output cat _SYSTEMD_INVOCATION_ID={invocation}"
        )


def _binds(port: Port, board: Port) -> Mapping[str, str]:
    """Return the paths of ports in the container, each with its path outside."""
    return {"/dev/ttyUSB0": port.path, "/dev/ttyACM0": board.path}


@pytest.fixture(scope="session", autouse=True)
def second_build(request: pytest.FixtureRequest) -> "Iterator[subprocess.Popen[str] | None]":
    """Build the package once more, if a test wants it, while the container is in use.

    Time zone, umask and folder differ. lintian, which has checked the first build, is left out.
    """
    if not any(WANTS_BUILD in item.fixturenames for item in request.session.items):  # type: ignore[attr-defined] # items are functions
        yield None
        return
    environment = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "DEB": str(AGAIN), "UNCHECKED": "yes"}
    with subprocess.Popen(
        ["/bin/sh", "-c", f"umask 077; tools/deb {Path(sys.executable).parent} {SUITE}"],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as build:
        yield build


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a game that has just been laid out."""
    folder = tmp_path_factory.mktemp("game")

    async def lay_out() -> None:
        async with running(settings(folder), folder) as rig:
            await rig.lay_out()

    asyncio.run(lay_out())
    return folder / "state" / "journal.sqlite3"


@pytest.fixture(scope="session")
def fresh() -> Iterator[Installation]:
    """Boot a clean Debian and install the package in it as the documents say."""
    root = BUILD / "root"
    subprocess.run(
        [ROOT / "tools" / "root", SUITE, str(root), *PACKAGES], check=True, env=os.environ
    )
    # This replaces a file that leaves man pages out, and dpkg need not wait for the disk.
    (root / "etc/dpkg/dpkg.cfg.d/99mmdebstrap").write_text("force-unsafe-io\n", encoding="ascii")
    port, board = Port.open(), Port.open()
    try:
        with booted(root, _binds(port, board)) as container:
            container.do(
                f"useradd --create-home --shell /bin/bash {PERSON};"
                f" echo '{PERSON} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/{PERSON};"
                ' echo "127.0.0.1 localhost $(hostname)" > /etc/hosts'
            )
            shutil.copy(os.environ["PACKAGE"], root / "home" / PERSON)
            result = container.type(commands(INSTALL)[0], PERSON)
            assert result.status == 0, result.text
            yield Installation(container, port, board, result.text)
    finally:
        os.close(port.near)
        os.close(board.near)


@pytest.fixture(scope="session")
def box(fresh: Installation, game: Path) -> Installation:
    """Return the installation with a reader and a game in progress."""
    container = fresh.container
    container.do("systemctl stop companion")
    drop_in = container.root / "etc/systemd/system/companion.service.d"
    drop_in.mkdir(parents=True)
    (drop_in / "quick.conf").write_text(QUICK, encoding="utf-8")
    config = container.root / "etc/compass-companion/companion.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    shutil.copy(game, container.root / GAME[1:])
    container.do("systemctl daemon-reload")
    fresh.lay_out()
    return fresh
