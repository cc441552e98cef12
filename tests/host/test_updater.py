"""Updates from a stick: RAUC is a program that answers as it does, the journal is a real one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from companion.engine.log import Entry, EntryKind
from companion.host.update import LEFT_ALONE
from companion.host.updater import (
    UpdatePaths,
    Updater,
    newest,
    run,
    settle,
)
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from tests.setups import SETUP

GOOD = "RAUC_MF_COMPATIBLE='compass-companion-arm64'\nRAUC_MF_VERSION='9.9.9'\n"
NOW = 1_000_000.0


@dataclass
class Rauc:
    """Answers ``rauc info`` and ``rauc install``."""

    information: str = GOOD
    refusal: str = ""
    failure: str = ""
    installed: int = 0
    meanwhile: Callable[[], object] = lambda: None
    """What happens while it installs."""

    def __call__(self, command: Sequence[str]) -> CompletedProcess[str]:
        """Answer a command."""
        if command[1] == "info":
            return CompletedProcess(command, bool(self.refusal), self.information, self.refusal)
        self.installed += 1
        self.meanwhile()
        return CompletedProcess(command, bool(self.failure), "", self.failure)


@dataclass
class Scene:
    """A box with a stick; time passes by twenty seconds a look."""

    places: UpdatePaths
    stick: Path
    rauc: Rauc = field(default_factory=Rauc)
    said: list[str] = field(default_factory=list)
    later: list[Callable[[], object] | None] = field(default_factory=list)
    now: float = NOW

    def pause(self) -> float:
        """Let time pass, and whatever happens at the table meanwhile."""
        self.now += 20
        if self.later:
            happens = self.later.pop(0)
            if happens is not None:
                happens()
        return self.now

    def take(self, *, on_trial: bool = False) -> bool:
        """Take the update on the stick."""
        tell = lambda sentence: self.said.append(str(sentence))  # noqa: E731 - it is one line
        updater = Updater(self.places, self.rauc, tell, self.pause)
        return updater.take(self.stick, on_trial=on_trial)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """Return a box that runs from its first slot."""
    line = tmp_path / "cmdline"
    line.write_text("root=PARTUUID=1-05 rauc.slot=A quiet\n", encoding="ascii")
    stick = tmp_path / "new.raucb"
    stick.write_bytes(b"bundle")
    (tmp_path / "state").mkdir()
    places = UpdatePaths(tmp_path / "kept", tmp_path / "run", tmp_path / "state", line)
    return Scene(places, stick)


@pytest.fixture
def journal(scene: Scene) -> Iterator[Journal]:
    """Return the journal of the box, in which a game was touched a minute ago."""
    with Journal.open(scene.places.state / JOURNAL) as opened:
        play = opened.begin("essence", "1", {**SETUP}, NOW - 600)
        opened.append(play, [Entry(1, EntryKind.CHECKPOINT, 0, {}, wall=NOW - 60)])
        yield opened


def test_nobody_plays_so_it_is_installed_and_tried(scene: Scene) -> None:
    """The slot that does not run is noted: only there the update can be a success."""
    assert scene.take()
    assert scene.rauc.installed == 1
    assert scene.places.trial.read_text() == "9.9.9 B\n"


def test_a_game_is_never_disturbed(scene: Scene, journal: Journal) -> None:
    """It is said once that the update waits; after the end of the game it is installed."""
    scene.later = [None, None, lambda: journal.finish(1, scene.now)]
    assert scene.take()
    assert scene.now == NOW + 60
    assert [sentence.partition(":")[0] for sentence in scene.said] == [
        "update 9.9.9 is installed after the game; leave the stick in",
        "installing update 9.9.9",
    ]
    assert (scene.places.kept / "before-update.tar").exists()


def test_a_game_on_the_shelf_is_left_where_it_is(scene: Scene, journal: Journal) -> None:
    """Nobody has touched it for hours, so nobody is disturbed."""
    del journal
    scene.now = NOW + LEFT_ALONE
    assert scene.take()


@pytest.mark.usefixtures("journal")
def test_a_stick_that_is_pulled_while_it_waits_is_missed(scene: Scene) -> None:
    """Nothing is written, and nothing restarts."""
    scene.later = [None, scene.stick.unlink]
    assert not scene.take()
    assert scene.said[-1] == "the stick was removed before the update began"
    assert scene.rauc.installed == 0


def test_a_stick_that_is_pulled_in_the_middle_leaves_the_box_as_it_is(scene: Scene) -> None:
    """RAUC says why; no trial is noted, so nothing restarts."""
    scene.rauc.failure = "LastError: Input/output error\nidle"
    assert not scene.take()
    assert scene.said[-1] == (
        "update 9.9.9 could not be written, the box stays as it is: Input/output error"
    )
    assert not scene.places.trial.exists()


def test_a_stick_that_is_gone_before_rauc_has_opened_it_is_said(scene: Scene) -> None:
    """RAUC itself would only say that there is no such file."""
    scene.rauc.failure = "idle"
    scene.rauc.meanwhile = scene.stick.unlink
    assert not scene.take()
    assert scene.said[-1] == (
        "the stick was removed: update 9.9.9 is not written, the box stays as it is"
    )
    assert not scene.places.trial.exists()


def test_a_foreign_or_altered_bundle_is_not_taken(scene: Scene) -> None:
    """The signature is wrong; what RAUC says about it is said."""
    scene.rauc.refusal = "signature verification failed: no signer certificate\n"
    assert not scene.take()
    assert scene.said == [
        (
            "the update on the stick is damaged or not signed by us, and was rejected: "
            "signature verification failed: no signer certificate"
        )
    ]


def test_an_update_that_came_back_is_said_and_not_tried_again(scene: Scene) -> None:
    """The old slot runs although the new one was to be tried."""
    assert scene.take()
    said: list[str] = []
    settle(scene.places, lambda sentence: said.append(str(sentence)), ready=False)
    assert said == ["update 9.9.9 did not start: the previous version is back, nothing is lost"]
    assert not scene.take()
    assert "will not be tried again" in scene.said[-1]
    settle(scene.places, lambda sentence: said.append(str(sentence)), ready=True)
    assert len(said) == 1


def test_an_update_that_got_ready_is_said_once(scene: Scene) -> None:
    """Only when the box on it has reported READY."""
    assert scene.take()
    scene.places.command_line.write_text("rauc.slot=B", encoding="ascii")
    said: list[str] = []
    for ready in (False, True, True):
        settle(scene.places, lambda sentence: said.append(str(sentence)), ready=ready)
    assert said == ["updated to version 9.9.9"]


def test_a_program_may_say_anything() -> None:
    """The name of a network or of a signer is whatever somebody has made it."""
    assert run(("/usr/bin/printf", "a\\377b\n")).stdout == "a\ufffdb\n"


@pytest.mark.parametrize(
    ("names", "taken"),
    [
        (("0.9.0", "0.10.0"), "0.10.0"),
        (("0.10.0", "0.9.0"), "0.10.0"),
        (("1.0", "0.99.99"), "1.0"),
        (("1.0", "1.0.1"), "1.0.1"),
        (("0.9.0", "0.10.0 (1)"), "0.10.0 (1)"),
        (("0.2.0",), "0.2.0"),
    ],
)
def test_of_several_updates_on_a_stick_the_newest_version_is_taken(
    tmp_path: Path, names: tuple[str, ...], taken: str
) -> None:
    for version in names:
        (tmp_path / f"compass-companion-{version}.raucb").touch()
    (tmp_path / "zzz.raucb").touch()
    (tmp_path / "compass-companion-99.tar").touch()
    assert newest(tmp_path) == tmp_path / f"compass-companion-{taken}.raucb"


def test_an_update_by_any_other_name_is_looked_at_too(tmp_path: Path) -> None:
    """Its own manifest says which version it is."""
    assert newest(tmp_path) is None
    (tmp_path / "copy.raucb").touch()
    assert newest(tmp_path) == tmp_path / "copy.raucb"
