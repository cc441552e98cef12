"""Modes of a table as records; the top one decides what an input means.

A choice is always there, open or not; one thing may cover it. What a mode does with an input stands
in ``companion/table/modes/``.
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
from companion.table.narrowing.intent import Selection


class Topic(StrEnum):
    """Topic of the pages that somebody reads."""

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
    """How far a game is, besides what its rules say; the log leads to it."""

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
    """One of the legal actions is chosen.

    ``cursor`` is the choice that *confirm* would take, ``None`` while no list is open; after the
    end of the game it is the page of the score sheet, which wraps around.
    """

    selection: Selection = ()
    cursor: int | None = None


class CorrectionChoice(msgspec.Struct, frozen=True):
    """One of the corrections that are possible is chosen: there may be hundreds."""

    listed: tuple[Correction, ...]
    selection: Selection = ()
    cursor: int | None = 0
    in_pause: bool = False
    """Whether people had paused the game before: then it stays paused."""


class MidgameEntry(msgspec.Struct, frozen=True):
    """People enter how a game stands that the box joins: corrections follow each other.

    ``listed`` is ``None`` while something is chosen that the last correction made due.
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
    """The menu asks whether the game is really to be left, or the box to be switched ``off``."""

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
    """Step ``number`` goes to the place of the one under the cursor."""

    number: int
    cursor: int


class RepairPreview(msgspec.Struct, frozen=True):
    """Preview of a repair of the log, line by line, before it is carried out."""

    repair: Repair
    consequences: Consequences
    cursor: int = 0


class MisfitQuestion(msgspec.Struct, frozen=True):
    """What becomes of a step that no longer fits, the first of those that are ``consequences``."""

    repair: Repair
    consequences: Consequences
    cursor: int = 0


class SeatTransfer(msgspec.Struct, frozen=True):
    """A seat is being handed over: its number, and the letters of the new name dialled so far."""

    seat: int | None = None
    name: str = ""
    cursor: int = 0


class Departure(msgspec.Struct, frozen=True):
    """Somebody leaves the game, or comes ``back``: the list of those who can."""

    back: bool = False
    cursor: int = 0


class ClockMenu(msgspec.Struct, frozen=True):
    """The clocks are listed, to change them: of all seats, of one, or the time control.

    ``page`` is a seat, ``EVERYBODY``, what has been chosen of a time control so far, or ``None``
    for the list of seats.
    """

    page: int | ClockChoice | None = None
    cursor: int = 0


EVERYBODY: Final = -1
"""The page of the clocks on which all of them are changed alike."""


class GameEnd(msgspec.Struct, frozen=True):
    """The game is over, by its rules or early: the result stays."""


class SetupLayout(msgspec.Struct, frozen=True):
    """The setup that the box has drawn is laid out."""


class DrawContribution(msgspec.Struct, frozen=True):
    """The box is about to draw the setup, and people press keys whose times it draws with."""


class Pause(msgspec.Struct, frozen=True):
    """People have paused the game, or it waits after a power cut."""


class TableTasks(msgspec.Struct, frozen=True):
    """Something has to be done at the table, so that it matches the box."""


class Turn(msgspec.Struct, frozen=True):
    """Nothing is open, and nothing has to be done: it is somebody's turn."""


class Handover(msgspec.Struct, frozen=True):
    """A turn has just ended: whose, who is next, and when, in milliseconds of the table's clock."""

    ended: int
    seat: int
    at: int
    to: int
    """The number of the last entry before it."""
    by_itself: bool = False
    """Whether nobody said that the turn is over: everybody could see it."""


class TopicPages(msgspec.Struct, frozen=True):
    """Somebody reads the pages about a topic, which wrap around."""

    topic: Topic = Topic.WHY
    page: int = 0
    rule: int | None = None
    """The page of the rules behind the points on that page; ``None`` if they are closed."""


class SheetRules(msgspec.Struct, frozen=True):
    """After the end of a game, somebody reads the rules behind a page of the score sheet."""

    page: int = 0


class JoinCode(msgspec.Struct, frozen=True):
    """The code for joining is shown; once a key has been held, it is the host's."""

    hosting: bool = False


class Notice(msgspec.Struct, frozen=True):
    """A message that stays until the next input."""

    message: Text
    rule: str = ""
    refused: bool = True
    why: Text | None = None
    """What stands behind *why this?*, about a robot's action."""
    over: "Enrolment | LogPage | None" = None
    """What goes on once the message has been read: an enrolment, or a repair of the log."""


RepairPage: TypeAlias = StepMenu | StepMove | RepairPreview | MisfitQuestion
"""Modes of a repair of the log, during which nothing may be played."""

LogPage: TypeAlias = TurnLog | RepairPage
"""Modes of reading or repairing the log."""

Listed: TypeAlias = Menu | LeaveQuestion | LogPage | SeatTransfer | Departure | ClockMenu
"""Modes of a list with a cursor."""

Cover: TypeAlias = Listed | TopicPages | SheetRules | JoinCode | Enrolment | Notice
"""Modes that cover the game on the displays; opening one closes any other."""


HELD: Final = frozenset({Command.PAUSE, Command.CORRECT, Command.UNDO, Command.MENU})
"""Commands of keys that are held: while the join code is shown, they show the host's code."""
