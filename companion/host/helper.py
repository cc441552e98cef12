"""Privileged helper: carries out requests of a box that need root, one word per request.

systemd listens; only the box's user may open the socket (``companion-helper.socket``), and for each
request it starts this program, which exits after its answer. It knows a handful of words and
validates their arguments: an address has to be valid, a time zone has to exist.
"""

import logging
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from companion.host import notices, updater
from companion.host.address import is_address
from companion.host.time_zone import TimeZoneFiles, zone_names
from companion.host.update import UpdateStep
from companion.host.updater import Run, UpdatePaths
from companion.i18n.system_errors import describe_error
from companion.storage import durable

DONE: Final = "done"
"""The first line of an answer if it was done; what follows belongs to it."""
REFUSED: Final = "refused"
"""The first line if not; the second one says why."""
LONGEST: Final = 1200
"""Bytes of a question."""
_SYSTEMCTL: Final = "/usr/bin/systemctl"
_CONNECTIONS: Final = Path("/run/NetworkManager/system-connections")


class HelperRefusalError(Exception):
    """The request is refused, with the reason."""


class HostHelper(msgspec.Struct, frozen=True):
    """Carries out requests in its paths, through programs that it runs."""

    places: UpdatePaths
    run: Run
    clock: TimeZoneFiles
    connections: Path = _CONNECTIONS

    def answer(self, question: str) -> str:
        """Return the answer to a request: a word, and its argument after a blank."""
        word, _, rest = question.strip().partition(" ")
        handlers: Mapping[str, Callable[[str], str]] = {
            "off": lambda _: self._systemctl("poweroff"),
            "restart": lambda _: self._systemctl("reboot"),
            "log": lambda _: self._log(),
            "zone": self._zone,
            "fetch": self._fetch,
            "now": lambda _: self._now(),
        }
        try:
            if word not in handlers:
                raise HelperRefusalError("there is no such word")
            return f"{DONE}\n{handlers[word](rest)}"
        except HelperRefusalError as error:
            return f"{REFUSED}\n{error}\n"
        except OSError as error:
            return f"{REFUSED}\n{describe_error(error)}\n"

    def _systemctl(self, *words: str) -> str:
        done = self.run((_SYSTEMCTL, *words))
        if done.returncode:
            raise HelperRefusalError((done.stderr.strip().splitlines() or ["systemctl"])[0])
        return ""

    def _log(self) -> str:
        # Imported lazily: json and re would slow down the other commands.
        from companion.host.log_text import read_log, secrets_of

        networks = (*self.connections.glob("*"), *self.places.networks.glob("*"))
        return read_log(self.run, secrets_of(self.places.state, networks))

    def _zone(self, name: str) -> str:
        if name not in zone_names(self.clock.zones):
            raise HelperRefusalError("there is no such time zone")
        self.clock.choose(name)
        return ""

    def _fetch(self, address: str) -> str:
        if not is_address(address):
            raise HelperRefusalError("this is not an address of the web")
        if notices.progress(self.places.run).get("step") == UpdateStep.INSTALL:
            raise HelperRefusalError("an update is being installed")
        self.places.fetch.mkdir(parents=True, exist_ok=True)
        durable.write(self.places.address, f"{address}\n")
        return self._systemctl("restart", "--no-block", "companion-fetch.service")

    def _now(self) -> str:
        """Record the host's statement that no game is in progress at present."""
        self.places.kept.mkdir(parents=True, exist_ok=True)
        durable.write(self.places.released, f"{time.time()}\n")
        return ""


def serve(helper: HostHelper, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer one request, which may be any bytes."""
    question = requests.readline(LONGEST).decode(errors="replace")
    answers.write(helper.answer(question).encode(errors="replace"))


def main() -> int:
    """Answer one request on standard input."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    places = UpdatePaths()
    helper = HostHelper(places, updater.run, TimeZoneFiles(places.run, places.kept))
    serve(helper, sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
