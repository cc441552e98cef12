"""Projection of a stage for a viewer: secrets of others are left out.

Only what the rules declare public is used, and a seat's own ``private`` lines and legal actions. A
state is never sent.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.facets import SecretScore
from companion.engine.game import Line, ScoreLine
from companion.engine.picture import side_by_side
from companion.engine.ranking import points_of
from companion.engine.text import Text, text, titled
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import overtime, read, sand_left
from companion.table.lobby.lobby import Lobby
from companion.table.log_repair.running_game import WAITING, is_log_repaired, running_game
from companion.table.mode import DrawContribution
from companion.table.modes.clock_menu import sand_timers
from companion.table.modes.stack import uncovered_mode
from companion.table.modes.tasks import listed_tasks
from companion.table.screens import replay
from companion.table.stage import Stage
from companion.table.state import Notice, Table
from companion.table.task import setup_minutes
from companion.table.voice import Voice
from companion.web.access import invitation
from companion.web.messages.host_commands import possible_for_lead
from companion.web.messages.take_back import TakeBackRequest, take_back_offer
from companion.web.views import offer as offers
from companion.web.views.button_labels import ButtonLabels, button_label_views, button_labels
from companion.web.views.draw import draw_view
from companion.web.views.final_ranking import final_ranking
from companion.web.views.host import can, host
from companion.web.views.in_play import kind_rules, parts, rule_of
from companion.web.views.json_text import JsonObject
from companion.web.views.lobby import arrivals, seat_colours
from companion.web.views.lobby import lobby as _lobby
from companion.web.views.offer import Offer
from companion.web.views.page_voice import PageVoice
from companion.web.views.picture import diagram_view, emblem_view, sprite_view
from companion.web.views.position import Position, Rules
from companion.web.views.viewer import Surroundings, Viewer

OWN: Final = (
    *(
        "seat",
        "undo",
        "private",
        "outlook",
        "choices",
        "corrections",
        "devices",
        "join",
        "along",
        "claims",
        "alerts",
    ),
    *("language", "sound", "brightness", "can", "levels", "computer", "hardware", "keys", "tray"),
)
"""Keys of a view that a spectator's view does not have."""


REMINDER: Final = "table.reminder"
"""The key of the message that repeats what is still to be done."""


class ViewPart(msgspec.Struct, frozen=True):
    """A list with texts, and the language-independent source that it is derived from."""

    source: Callable[[Position], object]
    tell: Callable[[Position, Voice], Sequence[Mapping[str, Any]]]


def common(stage: Stage, speech: PageVoice, surroundings: Surroundings) -> dict[str, Any]:
    """Return the view common to all viewers, except the picture and the clock."""
    shared = volatile_part(stage, speech, surroundings)
    if isinstance(stage, Lobby):
        return shared
    return {**shared, **board(Position(stage), speech.voice)}


def offer_for(position: Position, viewer: Viewer) -> Offer | None:
    """Return a viewer's choices, with nothing selected yet."""
    if viewer.seat is not None and viewer.seat < len(position.table.setup.players):
        return offers.for_seat(position, viewer.seat)
    if viewer.play:
        return offers.for_box(position)
    return offers.for_host(position) if viewer.host else None


def volatile_part(stage: Stage, speech: PageVoice, surroundings: Surroundings) -> dict[str, Any]:
    """Return the part of ``common`` that can also change without an action."""
    if isinstance(stage, Table):
        return {**prompt_part(stage, speech), **seating_part(stage, surroundings)}
    return {
        "game": None,
        "lobby": _lobby(stage, speech, surroundings),
        "players": arrivals(stage, surroundings),
        "unsaved": _unsaved(stage, speech.voice),
    }


def _unsaved(stage: Stage, voice: Voice) -> str:
    reason = stage.console.unsaved
    return reason and voice.long(text("table.not_saved", what=reason))


def board(position: Position, voice: Voice) -> dict[str, Any]:
    """Return the part of ``common`` that a position determines: pieces and points."""
    drawn = [sprite_view(each.sprite, each.kind, voice) for each in position.kinded_sprites]
    texts = {key: part.tell(position, voice) for key, part in WORDED.items()}
    return {**texts, **language_free_part(position), "sprites": drawn}


def scores(position: Position, voice: Voice) -> list[JsonObject]:
    """Return the public points, each with its reason."""
    return [
        _score(position, voice, line, places)
        for line, places in zip(position.scores, position.scored, strict=True)
    ]


def summary(position: Position, voice: Voice) -> list[JsonObject]:
    """Return the contents of a shared display."""
    return _lines(position.summary, voice, position, position.cited)


WORDED: Final = MappingProxyType(
    {
        "scores": ViewPart(attrgetter("scores", "spaces"), scores),
        "summary": ViewPart(attrgetter("summary", "in_play"), summary),
        "parts": ViewPart(attrgetter("in_play", "in_play_places", "kinds"), parts),
    }
)
"""The parts of ``board`` that are in a language, but for the sprites."""


def _score(
    position: Position, voice: Voice, line: ScoreLine, places: tuple[str, ...]
) -> JsonObject:
    return position.cache.scores.get(
        (voice, line, places),
        lambda _: JsonObject(
            player=line.player,
            points=line.points,
            rule=line.rule,
            because=voice.long(line.because),
            places=places,
            **emblem_view(position.emblem(line.because)),
        ),
    )


def language_free_part(position: Position) -> dict[str, Any]:
    """Return the parts of ``board`` that are the same in all languages."""
    table = position.table
    return {
        "totals": list(points_of(table.game, table.state)) if _is_open(table) else None,
        "diagram": diagram_view(position.diagram),
        "curve": replay.points_history(table) if table.is_over else None,
    }


def _message(table: Table, voice: Voice) -> dict[str, Any] | None:
    """Return the table's message, else what pages show in the same place.

    That is why nothing can be played during a repair of the log, or the reminder.
    """
    notice = table.notice
    if notice is None and is_log_repaired(table):
        notice = WAITING
    if notice is None and table.reminder is not None:
        due = text("table.reminder", what=table.reminder)
        notice = Notice(due, refused=False)
    if notice is None:
        return None
    return {
        "message": voice.long(notice.message),
        "rule": notice.rule,
        "refused": notice.refused,
        "due": notice.message.key == REMINDER,
        "why": "" if notice.why is None else voice.long(notice.why),
    }


def _draws(table: Table) -> bool:
    """Return whether the box waits for key presses before it draws."""
    return isinstance(uncovered_mode(table), DrawContribution)


def _prompt(table: Table) -> Text:
    return table.game.prompt(table.state, table.game.current_player(table.state))


def prompt_part(table: Table, speech: PageVoice) -> dict[str, Any]:
    """Return the part of ``volatile_part`` in a language: the prompt, and the table's message."""
    shown, table = _message(table, speech.voice), running_game(table)
    game, state, voice = table.game, table.state, speech.voice
    status = _setup_time(table) if table.laying else game.status(state)
    return {
        "game": {
            "id": game.id,
            "title": voice.long(titled(game.title, game.titles)),
            "rules": voice.tells_rules,
        },
        "unsaved": _unsaved(table, voice),
        "prompt": "" if table.laying else voice.long(_prompt(table)),
        "status": "" if status is None or table.is_over else voice.long(status),
        "notice": shown,
        "draw": draw_view(table, voice),
        "tasks": [
            {
                "text": voice.long(task.what),
                "seat": task.seat,
                "number": task.number,
                **emblem_view(game.emblem(state, task.what)),
            }
            for task in (table.tasks if table.laying else listed_tasks(table))
        ],
    }


def _setup_time(table: Table) -> Text | None:
    """Return how long the rest of the setup takes; nothing before it is drawn."""
    if _draws(table):
        return None
    return text("table.setup_time", n=setup_minutes(table.game, table.tasks))


def seating_part(table: Table, surroundings: Surroundings) -> dict[str, Any]:
    """Return the language-independent part of ``volatile_part``: who is present, whose turn."""
    table = running_game(table)
    game, state = table.game, table.state
    current = game.current_player(state)
    return {
        "lobby": None,
        "unsure": table.console.unsure,
        "players": [
            {
                "name": name,
                "colour": colour,
                "claimed": seat in surroundings.claimed,
                "here": seat in surroundings.here,
                "robot": seat in table.setup.robots,
                "lead": seat == surroundings.lead,
                "asked": seat in surroundings.asked,
            }
            for seat, (name, colour) in enumerate(
                zip(table.setup.players, seat_colours(game, table.setup), strict=True)
            )
        ],
        "turn": {
            "current": current if current >= 0 else None,
            "awaited": [seat for seat in game.awaited(state) if seat >= 0],
            "over": table.is_over,
            "winners": list(table.winners),
            "laying": table.laying,
            "drawing": _draws(table),
            "paused": table.clocks.paused and not table.is_over,
        },
        "end": final_ranking(table, surroundings.play),
        "wish": _wish(table, surroundings.wish),
    }


def _wish(table: Table, wish: TakeBackRequest | None) -> dict[str, Any] | None:
    """Return who asks to take back a step, and whose agreement is missing."""
    if wish is None or not wish.holds(table):
        return None
    return {"seat": wish.seat, "asked": sorted(wish.awaited), "refused": wish.refused}


def _is_open(table: Table) -> bool:
    """Return whether all points are public: as the game declares, or after its end."""
    return table.is_over or not isinstance(table.game, SecretScore)


def lines(summary: Iterable[Line], voice: Voice, position: Position) -> list[JsonObject]:
    """Return the lines of a summary in the voice's language, with drawings of their subjects."""
    summary_lines, table = tuple(summary), position.table
    return _lines(
        summary_lines,
        voice,
        position,
        position.cited,
        kind_rules(summary_lines, table.game.picture),
    )


def _lines(
    summary: Iterable[Line], voice: Voice, position: Position, *cited: Rules
) -> list[JsonObject]:
    def line_view(cache_key: tuple[Voice, Line, str]) -> JsonObject:
        _, line, rule = cache_key
        shown = [words for words in (line.left, line.right) if words is not None]
        return JsonObject(
            left=voice.long(line.left),
            right="" if line.right is None else voice.long(line.right),
            icon=line.icon,
            mark=line.mark,
            **emblem_view(side_by_side(map(position.emblem, shown))),
            **({"rule": rule} if rule else {}),
        )

    cached = position.cache.lines
    return [cached.get((voice, line, rule_of(line, *cited)), line_view) for line in summary]


def clock(table: Table, now: int) -> dict[str, Any]:
    """Return the clocks at ``now``, all times in milliseconds of the game's clock."""
    clocks = table.clocks
    control = clocks.control
    seats = []
    for seat in range(len(table.setup.players)):
        shown = read(clocks, seat, now)
        over = 0 if control.kind is ClockKind.NONE else overtime(clocks, seat, now)
        seats.append(
            {
                "used": shown.used,
                "left": shown.left,
                "delay": shown.delay,
                "periods": shown.periods,
                "overtime": over,
            }
        )
    running = list(clocks.ticking)
    return {
        "kind": str(control.kind),
        "paused": clocks.paused,
        "running": running,
        "stopped": list(clocks.stopped),
        "seats": seats,
        "sand": sand_left(clocks, now),
        "timers": [timer.time for timer in sand_timers(table) if timer.time],
    }


def clock_mark(stage: Stage) -> object:
    """Return the clocks in a form that stays equal while only time passes."""
    if isinstance(stage, Lobby):
        return None
    clocks = stage.clocks
    running = clocks.ticking
    seats = tuple(
        replace(clock, turn=clock.turn - clocks.at) if seat in running else clock
        for seat, clock in enumerate(clocks.seats)
    )
    return replace(clocks, seats=seats, at=0)


def private_part(
    stage: Stage, viewer: Viewer, speech: PageVoice, surroundings: Surroundings
) -> dict[str, Any]:
    """Return the part that spectators do not get: the seat's, the host's, or the virtual box's."""
    position = Position(stage) if isinstance(stage, Table) else None
    offer = None if position is None else offer_for(position, viewer)
    view = {
        **choices_part(position, viewer, speech.voice, offer),
        **surroundings_part(stage, viewer, speech, surroundings),
    }
    if viewer.play:
        view["keys"] = [*button_label_views(pad(stage, viewer, surroundings), speech.voice)]
    if position is None or viewer.seat is None:
        return view
    parts = seat_part(position, viewer.seat)
    return {**view, **{key: lines(each, speech.voice, position) for key, each in parts.items()}}


def choices_part(
    position: Position | None, viewer: Viewer, voice: Voice, offer: Offer | None
) -> dict[str, Any]:
    """Return the choices in ``private_part``."""
    view: dict[str, Any] = {}
    chosen = None if offer is None else offers.struct(offer, voice)
    if viewer.seat is not None or viewer.play:
        view["choices"] = chosen
    if viewer.host:
        view["corrections"] = chosen
    if viewer.play:
        pieces = () if position is None else position.pieces.values()
        view["tray"] = [{"piece": piece.id, "name": voice.long(piece.name)} for piece in pieces]
    return view


def seat_part(position: Position, seat: int) -> dict[str, tuple[Line, ...]]:
    """Return the secrets of a seat in ``private_part``, independent of its selection."""
    table = position.table
    if seat >= len(table.setup.players):
        return {}
    game, state = table.game, table.state
    return {"private": game.private(state, seat), "outlook": game.outlook(state, seat)}


def surroundings_part(
    stage: Stage,
    viewer: Viewer,
    speech: PageVoice,
    surroundings: Surroundings,
) -> dict[str, Any]:
    """Return the part of ``private_part`` that can also change without an action."""
    view: dict[str, Any] = {} if viewer.seat is None else {"seat": viewer.seat}
    if viewer.seat is not None:
        view["undo"] = _take_back(stage, viewer.seat) if isinstance(stage, Table) else ""
    if viewer.host:
        view |= host(stage, speech, surroundings)
    elif viewer.seat is not None and viewer.seat == surroundings.lead:
        view["can"] = can(stage, speech, possible_for_lead)
    if viewer.play:
        view |= _play(surroundings)
    if viewer.screen and _invites(stage, surroundings):
        view["join"] = surroundings.join and invitation.struct(surroundings.join)
    if viewer.screen and isinstance(stage, Table) and stage.is_over and surroundings.join:
        view["along"] = invitation.game_link(surroundings.join, surroundings.play)
    return view


def _take_back(table: Table, seat: int) -> str:
    """Return how a seat may take a step back, empty if it may not."""
    return "" if is_log_repaired(table) else take_back_offer(table, seat)


def pad(stage: Stage, viewer: Viewer, surroundings: Surroundings) -> tuple[ButtonLabels, ...]:
    """Return the button labels of the virtual box, for its page."""
    return button_labels(stage, surroundings.hardware) if viewer.play else ()


def _invites(stage: Stage, surroundings: Surroundings) -> bool:
    """Return whether phones are invited: before a game, and until all seats are taken."""
    if isinstance(stage, Lobby):
        return True
    people = set(range(len(stage.setup.players))) - set(stage.setup.robots)
    return stage.laying and not people <= surroundings.claimed


def _play(surroundings: Surroundings) -> dict[str, Any]:
    """Return the hardware of the virtual box."""
    box = surroundings.hardware
    return {
        "join": surroundings.join and invitation.struct(surroundings.join),
        "hardware": None
        if box is None
        else {
            "panel": None if box.panel is None else list(box.panel),
            "buttons": list(box.buttons),
            "lamps": list(box.lamps),
            "readers": list(box.readers),
            "knobs": list(box.knobs),
        },
    }
