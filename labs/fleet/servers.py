"""Starts real servers of Debian's packages: in a folder of their own, on the loopback interface."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "fleet" / "mosquitto.conf"
TAKEN = ("max_", "message_size", "set_tcp")
"""The settings of the example that a broker for tests has, too."""
PATIENCE = 10.0
_EVERYWHERE = "/usr/sbin:/usr/bin:/usr/local/bin"


def program(name: str, package: str) -> str:
    """Return the path of a program. Raises ``FileNotFoundError`` that names its package."""
    found = shutil.which(name, path=_EVERYWHERE)
    if found is None:
        raise FileNotFoundError(f"there is no {name}: sudo apt install {package}")
    return found


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until somebody listens on a port. Raises ``TimeoutError``."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nobody listens on {port}")


@dataclass
class Mosquitto:
    """A broker that can be killed and started again on the same port."""

    folder: Path
    accounts: Mapping[str, str] = field(default_factory=dict)
    """Passwords by user; without any, everybody may do everything."""
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    administrator: tuple[str, str] | None = None
    """Name and password of an account that makes all others, by the plugin for dynamic security."""

    def start(self) -> None:
        # Root's broker would become somebody else, who cannot read the folders of tests.
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "user root"]
        lines += [line for line in EXAMPLE.read_text().splitlines() if line.startswith(TAKEN)]
        if self.administrator is not None:
            lines += self._dynamic_security(*self.administrator)
        elif self.accounts:
            lines += [
                "allow_anonymous false",
                f"password_file {self._passwords()}",
                f"acl_file {self._acl()}",
            ]
        else:
            lines.append("allow_anonymous true")
        configuration = self.folder / "mosquitto.conf"
        configuration.write_text("\n".join(lines) + "\n")
        command = [program("mosquitto", "mosquitto"), "-c", str(configuration)]
        log = (self.folder / "mosquitto.log").open("ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log)
        log.close()
        wait_for(self.port)

    def _passwords(self) -> Path:
        file = self.folder / "passwords"
        file.unlink(missing_ok=True)
        file.touch(mode=0o600)
        for user, password in self.accounts.items():
            command = [program("mosquitto_passwd", "mosquitto"), "-b", str(file), user, password]
            subprocess.run(command, check=True, capture_output=True)
        return file

    def _dynamic_security(self, name: str, password: str) -> list[str]:
        """Return what docs/fleet/mosquitto-enrolment.conf says of it, with a file of this test."""
        file = self.folder / "dynamic-security.json"
        if not file.exists():
            command = [program("mosquitto_ctrl", "mosquitto"), "dynsec", "init", str(file), name]
            subprocess.run([*command, password], check=True, capture_output=True)
        found = (ROOT / "docs" / "fleet" / "mosquitto-enrolment.conf").read_text()
        lines = [line for line in found.splitlines() if line.startswith(("allow_", "plugin"))]
        return [
            f"plugin_opt_config_file {file}" if "config_file" in line else line for line in lines
        ]

    def _acl(self) -> Path:
        file = self.folder / "acl"
        file.write_text((ROOT / "docs" / "fleet" / "mosquitto.acl").read_text())
        return file

    def kill(self) -> None:
        """Kill the broker as a power cut does: it has no time to keep anything."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def mosquitto(folder: Path, accounts: Mapping[str, str] | None = None) -> Iterator[Mosquitto]:
    """Run a broker; with accounts the example's access list holds."""
    folder.mkdir(exist_ok=True)
    broker = Mosquitto(folder, accounts or {})
    try:
        broker.start()
        yield broker
    finally:
        broker.kill()


POSTGRES = "postgres"
_BIN = "/usr/lib/postgresql"


def _postgres_program(name: str) -> str:
    """Return a program of the newest PostgreSQL. Raises ``FileNotFoundError``."""
    found = sorted(Path(_BIN).glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    if not found:
        raise FileNotFoundError(f"there is no {name}: sudo apt install postgresql")
    return str(found[-1])


@dataclass
class Postgres:
    """A database server with one empty database."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://{POSTGRES}@127.0.0.1:{self.port}/{POSTGRES}"

    def start(self) -> None:
        data = self.folder / "data"
        # It refuses to run as root.
        user = POSTGRES if os.geteuid() == 0 else None
        command = [_postgres_program("initdb"), "-D", str(data), "-U", POSTGRES, "-A", "trust"]
        subprocess.run(command, check=True, capture_output=True, user=user, cwd="/")
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={data}"]
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [_postgres_program("postgres"), "-D", str(data), "-p", str(self.port), *options],
            stdout=log,
            stderr=log,
            user=user,
            cwd="/",
        )
        log.close()
        self._wait()

    def _wait(self) -> None:
        """Wait until it takes questions: it listens a little earlier."""
        ask = [_postgres_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + PATIENCE
        while subprocess.run(ask, check=False).returncode:
            if time.monotonic() > until:
                raise TimeoutError("the database does not start")
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run PostgreSQL in a folder that its own user may enter."""
    with TemporaryDirectory(prefix="companion-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, POSTGRES)
        server = Postgres(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()
