"""Value types of the rules kernel: setups, actions, events, refusals, points.

A game (``companion.engine.rules``) is a set of pure functions over a frozen state. Everything
random is an action of the player ``CHANCE``, drawn outside the rules, so that the log is the same
whether a die was rolled on the table or in the box.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeAlias, TypeVar

import msgspec

from companion.engine.message import say
from companion.engine.text import Text
from companion.moved import former_names

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


class Setup(msgspec.Struct, frozen=True):
    """The setup of a game.

    ``players`` are the names in clockwise order. ``level`` is the tracking level: how much of the
    physical game the box tracks. ``options`` choose rulings and variants; ``data`` replaces parts
    of the game's own data (the owner's copy of the board). ``clock`` is the time control (a
    ``Control`` of ``companion.table.clocks.time_control``); without one, time is counted but not
    limited. ``robots`` are the seats that the box plays itself.
    """

    players: tuple[str, ...]
    level: str = "full"
    options: Struct = msgspec.field(default_factory=dict)
    data: Struct = msgspec.field(default_factory=dict)
    clock: Struct = msgspec.field(default_factory=dict)
    robots: tuple[int, ...] = ()


@dataclass(frozen=True, init=False)
class Action:
    """One small step of a player or of ``CHANCE``, with named fields.

    The table is never asked for a field with a default, which only callers set. Games derive from
    the class of this name in ``companion.engine.records``, or, with a decorator
    ``dataclass(frozen=True, slots=True)``, from this one; so it has no fields itself.
    """

    __slots__ = ()

    stays: ClassVar[tuple[str, ...]] = ()
    """Fields that the box keeps chosen for the next action, while their seat is awaited."""
    begun: ClassVar[tuple[str, ...]] = ()
    """Fields of which keys choose the first sign, then the rest, where they have many values."""
    beside: ClassVar[bool] = False
    """Whether it is listed by its name behind the values of other actions, not before them."""
    interim: ClassVar[bool] = False
    """Whether it is only a step towards what is told in the end: without an event, logs skip it."""


@dataclass(frozen=True, init=False)
class Correction(Action):
    """A change made by the table outside the rules, because box and table differ.

    ``again`` are the fields that stay selected during the entry of a game in progress, because
    another correction of the same kind often follows: a player's next tile.
    """

    __slots__ = ()

    again: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, init=False)
class Event:
    """A fact that resulted from an action. ``rule`` is the id of the rule behind it."""

    __slots__ = ()

    rule: str


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an action is illegal: a stable code, the rule's id and a text for players."""

    code: str
    rule: str
    why: Text


class ScoreLine(msgspec.Struct, frozen=True):
    """Points of a player, the id of the rule that gives them, and the reason in words."""

    player: int
    points: int
    rule: str
    because: Text


class Line(msgspec.Struct, frozen=True):
    """One line on a small display, such as in a summary; ``mark`` is one of ``Screen``'s."""

    left: Text
    right: Text | None = None
    icon: str = ""
    mark: str = ""


class Explained(msgspec.Struct, frozen=True):
    """A part of the game with its own rule: a tile, a mission, a building."""

    name: Text
    rule: str


class Piece(msgspec.Struct, frozen=True):
    """A physical piece of the game that can carry a tag.

    ``selects`` are the alternative meanings of the piece on a reader; the first that fits a legal
    action wins. Each gives the values of some fields of an action, and its name under ``action``.
    """

    id: str
    name: Text
    selects: tuple[Struct, ...]
    look: str = ""
    """How it is drawn on a label: one of the looks of the game's picture, or none."""
    sign: str = ""
    """Replaces the sign of the look on the label; nothing that must stay hidden."""
    small: bool = False
    """Whether a tag of 25 mm is wider than the piece, so that it needs a carrier."""


class KnownPosition(msgspec.Struct, frozen=True):
    """What a level knows that a higher one can take over; ``None`` or empty is not known."""

    points: tuple[int, ...] = ()
    """The points of each seat that were entered by then."""
    starter: int | None = None
    """The seat that has begun, or that begins the present round."""
    turn: int | None = None
    """The seat whose turn it is."""
    round: int | None = None
    gone: tuple[int, ...] = ()
    """The seats of players who have left."""


class Problem(msgspec.Struct, frozen=True):
    """A mistake in an owner's data or options: its path of keys, and the expected value."""

    path: tuple[str | int, ...]
    message: str
    warning: bool = False


S = TypeVar("S")


class Step(msgspec.Struct, Generic[S], frozen=True):
    """The state after an action, and the resulting events in order."""

    state: S
    events: tuple[Event, ...]


class SetupError(ValueError):
    """A setup does not fit the game; the message names the mistake and the possible values."""


class IllegalAction(ValueError):  # noqa: N818 - the field's word (python-chess: IllegalMoveError)
    """``apply_action`` was called with an illegal action; ``refusal`` is the reason."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        """Store the action and the refusal."""
        message = say(
            "{action} is refused: {code} ({rule})",
            action=action,
            code=refusal.code,
            rule=refusal.rule,
        )
        super().__init__(message)
        self.refusal = refusal


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
