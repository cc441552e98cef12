"""Light and sound of a whole box: what people see and hear, and when."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.devices import Cue
from companion.devices.buzzer import MELODIES
from companion.engine.log import Entry
from companion.settings import SoundSettings
from companion.settings.quiet_hours import QuietHours
from companion.storage.journal import Journal
from companion.table.stage import Stage
from companion.table.state import ActionInput
from companion.table.voice import Voice
from tests.rig import Rig, running, settings

Scene = Callable[[Rig], Coroutine[Any, Any, None]]
HERTZ = {"E6": Cue.ACCEPTED, "E5": Cue.REFUSED, "C6": Cue.TURN, "A5": Cue.WARNING, "G5": Cue.OVER}
"""The cue whose tune begins with each tone."""
TONES = {"E6": 1318.5, "E5": 659.3, "C6": 1046.5, "A5": 880.0}
SANDGLASS = {"kind": "per_turn", "main": 90_000}


def play(folder: Path, scene: Scene, **changes: Any) -> None:  # noqa: ANN401 - Settings
    """Run a scene on an emulated box."""

    async def run() -> None:
        async with running(settings(folder, **changes), folder) as rig:
            await scene(rig)

    asyncio.run(run())


def listening(rig: Rig) -> list[Cue]:
    """Return a list to which every cue from now on is added."""
    heard: list[Cue] = []

    def listen(_stage: object, _entries: object) -> None:
        tone = rig.hardware.signals.tone
        begun = [HERTZ[name] for name, hertz in TONES.items() if tone and abs(tone - hertz) < 1]
        heard.extend(begun)

    rig.box.session.followers = (*rig.box.session.followers, listen)
    return heard


def lamp(seat: int) -> frozenset[str]:
    return frozenset({f"seat{seat + 1}"})


def test_each_tune_begins_with_the_tone_that_these_tests_expect() -> None:
    assert {tune[0].tone: cue for cue, tune in MELODIES.items()} == HERTZ


def test_the_lamp_follows_the_turn(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        assert rig.hardware.signals.lit == frozenset()
        await rig.lay_out()
        first = rig.table.state.current
        assert rig.hardware.signals.lit == lamp(first)
        await rig.lay("token-B")
        assert rig.hardware.signals.lit == lamp(1 - first)
        await rig.hold("b")
        assert rig.hardware.signals.lit == lamp(first)

    play(tmp_path, scene)


def test_a_lamp_is_lit_only_after_the_turn_is_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        first = rig.table.state.current
        append = Journal.append
        lit_when_durable = []

        def watched(journal: Journal, play: int, entries: Sequence[Entry]) -> None:
            append(journal, play, entries)
            lit_when_durable.append(rig.hardware.signals.lit)

        monkeypatch.setattr(Journal, "append", watched)
        await rig.tap("a")
        assert lit_when_durable == [lamp(first)]
        assert rig.hardware.signals.lit == lamp(1 - first)

    play(tmp_path, scene)


def test_the_lamp_does_not_wait_for_the_picture(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        first = rig.table.state.current
        display = rig.box.display
        assert display is not None
        voice_of, lit_when_painted = display.voice_of, []

        def watched(stage: Stage) -> Voice:
            lit_when_painted.append(rig.hardware.signals.lit)
            return voice_of(stage)

        display.voice_of = watched
        await rig.tap("a")
        assert lit_when_painted == [lamp(1 - first)]

    play(tmp_path, scene)


@pytest.mark.slow
def test_after_the_end_all_lamps_are_dark_and_no_turn_is_signalled(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        heard = listening(rig)
        await rig.robot.play()
        assert rig.hardware.signals.lit == frozenset()
        assert heard[-1] is Cue.ACCEPTED

    play(tmp_path, scene)


def test_events_are_heard(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        heard = listening(rig)
        await rig.lay_out()
        assert heard == [Cue.TURN]
        await rig.robot.let(1.0)
        await rig.lay("token-B")
        assert heard[1:] == [Cue.TURN]
        await rig.lay_tag("0415C3A1B2")
        assert heard[2:] == [Cue.REFUSED]
        await rig.tap("b")
        correction = rig.table.game.corrections(rig.table.state)[0]
        await rig.box.session.ask(ActionInput(correction))
        assert heard[3:] == [Cue.ACCEPTED]
        await rig.robot.let(1.0)
        assert rig.hardware.signals.tone is None

    play(tmp_path, scene)


async def spend(rig: Rig, seconds: int) -> None:
    for _ in range(seconds):
        await rig.robot.let(1.0)
        await rig.box.session.settled()


async def glances(rig: Rig) -> list[frozenset[str]]:
    """Look at the lamps for two seconds, three times a second."""
    seen = []
    for _ in range(6):
        await rig.robot.let(1 / 3)
        await rig.box.session.settled()
        seen.append(rig.hardware.signals.lit)
    return seen


def test_a_warning_blinks_and_sounds_until_the_next_action(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        first = rig.table.state.current
        await spend(rig, 28)
        heard = listening(rig)
        assert set(await glances(rig)) == {lamp(first)}
        assert heard == [Cue.WARNING]
        assert rig.screen.status == "1:00"
        assert set(await glances(rig)) == {lamp(first), frozenset()}
        await rig.tap("a")
        assert set(await glances(rig)) == {lamp(1 - first)}

    play(tmp_path, scene, clock=SANDGLASS)


@pytest.mark.parametrize(
    "sound", [SoundSettings(100, QuietHours(0, 24 * 60)), SoundSettings(volume=0)]
)
def test_nothing_sounds_in_quiet_hours_or_without_volume(
    tmp_path: Path, sound: SoundSettings
) -> None:
    async def scene(rig: Rig) -> None:
        heard = listening(rig)
        await rig.lay_out()
        await rig.lay("token-B")
        await rig.lay_tag("0415C3A1B2")
        await rig.tap("a")
        first = rig.table.state.current
        await spend(rig, 31)
        assert heard == []
        assert set(await glances(rig)) == {lamp(first), frozenset()}

    play(tmp_path, scene, clock=SANDGLASS, sound=sound)


def test_a_box_without_lamps_and_buzzer_plays_on(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        await rig.lay("token-B")
        assert rig.hardware.signals.lit == frozenset()
        assert rig.hardware.signals.tone is None
        assert "lamps" not in rig.box.session.devices

    play(tmp_path, scene, lamps={}, buzzer=None)
