"""The computer of a card, as a box and its host meet it: its helper is asked without a socket."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

from companion.daemon import helper_client as box_side
from companion.daemon.card_maintenance import computer
from companion.host.helper import HostHelper
from companion.host.time_zone import TimeZoneFiles
from companion.host.updater import UpdatePaths
from companion.session.computer_control import ComputerControl
from tests.host.test_time_zone import TAB

SAID: Final = "2026-11-23T07:00:00+00:00 box companion[1]: the code is 1234\u2028\x1b[31m\n"
"""What its log says."""
LOG: Final = "/usr/bin/journalctl"
MEANT: Final = frozenset(
    {
        ("/usr/bin/systemctl", "poweroff"),
        ("/usr/bin/systemctl", "reboot"),
        ("/usr/bin/systemctl", "restart", "--no-block", "companion-fetch.service"),
    }
)
"""What its helper may run besides; only these words."""
_FOLDERS: Final = ("kept", "run", "state", "zones", "networks")


@dataclass(slots=True)
class Card:
    """A computer in a folder, whose programs are only noted."""

    folder: Path
    ran: list[tuple[str, ...]] = field(default_factory=list)
    helper: HostHelper = field(init=False)

    def __post_init__(self) -> None:
        for name in _FOLDERS:
            (self.folder / name).mkdir(exist_ok=True)
        (self.folder / "zones" / "zone1970.tab").write_text(TAB, encoding="utf-8")
        places = UpdatePaths(self.folder / "kept", self.folder / "run", self.folder / "state")
        clock = TimeZoneFiles(places.run, places.kept, self.folder / "zones")
        self.helper = HostHelper(places, self._run, clock, self.folder / "networks")

    def _run(self, command: Sequence[str]) -> "CompletedProcess[str]":
        """Note what is run; every fourth time it fails."""
        self.ran.append(tuple(command))
        fails = len(self.ran) % 4 == 0
        said = SAID if command[0] == LOG else ""
        return CompletedProcess(command, int(fails), said, "Access denied" if fails else "")

    def check(self) -> None:
        """Check that nothing was run that is not meant to be, and that no file lies elsewhere."""
        assert all(command[0] == LOG or command in MEANT for command in self.ran), self.ran
        zone = self.helper.clock.now
        assert zone in ("", *self._zones()), zone

    def _zones(self) -> list[str]:
        fields = [line.split("\t") for line in TAB.splitlines() if not line.startswith("#")]
        return ["Etc/UTC", *(each[2] for each in fields)]

    @property
    def computer(self) -> ComputerControl:
        """What a host may do with it."""
        service, run = {"SYSTEMD_EXEC_PID": "1"}, self.helper.places.run
        made = computer(service, 1, _Straight(other=self.helper), "http://hub.local:8090", run)
        assert made is not None
        return made


class _Straight(box_side.HelperClient, frozen=True, kw_only=True):
    """The helper, asked without a socket."""

    other: HostHelper

    async def _answer(self, question: str) -> str:
        """Return what it answers to a line."""
        return self.other.answer(f"{question}\n")
