"""What a table is, as values: what people put in, the game with its log, and what came of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from companion.engine.game import CHANCE, Action, AnyGame, Event, Line, Piece, Setup
from companion.engine.log import Entry
from companion.engine.text import Text
from companion.table.command import Command
from companion.table.enrolment import Enrolment
from companion.table.intent import Choice, Constraint, Selection, choices, narrow
from companion.table.time_control import Clocks, Control


@dataclass(frozen=True, slots=True)
class Touch:
    """A tag was laid on a reader: the piece that it belongs to, ``None`` for an unknown tag."""

    tag: str
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Take:
    """An action as a whole, from a display that shows all of them.

    With a ``seat`` it is that seat's own: nothing happens unless the seat may take it now.
    """

    action: Action
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """A field's value, from a display that shows them all: a space touched on a phone."""

    constraint: Constraint


@dataclass(frozen=True, slots=True)
class Sensed:
    """What stands where now, as far as readers look: places and the ids of their pieces."""

    placement: tuple[tuple[str, frozenset[str]], ...]
    patient: bool = False
    """It has been like this for so long that nobody has a piece in hand any more."""


@dataclass(frozen=True, slots=True)
class Done:
    """The button of a seat (0 is the first) was pressed: its player is done."""

    seat: int


@dataclass(frozen=True, slots=True)
class Order:
    """A command from a display that has a key for each: what covers the game is closed first."""

    command: Command


@dataclass(frozen=True, slots=True)
class Speak:
    """The displays at the table shall speak this language."""

    language: str


@dataclass(frozen=True, slots=True)
class SetupAnswer:
    """The answer to the setup's question ``key``, by its place; another question ignores it."""

    key: str
    option: int


@dataclass(frozen=True, slots=True)
class Remind:
    """Nobody has done anything for a while."""


TableInput: TypeAlias = (
    Command | Touch | Take | Pick | Sensed | Done | Order | Speak | SetupAnswer | Remind
)


class Topic(StrEnum):
    """What the pages are about that somebody asked for."""

    WHY = "why"
    """The last refusal, else where all points come from."""
    OUTLOOK = "outlook"
    """What each choice would change."""
    ADVICE = "advice"
    """Which choices are best."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When an input came: milliseconds on the table's clock, seconds of the day (POSIX)."""

    clock: int
    wall: float


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that stays until the next input."""

    message: Text
    rule: str = ""
    refused: bool = True


@dataclass(frozen=True, slots=True)
class Join:
    """How a phone comes to the table: the address of its page, and the code that lets it sit.

    The code for a ``host`` is shown only while a key is held.
    """

    address: str
    code: str
    host: str = ""

    @property
    def host_and_port(self) -> str:
        """Where the pages are, as people type it."""
        return self.address.lower().partition("//")[2].partition("/")[0]


HELD: Final = frozenset({Command.PAUSE, Command.CORRECT, Command.UNDO, Command.MENU})
"""What keys mean that are held: while the join code is shown, the host's code."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that people must do at the table after ``action``, so that it matches the box."""

    what: Text
    action: Action


@dataclass(frozen=True, slots=True)
class Past:
    """What an undo goes back to: state and clocks just before an entry."""

    sequence: int
    state: Any
    clocks: Clocks


@dataclass(frozen=True, slots=True)
class Table:
    """A game on a table.

    ``enter`` names the actions of CHANCE that the table enters; the box draws all others.
    ``cursor`` is the choice that *confirm* would take, ``None`` while no list is open; after the
    end it is the page of the score sheet, counted without end.
    """

    game: AnyGame
    setup: Setup
    enter: frozenset[str]
    state: Any
    control: Control
    clocks: Clocks
    entries: tuple[Entry, ...] = ()
    past: tuple[Past, ...] = ()
    """Before each entry that was played and still counts."""
    events: tuple[Event, ...] = ()
    """What followed from the last action."""
    selection: Selection = ()
    cursor: int | None = None
    correcting: bool = False
    notice: Notice | None = None
    reminded: bool = False
    """Nobody has done anything for a while; the lamps of those who are awaited blink."""
    watching: bool = False
    """The clock is shown in big digits instead of the summary."""
    tasks: tuple[Task, ...] = ()
    """What people are to do now, in order."""
    laying: bool = False
    """The tasks are the setup that the box has drawn: each waits to be confirmed."""

    sensed: Sensed | None = None
    """What is sensed and is not what should stand there; the clocks stand still."""
    menu: int | None = None
    """The cursor of the menu, ``None`` while it is closed."""
    leaving: bool = False
    """The menu asks whether the game shall really be left."""
    left: bool = False
    """The game has been left for another one; it stays in the journal."""
    enrol: Enrolment | None = None
    """Tags are learned; the game waits."""
    refusal: Notice | None = None
    """The last refusal, for those who ask why."""
    why: int | None = None
    """The page of what somebody asked for, counted without end; ``None`` while nobody asks."""
    topic: Topic = Topic.WHY
    """What was asked for."""
    rule: int | None = None
    """The page of the rules behind points, counted without end from the first of those shown."""
    language: str = ""
    languages: tuple[str, ...] = ()
    """What the displays at the table speak, and what they could speak."""
    join: Join | None = None
    """How phones join, if they can."""
    joining: bool = False
    """The join code is shown."""
    hosting: bool = False
    """A key is held there: the host's code is shown."""
    unsaved: str = ""
    """Why the last entries are not durable yet; empty if they are."""

    def told(self, topic: Topic) -> tuple[Line, ...]:
        """Return what the game says to a topic for whoever is on turn."""
        if topic is Topic.WHY:
            return ()
        ask = self.game.advice if topic is Topic.ADVICE else self.game.outlook
        return ask(self.state, self.game.current_player(self.state))

    @property
    def candidates(self) -> tuple[Action, ...]:
        """What could be meant: all legal actions, or all corrections, within the selection.

        What several seats may do alike is there once.
        """
        if self.correcting:
            return narrow(self.game.corrections(self.state), self.selection)
        seats = self.game.active_players(self.state)
        legal = (each for seat in seats for each in self.game.legal_actions(self.state, seat))
        return narrow(dict.fromkeys(legal), self.selection)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen next before the eyes of all, in order: nothing secret."""
        return choices([each for each in self.candidates if not self.is_secret(each)])

    def is_secret(self, action: Action) -> bool:
        """Tell whether a player may keep an action to themself.

        What chance gives somebody is entered by the table, openly if it has no tags.
        """
        by_hand = self.game.current_player(self.state) != CHANCE
        return by_hand and self.game.audience(self.state, action) is not None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_terminal(self.state)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next table, and the entries that must be durable before it is shown."""

    table: Table
    entries: tuple[Entry, ...] = ()
