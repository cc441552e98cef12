"""A container in which the package is installed and a game is in progress."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final

import pytest

from tests.nspawn.container import Container, Port, booted
from tests.nspawn.documents import INSTALL, commands
from tests.rig import running, settings

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "build" / "nspawn"
SUITE: Final = os.environ.get("SUITE", "bookworm")
PACKAGES: Final = (
    *("systemd", "systemd-sysv", "dbus", "udev", "openssl", "python3", "sudo", "pipx"),
    # The pipx of Bookworm wants it; that of Trixie does not, and there is none.
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
"""A browser in the container, as far as it matters."""


@dataclass(frozen=True, slots=True)
class Installation:
    """A container with the package in it."""

    container: Container
    port: Port
    """Of a reader."""
    board: Port
    """Of a board that runs MicroPython."""
    said: str
    """What the installation said."""

    @property
    def entries(self) -> int:
        """How many entries all games of the journal have."""
        path = self.container.root / f"{STATE[1:]}/journal.sqlite3"
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as journal:
            (count,) = journal.execute("SELECT count(*) FROM entry").fetchone()
        return int(count)

    def show_page(self) -> str:
        """Return the first state that the page of the table is sent: what everybody sees."""
        return self.container.do(f"python3 -I -c {quote(PAGE)}")

    def restart(self) -> None:
        """Start the daemon anew, however often it has been."""
        self.container.do("systemctl reset-failed companion; systemctl restart companion")

    def lay_out(self) -> None:
        """Let the game be one that has just been laid out."""
        self.container.do(
            f"systemctl stop companion; rm -f {STATE}/journal.sqlite3*;"
            f" cp {GAME} {STATE}/journal.sqlite3; chown companion: {STATE}/journal.sqlite3"
        )
        self.restart()

    def log(self) -> str:
        """Return what the running daemon has said since it began."""
        invocation = self.container.show("InvocationID")
        return self.container.do(
            f"journalctl --no-pager --output cat _SYSTEMD_INVOCATION_ID={invocation}"
        )


@pytest.fixture(scope="session", autouse=True)
def second_build(request: pytest.FixtureRequest) -> "Iterator[subprocess.Popen[str] | None]":
    """Build the package once more while the container is used, if a test is to look at it.

    By somebody with other habits; lintian has looked at the first one.
    """
    if not any(WANTS_BUILD in item.fixturenames for item in request.session.items):  # type: ignore[attr-defined] # they are functions
        yield None
        return
    habits = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "DEB": str(AGAIN), "UNCHECKED": "yes"}
    with subprocess.Popen(
        ["/bin/sh", "-c", f"umask 077; tools/deb {Path(sys.executable).parent} {SUITE}"],
        cwd=ROOT,
        env={**os.environ, **habits},
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
    """Boot a clean Debian and install the package in it, as a person does who reads how."""
    root = BUILD / "root"
    subprocess.run(
        [ROOT / "tools" / "root", SUITE, str(root), *PACKAGES], check=True, env=os.environ
    )
    # A Debian with man pages, as people have it, on a disk that need not be waited for.
    (root / "etc/dpkg/dpkg.cfg.d/99mmdebstrap").write_text("force-unsafe-io\n", encoding="ascii")
    port, board = Port.open(), Port.open()
    try:
        with booted(root, {"/dev/ttyUSB0": port.path, "/dev/ttyACM0": board.path}) as container:
            container.do(
                f"useradd --create-home --shell /bin/bash {PERSON};"
                f" echo '{PERSON} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/{PERSON};"
                ' echo "127.0.0.1 localhost $(hostname)" > /etc/hosts'
            )
            shutil.copy(os.environ["PACKAGE"], root / "home" / PERSON)
            said = container.type(commands(INSTALL)[0], PERSON)
            assert said.status == 0, said.text
            yield Installation(container, port, board, said.text)
    finally:
        os.close(port.near)
        os.close(board.near)


@pytest.fixture(scope="session")
def box(fresh: Installation, game: Path) -> Installation:
    """Give the box its reader and a game in progress."""
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
