"""What a host sees besides the game: devices, codes, seats, alerts, and the commands there are."""

from collections.abc import Iterable
from typing import Any

from companion.devices import DeviceStatus, State
from companion.engine.text import text
from companion.table.lobby import Lobby
from companion.table.stage import Stage
from companion.web import invitation
from companion.web.position import Position
from companion.web.speech import Speech
from companion.web.viewer import Alert, Surroundings
from companion.web.words import Words


def host(
    stage: Stage, speech: Speech, surroundings: Surroundings, position: Position | None
) -> dict[str, Any]:
    """Return what a host sees; ``position`` is ``None`` as long as no game goes on."""
    return {
        "devices": [
            {
                "name": status.device,
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
        "can": _can(stage, position),
        "computer": surroundings.keeps,
    }


def _away(surroundings: Surroundings, speech: Speech) -> Iterable[Alert]:
    """Yield an alert for each device that is out of service."""
    for status in surroundings.devices:
        if status.state in (State.ABSENT, State.DEGRADED):
            detail = _detail(status, speech)
            yield Alert("device", (("device", status.device), ("detail", detail)))


def _detail(status: DeviceStatus, speech: Speech) -> str:
    """Return the reason for a device's state, in the viewer's language."""
    return speech.voice.long(text("table.value", value=status.detail))


def _alert(alert: Alert, words: Words) -> str:
    return words.say(f"web.alert.{alert.key}", **dict(alert.params))


def _can(stage: Stage, position: Position | None) -> list[str]:
    """Return the commands that are possible, by their names in a message."""
    if isinstance(stage, Lobby):
        return ["back"] if stage.given else []
    if stage.laying:
        return ["confirm", "back", "leave"]
    can = ["undo"] if stage.past else []
    if not stage.is_over:
        can.append("resume" if stage.clocks.paused else "pause")
        can += ["correct"] if position is not None and position.is_correctable else []
    return [*can, "leave"]
