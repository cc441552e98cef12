"""State of a table: the game with its log and console, and the outcome of an input."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.engine.game import Action, Correction, Event, Line, Setup
from companion.engine.log import Entry
from companion.engine.ranking import standing_of
from companion.engine.rules import AnyGame
from companion.engine.text import Text
from companion.table.clocks.time_control import Clocks
from companion.table.effects import Effect
from companion.table.enrolment import Enrolment
from companion.table.hub_code import HubCode
from companion.table.inputs import (
    ActionInput,
    ArrivalsInput,
    ClockInput,
    CommandInput,
    DisplayInput,
    DoneInput,
    FieldInput,
    LanguageInput,
    LevelInput,
    LogAnswer,
    OpenLogInput,
    PassInput,
    PlacementInput,
    PlayersInput,
    ReminderInput,
    SetupAnswer,
    TableInput,
    TagInput,
    TaskInput,
)
from companion.table.log.choice_purpose import Purpose
from companion.table.log.log_step import LogEdit, LogStep
from companion.table.mode import (
    HELD,
    ActionChoice,
    ClockMenu,
    CorrectionChoice,
    Cover,
    Departure,
    DrawContribution,
    GameEnd,
    GameProgress,
    Handover,
    IdleFace,
    JoinCode,
    LeaveQuestion,
    LevelChoice,
    LogPage,
    Menu,
    MidgameEntry,
    Notice,
    Pause,
    RepairPage,
    SeatTransfer,
    SetupLayout,
    SheetRules,
    TableTasks,
    Topic,
    TopicPages,
    Turn,
    TurnLog,
)
from companion.table.narrowing.candidates import (
    ChoiceContext,
    candidates,
    distinct_candidates,
    not_secret,
    public_choices,
)
from companion.table.narrowing.intent import Choice, Selection
from companion.table.previous_games.previous_game import PreviousGame
from companion.table.task import Task

__all__ = [
    "HELD",
    "ActionChoice",
    "ActionInput",
    "ArrivalsInput",
    "Assumption",
    "Choosing",
    "ClockInput",
    "ClockMenu",
    "CommandInput",
    "Console",
    "CorrectionChoice",
    "Cover",
    "Departure",
    "DisplayInput",
    "DoneInput",
    "FieldInput",
    "GameProgress",
    "Handover",
    "HasConsole",
    "IdleFace",
    "JoinCode",
    "JoinInfo",
    "LanguageInput",
    "LeaveQuestion",
    "LevelChoice",
    "LevelInput",
    "LogAnswer",
    "LogStep",
    "Menu",
    "MidgameEntry",
    "Mode",
    "Notice",
    "OpenLogInput",
    "Outcome",
    "PassInput",
    "PlacementInput",
    "PlayersInput",
    "ReminderInput",
    "SeatTransfer",
    "SetupAnswer",
    "SheetRules",
    "StepChange",
    "T",
    "Table",
    "TableInput",
    "TagInput",
    "Task",
    "TaskInput",
    "Timestamp",
    "Topic",
    "TopicPages",
    "TurnLog",
    "at_rest",
    "dismiss",
    "is_choosing",
    "notify",
    "uncover",
    "with_choosing",
    "with_console",
]


class Timestamp(msgspec.Struct, frozen=True):
    """The time of an input: milliseconds on the table's clock, and POSIX seconds."""

    clock: int
    wall: float


class Assumption(msgspec.Struct, frozen=True):
    """An action whose player the box assumed."""

    sequence: int
    """The number of its entry."""
    seat: int
    brief: Text
    """The action and what it has given, in one line without the player."""
    instead: tuple[Action, ...] = ()
    """The actions that differ in nothing but a detail, which was taken for granted, too."""
    read: bool = False
    """Whether the next player has been announced: lists no longer offer to change it."""


class JoinInfo(msgspec.Struct, frozen=True):
    """How a phone joins the table: the address of its page, and the code for taking a seat.

    The code for a ``host`` is shown only after a long press on the box.
    """

    address: str
    code: str
    host: str = ""
    fingerprint: str = ""
    """The beginning of that of the certificate, in groups; empty if the pages are not encrypted."""

    @property
    def host_and_port(self) -> str:
        """The address of the pages for typing."""
        return self.address.lower().partition("//")[2].partition("/")[0]


class StepChange(msgspec.Struct, frozen=True):
    """An action is being chosen for the log of the ``original``; until then nothing changes.

    ``listed`` are the corrections to choose from, if the step is a correction.
    """

    original: "Table"
    purpose: Purpose
    listed: tuple[Correction, ...] | None = None
    selection: Selection = ()
    cursor: int | None = None


Choosing: TypeAlias = ActionChoice | CorrectionChoice | MidgameEntry | StepChange
"""What is chosen while nothing covers the game."""
Mode: TypeAlias = (
    Cover
    | Choosing
    | GameEnd
    | DrawContribution
    | SetupLayout
    | Pause
    | TableTasks
    | Handover
    | Turn
)
"""Mode of a table: the one thing that takes its inputs."""


class Console(msgspec.Struct, frozen=True):
    """State of the displays at a table besides the game; it is not in the journal."""

    cover: Cover | None = None
    """What covers the game, if anything does."""
    face: IdleFace = IdleFace.SUMMARY
    """What the panel shows while nothing is open."""
    language: str = ""
    """The language of the displays."""
    languages: tuple[str, ...] = ()
    """The languages to choose from."""
    alphabets: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The letters that names are made of, by language."""
    join: JoinInfo | None = None
    """How phones join, if they can."""
    unsure: bool = False
    """Whether points rest on assumptions about the owner's copy that nobody has confirmed."""
    quiet: bool = False
    """Whether people have switched the sounds off."""
    brightness: str = "full"
    """How bright the panel is: low, middle or full."""
    previous_games: tuple[PreviousGame, ...] = ()
    """The games that were played before, the latest first."""
    unsaved: str = ""
    """Why the last entries are not durable yet; empty if they are."""
    switches_off: bool = False
    """Whether the box can switch its computer off."""
    wireless: bool = False
    """Whether the box hears buttons without wires, which can be learned."""
    sources: frozenset[str] = frozenset({"seat", "tag", "place"})
    """What the box has besides its keys: buttons of seats, readers, readers below places."""
    hub: HubCode | None = None
    """How far the box has come in joining a hub; ``None`` if its settings name none."""


class HasConsole(Protocol):
    """A table, or the setup of one, with its displays."""

    @property
    def console(self) -> Console:
        """The state of its displays."""


T = TypeVar("T", bound=HasConsole)


def with_console(stage: T, **changes: object) -> T:
    """Return a table or setup with some console fields changed; the same object if none is."""
    console: Any = stage.console
    if all(getattr(console, name) is value for name, value in changes.items()):
        return stage
    shown: Any = stage
    changed: T = replace(shown, console=replace(console, **changes))
    return changed


class Table(msgspec.Struct, frozen=True):
    """A game on a table.

    ``enter`` names the actions of CHANCE that the table enters; the box draws all others.
    """

    game: AnyGame
    setup: Setup
    enter: frozenset[str]
    state: Any
    clocks: Clocks
    entries: tuple[Entry, ...] = ()
    steps: tuple[LogStep, ...] = ()
    """State and clocks before each step: each played entry that still counts."""
    edits: tuple[LogEdit, ...] = ()
    """What was before each edit of the log that still counts, in order."""
    events: tuple[Event, ...] = ()
    """The events that followed from the last action."""
    progress: GameProgress = GameProgress.PLAYING
    choosing: Choosing = msgspec.field(default_factory=ActionChoice)
    """What is chosen while nothing covers the game."""
    handover: Handover | None = None
    """The change of turn that displays still announce."""
    assumption: Assumption | None = None
    """Latest assumption, as long as nobody does anything else."""
    reminder: Text | None = None
    """What may be forgotten, once nobody has done anything for a while: a line, lamps, a sound."""
    resumed: int | None = None
    """When a pause has ended last, in milliseconds of the clocks."""
    tasks: tuple[Task, ...] = ()
    """Pending tasks at the table, in order."""
    contributions: tuple[int, ...] = ()
    """When people have pressed keys for the next draw of the box, in milliseconds."""
    placement: PlacementInput | None = None
    """The sensed placement that differs from the game's; meanwhile the clocks stand still."""
    console: Console = msgspec.field(default_factory=Console)
    """State of the displays beside the game."""
    refusal: Notice | None = None
    """The last refusal, kept for those who ask why."""

    @property
    def selection(self) -> Selection:
        """The selected part of an action."""
        return self.choosing.selection

    @property
    def cursor(self) -> int | None:
        """The choice that *confirm* would take, ``None`` while no list is open."""
        return self.choosing.cursor

    @property
    def has_open_list(self) -> bool:
        """Whether a list or a board of choices is open, or part of an action is selected."""
        return self.cursor is not None or bool(self.selection)

    @property
    def logged_at(self) -> int:
        """The time on the table's clock of the last entry of the log, 0 before the first."""
        return self.entries[-1].clock if self.entries else 0

    @property
    def laying(self) -> bool:
        """Whether the setup drawn by the box is being laid out."""
        return self.progress is GameProgress.LAYING_OUT

    @property
    def stopped(self) -> bool:
        """Whether the players have ended the game early."""
        return self.progress is GameProgress.STOPPED

    @property
    def corrections(self) -> tuple[Correction, ...] | None:
        """The corrections to choose from, ``None`` for legal actions."""
        return None if isinstance(self.choosing, ActionChoice) else self.choosing.listed

    @property
    def enrol(self) -> Enrolment | None:
        """The enrolment of tags for which the game waits, ``None`` without one."""
        cover = self.console.cover
        beneath = cover.over if isinstance(cover, Notice) else cover
        return beneath if isinstance(beneath, Enrolment) else None

    @property
    def notice(self) -> Notice | None:
        """The message on display, ``None`` without one."""
        cover = self.console.cover
        return cover if isinstance(cover, Notice) else None

    def topic_lines(self, topic: Topic) -> tuple[Line, ...]:
        """Return the game's lines on a topic for the current player."""
        if topic not in (Topic.OUTLOOK, Topic.ADVICE):
            return ()
        ask = self.game.advice if topic is Topic.ADVICE else self.game.outlook
        return ask(self.state, self.game.current_player(self.state))

    @property
    def position(self) -> ChoiceContext:
        """The inputs that determine the choices."""
        corrections = self.corrections
        exact = corrections is not None or isinstance(self.choosing, StepChange)
        return ChoiceContext(self.game, self.state, corrections, self.selection, exact)

    @property
    def candidates(self) -> tuple[Action, ...]:
        """The legal actions or corrections that fit the selection.

        An action that several seats may take appears once.
        """
        return candidates(self.position)

    @property
    def distinct_candidates(self) -> tuple[Action, ...]:
        """The candidates between which displays let players choose.

        A detail that the box assumes is only offered where a step is being changed.
        """
        return distinct_candidates(self.position)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The public next choices in order, without secret ones."""
        return public_choices(self.position)

    def not_secret(self, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Return the actions that no player may keep secret."""
        return not_secret(self.position, actions)

    def is_secret(self, action: Action) -> bool:
        """Return whether a player may keep an action secret."""
        return not self.not_secret((action,))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or early."""
        return self.stopped or self.game.is_terminal(self.state)

    @property
    def shows_result(self) -> bool:
        """Whether the result is shown: the game has ended, and its last tasks are done."""
        return self.stopped or (self.is_over and not self.tasks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; after an early end those with the most points."""
        if not self.stopped:
            return tuple(self.game.winners(self.state))
        gone = self.game.gone(self.state)
        totals = dict(enumerate(standing_of(self.game, self.state)))
        best = max((totals[seat] for seat in totals if seat not in gone), default=0)
        return tuple(seat for seat in totals if seat not in gone and totals[seat] == best)


def notify(table: Table, notice: Notice) -> Table:
    """Show a message; an enrolment or a repair of the log is restored afterwards."""
    return with_console(table, cover=replace(notice, over=beneath_message(table)))


def beneath_message(table: Table) -> Enrolment | LogPage | None:
    """Return the mode that is restored once a message has been read."""
    cover = table.console.cover
    if isinstance(cover, Notice):
        return cover.over
    return cover if isinstance(cover, Enrolment | TurnLog | RepairPage) else None


def dismiss(table: Table) -> Table:
    """Close the message that covers the game, if there is one."""
    notice = table.notice
    return table if notice is None else with_console(table, cover=notice.over)


def uncover(table: Table) -> Table:
    """Close the cover of the game; an enrolment continues."""
    return with_console(table, cover=table.enrol)


def with_choosing(table: Table, **changes: object) -> Table:
    """Return a table with another cursor or selection in the current choice."""
    kept: Any = changes
    return replace(table, choosing=replace(table.choosing, **kept))


def is_choosing(table: Table) -> bool:
    """Return whether a list is open, or a non-default action is partly selected."""
    return table.has_open_list or not isinstance(table.choosing, ActionChoice)


def at_rest(table: Table, **changes: object) -> Table:
    """Return a changed table, with no list or message open and, unless given, no tasks."""
    progress = table.progress if table.stopped else GameProgress.PLAYING
    kept: Any = {"choosing": ActionChoice(), "progress": progress, "tasks": (), **changes}
    return replace(table, events=(), **kept)


class Outcome(msgspec.Struct, frozen=True):
    """The table after an input, and the entries that must be durable before it is shown."""

    table: Table
    entries: tuple[Entry, ...] = ()
    effects: tuple[Effect, ...] = ()
    """Effects for the session to carry out, in order."""
