"""What a box may ask of its computer, which only root can do: a word on a socket, and the answer.

systemd listens; only the box's user may open the socket (``companion-helper.socket``), and for
each question it starts this program, which ends with its answer. It knows a handful of words and
trusts nothing that comes with them: an address is one, a time zone is one that there is.
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
from companion.host.update import Step
from companion.host.updater import Places, Run
from companion.host.zone import Clock, listed
from companion.i18n.system_errors import explained
from companion.storage import durable

DONE: Final = "done"
"""The first line of an answer if it was done; what follows belongs to it."""
REFUSED: Final = "refused"
"""The first line if not; the second one says why."""
LONGEST: Final = 1200
"""Bytes of a question."""
_SYSTEMCTL: Final = "/usr/bin/systemctl"
_CONNECTIONS: Final = Path("/run/NetworkManager/system-connections")


class RefusedError(Exception):
    """It is not done, and why."""


class Helper(msgspec.Struct, frozen=True):
    """Does what is asked in its places, by programs that it runs."""

    places: Places
    run: Run
    clock: Clock
    connections: Path = _CONNECTIONS

    def answer(self, question: str) -> str:
        """Return the answer to a question: a word, and after a blank what belongs to it."""
        word, _, rest = question.strip().partition(" ")
        known: Mapping[str, Callable[[str], str]] = {
            "off": lambda _: self._systemctl("poweroff"),
            "restart": lambda _: self._systemctl("reboot"),
            "log": lambda _: self._log(),
            "zone": self._zone,
            "fetch": self._fetch,
            "now": lambda _: self._now(),
        }
        try:
            if word not in known:
                raise RefusedError("there is no such word")
            return f"{DONE}\n{known[word](rest)}"
        except RefusedError as error:
            return f"{REFUSED}\n{error}\n"
        except OSError as error:
            return f"{REFUSED}\n{explained(error)}\n"

    def _systemctl(self, *words: str) -> str:
        done = self.run((_SYSTEMCTL, *words))
        if done.returncode:
            raise RefusedError((done.stderr.strip().splitlines() or ["systemctl"])[0])
        return ""

    def _log(self) -> str:
        # JSON and regular expressions: the other words are answered sooner without.
        from companion.host.log_text import gathered, secrets_of

        networks = (*self.connections.glob("*"), *self.places.networks.glob("*"))
        return gathered(self.run, secrets_of(self.places.state, networks))

    def _zone(self, name: str) -> str:
        if name not in listed(self.clock.zones):
            raise RefusedError("there is no such time zone")
        self.clock.choose(name)
        return ""

    def _fetch(self, address: str) -> str:
        if not is_address(address):
            raise RefusedError("this is no address of the web")
        if notices.progress(self.places.run).get("step") == Step.INSTALL:
            raise RefusedError("an update is being installed")
        self.places.fetch.mkdir(parents=True, exist_ok=True)
        durable.write(self.places.address, f"{address}\n")
        return self._systemctl("restart", "--no-block", "companion-fetch.service")

    def _now(self) -> str:
        """Believe the host, who knows that nobody plays, about all that was until now."""
        self.places.kept.mkdir(parents=True, exist_ok=True)
        durable.write(self.places.released, f"{time.time()}\n")
        return ""


def serve(helper: Helper, asked: BinaryIO, answered: BinaryIO) -> None:
    """Answer one question, which may be any bytes."""
    question = asked.readline(LONGEST).decode(errors="replace")
    answered.write(helper.answer(question).encode(errors="replace"))


def main() -> int:
    """Answer one question, which comes on standard input."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    places = Places()
    helper = Helper(places, updater.run, Clock(places.run, places.kept))
    serve(helper, sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
