"""What a viewer sees of a stage: whatever the viewer may not know is left out here.

Only what the rules themselves call open is used, and a seat's own ``private`` lines and legal
actions. A state is never sent.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.devices import DeviceStatus, State
from companion.engine.facets import SecretScore
from companion.engine.game import Line, ScoreLine
from companion.engine.text import Text, text
from companion.table.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.time_control import Kind, overtime, read
from companion.table.voice import Voice
from companion.web import offer as offers
from companion.web.offer import Offer
from companion.web.picture import diagram, sprite
from companion.web.places import spaces
from companion.web.viewer import Alert, Surroundings, Viewer
from companion.web.words import Words

OWN: Final = (
    *(
        "seat",
        "private",
        "outlook",
        "choices",
        "corrections",
        "devices",
        "join",
        "claims",
        "alerts",
    ),
    *("language", "can", "hardware", "tray"),
)
"""Keys of a view that a spectator's view does not have."""
_NAMES: Final = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Speech:
    """A language, with the game's texts and those of the pages in it."""

    language: str
    voice: Voice
    words: Words


def common(stage: Stage, speech: Speech, surroundings: Surroundings) -> dict[str, Any]:
    """Return what all viewers see, except for the picture and the clock."""
    voice = speech.voice
    unsaved = stage.unsaved and voice.long(text("table.not_saved", what=stage.unsaved))
    if isinstance(stage, Lobby):
        return {"game": None, "lobby": _lobby(stage, voice), "players": [], "unsaved": unsaved}
    return {
        "unsaved": unsaved,
        **_course(stage, speech, surroundings),
        **_scores(stage, voice),
        **_board(stage, voice),
    }


def offer_for(stage: Stage, viewer: Viewer) -> Offer | None:
    """Return what a viewer can choose from, with nothing selected yet."""
    if isinstance(stage, Lobby):
        return None
    if viewer.seat is not None and viewer.seat < len(stage.setup.players):
        return offers.for_seat(stage, viewer.seat)
    if viewer.play:
        return offers.for_box(stage)
    return offers.for_host(stage) if viewer.host else None


def _course(table: Table, speech: Speech, surroundings: Surroundings) -> dict[str, Any]:
    """Return the game and its players, whose turn it is, what to do, and the table's message."""
    game, state, voice = table.game, table.state, speech.voice
    current = game.current_player(state)
    status, notice = game.status(state), table.notice
    return {
        "game": {"id": game.id, "title": game.title, "rules": voice.tells_rules},
        "lobby": None,
        "players": [
            {
                "name": name,
                "claimed": seat in surroundings.claimed,
                "here": seat in surroundings.here,
            }
            for seat, name in enumerate(table.setup.players)
        ],
        "turn": {
            "current": current if current >= 0 else None,
            "awaited": [seat for seat in game.awaited(state) if seat >= 0],
            "over": table.is_over,
            "winners": list(game.winners(state)),
            "laying": table.laying,
            "paused": table.clocks.paused,
        },
        "prompt": voice.long(game.prompt(state, current)),
        "status": "" if status is None else voice.long(status),
        "notice": None
        if notice is None
        else {
            "message": voice.long(notice.message),
            "rule": notice.rule,
            "refused": notice.refused,
        },
        "tasks": [voice.long(task.what) for task in table.tasks],
    }


def _scores(table: Table, voice: Voice) -> dict[str, Any]:
    game, state = table.game, table.state
    known = spaces(table)
    lines = game.score_breakdown(state) if table.is_over else game.open_score(state)
    return {
        "scores": [
            {
                "player": line.player,
                "points": line.points,
                "rule": line.rule,
                "because": voice.long(line.because),
                "places": _named(line, known),
            }
            for line in lines
        ],
        "totals": list(game.returns(state)) if _is_open(table) else None,
    }


def _is_open(table: Table) -> bool:
    """Tell whether all points are open: those of the table's game, or all after its end."""
    return table.is_over or not isinstance(table.game, SecretScore)


def _named(line: ScoreLine, known: frozenset[str]) -> list[str]:
    """Return the spaces that a score line names."""
    words = (word for value in _params(line.because) for word in _NAMES.findall(value))
    own = f"seat-{line.player + 1}-"
    named = (next((name for name in (word, own + word) if name in known), None) for word in words)
    return list(dict.fromkeys(filter(None, named)))


def _params(message: Text) -> Iterable[str]:
    for value in message.params.values():
        if isinstance(value, Text):
            yield from _params(value)
        elif isinstance(value, str):
            yield value


def _board(table: Table, voice: Voice) -> dict[str, Any]:
    game, state = table.game, table.state
    return {
        "summary": lines(game.summary(state), voice),
        "sprites": [sprite(drawn, voice) for drawn in game.sprites(state)],
        "diagram": diagram(game.diagram(state)),
    }


def lines(summary: Iterable[Line], voice: Voice) -> list[dict[str, str]]:
    """Return the lines of a summary in the voice's language."""
    return [
        {
            "left": voice.long(line.left),
            "right": "" if line.right is None else voice.long(line.right),
            "icon": line.icon,
            "mark": line.mark,
        }
        for line in summary
    ]


def _lobby(lobby: Lobby, voice: Voice) -> dict[str, Any]:
    question = lobby.question
    if question is None:
        return {"key": "", "title": "", "answers": [], "cursor": 0}
    return {
        "key": question.key,
        "title": voice.long(question.ask),
        "answers": [voice.long(name) for _, name in question.answers],
        "cursor": lobby.cursor,
    }


def clock(table: Table, now: int) -> dict[str, Any]:
    """Return the clocks as they stand at ``now``, all times in milliseconds of the game's clock."""
    control, clocks = table.control, table.clocks
    seats = []
    for seat in range(len(table.setup.players)):
        shown = read(control, clocks, seat, now)
        over = 0 if control.kind is Kind.NONE else overtime(control, clocks, seat, now)
        seats.append(
            {
                "used": shown.used,
                "left": shown.left,
                "delay": shown.delay,
                "periods": shown.periods,
                "overtime": over,
            }
        )
    running = [] if clocks.paused else list(clocks.running)
    return {
        "kind": str(control.kind),
        "paused": clocks.paused,
        "running": running,
        "seats": seats,
    }


def clock_mark(stage: Stage) -> object:
    """Return the clocks in a form that stays equal while time merely passes."""
    if isinstance(stage, Lobby):
        return None
    clocks = stage.clocks
    running = () if clocks.paused else clocks.running
    seats = tuple(
        replace(clock, turn=clock.turn - clocks.at) if seat in running else clock
        for seat, clock in enumerate(clocks.seats)
    )
    return replace(clocks, seats=seats, at=0)


def own(
    stage: Stage, viewer: Viewer, speech: Speech, surroundings: Surroundings, offer: Offer | None
) -> dict[str, Any]:
    """Return what spectators do not get: a seat's own, the host's, or the virtual box's part."""
    view: dict[str, Any] = {}
    chosen = None if offer is None else offers.struct(offer, speech.voice)
    seat = viewer.seat
    if seat is not None:
        view["seat"] = seat
    if seat is not None and isinstance(stage, Table) and seat < len(stage.setup.players):
        view["private"] = lines(stage.game.private(stage.state, seat), speech.voice)
        view["outlook"] = lines(stage.game.outlook(stage.state, seat), speech.voice)
    if viewer.seat is not None or viewer.play:
        view["choices"] = chosen
    if viewer.host:
        view |= _host(stage, speech, surroundings)
        view["corrections"] = chosen
    if viewer.play:
        view |= _play(stage, speech, surroundings)
    return view


def _host(stage: Stage, speech: Speech, surroundings: Surroundings) -> dict[str, Any]:
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
        "join": _join(surroundings),
        "claims": [
            {"seat": seat, "here": seat in surroundings.here}
            for seat in sorted(surroundings.claimed)
        ],
        "alerts": [
            _alert(alert, speech.words)
            for alert in (*surroundings.alerts, *_away(surroundings, speech))
        ],
        "language": stage.language,
        "can": _can(stage),
    }


def _join(surroundings: Surroundings) -> dict[str, str] | None:
    if surroundings.join is None:
        return None
    return {"address": surroundings.join.address, "code": surroundings.join.code}


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


def _can(stage: Stage) -> list[str]:
    if isinstance(stage, Lobby):
        return ["back"] if stage.given else []
    can = ["undo"] if stage.past else []
    if stage.laying:
        can += ["confirm", "back"]
    elif not stage.is_over:
        can.append("resume" if stage.clocks.paused else "pause")
        can += ["correct"] if stage.game.corrections(stage.state) else []
    return [*can, "leave"]


def _play(stage: Stage, speech: Speech, surroundings: Surroundings) -> dict[str, Any]:
    """Return the virtual box: its hardware, and the pieces for its readers."""
    box = surroundings.hardware
    pieces = stage.game.pieces(stage.state) if isinstance(stage, Table) else ()
    return {
        "join": _join(surroundings),
        "hardware": None
        if box is None
        else {
            "panel": None if box.panel is None else list(box.panel),
            "buttons": list(box.buttons),
            "lamps": list(box.lamps),
            "readers": list(box.readers),
        },
        "tray": [{"piece": piece.id, "name": speech.voice.long(piece.name)} for piece in pieces],
    }
