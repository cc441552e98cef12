"""Installs an update from a USB stick or file when no game is being played.

RAUC checks the signature and writes the inactive system. A backup of the box's data is made first:
if the old version is restored and cannot read data of the new one, nothing is lost.
"""

import contextlib
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from companion import __version__
from companion.engine.message import Message, say
from companion.host import notices
from companion.host.update import (
    Bundle,
    Situation,
    SystemTrial,
    UpdateStep,
    decide,
    is_played,
    name_key,
    outcome,
    slot,
)
from companion.i18n.languages import DEFAULT
from companion.storage import backup, durable
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import JournalError, JournalReader, StorageError

PATTERN: Final = "*.raucb"
"""The names of bundles, in the first folder of a stick."""
PAUSE: Final = 20.0
"""Seconds between two looks at the table."""
_LOG: Final = logging.getLogger(__name__)
_RAUC: Final = "/usr/bin/rauc"
_ERROR: Final = "LastError: "
"""Beginning of RAUC's last line about an installation that failed."""


class UpdatePaths(msgspec.Struct, frozen=True):
    """The paths used by an update; tests have their own."""

    kept: Path = Path("/var/lib/companion-host")
    run: Path = notices.FOLDER
    state: Path = Path("/var/lib/compass-companion")
    command_line: Path = Path("/proc/cmdline")

    @property
    def trial(self) -> Path:
        """Contains the version and the slot on trial."""
        return self.kept / "trial"

    @property
    def came_back(self) -> Path:
        """Lists the versions that were rolled back because they never became ready."""
        return self.kept / "came-back"

    @property
    def released(self) -> Path:
        """Touched when a host states that no game is being played, so that updates need not wait.

        It survives a restart, as the abandoned game does.
        """
        return self.kept / "released"

    @property
    def fetch(self) -> Path:
        """The folder of an update from the network."""
        return self.kept / "fetch"

    @property
    def address(self) -> Path:
        """Contains the address of an update while it is to be fetched."""
        return self.fetch / "address"

    @property
    def networks(self) -> Path:
        """The folder of the networks chosen on a phone."""
        return self.kept / "networks"

    @property
    def booted(self) -> str:
        """The booted slot."""
        return slot(self.command_line.read_text(encoding="ascii", errors="replace").split())


Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]
"""Runs a program and returns its status and output."""
Tell = Callable[[Message | None], None]
"""Shows a sentence on the panel, or none any more."""


def run(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Run a system program; its output need not be UTF-8."""
    # Only ever called with programs of the system, by their full paths.
    return subprocess.run(  # noqa: S603 - see above
        command, capture_output=True, text=True, errors="replace", check=False
    )


def inspect_bundle(file: Path, run: Run) -> Bundle:
    """Return RAUC's information about a bundle, after it has checked the signature."""
    shown = run((_RAUC, "info", "--output-format=shell", str(file)))
    if shown.returncode:
        lines = [line for line in shown.stderr.splitlines() if line.strip()]
        return Bundle(trouble=lines[-1] if lines else f"rauc: {shown.returncode}")
    pairs = (line.partition("=")[::2] for line in shown.stdout.splitlines())
    values = {name: value.strip("'") for name, value in pairs}
    return Bundle(values.get("RAUC_MF_VERSION", ""), values.get("RAUC_MF_COMPATIBLE", ""))


def newest_entry(journal: Path) -> float | None:
    """Return the time of the unfinished game's last entry, ``None`` without one (POSIX time).

    An unreadable journal counts as no game.
    """
    try:
        with JournalReader.look(journal) as reader:
            open_plays = [play for play in reader.plays() if play.finished is None]
            if not open_plays:
                return None
            entries = reader.entries(open_plays[-1].id)
            return max((entry.wall for entry in entries), default=open_plays[-1].began)
    except (JournalError, StorageError):
        return None


def newest(folder: Path) -> Path | None:
    """Return the bundle of the newest version in a folder, ``None`` without any."""
    return max(folder.glob(PATTERN), key=lambda file: name_key(file.name), default=None)


def situation(
    bundle: Bundle, places: UpdatePaths, now: float, *, on_trial: bool, fetched: bool = False
) -> Situation:
    """Return the conditions of a decision."""
    released = places.released.stat().st_mtime if places.released.exists() else 0.0
    return replace(
        at_rest(bundle, places, fetched=fetched),
        on_trial=on_trial,
        playing=is_played(now, newest_entry(places.state / JOURNAL), released),
    )


def at_rest(bundle: Bundle, places: UpdatePaths, *, fetched: bool) -> Situation:
    """Return the conditions of a decision while there is no game and no trial."""
    back = places.came_back
    versions = back.read_text(encoding="utf-8").split() if back.exists() else ()
    return Situation(bundle, __version__, frozenset(versions), fetched=fetched)


def install(file: Path, version: str, places: UpdatePaths, run: Run) -> Message | None:
    """Write an update and record the trial; return the error, ``None`` on success."""
    places.kept.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(JournalError, StorageError, backup.BackupError, OSError):
        backup.make(places.state, places.kept / "before-update.tar")
    done = run((_RAUC, "install", str(file)))
    if done.returncode and not file.exists():
        return say(
            "the stick was removed: update {version} is not written, the box stays as it is",
            version=version,
        )
    if done.returncode:
        return say(
            "update {version} could not be written, the box stays as it is: {cause}",
            version=version,
            cause=_cause(done.stderr + done.stdout) or done.returncode,
        )
    target = "B" if places.booted == "A" else "A"
    durable.write(places.trial, f"{version} {target}\n")
    return None


def _cause(output: str) -> str:
    """Return RAUC's last error, else the last line of its output."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix(_ERROR) for line in lines if line.startswith(_ERROR)]
    return (errors or lines or [""])[-1]


def settle(places: UpdatePaths, tell: Tell, *, ready: bool) -> None:
    """Report the result of the last trial, once."""
    words = places.trial.read_text(encoding="utf-8").split() if places.trial.exists() else []
    trial = SystemTrial(*words) if len(words) == len(SystemTrial.__struct_fields__) else None
    ended = outcome(trial, places.booted, ready=ready)
    if trial is None or ended is None:
        return
    if ended.came_back:
        returned_version = (
            places.came_back.read_text(encoding="utf-8") if places.came_back.exists() else ""
        )
        durable.write(places.came_back, f"{returned_version}{trial.version}\n")
    places.trial.unlink()
    tell(ended.sentence)


class Updater(msgspec.Struct, frozen=True):
    """Installs updates in its paths; ``pause`` waits a little and returns the time."""

    places: UpdatePaths
    run: Run
    tell: Tell
    pause: Callable[[], float]
    fetched: bool = False
    """Whether its updates come over the network."""
    note: Callable[[str, UpdateStep], None] = lambda _version, _step: None
    """Told which version waits or is installed."""

    def take(self, file: Path, *, on_trial: bool) -> bool:
        """Install an update once no game is being played; return whether the box has to restart.

        Unplugging the stick aborts it.
        """
        bundle, failure = inspect_bundle(file, self.run), ""
        while True:
            current = situation(
                bundle, self.places, self.pause(), on_trial=on_trial, fetched=self.fetched
            )
            if not file.exists():
                self.tell(say("the stick was removed before the update began"))
                return False
            decision = decide(current)
            if decision.sentence is not None and decision.sentence != failure:
                self.tell(decision.sentence)
                failure = decision.sentence
            if decision.step is UpdateStep.NOTHING:
                return False
            self.note(bundle.version, decision.step)
            if decision.step is UpdateStep.INSTALL:
                trouble = install(file, bundle.version, self.places, self.run)
                if trouble is not None:
                    self.tell(trouble)
                return trouble is None


def panel_notifier(places: UpdatePaths, run: Run, subject: str = notices.UPDATE) -> Tell:
    """Return the function that makes the daemon show a notice about a subject."""
    spoken = language(places)

    def tell(sentence: Message | None) -> None:
        sentences = () if sentence is None else (sentence,)
        notices.write(places.run / "notices", subject, sentences, spoken)
        if sentence is None:
            return
        _LOG.info("%s", sentence)
        reload(run)

    return tell


def language(places: UpdatePaths) -> str:
    """Return the language of the box."""
    kept = places.run / "language"
    return kept.read_text(encoding="ascii").strip() if kept.exists() else DEFAULT


def reload(run: Run) -> None:
    """Make the daemon read the notices again."""
    run(("/usr/bin/systemctl", "reload", "--no-block", "companion.service"))


def main(arguments: Sequence[str]) -> int:
    """Install an update from a stick (``stick FOLDER``), or end a trial (``settle``)."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    places = UpdatePaths()
    tell = panel_notifier(places, run)
    if arguments == ["settle"]:
        settle(places, tell, ready=True)
        return 0

    found = newest(Path(arguments[-1]))
    updater = Updater(places, run, tell, pauses())
    if found is not None and updater.take(found, on_trial=places.trial.exists()):
        boot_trial(run)
    return 0


def pauses() -> Callable[[], float]:
    """Return a generator of the waits between two checks of the table, none before the first."""
    waited: list[bool] = []

    def pause() -> float:
        time.sleep(PAUSE if waited else 0)
        waited.append(True)
        return time.time()

    return pause


def boot_trial(run: Run) -> None:
    """Restart into the system just installed, once."""
    run(("/usr/bin/systemctl", "start", "--no-block", "companion-try.service"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
