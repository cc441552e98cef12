"""Host's part of the view: devices, codes, seats, alerts, commands."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.devices import DeviceStatus, State
from companion.engine.game import Line
from companion.engine.text import text
from companion.protocol.http.page_words import PageWords
from companion.table.binding import Binding
from companion.table.lobby.lobby import Lobby
from companion.table.modes.level_choice import levels
from companion.table.modes.log_dialogue import open_question
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.voice import Voice
from companion.web.access import invitation
from companion.web.messages.host_commands import possible
from companion.web.views.offer import counted_field, option_name
from companion.web.views.page_voice import PageVoice
from companion.web.views.viewer import Alert, Surroundings


def host(stage: Stage, speech: PageVoice, surroundings: Surroundings) -> dict[str, Any]:
    """Return the host's part of the view."""
    return {
        "devices": [
            {
                "name": _device(status.device, speech.words),
                "state": str(status.state),
                "detail": _detail(status, speech),
                "bad": surroundings.bad_frames.get(status.device, 0),
            }
            for status in surroundings.devices
        ],
        "join": surroundings.join and invitation.struct(surroundings.join),
        "claims": [
            {"seat": seat, "here": seat in surroundings.here}
            for seat in sorted(surroundings.claimed)
        ],
        "alerts": [
            _alert(alert, speech.words)
            for alert in (*surroundings.alerts, *_away(surroundings, speech))
        ],
        "language": stage.console.language,
        "sound": not stage.console.quiet,
        "brightness": stage.console.brightness,
        "can": can(stage, speech, possible),
        "levels": _levels(stage, speech),
        "computer": surroundings.keeps,
        **_repair(stage, speech.voice),
    }


def _repair(stage: Stage, voice: Voice) -> dict[str, Any]:
    """Return the question about the log in place of the corrections, nothing without one."""
    question = open_question(stage) if isinstance(stage, Table) else None
    if question is None or not isinstance(stage, Table):
        return {}
    counted = counted_field(question.choices)
    names = [option_name(stage, each, counted) for each in question.choices] or question.answers
    answers = [{"label": _heading(voice.long(each)), "places": []} for each in names]
    about = [_line(each, voice) for each in question.about]
    return {"corrections": {"mine": True, "selected": about, "options": answers}}


def _line(line: Line, voice: Voice) -> str:
    right = "" if line.right is None else f" {voice.long(line.right)}"
    return voice.long(line.left) + right


def _away(surroundings: Surroundings, speech: PageVoice) -> Iterable[Alert]:
    """Yield an alert for each device that is out of service."""
    for status in surroundings.devices:
        if status.state in (State.ABSENT, State.DEGRADED):
            detail = _detail(status, speech)
            yield Alert(
                "device", (("device", _device(status.device, speech.words)), ("detail", detail))
            )


def _device(name: str, words: PageWords) -> str:
    """Return the name of a device; readers have names from the settings."""
    return str(words.all.get(f"web.device.name.{name}", name))


def _detail(status: DeviceStatus, speech: PageVoice) -> str:
    """Return the reason for a device's state, in the viewer's language."""
    return speech.voice.long(text("table.value", value=status.detail))


def _alert(alert: Alert, words: PageWords) -> str:
    return words.say(f"web.alert.{alert.key}", **dict(alert.params))


def can(
    stage: Stage, speech: PageVoice, possible_now: Callable[[Table], Mapping[str, Binding]]
) -> dict[str, str]:
    """Return the commands that have an effect now, by their message names, with their effects.

    ``possible_now`` returns those of a game that the viewer may give.
    """
    if isinstance(stage, Lobby):
        return {"back": speech.words.say("web.back")} if stage.given else {}
    found = possible_now(stage).items()
    return {name: _heading(speech.voice.long(binding.label)) for name, binding in found}


def _levels(stage: Stage, speech: PageVoice) -> dict[str, str]:
    """Return the levels to which the game can be raised now, with their names."""
    found = () if isinstance(stage, Lobby) else levels(stage)
    return {level: speech.voice.long(text(f"level.{level}")) for level in found}


def _heading(label: str) -> str:
    """Return a label as on a button, where it starts a line."""
    return label[:1].upper() + label[1:]
