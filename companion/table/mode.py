"""Modes of a table as records; the top one determines the effect of an input.

A choice always exists, open or not; one mode may cover it. How a mode handles inputs is defined in
``companion/table/modes/``.
"""

from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from companion.engine.game import Correction
from companion.engine.text import Text
from companion.table.clocks.choice import ClockChoice
from companion.table.command import Command
from companion.table.enrolment import Enrolment
from companion.table.log.consequences import Consequences
from companion.table.log.repair import Repair
from companion.table.name_entry import NameEntry
from companion.table.narrowing.intent import Selection


class Topic(StrEnum):
    """Topic of the pages being read."""

    WHY = "why"
    """The last refusal, or else where all points come from."""
    OUTLOOK = "outlook"
    """What each choice would change."""
    ADVICE = "advice"
    """Which choices are best."""
    STEPS = "steps"
    """How the game is set up, step by step, whatever the box follows of it."""
    KEYS = "keys"
    """What can be done now, and with which key."""
    IN_PLAY = "in_play"
    """What is in play, and what each of it does or scores."""
    TIMES = "times"
    """Who has used how much time."""
    PLAYED = "played"
    """The games that were played before this one."""


class GameProgress(StrEnum):
    """Progress of a game besides its rules' state; it is derived from the log."""

    LAYING_OUT = "laying_out"
    """The setup that the box has drawn is laid out: each task has to be confirmed."""
    PLAYING = "playing"
    STOPPED = "stopped"
    """People have ended the game early: it stands as it is, and can go on."""


class IdleFace(StrEnum):
    """Contents of the panel while nothing is open."""

    SUMMARY = "summary"
    CLOCK = "clock"
    """The clock in big digits."""


class ActionChoice(msgspec.Struct, frozen=True):
    """A legal action is being chosen.

    ``cursor`` is the choice that *confirm* would take, ``None`` while no list is open; after the
    end of the game it is the page of the score sheet, which wraps around.
    """

    selection: Selection = ()
    cursor: int | None = None


class CorrectionChoice(msgspec.Struct, frozen=True):
    """A correction is being chosen, of which there may be hundreds."""

    listed: tuple[Correction, ...]
    selection: Selection = ()
    cursor: int | None = 0
    in_pause: bool = False
    """Whether people had paused the game before: then it stays paused."""


class MidgameEntry(msgspec.Struct, frozen=True):
    """The position of a game that the box joins is being entered by a sequence of corrections.

    ``listed`` is ``None`` while a choice required by the last correction is being made.
    """

    listed: tuple[Correction, ...] | None
    selection: Selection = ()
    cursor: int | None = 0
    in_pause: bool = False
    """Whether people had paused the game before: then it stays paused."""


class Menu(msgspec.Struct, frozen=True):
    """The menu is open, with the cursor on one of its entries."""

    cursor: int = 0


class LeaveQuestion(msgspec.Struct, frozen=True):
    """The menu asks for confirmation to leave the game, or to switch the box ``off``."""

    cursor: int = 0
    off: bool = False


class TurnLog(msgspec.Struct, frozen=True):
    """The log of turns is open, with the cursor on a step, counted back from the last one."""

    cursor: int = 0


class StepMenu(msgspec.Struct, frozen=True):
    """Options for step ``number`` of the log, with the cursor on one of them."""

    number: int
    cursor: int = 0


class StepMove(msgspec.Struct, frozen=True):
    """Step ``number`` is being moved to the place of the one under the cursor."""

    number: int
    cursor: int


class RepairPreview(msgspec.Struct, frozen=True):
    """Preview of a repair of the log, line by line, before it is applied."""

    repair: Repair
    consequences: Consequences
    cursor: int = 0


class MisfitQuestion(msgspec.Struct, frozen=True):
    """The question about the first step that no longer fits, with the ``consequences`` so far."""

    repair: Repair
    consequences: Consequences
    cursor: int = 0


class SeatTransfer(msgspec.Struct, frozen=True):
    """A seat is being handed over: the cursor on the seats, then the new name for one of them."""

    seat: int | None = None
    entry: NameEntry | None = None
    cursor: int = 0


class Departure(msgspec.Struct, frozen=True):
    """A player leaves the game, or comes ``back``: the list of candidates."""

    back: bool = False
    cursor: int = 0


class LevelChoice(msgspec.Struct, frozen=True):
    """The list of higher levels to which the game can be raised."""

    cursor: int = 0


class ClockMenu(msgspec.Struct, frozen=True):
    """The list of clocks for changing them: all seats, one seat, or the time control.

    ``page`` is a seat, ``EVERYBODY``, the choices for a time control so far, or ``None`` for the
    list of seats.
    """

    page: int | ClockChoice | None = None
    cursor: int = 0


SAND: Final = -2
"""The page of the clocks with the times of the sand timer."""
EVERYBODY: Final = -1
"""The page of the clocks on which all of them are changed alike."""


class GameEnd(msgspec.Struct, frozen=True):
    """The game is over, by its rules or early: the result is shown."""


class SetupLayout(msgspec.Struct, frozen=True):
    """The setup drawn by the box is being laid out."""


class DrawContribution(msgspec.Struct, frozen=True):
    """The box is about to draw the setup, and players press keys whose times enter the draw."""


class Pause(msgspec.Struct, frozen=True):
    """The players have paused the game, or it waits after a power cut."""


class TableTasks(msgspec.Struct, frozen=True):
    """There are tasks at the table, to make it match the box."""


class Turn(msgspec.Struct, frozen=True):
    """Nothing is open, and no task is pending: it is a player's turn."""


class Handover(msgspec.Struct, frozen=True):
    """A turn has ended, or is interrupted: its player, the next one, the time in milliseconds."""

    ended: int
    seat: int
    at: int
    to: int
    """The number of the last entry before it."""
    by_itself: bool = False
    """Whether nobody said that the turn is over: everybody could see it."""
    interrupts: bool = False
    """Whether the turn goes on after the next player has acted."""


class TopicPages(msgspec.Struct, frozen=True):
    """The pages about a topic are being read; they wrap around."""

    topic: Topic = Topic.WHY
    page: int = 0
    rule: int | None = None
    """The page of the rules behind the points on that page; ``None`` if they are closed."""


class SheetRules(msgspec.Struct, frozen=True):
    """The rules behind a page of the score sheet are being read after the end of a game."""

    page: int = 0


class JoinCode(msgspec.Struct, frozen=True):
    """The join code is shown; after a long press, the host's."""

    hosting: bool = False


class Notice(msgspec.Struct, frozen=True):
    """A message that stays until the next input."""

    message: Text
    rule: str = ""
    refused: bool = True
    why: Text | None = None
    """What stands behind *why this?*, about a robot's action."""
    passes: bool = False
    """Whether *back* does what it does below, so that the message costs no press."""
    over: "Enrolment | LogPage | None" = None
    """What goes on once the message has been read: an enrolment, or a repair of the log."""


RepairPage: TypeAlias = StepMenu | StepMove | RepairPreview | MisfitQuestion
"""Modes of a repair of the log, during which nothing may be played."""

LogPage: TypeAlias = TurnLog | RepairPage
"""Modes of reading or repairing the log."""

Listed: TypeAlias = (
    Menu | LeaveQuestion | LogPage | SeatTransfer | Departure | LevelChoice | ClockMenu
)
"""Modes of a list with a cursor."""

Cover: TypeAlias = Listed | TopicPages | SheetRules | JoinCode | Enrolment | Notice
"""Modes that cover the game on the displays; opening one closes any other."""


HELD: Final = frozenset({Command.PAUSE, Command.CORRECT, Command.UNDO, Command.MENU})
"""Commands of keys that are held: while the join code is shown, they show the host's code."""
