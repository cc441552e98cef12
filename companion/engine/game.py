"""The rules kernel: what a game is.

A game is a set of pure functions over a frozen state. The names are the usual ones in the field
(OpenSpiel, python-chess, pgx). Everything random is an action of the player ``CHANCE``, drawn
outside the rules, so that the log does not care whether a die was rolled on the table or in the
box.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.engine.diagram import Diagram
from companion.engine.message import say
from companion.engine.text import Param, Text

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite

CHANCE: Final = -1
"""The player who draws, shuffles and rolls."""
SIMULTANEOUS: Final = -2
"""Several players act at once: ask ``active_players``."""
TERMINAL: Final = -4
"""The game is over."""
SPECTATOR: Final = -5
"""Somebody without a seat, who sees only what lies open."""

Struct: TypeAlias = Mapping[str, object]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game is set up.

    ``players`` are the names in clockwise order. ``level`` is the tracking level: how much of
    the physical game the box follows. ``options`` choose rulings and variants; ``data`` replaces
    parts of the game's own data (the owner's copy of the board). ``clock`` is the time control
    (see ``companion.table.time_control.Control``); without one, time is counted but not limited.
    """

    players: tuple[str, ...]
    level: str = "full"
    options: Struct = field(default_factory=dict)
    data: Struct = field(default_factory=dict)
    clock: Struct = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Action:
    """One small step of a player or of ``CHANCE``, with named fields.

    The table is never asked for a field with a default; it is there for callers who want to set it.
    """


@dataclass(frozen=True, slots=True)
class Correction(Action):
    """A value that the table sets by hand, outside the rules, because box and table differ."""


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that followed from an action. ``rule`` is the id of the rule behind it."""

    rule: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal: a stable code, the rule's id and words for the players."""

    code: str
    rule: str
    why: Text


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points that a player has, the id of the rule that gives them, and the reason in words."""

    player: int
    points: int
    rule: str
    because: Text


@dataclass(frozen=True, slots=True)
class Line:
    """One line on a small display, such as in a summary; ``mark`` is one that ``Screen`` draws."""

    left: Text
    right: Text | None = None
    icon: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A physical piece of the game that can carry a tag.

    ``selects`` are the alternatives that the piece stands for when it lies on a reader; the
    first that fits a legal action wins. Each gives the values of some fields of an action, and
    its name under ``action``.
    """

    id: str
    name: Text
    selects: tuple[Struct, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in an owner's data or options: its path of keys and what is expected there."""

    path: tuple[str | int, ...]
    message: str
    warning: bool = False


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The state after an action, and the events that followed from the action, in order."""

    state: S
    events: tuple[Event, ...]


class SetupError(ValueError):
    """A setup does not fit the game; the message says what is wrong and what is possible."""


class IllegalAction(ValueError):  # noqa: N818 - the field's word (python-chess: IllegalMoveError)
    """``apply_action`` was given an action that the rules refuse; ``refusal`` says why."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        """Name the action and keep the refusal."""
        message = say(
            "{action} is refused: {code} ({rule})",
            action=action,
            code=refusal.code,
            rule=refusal.rule,
        )
        super().__init__(message)
        self.refusal = refusal


class Game(Protocol[S]):
    """A game's rules: attributes that describe it and pure functions of a state."""

    @property
    def id(self) -> str:
        """Name in commands and files, in small letters and hyphens."""

    @property
    def title(self) -> str:
        """Name for people."""

    @property
    def players(self) -> range:
        """Possible numbers of players."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Tracking levels, the least demanding first."""

    @property
    def choices(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Options to choose when a game is set up, with their values, the usual one first."""

    @property
    def seat_choices(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Options that have a different value for each seat: a list in the setup, by seat.

        They are asked after the names; if they are left out, the seats take the values in order.
        """

    @property
    def icons(self) -> Mapping[str, tuple[str, ...]]:
        """Small pictures for lines and diagrams, by name: up to seven rows of ``#`` and ``.``."""

    @property
    def shuffles(self) -> tuple[str, ...]:
        """Names of the actions of ``CHANCE`` that the box can draw for a table, in setup order."""

    @property
    def deals(self) -> tuple[str, ...]:
        """Names of the actions of ``CHANCE`` that only the table can carry out, such as dealing."""

    @property
    def rules_version(self) -> str:
        """Changes whenever the same log could give another state."""

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's ``data`` and ``options``, the first key of a path."""

    def new_initial_state(self, setup: Setup) -> S:
        """Return the state before the first action. Raises ``SetupError``."""

    def current_player(self, state: S) -> int:
        """Return the seat that acts, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""

    def active_players(self, state: S) -> tuple[int, ...]:
        """Return all seats (or ``CHANCE``) that may act now."""

    def awaited(self, state: S) -> tuple[int, ...]:
        """Return the active players that the game waits for: their lamps are lit, their clocks run.

        A player who has voted may still change the vote, but nobody waits for that.
        """

    def audience(self, state: S, news: Action | Event) -> tuple[int, ...] | None:
        """Return the seats that may know what an action or event says, ``None`` for everybody.

        ``state`` is the one before the action. A player's action that has an audience is secret:
        no shared display lists or names it, and it reveals nothing; a later open action does that.
        """

    def legal_actions(self, state: S, player: int) -> tuple[Action, ...]:
        """Return what ``player`` may do, in a fixed order, the usual one first."""

    def why_not(self, state: S, action: Action) -> Refusal | None:
        """Return ``None`` exactly for legal actions and possible corrections, else the reason."""

    def apply_action(self, state: S, action: Action) -> Step[S]:
        """Return the state after ``action``. Raises ``IllegalAction``."""

    def corrections(self, state: S) -> tuple[Correction, ...]:
        """Return what the table may set by hand."""

    def chance_outcomes(self, state: S) -> tuple[tuple[Action, float], ...]:
        """Return the actions of ``CHANCE`` with their probabilities, which sum to 1."""

    def is_terminal(self, state: S) -> bool:
        """Tell whether the game is over."""

    def returns(self, state: S) -> tuple[int, ...]:
        """Return each seat's points if the game ended now; final when it is over."""

    def winners(self, state: S) -> tuple[int, ...]:
        """Return the seats that have won, ties broken; empty before the end."""

    def score_breakdown(self, state: S) -> tuple[ScoreLine, ...]:
        """Return the lines that make up ``returns``."""

    def open_score(self, state: S) -> tuple[ScoreLine, ...]:
        """Return the score lines that everybody may see; all of them after the end."""

    def reminders(self, state: S, action: Action) -> tuple[Text, ...]:
        """Return what a player who takes ``action`` may have forgotten: nothing hidden."""

    def violations(self, before: S, step: Step[S]) -> tuple[str, ...]:
        """Return the invariants that an action broke, in words; for tests and self-play."""

    def observation(self, state: S, player: int) -> Struct:
        """Return what ``player`` (or ``SPECTATOR``) may see."""

    def prompt(self, state: S, player: int) -> Text:
        """Return what ``player`` is to do next; the whole table reads it: nothing hidden."""

    def instructions(self, before: S, action: Action, step: Step[S]) -> tuple[Text, ...]:
        """Return what people must do at the table so that it matches the state after an action."""

    def summary(self, state: S) -> tuple[Line, ...]:
        """Return what a shared display shows of the state: nothing hidden."""

    def status(self, state: S) -> Text | None:
        """Return a few words about the state for the edge of a display: nothing hidden."""

    def diagram(self, state: S) -> Diagram | None:
        """Return the board for a small display: nothing hidden; ``None`` if there is none."""

    @property
    def picture(self) -> "Picture | None":
        """The board as a browser draws it; ``None`` if there is none."""

    def sprites(self, state: S) -> "tuple[Sprite, ...]":
        """Return what lies on the table, in the order of drawing: nothing hidden."""

    def private(self, state: S, player: int) -> tuple[Line, ...]:
        """Return what only ``player`` may see, for the seat's own phone: hand, secret points."""

    def outlook(self, state: S, player: int) -> tuple[Line, ...]:
        """Return what each choice of ``player`` would change, never which is best.

        The whole table reads it, so it holds no secret.
        """

    def advice(self, state: S, player: int) -> tuple[Line, ...]:
        """Return which choices are best, and by which measure: nothing hidden.

        It is worked out only on request, and offered only where there is an ``outlook``.
        """

    def describe(self, event: Event) -> Text:
        """Return what happened in words."""

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""

    def value_name(self, field: str, value: object) -> Param:
        """Return the value of an action's field in words, as an item of a menu."""

    def placements(self, state: S) -> Mapping[str, frozenset[str]]:
        """Return what should stand where: the ids of ``pieces`` by place.

        Identical copies are given by their kind (``card-Y``). Empty places may be absent.
        """

    def place_name(self, state: S, place: str) -> Text:
        """Return a place of ``placements`` in words that can follow "belongs"."""

    def pieces(self, state: S) -> tuple[Piece, ...]:
        """Return the physical pieces that may carry a tag."""

    def make_action(self, name: str, values: Struct) -> Action:
        """Return the action of that name; fields that are not given are ``None``.

        Raises ``KeyError`` for an unknown name.
        """

    def action_to_string(self, action: Action) -> str:
        """Return an action's notation, without spaces."""

    def string_to_action(self, notation: str) -> Action:
        """Return the action that a notation stands for. Raises ``ValueError``."""

    def to_struct(self, value: Any) -> dict[str, object]:  # noqa: ANN401 - any of the game's records
        """Return a state, action or event as a JSON object."""

    def from_struct(self, struct: Struct) -> Any:  # noqa: ANN401 - the record that was written
        """Return the record that a JSON object stands for. Raises ``ValueError``."""


AnyGame: TypeAlias = Game[Any]
