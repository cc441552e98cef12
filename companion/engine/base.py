"""What most games share: reading and writing records, and defaults for what a game lacks."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from companion.engine.codec import Codec
from companion.engine.diagram import Diagram
from companion.engine.game import (
    TERMINAL,
    Action,
    Correction,
    Event,
    Line,
    Piece,
    Problem,
    ScoreLine,
    Setup,
    SetupError,
    Step,
    Struct,
)
from companion.engine.message import Message, joined, say
from companion.engine.text import Text, text

if TYPE_CHECKING:
    from companion.engine.picture import Picture, Sprite

S = TypeVar("S")


class BaseGame(Codec, Generic[S]):
    """A base class for implementing the ``Game`` protocol: derive from it and add the rules.

    JSON and notation come from the types of the records. Everything else here is a default for
    a game without the feature: no options, no tags, no secrets, no corrections.
    """

    id: str
    title: str
    players: range
    levels: tuple[str, ...] = ("full",)
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    seat_choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    shuffles: tuple[str, ...] = ()
    deals: tuple[str, ...] = ()
    icons: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def __init__(self, *records: type | ModuleType) -> None:
        """Prepare JSON and notation for ``records``: types, or modules that define them."""
        super().__init__(cls for source in records for cls in _types(source))

    @property
    def picture(self) -> "Picture | None":
        """The board as a browser draws it: none."""
        return None

    def require(self, setup: Setup) -> None:
        """Raise ``SetupError``, naming what is possible, if ``setup`` does not fit the game."""
        if len(setup.players) not in self.players:
            message = say(
                "{game} is for {numbers} players, not {count}",
                game=self.title,
                numbers=_numbers(self.players),
                count=len(setup.players),
            )
            raise SetupError(message)
        if setup.level not in self.levels:
            known = ", ".join(self.levels)
            message = say(
                "no tracking level {level!r}, there are {known}", level=setup.level, known=known
            )
            raise SetupError(message)
        wrong = [
            problem for problem in self.check(setup.data, setup.options) if not problem.warning
        ]
        if wrong:
            raise SetupError(joined("; ", map(_told, wrong)))

    def check(self, data: Struct, options: Struct) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's data and options."""
        raise NotImplementedError

    def current_player(self, state: S) -> int:
        """Return the seat that acts."""
        raise NotImplementedError

    def active_players(self, state: S) -> tuple[int, ...]:
        """Return who may act: only the current player."""
        current = self.current_player(state)
        return () if current == TERMINAL else (current,)

    def awaited(self, state: S) -> tuple[int, ...]:
        """Return the seats that the game waits for: all who may act."""
        return self.active_players(state)

    def audience(self, state: S, news: Action | Event) -> tuple[int, ...] | None:  # noqa: ARG002
        """Return who may know of an action or event: everybody."""
        return None

    def score_breakdown(self, state: S) -> tuple[ScoreLine, ...]:
        """Return the lines that make up the points."""
        raise NotImplementedError

    def open_score(self, state: S) -> tuple[ScoreLine, ...]:
        """Return the score lines that lie open: all of them."""
        return self.score_breakdown(state)

    def reminders(self, state: S, action: Action) -> tuple[Text, ...]:  # noqa: ARG002 - none
        """Return what may have been forgotten: nothing."""
        return ()

    def corrections(self, state: S) -> tuple[Correction, ...]:  # noqa: ARG002 - there are none
        """Return what the table may set by hand: nothing."""
        return ()

    def instructions(self, before: S, action: Action, step: Step[S]) -> tuple[Text, ...]:  # noqa: ARG002
        """Return what people must do at the table: nothing."""
        return ()

    def placements(self, state: S) -> Mapping[str, frozenset[str]]:  # noqa: ARG002 - none
        """Return what should stand where: nothing that a reader could see."""
        return {}

    def place_name(self, state: S, place: str) -> Text:  # noqa: ARG002 - always the same
        """Return a place in words: its id as it stands."""
        return text("table.at_place", place=place)

    def pieces(self, state: S) -> tuple[Piece, ...]:  # noqa: ARG002 - there are none
        """Return the pieces that may carry a tag: none."""
        return ()

    def status(self, state: S) -> Text | None:  # noqa: ARG002 - none
        """Return a few words for the edge of a display: none."""
        return None

    def diagram(self, state: S) -> Diagram | None:  # noqa: ARG002 - none
        """Return a board for a small display: none."""
        return None

    def sprites(self, state: S) -> "tuple[Sprite, ...]":  # noqa: ARG002 - none
        """Return what lies on the table: nothing that could be drawn."""
        return ()

    def outlook(self, state: S, player: int) -> tuple[Line, ...]:  # noqa: ARG002 - none
        """Return what each choice would change: nothing."""
        return ()

    def advice(self, state: S, player: int) -> tuple[Line, ...]:  # noqa: ARG002 - none
        """Return which choices are best: nothing."""
        return ()

    def private(self, state: S, player: int) -> tuple[Line, ...]:  # noqa: ARG002 - no secrets
        """Return what only one seat may see: nothing."""
        return ()

    def violations(self, before: S, step: Step[S]) -> tuple[str, ...]:  # noqa: ARG002 - none
        """Return the invariants that an action broke: none are known."""
        return ()


_RECORDS: Final = (Action, Event)


def _types(source: Any) -> Iterable[type]:  # noqa: ANN401 - a type or a module
    """Return a type itself, or the records that a module defines."""
    if isinstance(source, type):
        return (source,)
    classes = (value for value in vars(source).values() if isinstance(value, type))
    own = (cls for cls in classes if cls.__module__ == source.__name__)
    return [cls for cls in own if issubclass(cls, _RECORDS)]


def _numbers(players: range) -> str:
    first, last = players[0], players[-1]
    return str(first) if first == last else say("{first} to {last}", first=first, last=last)


def _told(problem: Problem) -> Message:
    return joined(": ", [".".join(map(str, problem.path)), problem.message])
