"""Glance screen while no key is pressed: whose turn it is, in large letters.

At a distance of one metre a letter of seven pixels on a panel of 0.96 inches is four minutes of arc
high, where sixteen are comfortable. So the name and the round are as large as fit.
"""

import re
from typing import Final

from companion.engine.game import CHANCE
from companion.engine.log import EntryKind
from companion.engine.ranking import points_of
from companion.engine.text import Seat, Text, text
from companion.table.action_text import TURN_END
from companion.table.binding import InputSource
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import minutes, sand_left
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.modes.stack import bindings
from companion.table.narrowing.intent import VERB, values
from companion.table.previous_games.previous_game import points_text
from companion.table.screens.bottom_line import bottom_line, cut, key_wordings
from companion.table.screens.game_progress import rounds_begun
from companion.table.screens.headline import KeyLayout, clock_face, table_title
from companion.table.screens.screen import Glance, Screen
from companion.table.stage import Stage
from companion.table.state import IdleFace, Table
from companion.table.voice import COLUMNS, Voice

_ANSWERS: Final = frozenset({Command.CONFIRM, InputSource.SEAT})
"""What answers a question on every kind of box."""
_FEWEST: Final = 6
"""Characters of a question that are left in any case."""
_LOOKED_AT: Final = 12
"""How many of the last entries are looked at for an event worth telling."""


def glance(
    stage: Stage, voice: Voice, keys: KeyLayout = KeyLayout.FULL, line: Voice | None = None
) -> Screen | None:
    """Return the screen to be read from afar; ``None`` while something else has to be read.

    ``line`` is the voice for the line below the large letters, if a panel has more room there.
    """
    if isinstance(stage, Lobby) or not _stands(stage):
        return None
    shown = _ending(stage, voice) if stage.is_over else _playing(stage, voice, keys, line or voice)
    alarm = voice.short(text("table.unsaved")) if stage.console.unsaved else ""
    return None if shown is None else Screen(glance=shown, alarm=alarm)


def _playing(stage: Table, voice: Voice, keys: KeyLayout, line: Voice) -> Glance:
    waited = stage.game.awaited(stage.state)
    lit = stage.clocks.running if waited == (CHANCE,) else waited
    seats = range(len(stage.setup.players))
    watched = stage.console.face is IdleFace.CLOCK
    sand = sand_left(stage.clocks, stage.clocks.at)
    return Glance(
        name=voice.short(_name(stage)) if sand is None else minutes(sand, up=True),
        round=(clock_face(stage),) if watched else _wordings(_round(stage), voice),
        clock=_clock(stage),
        event=_event(stage, line, keys),
        lamps=tuple((voice.short(_player(seat)), seat in lit) for seat in seats),
    )


def _ending(table: Table, voice: Voice) -> Glance | None:
    """Return the winners with their points and the tie-break; ``None`` without a winner."""
    seats = table.winners
    if not seats:
        return None
    total = points_of(table.game, table.state)[seats[0]]
    points = points_text(total, unsure=table.console.unsure)
    won = text("table.won", n=len(seats), total=points)
    decided = None if table.stopped else table.game.decided(table.state)
    lamps = tuple((voice.short(_player(seat)), False) for seat in range(len(table.setup.players)))
    return Glance(
        name=" ".join(voice.short(_player(seat)) for seat in seats),
        round=_wordings(won, voice),
        event=("" if decided is None else voice.short(decided),),
        lamps=lamps,
    )


def _stands(table: Table) -> bool:
    """Return whether no list, message or task has to be read."""
    unread = (table.console.cover, table.cursor, table.placement)
    to_do = table.tasks and not table.stopped
    busy = table.selection or to_do or table.corrections
    return not busy and all(thing is None for thing in unread)


def _player(seat: int) -> Text:
    return text("table.player", player=Seat(seat))


def _name(table: Table) -> Text:
    """Return the awaited player; a pause concerns all players."""
    if table.clocks.paused:
        return text("table.paused")
    waited = table.game.awaited(table.state)
    return _player(waited[0]) if len(waited) == 1 and waited[0] >= 0 else table_title(table)


def _round(table: Table) -> Text:
    """Return the game's own progress, else the round, counted by the first player."""
    status = table.game.status(table.state)
    if status is not None:
        return status
    return text("table.round", n=rounds_begun(table))


def _wordings(round_: Text, voice: Voice) -> tuple[str, ...]:
    """Return the full and the short wording, then a part of it alone, capitalized.

    So the round stays where the dealer's name does not fit beside it.
    """
    parts = (voice.short(each) for each in round_.params.values() if isinstance(each, Text))
    wordings = (voice.long(round_), voice.short(round_), *parts)
    return tuple(words[:1].upper() + words[1:] for words in wordings)


def _clock(table: Table) -> str:
    """Return a clock with a limit beside the round; a requested one replaces the round.

    Other clocks are omitted, because every tick wakes the box.
    """
    limited = table.clocks.control.kind is not ClockKind.NONE
    return clock_face(table) if limited and table.console.face is not IdleFace.CLOCK else ""


def _named(what: Text, actor: int, voice: Voice) -> str:
    """Return an action in its short wording with the player's name."""
    words = voice.short(what)
    if voice.short(_player(actor)) in words:
        return words
    return voice.short(text("table.did", player=Seat(actor), what=what))


def _asked(
    table: Table, what: Text, voice: Voice, keys: KeyLayout, sign: str = ""
) -> tuple[str, ...]:
    """Return the prompt behind a sign, and the key for the answer, the fullest wording first.

    The shorter wordings leave room for a clock in the line. The prompt does not repeat the large
    name. Where there is no room for a few letters of it, the key says what it does alone.
    """
    says = _without_name(voice.short(what), voice.short(_name(table)))
    confirming = tuple(each for each in bindings(table) if each.trigger in _ANSWERS)
    lines = [line for line in key_wordings(confirming, voice, keys) if line]
    if not lines:
        return (f"{sign}{says}",)
    whole = [f"{sign}{says} {line}" for line in lines]
    cuts = [
        f"{sign}{cut(says, room)} {line}"
        for columns in range(voice.columns, COLUMNS - 1, -1)
        for line in lines
        if (room := columns - len(f"{sign} {line}")) >= _FEWEST
    ]
    alone = [f"{sign}{line}" for line in (*lines, bottom_line(confirming, voice, keys))]
    return tuple(dict.fromkeys([*whole, *cuts] if cuts else [*whole, *alone]))


def _without_name(what: str, name: str) -> str:
    """Return a prompt without the name that precedes it, as in *Ann: lay speed*."""
    return re.sub(rf"^{re.escape(name)}\s?:\s", "", what)


def _event(table: Table, voice: Voice, keys: KeyLayout) -> tuple[str, ...]:
    """Return the reminder or the outcome to enter, else the last action."""
    if table.reminder is not None:
        return _asked(table, table.reminder, voice, keys, "! ")
    seat = table.game.current_player(table.state)
    waited = table.game.awaited(table.state)
    if table.clocks.paused and len(waited) == 1 and waited[0] >= 0:
        return _asked(table, _player(waited[0]), voice, keys)
    if seat == CHANCE:
        return _asked(table, table.game.prompt(table.state, seat), voice, keys)
    for log_step in table.steps[: -_LOOKED_AT - 1 : -1]:
        entry = log_step.entry
        if entry.kind is EntryKind.ACTION and entry.actor >= 0:
            secret = table.game.log_audience(log_step.state, log_step.action) is not None
            if not secret and values(log_step.action)[VERB] != TURN_END:
                return (_named(table.game.words.brief(log_step.action), entry.actor, voice),)
    return _asked(table, table.game.prompt(table.state, seat), voice, keys)
