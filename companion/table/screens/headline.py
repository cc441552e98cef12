"""Headline and status shared by all screens of a table."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL
from companion.engine.log import EntryKind
from companion.engine.text import Seat, Text, text, titled
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import minutes, read
from companion.table.log.choice_purpose import InsertBefore, InsteadOfMisfit
from companion.table.log.repair import Repair
from companion.table.narrowing.intent import values
from companion.table.screens.screen import Row, RowMark, ends_in_clock
from companion.table.state import MidgameEntry, StepChange, Table
from companion.table.task import named_seat
from companion.table.voice import Voice


class KeyLayout(StrEnum):
    """The kind of keys that a box has; footers name them."""

    FULL = "full"
    """A joystick with keys A and B."""
    THREE = "three"
    """Up, down and A; holding A opens the menu."""
    KNOB = "knob"
    """A knob that is turned up and down, and pressed; holding it opens the menu."""
    SEATS = "seats"
    """One button for each seat."""

    @property
    def is_small(self) -> bool:
        """Whether the only key that confirms also opens the menu, and *up* may lead back."""
        return self in (KeyLayout.THREE, KeyLayout.KNOB)


_BEGINNING: Final = 2
"""Characters that are left of what is cut, before its mark."""


def with_cursor(names: Sequence[str], cursor: int | None) -> tuple[Row, ...]:
    """Return a list of names, one of them under the cursor."""
    return tuple(
        Row(name, mark=RowMark.CURSOR if i == cursor else RowMark.NONE)
        for i, name in enumerate(names)
    )


def assumption_line(table: Table, voice: Voice) -> str:
    """Return the assumption in one line, with the player's name if it fits."""
    assumption = table.assumption
    if assumption is None:
        return ""
    line = voice.short(text("assumed", player=Seat(assumption.seat), what=assumption.brief))
    return line if len(line) <= voice.columns else voice.short(assumption.brief)


def with_name(name: str, what: str) -> str:
    """Return a prompt with the player's name, unless it contains it."""
    return what if name in what else f"{name}: {what}"


def headline(title: str, what: str, status: str, voice: Voice) -> str:
    """Return whose turn it is with the prompt, empty if they do not fit on one line."""
    line = with_name(title, what)
    available = voice.columns - (len(status) + 1 if status else 0)
    return line if len(line) <= available else ""


def stands_apart(status: str, footer: str, voice: Voice, *, free_line: bool) -> bool:
    """Return whether a clock leaves the line to the title.

    There is room for it beside the labels of keys, or in a line above them.
    """
    return ends_in_clock(status) and (free_line or len(footer) + 1 + len(status) <= voice.columns)


def table_title(table: Table) -> Text:
    """Return whose turn it is, or the current activity."""
    seat = TERMINAL if table.stopped else table.game.current_player(table.state)
    if isinstance(table.choosing, StepChange):
        return _chosen_for(table.choosing)
    if table.corrections is not None:
        return _corrected(table)
    if seat == TERMINAL:
        return titled(table.game.title, table.game.titles)
    if seat == SIMULTANEOUS:
        who = entering(table)
        return text("table.together") if who is None else text("table.turn", player=who)
    if seat == CHANCE:
        has_begun = any(entry.kind is EntryKind.ACTION for entry in table.entries)
        return text("table.tell" if has_begun else "table.setup")
    return text("table.turn", player=Seat(seat))


def _chosen_for(change: StepChange) -> Text:
    """Return the place in the log for which an action is chosen."""
    steps, purpose = change.original.steps, change.purpose
    if isinstance(purpose, InsteadOfMisfit):
        return _chosen_at_misfit(purpose.repair)
    actor = steps[purpose.number - 1].entry.actor
    if actor < 0:
        return text("log.other")
    key = "log.before" if isinstance(purpose, InsertBefore) else "log.instead"
    return text(key, player=Seat(actor))


def _chosen_at_misfit(repair: Repair) -> Text:
    """Return whose action is chosen at a misfit: its player's, or an earlier step's."""
    misfit = repair.misfit
    own = misfit is not None and repair.is_due
    if misfit is not None and own:
        actor = misfit.entry.actor
    else:
        actor = repair.log.game.current_player(repair.state)
    if actor < 0:
        return text("log.other" if own else "log.first")
    return text("log.instead" if own else "log.first_by", player=Seat(actor))


def _corrected(table: Table) -> Text:
    """Return whom the listed corrections are about, or the current activity."""
    seat = only_seat(table)
    if seat is not None:
        return text("table.turn", player=Seat(seat))
    return text("table.standing" if isinstance(table.choosing, MidgameEntry) else "table.correct")


def only_seat(table: Table) -> int | None:
    """Return the only player whom corrections can still affect, once there is a selection."""
    seats = {getattr(each, "player", None) for each in table.candidates} if table.selection else ()
    return next(iter(seats)) if len(seats) == 1 else None


def entering(table: Table) -> Seat | None:
    """Return the player whose entry continues, although several may act."""
    options = table.candidates if table.selection else ()
    seats = {values(option)["player"] for option in options if "player" in option.stays}
    return Seat(int(str(*seats))) if len(seats) == 1 else None


def _clocked_seat(table: Table, named: int | None) -> int:
    """Return the seat whose clock is shown beside a name: its own, unless another one runs.

    Among stopped clocks, the named player's is chosen.
    """
    clocks = table.clocks
    stands = clocks.paused or clocks.untimed or not clocks.running
    if named is not None and (stands or named in clocks.running):
        return named
    return clocks.running[0] if clocks.running else 0


def clock_face(table: Table, named: int | None = None) -> str:
    """Return the clock of the acting player: the time left, or used if there is no limit."""
    return seat_time(table, _clocked_seat(table, named))


def seat_time(table: Table, seat: int) -> str:
    """Return the clock of a seat: the time left, or used if there is no limit."""
    shown = read(table.clocks, seat, table.clocks.at)
    if shown.delay:
        return f"+{minutes(shown.delay, up=True)}"
    periods = f"x{shown.periods}" if shown.periods else ""
    time = shown.used if shown.left is None else shown.left
    return f"{minutes(time, up=shown.left is not None)}{periods}"


def limit(table: Table, named: int | None = None) -> list[str]:
    """Return the clock if it has a limit, because warnings have to be visible on every screen."""
    if table.clocks.control.kind is ClockKind.NONE or table.laying or table.is_over:
        return []
    return [clock_face(table, named).partition("x")[0]]


def clock_wordings(table: Table, title: Text | None, voice: Voice) -> tuple[str, ...]:
    """Return the clock beside a title, the fullest wording first; none if there is no limit.

    Beside the name of a player it is that player's own. While another clock runs, it is shown with
    its player's name, which may be shortened.
    """
    named = named_seat(title)
    faces = limit(table, named)
    seat = _clocked_seat(table, named)
    if not faces or title is None or seat == named:
        return tuple(faces)
    name, face = voice.short(text("table.player", player=Seat(seat))), faces[0]
    cut = (f"{name[:at]}… {face}" for at in range(len(name) - 2, _BEGINNING - 1, -1))
    return (f"{name} {face}", *cut, *(faces if named is None else ()))


def timed_status(
    table: Table, title: Text, voice: Voice, others: Sequence[str] = (), state: str = ""
) -> str:
    """Return the status beside a title: ``others``, then the ``state`` of the game, and the clock.

    Others that do not fit are omitted, the first of them first, with a mark if there is room. A
    name beside the clock keeps at least its beginning.
    """
    room = voice.columns - len(voice.short(title)) - 1
    clocks = clock_wordings(table, title, voice) or ("",)
    for left_out in range(len(others) + 1):
        for clock in clocks[:1] if left_out < len(others) else clocks:
            line = " ".join(filter(None, (*others[left_out:], state, clock)))
            if len(line) <= room:
                return _with_rest(others[:left_out], line, room)
    return " ".join(filter(None, (state, clocks[-1])))


def _with_rest(left_out: Sequence[str], line: str, room: int) -> str:
    """Return a line preceded by the beginning of the omitted part, if there is room."""
    available = room - len(line) - 1
    if not left_out or available <= _BEGINNING + 1:
        return line
    return f"{left_out[-1][: available - 1].rstrip()}… {line}"
