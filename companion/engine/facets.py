"""Optional facets of a game, and the defaults for games without them.

A game declares its facets by deriving from them, in any order, beside ``Rules``. Each facet has
abstract methods for its requirements; everything else has a default in ``FacetDefaults``. The
program tests ``isinstance(game, SecretScore)`` and the like, and never whether a method is
overridden.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from random import Random
from sys import modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from companion.engine import visibility
from companion.engine.action_kinds import Act
from companion.engine.diagram import Diagram, named_in, shown_places
from companion.engine.game import (
    Action,
    Correction,
    Event,
    Explained,
    KnownPosition,
    Line,
    Piece,
    Refusal,
    ScoreLine,
    Step,
    Struct,
)
from companion.engine.owners_copy import CopyQuestion
from companion.engine.text import Param, Text, text
from companion.engine.wording import Words
from companion.moved import former_names

if TYPE_CHECKING:
    from companion.engine.picture import Emblem, Picture, Sprite

R = TypeVar("R")
S = TypeVar("S")


def later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module that is imported on the first call.

    A box does not draw boards, answer questions or examine its rules, and most have no robot; this
    saves their time and memory.
    """

    @cache
    def found() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def call(*arguments: object) -> object:
        return found()(*arguments)

    call.__module__, call.__name__ = module, name  # what it stands for, for those who list it
    return call


class FacetDefaults(Generic[S]):
    """A game without any facet: no secrets, no tags, no board, no corrections."""

    icons: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Small pictures for lines and diagrams, by name: up to seven rows of ``#`` and ``.``."""
    words: Words = Words()
    """How actions, events and the values of their fields are put into words."""

    @property
    def package(self) -> str:
        """The package of the game's texts and files."""
        return modules[type(self).__module__].__package__ or ""

    # Words.

    def status(self, state: S, /) -> Text | None:  # noqa: ARG002 - none
        """Return a short status of the state for the edge of a display; public."""
        return None

    def instructions(self, before: S, action: Action, step: Step[S], /) -> tuple[Text, ...]:  # noqa: ARG002
        """Return the instructions that make the table match the state after an action."""
        return ()

    def instruction_states(self, before: S, action: Action, step: Step[S], /) -> tuple[S, ...]:
        """Return the state that the table shows after each of the ``instructions``, in order.

        Only what lies on the table is compared. By default everything has changed after the first.
        """
        return (step.state,) * len(self.instructions(before, action, step))

    def supply_tokens(self, state: S, /) -> tuple[int, ...]:  # noqa: ARG002 - none
        """Return how many tokens each player has taken from the supply, which no picture shows.

        Players take and return them by ``instructions``. It may be secret: displays only show
        changes. Empty if the box does not count them.
        """
        return ()

    def supply_task(self, count: int, /) -> Text:
        """Return the instruction to take tokens from the supply; a negative number is returned."""
        raise NotImplementedError(count)  # a game without such tokens has no such instruction

    def due(self, state: S, /) -> tuple[Text, ...]:  # noqa: ARG002 - nothing but the prompt
        """Return a reminder of what may be forgotten now, after a while without input; public."""
        return ()

    def reminders(self, state: S, action: Action, /) -> tuple[Text, ...]:  # noqa: ARG002 - none
        """Return reminders of what a player who takes ``action`` may have forgotten; public."""
        return ()

    def decided(self, state: S, /) -> Text | None:  # noqa: ARG002 - no tie-break
        """Return what has broken a tie in points; ``None`` if there was none."""
        return None

    def gone(self, state: S, /) -> tuple[int, ...]:  # noqa: ARG002 - none
        """Return the seats of players who have left the game, which are not ranked."""
        return ()

    def standing(self, state: S, /) -> tuple[int, ...]:
        """Return the values that rank the seats, highest first: by default their points."""
        return self.returns(state)

    def all_lost(self, state: S, /) -> bool:  # noqa: ARG002 - a default
        """Return whether all players have lost together, so that there is no winner."""
        return False

    def setup_rules(self, state: S, /) -> tuple[str, ...]:  # noqa: ARG002 - none
        """Return the ids of the rules for setting the game up, in order.

        They are read out, including steps that the box does not follow at this level.
        """
        return ()

    def in_play(self, state: S, /) -> tuple[Explained, ...]:  # noqa: ARG002 - none
        """Return everything in play with its own rule, by name; public."""
        return ()

    def copy_questions(self, data: Mapping[str, Any], /) -> tuple[CopyQuestion, ...]:  # noqa: ARG002 - none
        """Return the questions about an owner's copy; ``data`` is what is known about it."""
        return ()

    def completed(self, data: dict[str, Any], /) -> dict[str, Any]:
        """Return data about a copy, completed by the other contents of each section replaced."""
        return data

    def kept_options(self, data: Mapping[str, Any], /) -> Mapping[str, object]:  # noqa: ARG002 - none
        """Return options that an earlier version stored among an owner's data."""
        return {}

    def value_name(self, field: str, value: object, /) -> Param:
        """Return the value of an action's field in words, as an item of a menu."""
        return self.words.value_name(field, value)

    def seat_question(self, seat: int, /) -> Text:
        """Return the question before a game that asks who sits in a seat."""
        return text(f"lobby.name.{'next' if seat else 'first'}")

    def action_name(self, action: Action, /) -> Text:
        """Return an action in words, as an item of a menu."""
        return self.words.action_name(action)

    def offer_name(self, state: S, action: Action, /) -> Text:  # noqa: ARG002 - always the same
        """Return the label of an action on a page: where it helps, with its cost and gain."""
        return self.action_name(action)

    def describe(self, event: Event, /) -> Text:
        """Return an event in words."""
        return self.words.describe(event)

    def known_position(self, state: S, /) -> KnownPosition:  # noqa: ARG002 - nothing
        """Return what is known at this level if the game is raised to a higher one; public."""
        return KnownPosition()

    # Board.

    @property
    def picture(self) -> "Picture | None":
        """The board as a browser draws it; ``None`` if there is none."""
        return None

    def sprites(self, state: S, /) -> "tuple[Sprite, ...]":  # noqa: ARG002 - none
        """Return the pieces on the table, in drawing order; public."""
        return ()

    def spots(self, state: S, action: Action, /) -> Mapping[str, Struct]:  # noqa: ARG002 - none
        """Return further spaces of the picture that represent an action, and for which fields.

        A field's value whose space has the same name needs no entry: ``c2``, ``deck-yellow``.
        """
        return {}

    def emblem(self, state: S, message: Text, /) -> "Emblem":  # noqa: ARG002 - none
        """Return the drawing of a text's subject, to display beside it; empty if there is none."""
        return ()

    def diagram(self, state: S, /) -> Diagram | None:  # noqa: ARG002 - none
        """Return the board for a small display, ``None`` without one; public."""
        return None

    def chooser(self, state: S, /) -> Diagram | None:
        """Return the board for choosing squares with keys: by default the ``diagram``."""
        return self.diagram(state)

    def choice_diagrams(
        self,
        state: S,
        fields: Mapping[str, object],
        /,
    ) -> tuple[Diagram, ...]:
        """Return boards with an action's places, as far as its ``fields`` are known.

        They are for a small display, and public. The relevant place is marked as ``cursor``. By
        default it is the ``chooser`` with the places that the fields name, or nothing if they name
        none.
        """
        return shown_places(self.chooser(state), {str(value) for value in fields.values()})

    def text_diagrams(self, state: S, message: Text, /) -> tuple[Diagram, ...]:
        """Return boards with the places of a text, such as one of the ``instructions``.

        They are for a small display, and public. The relevant place is marked as ``cursor``. By
        default it is the ``chooser`` with the places that the text names. The game may have
        continued since the action that led to an instruction: everything that must not change is
        among the parameters of its text.
        """
        return shown_places(self.chooser(state), named_in(message))

    def square_name(self, state: S, square: str, /) -> Text:  # noqa: ARG002 - always the same
        """Return a square of the board in a few words."""
        return text("table.value", value=square)

    def leads_to(self, state: S, action: Action, /) -> str | None:  # noqa: ARG002 - nowhere
        """Return the square of the ``chooser`` to which an action moves the player's own piece."""
        return None

    def settled(self, state: S, /) -> bool:  # noqa: ARG002 - never
        """Return whether the end of a turn is evident to all where it is the only legal action.

        The box then ends it.
        """
        return False

    def distinct(self, state: S, actions: Sequence[Action], /) -> tuple[Action, ...]:  # noqa: ARG002 - all
        """Return actions without those that the box treats as equivalent to another one.

        They differ from it in a detail without consequences: no line, point or turn. Displays then
        offer only the rest; the assumed detail is shown, and can be corrected.
        """
        return tuple(actions)

    # Tags.

    def pieces(self, state: S, /) -> tuple[Piece, ...]:  # noqa: ARG002 - none
        """Return the physical pieces that may carry a tag."""
        return ()

    def placements(self, state: S, /) -> Mapping[str, frozenset[str]]:  # noqa: ARG002 - none
        """Return the expected placement: the ids of ``pieces`` by place.

        Identical copies are given by their kind (``card-Y``). Empty places may be absent.
        """
        return {}

    def places(self, state: S, /) -> tuple[str, ...]:  # noqa: ARG002 - none
        """Return every place that ``placements`` may name in this game, in reading order."""
        return ()

    def place_name(self, state: S, place: str, /) -> Text:  # noqa: ARG002 - always the same
        """Return the name of a place of ``placements``, in a form that can follow "belongs"."""
        return text("table.at_place", place=place)

    # Secrets.

    def audience(self, state: S, news: Action | Event, /) -> tuple[int, ...] | None:  # noqa: ARG002
        """Return the seats that may know an action or event, ``None`` for everybody.

        ``state`` is the one before the action. A player's action that has an audience is secret: no
        shared display lists or names it, and it reveals nothing; only a later public action does.
        """
        return None

    def log_audience(self, state: S, news: Action | Event, /) -> tuple[int, ...] | None:
        """Return the seats that may read an action or event once it has happened: its audience.

        It is smaller where the table enters what only one player is to remember, such as points.
        """
        return self.audience(state, news)

    def observation(self, state: S, player: int, /) -> Struct:  # noqa: ARG002 - all is open
        """Return the observation of ``player`` (or ``SPECTATOR``)."""
        return self.to_struct(state)

    def private(self, state: S, player: int, /) -> tuple[Line, ...]:  # noqa: ARG002 - no secrets
        """Return the secrets of ``player`` for the seat's own phone: hand, secret points."""
        return ()

    def open_score(self, state: S, /) -> tuple[ScoreLine, ...]:
        """Return the public score lines; all lines after the end."""
        return self.score_breakdown(state)

    # Advice.

    def outlook(self, state: S, player: int, /) -> tuple[Line, ...]:  # noqa: ARG002 - none
        """Return the effects of each choice of ``player``, without a recommendation.

        It is shown to the whole table, so it contains no secret.
        """
        return ()

    def advice(self, state: S, player: int, /) -> tuple[Line, ...]:  # noqa: ARG002 - none
        """Return the best choices, and their measure; public.

        It is computed only on request, and offered only where there is an ``outlook``.
        """
        return ()

    # Turns.

    def out_of_turn(self, state: S, player: int, /) -> tuple[Action, ...]:  # noqa: ARG002 - nothing
        """Return what a player who is not to act may do during another's turn; public."""
        return ()

    def pressed_out_of_turn(self, state: S, player: int, /) -> Action | None:  # noqa: ARG002 - none
        """Return the one of them that the player's own button takes, ``None`` without one."""
        return None

    # Corrections and invariants.

    def corrections(self, state: S, /) -> tuple[Correction, ...]:  # noqa: ARG002 - none
        """Return the possible corrections by the table."""
        return ()

    def violations(self, before: S, step: Step[S], /) -> tuple[str, ...]:  # noqa: ARG002 - none known
        """Return the invariants that an action broke, in words; for tests and self-play."""
        return ()

    if TYPE_CHECKING:  # what the defaults above use; ``Rules`` has it
        turn_ends: tuple[type[Action], ...]
        leaving: type[Correction] | None
        coming_back: type[Correction] | None

        def to_struct(self, value: Any, /) -> dict[str, object]: ...  # noqa: ANN401, D102

        def score_breakdown(self, state: S, /) -> tuple[ScoreLine, ...]: ...  # noqa: D102

        def returns(self, state: S, /) -> tuple[int, ...]: ...  # noqa: D102

        def with_fields(self, record: R, struct: Struct) -> R: ...  # noqa: D102


class Tags(FacetDefaults[S], ABC):
    """Pieces that can carry tags, and optionally the placements that readers can detect."""

    @abstractmethod
    def pieces(self, state: S, /) -> tuple[Piece, ...]:
        """Return the physical pieces that may carry a tag."""


class Secrets(FacetDefaults[S], ABC):
    """Secret information; ``private`` shows it to its owner.

    It is declared by marks on fields, see ``companion.engine.visibility``.
    """

    secret_turns: tuple[type[Action], ...] = (Action,)
    """Kinds of actions after which a secret may decide who is next: any, unless a game says which.

    Of a key for such an action displays say that it may end the turn; of others, whether it does.
    """

    def audience(self, state: S, news: Action | Event, /) -> tuple[int, ...] | None:
        """Return the seats that may know an action or event, ``None`` for everybody.

        By default, only the owner of a secret field may know it.
        """
        return visibility.audience(state, news)

    def observation(self, state: S, player: int, /) -> Struct:
        """Return the observation of ``player`` (or ``SPECTATOR``): the state without secrets."""
        return visibility.visible(self.to_struct, state, player)


class SecretScore(Secrets[S], ABC):
    """Secrets that hide points: totals are shown only after the end."""

    @abstractmethod
    def open_score(self, state: S, /) -> tuple[ScoreLine, ...]:
        """Return the public score lines; all lines after the end."""


class Robots(FacetDefaults[S], ABC):
    """Guesses at hidden state, which robots need to play a game with secrets.

    A robot only receives the observation of its seat. A game without secrets needs this facet only
    if its ``observation`` differs from the state.
    """

    only_people: tuple[type[Action], ...] = ()
    """Actions that are not for robots: they enter what lies on the table and the box cannot see."""

    def guess(self, first: S, observation: Struct, player: int, source: Random, /) -> S:
        """Return a state drawn at random among those in which ``player`` sees ``observation``.

        ``first`` is the state before the first action, with the public part of the setup. By
        default, each secret field is guessed separately.
        """
        return self.with_fields(first, visibility.known_fields(first, observation, player, source))

    def sure(self, state: S, player: int, /) -> Action | None:  # noqa: ARG002 - never
        """Return the certainly best action for ``player``, ``None`` if a search is needed."""
        return None


class Board(FacetDefaults[S], ABC):
    """A board for browsers, and optionally a ``diagram`` of it for small displays."""

    @cached_property
    def picture(self) -> "Picture":
        """The board as a browser draws it: ``board.yaml`` beside the module of the game."""
        from companion.engine.board_file import load_picture  # the box itself draws none

        return load_picture(self.package)

    @abstractmethod
    def sprites(self, state: S, /) -> "tuple[Sprite, ...]":
        """Return the pieces on the table, in drawing order; public."""

    def emblem(self, state: S, message: Text, /) -> "Emblem":
        """Return the drawing of a text's subject, composed of the emblems of its parts.

        It stays the same throughout a game: it may only depend on the setup.
        """
        from companion.engine.picture import emblem_of

        return emblem_of(message, lambda part: self.own_emblem(state, part))

    def own_emblem(self, state: S, message: Text, /) -> "Emblem":  # noqa: ARG002 - always the same
        """Return the emblem of a text itself: the look in ``board.yaml`` for its key."""
        from companion.engine.picture import EmblemPart

        look = self.picture.emblems.get(message.key)
        return () if look is None else (EmblemPart(look),)


class Advice(FacetDefaults[S], ABC):
    """Advice: the effects of choices, and the best ones."""

    @abstractmethod
    def outlook(self, state: S, player: int, /) -> tuple[Line, ...]:
        """Return the effects of each choice of ``player``, without a recommendation."""

    @abstractmethod
    def advice(self, state: S, player: int, /) -> tuple[Line, ...]:
        """Return the best choices, and their measure; public."""


class OutOfTurn(FacetDefaults[S], ABC):
    """Actions of players during another's turn, from their own phones and buttons.

    They are legal for whoever is to act, too, and the log names that player as the actor.
    """

    @abstractmethod
    def out_of_turn(self, state: S, player: int, /) -> tuple[Action, ...]:
        """Return what a player who is not to act may do during another's turn; public."""


class Corrections(FacetDefaults[S], ABC):
    """Corrections that the table may make outside the rules: one table line for each kind."""

    @property
    @abstractmethod
    def by_hand(self) -> tuple[Act[Any], ...]:
        """The kinds of corrections, each with its effect, refusals and choices."""

    def corrections(self, state: S, /) -> tuple[Correction, ...]:
        """Return the possible corrections by the table: the possible choices of ``by_hand``."""
        return tuple(self.possible(state))

    def possible(self, state: S, kind: type[Correction] = Correction, /) -> Iterator[Correction]:
        """Yield the possible corrections, or those of a kind, lazily: there may be hundreds."""
        barred = self.why_no_correction
        for act in self.by_hand:
            if not issubclass(act.kind, kind):
                continue
            for action in act.open_choices(state):
                if (
                    isinstance(action, kind)
                    and barred(state, action) is None
                    and act.check(state, action) is None
                ):
                    yield action

    def why_not_correct(self, state: S, action: Correction, /) -> Refusal | None:
        """Return the refusal of a correction, ``None`` if it is possible."""
        barred = self.why_no_correction(state, action)
        return barred or self._setting(action).check(state, action)

    def why_no_correction(self, state: S, action: Correction, /) -> Refusal | None:  # noqa: ARG002
        """Return the refusal that applies to all corrections now, or to a correction's seat."""
        return None

    def correct(self, state: S, action: Correction, /) -> Step[S]:
        """Return the state after a possible correction."""
        step: Step[S] = self._setting(action).effect(state, action)
        return step

    def _setting(self, action: Correction, /) -> Act[Any]:
        return next(act for act in self.by_hand if act.kind is type(action))


class Invariants(FacetDefaults[S], ABC):
    """Invariants that hold after every action."""

    @abstractmethod
    def violations(self, before: S, step: Step[S], /) -> tuple[str, ...]:
        """Return the invariants that an action broke, in words; for tests and self-play."""


FACETS: Final = (Tags, Secrets, SecretScore, Robots, Board, Advice, Corrections, Invariants)
"""All facets that a game may be derived from."""


PLAY: Final = "play"
"""The kind of question that is answered for every game, and by none itself."""


@runtime_checkable
class RulesQuestions(Protocol):
    """Optional interface of a game for callers that only query its rules."""

    @abstractmethod
    def ask(self, kind: str, question: Struct, /) -> object:
        """Return the rules' answer as JSON. Raises ``Invalid`` if it is malformed."""


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
