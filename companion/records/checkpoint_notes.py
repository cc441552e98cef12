"""Notes in checkpoint entries: tasks left, a seat handed over, an early end, draws, clocks, levels.

In text it is one word, such as ``left(3)``, ``seat(1,"Dan")``, ``stopped``, ``level(full)``,
``carried(12)``, ``commit(…)``, ``draw(…)``, ``clock(add,60000,1)``, ``clock(stop,1)``,
``clock(sand,60000)`` or ``clock(fischer,600000,15000,0)``. Characters of a name that a word cannot
contain are escaped as in JSON.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from companion.engine.draws.notes import DrawNote, Reveal, note_in
from companion.engine.log import CARRIED, LEVEL, Entry, raised_to
from companion.engine.text import Text, text
from companion.schema.bounds import PersonName
from companion.schema.reading import fits, parse_json
from companion.table.clocks.change import (
    CLOCK,
    AddTime,
    ClockChange,
    StopClock,
    TurnSandTimer,
    change_in,
    change_of,
    payload_of,
    words,
)
from companion.table.history.entries import (
    LEFT,
    NAME,
    SEAT,
    STOPPED,
    TICKED,
    seat_transfers,
)

_TASKS: Final = range(10_000)
_ENTRIES: Final = range(1, 1_000_000)
_NUMBERED: Final = MappingProxyType({LEFT: _TASKS, TICKED: _TASKS, CARRIED: _ENTRIES})
"""The numbers in notes: of tasks at the table and of entries, far more than any game has."""
_GOES_ON: Final = "goes_on"
# Texts, compiled with the first note: a start reads none.
_LAID: Final = rf"({LEFT}|{TICKED})\((\d{{1,4}})\)"
_CARRIED: Final = rf"{CARRIED}\((\d{{1,6}})\)"
_AND: Final = "+"
_COMMITTED: Final = r"commit\(([0-9a-f]{64}),([0-9a-f]{32})(?:,(\d{1,2}))?\)"
_DRAWN: Final = (
    r"draw\(([0-9a-f]{64}),(\d{1,16}(?:\+\d{1,16})*),(\d+/\d+(?:\+\d+/\d+)*),"
    r"([0-9a-f]{64}),([0-9a-f]{32})(?:,([0-9a-f]{64}))?\)"
)
_CLOCKS: Final = r"clock\(([a-z_]{1,20}),(-?\d{1,9}(?:,-?\d{1,9}){0,2})\)"
_NAMED: Final = r"[a-z][a-z0-9_-]{0,39}"
_RAISED: Final = rf"level\(({_NAMED})\)"
_SEAT_TAKEN: Final = r"seat\((\d{1,2}),(\".*\")\)"


class GameNote(msgspec.Struct, frozen=True):
    """A note for readers of a game: its entry, in words, and the players from then on.

    A seat was handed over, the clocks were changed, or the game was raised to a higher level.
    """

    sequence: int
    sentence: Text
    players: tuple[str, ...]


def game_notes(players: tuple[str, ...], entries: Iterable[Entry]) -> Iterator[GameNote]:
    """Yield the notes for readers of a game started by ``players``, besides its moves."""
    for entry in entries:
        for seat, name in seat_transfers((entry,)):
            note_text = text("table.handed_over", old=players[seat], new=name)
            players = (*players[:seat], name, *players[seat + 1 :])
            yield GameNote(entry.sequence, note_text, players)
        change = change_of(entry)
        if change is not None:
            yield GameNote(entry.sequence, words(change), players)
        level = raised_to(entry)
        if level is not None:
            yield GameNote(entry.sequence, raised_text(level), players)


def raised_text(level: str) -> Text:
    """Return a raise to a level in words."""
    return text("raise.done", level=text(f"level.{level}"))


def players_after(players: tuple[str, ...], entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the players by seat at the end of a log."""
    for note in game_notes(players, entries):
        players = note.players
    return players


def is_note(payload: Mapping[str, object], seats: int) -> bool:
    """Return whether a note is valid for a checkpoint of a game with a number of seats."""
    keys = set(payload)
    if len(keys) == 1 and keys <= _NUMBERED.keys():
        ((key, number),) = payload.items()
        return type(number) is int and number in _NUMBERED[key]
    if keys == {STOPPED}:
        return type(payload[STOPPED]) is bool
    if keys == {SEAT, NAME}:
        seat, name = payload[SEAT], payload[NAME]
        is_name = isinstance(name, str) and bool(name) and fits(PersonName, name)
        return type(seat) is int and seat in range(seats) and is_name
    if keys == {LEVEL}:
        return isinstance(payload[LEVEL], str) and bool(re.fullmatch(_NAMED, payload[LEVEL]))
    if CLOCK in keys:
        change = change_in(payload)
        return change is not None and (getattr(change, "seat", None) or 0) in range(seats)
    return not keys or note_in(payload) is not None


def word(payload: Mapping[str, object]) -> str:
    """Return a checkpoint's note as one word, empty without one."""
    change = change_in(payload)
    if change is not None:
        return _clock_word(change)
    for key in _NUMBERED:
        if key in payload:
            return f"{key}({payload[key]})"
    if STOPPED in payload:
        return STOPPED if payload[STOPPED] else _GOES_ON
    if SEAT in payload:
        name = json.dumps(payload[NAME], ensure_ascii=False)
        return f"{SEAT}({payload[SEAT]},{''.join(map(_held, name))})"
    if LEVEL in payload:
        return f"{LEVEL}({payload[LEVEL]})"
    found = note_in(payload)
    return "" if found is None else _draw_word(found)


def _clock_word(change: ClockChange) -> str:
    """Return a note about a change of the clocks as one word."""
    if isinstance(change, TurnSandTimer):
        parts: tuple[object, ...] = ("sand", change.time)
    elif isinstance(change, AddTime):
        parts = ("add", change.time, change.seat)
    elif isinstance(change, StopClock):
        parts = ("go" if change.on else "stop", change.seat)
    else:
        parts = (change.kind, change.main, change.extra, change.periods)
    return f"{CLOCK}({','.join(str(part) for part in parts if part is not None)})"


def _clock_note(what: str, numbers: Sequence[int]) -> dict[str, object] | None:
    """Return the clock note in a word, ``None`` if it is not one."""
    names: Mapping[str, tuple[str, ...]] = {
        "add": ("time", "seat"),
        "sand": ("time",),
        "stop": ("seat",),
        "go": ("seat",),
    }
    fields = names.get(what, ("main", "extra", "periods"))
    values: dict[str, object] = dict(zip(fields, numbers, strict=False))
    if what in names:
        values[CLOCK] = "stop" if what == "go" else what
        values |= {"on": True} if what == "go" else {}
    else:
        values |= {CLOCK: "times", "kind": what}
    change = change_in(values) if len(numbers) <= len(fields) else None
    return None if change is None else payload_of(change)


def _draw_word(found: DrawNote) -> str:
    """Return a note about a draw as one word."""
    if isinstance(found, Reveal):
        times, picks = _AND.join(map(str, found.times)), _AND.join(found.picks)
        seed = "" if found.seed is None else f",{found.seed}"
        return f"draw({found.secret},{times},{picks},{found.commitment},{found.nonce}{seed})"
    first = "" if found.first is None else f",{found.first}"
    return f"commit({found.commitment},{found.nonce}{first})"


def _draw_note(note: str) -> dict[str, object] | None:
    """Return the draw note in a word, ``None`` if it is not one."""
    drawn, committed = re.fullmatch(_DRAWN, note), re.fullmatch(_COMMITTED, note)
    if drawn is not None:
        secret, times, picks, commitment, nonce, seed = drawn.groups()
        payload: dict[str, object] = {
            "secret": secret,
            "times": [int(time) for time in times.split(_AND)],
            "picks": picks.split(_AND),
        }
        payload |= {} if seed is None else {"seed": seed}
    elif committed is not None:
        commitment, nonce, first = committed.groups()
        payload = {} if first is None else {"first": int(first)}
    else:
        return None
    return {**payload, "commitment": commitment, "nonce": nonce}


def _held(character: str) -> str:
    """Return a character escaped for a word."""
    if character in " {}":
        return f"\\u{ord(character):04x}"
    return character if character.isprintable() else json.dumps(character)[1:-1]


def read(note: str) -> dict[str, object] | None:
    """Return the note in a word, ``None`` if it is not one."""
    if note in (STOPPED, _GOES_ON):
        return {STOPPED: note == STOPPED}
    clocks, raised = re.fullmatch(_CLOCKS, note), re.fullmatch(_RAISED, note)
    carried = re.fullmatch(_CARRIED, note)
    laid, seat_taken = re.fullmatch(_LAID, note), re.fullmatch(_SEAT_TAKEN, note)
    if clocks is not None:
        return _clock_note(clocks[1], [int(number) for number in clocks[2].split(",")])
    noted: dict[str, object] = {} if laid is None else {laid[1]: int(laid[2])}
    noted |= {} if raised is None else {LEVEL: raised[1]}
    noted |= {} if carried is None else {CARRIED: int(carried[1])}
    if noted:
        return noted
    if seat_taken is None:
        return _draw_note(note)
    try:
        return {SEAT: int(seat_taken[1]), NAME: parse_json(seat_taken[2])}
    except ValueError:
        return None
