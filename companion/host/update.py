"""Decides when a box installs an update and what it reports, as pure functions.

The new system is written beside the running one and started once, on trial. It becomes the default
when its box reports readiness; else the old one is restored automatically by the next restart. An
update that was rolled back is not tried again.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from companion.engine.message import Message, say

COMPATIBLE: Final = "compass-companion-arm64"
"""Compatibility string of bundles for these boxes."""
_VERSION: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,9}")
NAME: Final = re.compile(rf"compass-companion[-_]({_VERSION.pattern})\.raucb")
"""File name of a bundle, with its version."""
LEFT_ALONE: Final = 3 * 60 * 60
"""Seconds after which a game that nobody touches is not a game that an update disturbs."""


class UpdateStep(StrEnum):
    """Next step of an update."""

    NOTHING = "nothing"
    WAIT = "wait"
    INSTALL = "install"


class Bundle(msgspec.Struct, frozen=True):
    """An update that was found; ``trouble`` is why it cannot be trusted, ``None`` if it can."""

    version: str = ""
    compatible: str = ""
    trouble: str = ""


class Situation(msgspec.Struct, frozen=True):
    """Conditions on which an update depends."""

    bundle: Bundle | None
    running: str
    """The version of the system that runs."""
    came_back: frozenset[str] = frozenset()
    """The versions that did not get ready here."""
    on_trial: bool = False
    """Whether the running system has not shown yet that it is ready."""
    playing: bool = False
    fetched: bool = False
    """Whether it came over the network: then there is no stick that people have to leave alone."""


class Decision(msgspec.Struct, frozen=True):
    """Next step, and the notice for the panel, ``None`` without one."""

    step: UpdateStep
    sentence: Message | None = None


def decide(situation: Situation) -> Decision:
    """Return whether to install an update now, later or not at all."""
    bundle = situation.bundle
    if bundle is None:
        return Decision(UpdateStep.NOTHING)
    trouble = refusal(bundle, situation)
    if trouble is not None:
        return Decision(UpdateStep.NOTHING, trouble)
    if situation.on_trial:
        return Decision(UpdateStep.WAIT)
    version, fetched = bundle.version, situation.fetched
    if situation.playing:
        ready = (
            say("update {version} is installed after the game", version=version)
            if fetched
            else say(
                "update {version} is installed after the game; leave the stick in", version=version
            )
        )
        return Decision(UpdateStep.WAIT, ready)
    installing = (
        say(
            "installing update {version}: leave the power alone, then the box restarts",
            version=version,
        )
        if fetched
        else say(
            "installing update {version}: leave stick and power alone, then the box restarts",
            version=version,
        )
    )
    return Decision(UpdateStep.INSTALL, installing)


def refusal(bundle: Bundle, situation: Situation) -> Message | None:
    """Return why an update is refused, ``None`` if it is accepted."""
    if bundle.trouble and situation.fetched:
        return say(
            "the downloaded update is damaged or not signed by us, and was rejected: {trouble}",
            trouble=bundle.trouble,
        )
    if bundle.trouble:
        return say(
            ("the update on the stick is damaged or not signed by us, and was rejected: {trouble}"),
            trouble=bundle.trouble,
        )
    if bundle.compatible != COMPATIBLE:
        return say("this update is for {other}, not for this box", other=bundle.compatible)
    if bundle.version == situation.running:
        return say("version {version} is already installed", version=bundle.version)
    return _not_newer(bundle, situation)


def _not_newer(bundle: Bundle, situation: Situation) -> Message | None:
    """Return why a valid update of another version is refused, ``None`` if it is accepted."""
    if bundle.version in situation.came_back:
        return say(
            "update {version} did not start on this box and will not be tried "
            "again: use a newer one",
            version=bundle.version,
        )
    if version_key(bundle.version) < version_key(situation.running):
        return say(
            "version {version} is older than {running}, which is installed: choose a newer one",
            version=bundle.version,
            running=situation.running,
        )
    return None


def version_key(version: str) -> tuple[int, ...]:
    """Return numbers that compare as versions do; anything that is not a number counts as 0."""
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split("."))


def name_key(name: str) -> tuple[tuple[int, ...], str]:
    """Return the sorting key of a bundle's name: its version; names without one come first.

    Browsers append numbers to the names of copies, so the first version counts.
    """
    named = _VERSION.search(name)
    return version_key(named[0]) if named is not None else (), name


def is_played(now: float, newest: float | None, released: float = 0.0) -> bool:
    """Return whether a game is being played: it is unfinished, and its newest entry is recent.

    Times are seconds of the day (POSIX); ``newest`` is ``None`` without an unfinished game. An
    entry from the future means that the clock was set back, and counts as new. At ``released`` a
    host has stated that no game is being played: only later entries count.
    """
    return newest is not None and newest > released and now - newest < LEFT_ALONE


class SystemTrial(msgspec.Struct, frozen=True):
    """A system installed for one trial start: its version and its slot."""

    version: str
    slot: str


class TrialOutcome(msgspec.Struct, frozen=True):
    """The result of a trial: the notice, and whether it was rolled back."""

    sentence: Message
    came_back: bool


def outcome(trial: SystemTrial | None, booted: str, *, ready: bool) -> TrialOutcome | None:
    """Return the result of a trial, ``None`` if there was none, or if it has not ended."""
    if trial is None or not booted:
        return None
    if trial.slot != booted:
        sentence = say(
            "update {version} did not start: the previous version is back, nothing is lost",
            version=trial.version,
        )
        return TrialOutcome(sentence, came_back=True)
    if ready:
        return TrialOutcome(
            say("updated to version {version}", version=trial.version), came_back=False
        )
    return None


def slot(command_line: Sequence[str]) -> str:
    """Return the booted slot from the kernel's command line; empty if it names none."""
    return next((word[10:] for word in command_line if word.startswith("rauc.slot=")), "")
