"""Choice of a time control with its times, question by question, and its words.

The usual controls are one answer; any other is chosen part by part. The lobby and the menu of a
running game ask the same questions.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table.clocks.kinds import ClockKind
from companion.table.setup_question import SetupQuestion

_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
USUAL: Final[Mapping[ClockKind, Mapping[str, int]]] = MappingProxyType(
    {
        ClockKind.NONE: {},
        ClockKind.PER_TURN: {"main": _MINUTE},
        ClockKind.SUDDEN_DEATH: {"main": 20 * _MINUTE},
        ClockKind.FISCHER: {"main": 10 * _MINUTE, "extra": 15 * _SECOND},
        ClockKind.BRONSTEIN: {"main": 15 * _MINUTE, "extra": 15 * _SECOND},
        ClockKind.DELAY: {"main": 15 * _MINUTE, "extra": 10 * _SECOND},
        ClockKind.BYO_YOMI: {"main": 10 * _MINUTE, "extra": 30 * _SECOND, "periods": 3},
        ClockKind.HOURGLASS: {"main": 5 * _MINUTE},
    }
)
"""Every time control with times for an evening, in milliseconds; the box's file can name others."""
OTHER: Final = "other"
"""The answer that asks for each part."""
_TURNS: Final = tuple(
    seconds * _SECOND for seconds in (10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 600)
)
_BANKS: Final = tuple(
    minutes * _MINUTE for minutes in (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 45, 60, 90, 120)
)
_EXTRAS: Final = tuple(seconds * _SECOND for seconds in (2, 3, 5, 10, 15, 20, 30, 45, 60))
_PERIODS: Final = (1, 2, 3, 4, 5, 10)


class ClockChoice(msgspec.Struct, frozen=True):
    """The choices made for a time control so far.

    ``parts`` are the values chosen for the parts of the ``kind``, in the order of ``USUAL``. Unless
    its times are free (``is_free``), the usual controls are offered.
    """

    is_free: bool = False
    kind: ClockKind | None = None
    parts: tuple[int, ...] = ()


def question(chosen: ClockChoice, key: str) -> SetupQuestion:
    """Return the next question about a time control."""
    if not chosen.is_free:
        usual = tuple((kind, words({"kind": kind, **USUAL[kind]})) for kind in ClockKind)
        other = ((OTHER, text("clock.other")),)
        return SetupQuestion(key, text("lobby.settings.clock"), (*usual, *other))
    if chosen.kind is None:
        kinds = tuple((kind, text(f"clock.kind.{kind}")) for kind in ClockKind)
        return SetupQuestion(key, text("lobby.settings.clock"), kinds)
    usual_parts = tuple(USUAL[chosen.kind].items())
    part, value = usual_parts[len(chosen.parts)]
    values = _values(chosen.kind, part)
    answers = tuple((each, _amount(part, each)) for each in values)
    ask = text(f"clock.ask.{'turn' if chosen.kind is ClockKind.PER_TURN else part}")
    return SetupQuestion(key, ask, answers, at=values.index(value))


def answered(chosen: ClockChoice, answer: object) -> ClockChoice | Mapping[str, object]:
    """Return the choices after an answer: the time control itself once it is complete."""
    if not chosen.is_free:
        if answer == OTHER:
            return ClockChoice(is_free=True)
        kind = ClockKind(str(answer))
        return {"kind": str(kind), **USUAL[kind]}
    if chosen.kind is None:
        chosen = replace(chosen, kind=ClockKind(str(answer)))
    else:
        chosen = replace(chosen, parts=(*chosen.parts, int(str(answer))))
    assert chosen.kind is not None  # noqa: S101 - it was chosen just now, or before
    names = tuple(USUAL[chosen.kind])
    if len(chosen.parts) < len(names):
        return chosen
    return {"kind": str(chosen.kind), **dict(zip(names, chosen.parts, strict=True))}


def words(clock: Mapping[str, Any]) -> Text:
    """Return a time control in words."""
    kind = clock.get("kind", ClockKind.NONE)
    periods = clock.get("periods", 0)
    times = {part: duration(clock.get(part, 0)) for part in ("main", "extra")}
    return text(f"clock.{kind}", **times, n=periods)


def duration(time: int) -> Text:
    """Return milliseconds in words, in minutes if they are whole."""
    seconds = time // _SECOND
    minutes, rest = divmod(seconds, _MINUTE // _SECOND)
    if rest or not minutes:
        return text("clock.seconds", n=seconds)
    return text("clock.minutes", n=minutes)


def _amount(part: str, value: int) -> Text:
    return text("clock.periods", n=value) if part == "periods" else duration(value)


def _values(kind: ClockKind, part: str) -> tuple[int, ...]:
    if part == "periods":
        return _PERIODS
    if part == "extra":
        return _EXTRAS
    return _TURNS if kind is ClockKind.PER_TURN else _BANKS
