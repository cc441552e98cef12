"""What a box may ask of its computer: a handful of words, and nothing that they could carry in."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.host import notices
from companion.host.helper import HostHelper, serve
from companion.host.time_zone import TimeZoneFiles
from companion.host.update import UpdateStep
from companion.host.updater import UpdatePaths
from tests.host.test_time_zone import TAB

ADDRESS = "https://example.org/compass-companion-9.0.0.raucb"


@dataclass
class Programs:
    """Notes what is run."""

    ran: list[Sequence[str]] = field(default_factory=list)
    refusal: str = ""

    def __call__(self, command: Sequence[str]) -> CompletedProcess[str]:
        """Run a program."""
        self.ran.append(tuple(command))
        said = "the supply was low\n" if command[0].endswith("journalctl") else ""
        return CompletedProcess(command, bool(self.refusal), said, self.refusal)


@pytest.fixture
def programs() -> Programs:
    return Programs()


@pytest.fixture
def helper(tmp_path: Path, programs: Programs) -> HostHelper:
    for name in ("kept", "run", "state", "zones", "nm"):
        (tmp_path / name).mkdir()
    (tmp_path / "zones" / "zone1970.tab").write_text(TAB, encoding="utf-8")
    places = UpdatePaths(tmp_path / "kept", tmp_path / "run", tmp_path / "state")
    clock = TimeZoneFiles(places.run, places.kept, tmp_path / "zones")
    return HostHelper(places, programs, clock, tmp_path / "nm")


@pytest.mark.parametrize(("word", "verb"), [("off", "poweroff"), ("restart", "reboot")])
def test_the_computer_goes_off_or_restarts(
    helper: HostHelper, programs: Programs, word: str, verb: str
) -> None:
    assert helper.answer(f"{word}\n") == "done\n"
    assert programs.ran == [("/usr/bin/systemctl", verb)]
    programs.refusal = "Access denied\nmore"
    assert helper.answer(word) == "refused\nAccess denied\n"


def test_the_log_is_handed_out(helper: HostHelper) -> None:
    answer = helper.answer("log\n")
    assert answer == "done\nthe supply was low\nthe supply was low\n"


def test_a_time_zone_is_one_that_there_is(helper: HostHelper) -> None:
    assert helper.answer("zone Europe/Berlin\n") == "done\n"
    assert helper.clock.now == "Europe/Berlin"
    for wrong in ("", "../../etc/passwd", "Europe/Nowhere", "Europe/Berlin x", "zone1970.tab"):
        assert helper.answer(f"zone {wrong}\n").startswith("refused\n")
    assert helper.clock.now == "Europe/Berlin"


def test_an_update_is_fetched_from_an_address(helper: HostHelper, programs: Programs) -> None:
    assert helper.answer(f"fetch {ADDRESS}\n") == "done\n"
    assert helper.places.address.read_text(encoding="utf-8") == f"{ADDRESS}\n"
    assert programs.ran[-1][1:] == ("restart", "--no-block", "companion-fetch.service")


@pytest.mark.parametrize("wrong", ["", "file:///etc/shadow", "--help", "http://x/ http://y/"])
def test_what_is_no_address_is_fetched_from_nowhere(
    helper: HostHelper, programs: Programs, wrong: str
) -> None:
    assert helper.answer(f"fetch {wrong}\n").startswith("refused\n")
    assert not programs.ran
    assert not helper.places.address.exists()


def test_nothing_disturbs_an_update_that_is_written(helper: HostHelper, programs: Programs) -> None:
    notices.show_progress(
        helper.places.run, {"host": "h", "step": UpdateStep.INSTALL, "version": "9"}
    )
    assert helper.answer(f"fetch {ADDRESS}\n") == "refused\nan update is being installed\n"
    assert not programs.ran


def test_a_host_releases_an_update_that_waits(helper: HostHelper) -> None:
    assert helper.answer("now\n") == "done\n"
    assert helper.places.released.exists()


@pytest.mark.parametrize("wrong", ["", "\n", "rm -rf /", "off; reboot", "OFF", "\0"])
def test_there_are_no_other_words(helper: HostHelper, programs: Programs, wrong: str) -> None:
    assert helper.answer(wrong) == "refused\nthere is no such word\n"
    assert not programs.ran


@pytest.mark.parametrize("said", [b"\xff\n", b"zone \xed\xa0\x80\n", b"x" * 5000, b"", b"\0off\n"])
def test_bytes_that_are_no_text_are_answered_as_well(
    helper: HostHelper, programs: Programs, said: bytes
) -> None:
    """Whoever may open the socket may write anything there."""
    answer = BytesIO()
    serve(helper, BytesIO(said), answer)
    assert answer.getvalue().startswith(b"refused\nthere is no such ")
    assert not programs.ran


@given(st.text())
def test_whatever_is_said_runs_nothing_that_was_not_meant(said: str) -> None:
    """Not even by way of what follows a word that there is."""
    assume(said.strip().partition(" ")[0] not in {"off", "restart", "log", "now"})
    programs, nowhere = Programs(), Path("/nowhere")
    helper = HostHelper(
        UpdatePaths(nowhere, nowhere, nowhere), programs, TimeZoneFiles(nowhere, nowhere, nowhere)
    )
    for question in (said, f"zone {said}", f"fetch file:{said}"):
        assert helper.answer(question).startswith("refused\n")
    assert not programs.ran
