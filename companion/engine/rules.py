"""Interface that every game implements: pure functions of a frozen state.

The names are the usual ones in the field (OpenSpiel, python-chess, pgx). ``PhasedRules`` writes
half of them from a table of phases; a game that is not a sequence of phases derives from ``Rules``.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Annotated, Any, Final, Self, TypeAlias, TypeVar

from msgspec import Meta

from companion.engine import declaration_checks as wrong
from companion.engine import declarations
from companion.engine.codec import Codec
from companion.engine.facets import Corrections, FacetDefaults, Secrets
from companion.engine.game import (
    TERMINAL,
    Action,
    Correction,
    Event,
    Line,
    Problem,
    Refusal,
    ScoreLine,
    Setup,
    SetupError,
    Step,
    Struct,
)
from companion.engine.marking import (
    of_changeable,
    of_defaults,
    of_marks,
    of_open_types,
    records_within,
)
from companion.engine.message import Message, join, say
from companion.engine.options import (
    COLOURS,
    Choice,
    Each,
    FurtherOption,
    OneOf,
    Recommendation,
    ValueKind,
    unknown_keys,
    wrong_options,
)
from companion.engine.records import is_record
from companion.engine.text import Text
from companion.engine.visibility import has_secrets
from companion.engine.word_checks import kernel_texts, of_words_file
from companion.schema.bounds import entire

S = TypeVar("S")

_NAMED: Final = ("id", "players")
_ID: Final = Meta(
    pattern=entire("[a-z][a-z0-9]*(-[a-z0-9]+)*"),
    max_length=40,
    description="small letters and hyphens, such as `tall-tower`",
)
_NAME: Final = Meta(min_length=1, max_length=100, description="a text of 1 to 100 letters")


class Rules(FacetDefaults[S], Codec, ABC):
    """A game's rules. Abstract methods must be implemented; all others have a default."""

    id: Annotated[str, _ID]
    """Name in commands and files, in small letters and hyphens."""
    title: Annotated[str, _NAME]
    """Name for people: by default the words of ``id``."""
    titles: Mapping[str, str] = MappingProxyType({})
    """The title by language, if it is not a proper name."""
    players: range
    """Possible numbers of players."""
    rules_version: Annotated[str, _NAME] = "1"
    """Changes whenever the same log could give another state."""
    levels: tuple[str, ...] = ("full",)
    """Tracking levels, the least demanding first."""
    apart: tuple[str, ...] = ()
    """Levels that follow no game, such as its final scoring; one is chosen only by its name."""
    outline: Mapping[str, Callable[[Any], "AnyGame"]] = MappingProxyType({})
    """Levels at which the box knows turns and points only, each with what makes its rules.

    It is called with the game, whose options make no difference there.
    """
    choices: tuple[Choice, ...] = ()
    """Options to choose when a game is set up, with their values, the usual one first."""
    followed_choices: tuple[str, ...] = ()
    """The options among them that make no difference at a level ``apart``."""
    choice_players: Mapping[str, range] = MappingProxyType({})
    """The numbers of players for which an option among them is there, if not for all.

    With other numbers only its usual value fits, and it is not asked for.
    """
    further_options: tuple[FurtherOption, ...] = ()
    """Options that people find in a list when a game is set up, without being asked for them."""
    recommended: Recommendation = Recommendation()
    """How the game is played unless people ask for something else; a press starts it so."""
    seat_choices: tuple[Choice, ...] = ()
    """Options that have a different value for each seat: a list in the setup, by seat.

    They are asked after the names; if they are left out, the seats take the values in order.
    """
    seat_colours: tuple[str, ...] = ()
    """The fill of each seat's pieces on the board, where that is always the same."""
    shuffles: tuple[str, ...] = ()
    """Names of the actions of ``CHANCE`` that the box can draw for a table, in setup order."""
    deals: tuple[str, ...] = ()
    """Names of the actions of ``CHANCE`` that only the table can carry out, such as dealing."""
    turn_ends: tuple[type[Action], ...] = ()
    """The actions by which players say that their turn is over, and nothing else.

    If one is legal and nothing is forgotten, the next player's own piece or button takes it, too;
    the button not within seconds of what that player has done.
    """
    interrupts: tuple[type[Action], ...] = ()
    """The actions by which somebody acts during another player's turn, which goes on afterwards."""
    reports: tuple[type[Action], ...] = ()
    """The actions that tell the box what it has not seen, such as a card that lies face down.

    Pages fold them up below what a player decides.
    """
    passes: tuple[type[Action], ...] = ()
    """The actions by which players pass; a double press of a player's own button takes one."""
    kit_answers: tuple[Struct, ...] = (MappingProxyType({}),)
    """The options of the games whose pieces are printed together; by default the usual ones.

    They matter where what carries a tag depends on what people answer in the setup.
    """
    sand_timer: int = 0
    """The seconds of the sand timer that the whole table uses in its turns, 0 without one."""
    setup_seconds: Mapping[str, int] = MappingProxyType({})
    """The seconds that a person needs for an instruction of the setup, by the key of its text."""
    robots_play: bool = True
    """Whether the box may play a seat itself: not where it knows none of the game's rules."""
    leaving: type[Correction] | None = None
    """The correction by which a player leaves a game that goes on without them."""
    coming_back: type[Correction] | None = None
    """The correction by which a player who has left plays on."""
    carried: tuple[type[Correction], ...] = ()
    """The corrections, in order, that take over what a lower level knew when a game is raised.

    Their fields say what: ``player`` whose turn it is (for ``leaving``: who has left), ``round``
    the round, digits the points, ``change`` points below zero.
    """
    records: tuple[type | ModuleType, ...] = ()
    """What is written as JSON: types, or modules that define actions and events.

    Without any, these are the records in the modules that define the game, and the corrections of
    ``by_hand`` from elsewhere.
    """

    def __new__(cls, *_records: object) -> Self:
        """Return the game. Raises ``TypeError`` naming the missing members of its class."""
        missing = ", ".join(sorted(cls.__abstractmethods__))
        if missing:
            game = declarations.game_of(cls)
            raise TypeError(f"{game}: the abstract class {cls.__name__} lacks {missing}; define it")
        return super().__new__(cls)

    def __init__(self) -> None:
        """Prepare JSON and notation. Raises ``TypeError`` naming a mistake in the declarations."""
        mistake = next(self._misdeclared(), None)
        if mistake is not None:
            raise TypeError(f"{declarations.game_of(type(self))}: {mistake}")

    def _misdeclared(self) -> Iterator[str]:
        """Yield mistakes in the game's declarations, and prepare JSON and notation."""
        cls = type(self)
        for name in self._named():
            if not hasattr(self, name):
                yield f"{cls.__name__} says no {name}: write `{name} = ...`"
        if not hasattr(cls, "title"):
            self.title = str(self.id).replace("-", " ").title()
        yield from declarations.misfits(self)
        sources = self.records or _classes_beside(cls)
        types = [each for source in sources for each in types_of(source)]
        if not self.records and isinstance(self, Corrections):
            types += [act.kind for act in self.by_hand if act.kind not in types]
        yield from wrong.of_records(types)
        try:
            Codec.__init__(self, types)
        except TypeError as error:
            yield f"{error}; choose one of these"
        except NameError as error:
            yield f"the annotation of a field names something unknown: {error}; import it"
        yield from self._mistakes(types)

    def _named(self) -> tuple[str, ...]:
        """Return the names that every game must define."""
        return _NAMED

    def _mistakes(self, types: Collection[type]) -> Iterator[str]:
        """Yield inconsistencies in the game's declarations."""
        names = {"followed_choices": self.followed_choices, "choice_players": self.choice_players}
        kinds = {
            "turn_ends": self.turn_ends,
            "interrupts": self.interrupts,
            "reports": self.reports,
            "passes": self.passes,
            "leaving": (self.leaving,) if self.leaving else (),
            "coming_back": (self.coming_back,) if self.coming_back else (),
            "carried": self.carried,
        }
        state = declarations.state_of(type(self))
        yield from wrong.of_levels(self.players, self.levels, (*self.apart, *self.outline))
        listed = (*self.levels, *self.apart)
        further = self.further_options
        yield from wrong.of_options(self.choices, self.seat_choices, further, names, listed)
        yield from wrong.of_recommended(self)
        yield from wrong.of_seats(self)
        yield from wrong.of_actions(kinds, types)
        yield from wrong.of_words(self.words.values, types)
        yield from wrong.of_state(state, self.records, types)
        inside = records_within(declarations.states_of(type(self), types))
        yield from of_changeable(inside)
        yield from of_defaults(dict.fromkeys((*types, *inside)))
        yield from of_marks(types, inside, guessed=declarations.is_guessed(self))
        yield from declarations.of_facets(self, types, inside)
        yield from declarations.of_questions(self)
        yield from declarations.of_methods(type(self))
        yield from of_words_file(self.package, lambda: self._kernel_texts(types))
        if isinstance(self, Secrets) or any(map(has_secrets, inside)):
            yield from of_open_types(inside)

    def _kernel_texts(self, types: Iterable[type]) -> dict[str, Collection[str]]:
        """Return what is said without a function of the game, with the names of its parameters."""
        return kernel_texts(self, types)

    @property
    def all_levels(self) -> tuple[str, ...]:
        """All levels that can be chosen."""
        return (*self.outline, *self.levels, *self.apart)

    @property
    def whole(self) -> "AnyGame":
        """The game with all its levels: this one, unless these are the rules of an outline."""
        return self

    def higher_levels(self, level: str, /) -> tuple[str, ...]:
        """Return the levels to which a game at a level can be raised, the lowest first.

        A level ``apart`` follows less than those of the rules, but more than an outline.
        """
        outlined = level in self.whole.outline
        apart = () if outlined else self.whole.apart
        levels = tuple(each for each in self.whole.all_levels if each not in apart)
        return levels[levels.index(level) + 1 :] if level in levels else ()

    def at(self, level: str, /) -> "AnyGame":
        """Return the rules for a level: these, or those of an outline."""
        return self._outlined[level] if level in self.outline else self

    @cached_property
    def _outlined(self) -> Mapping[str, "AnyGame"]:
        return {level: outline(self) for level, outline in self.outline.items()}

    def follows(self, level: str, /) -> bool:
        """Return whether the box tracks the game by its rules at a level."""
        return level not in (*self.apart, *self.outline)

    def require(self, setup: Setup, /) -> None:
        """Raise ``SetupError``, naming the possible values, if ``setup`` does not fit the game."""
        if len(setup.players) not in self.players:
            message = say(
                "{game} is for {numbers} players, not {count}",
                game=self.title,
                numbers=_numbers(self.players),
                count=len(setup.players),
            )
            raise SetupError(message)
        if setup.level not in self.all_levels:
            levels = ", ".join(self.all_levels)
            message = say(
                "no tracking level {level!r}, there are {known}", level=setup.level, known=levels
            )
            raise SetupError(message)
        found = (
            *self.check(setup.data, setup.options),
            *self.misfits(len(setup.players), setup.options),
        )
        wrong = [problem for problem in found if not problem.warning]
        if wrong:
            raise SetupError(join("; ", map(_problem_message, wrong)))

    def check(self, data: Struct, options: Struct, /) -> tuple[Problem, ...]:
        """Return the mistakes in an owner's ``data`` and ``options``, the first key of a path."""
        return (*self.wrong_data(data), *wrong_options(self.option_kinds, options))

    def wrong_data(self, data: Struct, /) -> Iterable[Problem]:
        """Return the mistakes in an owner's ``data``; by default none."""
        return unknown_keys(("data",), (), data)

    @cached_property
    def option_kinds(self) -> Mapping[str, ValueKind]:
        """The kind of each option's values: asked, further, or for each seat."""
        least = self.players[0]
        return {
            **{name: OneOf(values) for name, values in self.choices},
            **{option.name: option.kind for option in self.further_options},
            **{name: Each(values, least) for name, values in self.seat_choices},
            **({COLOURS: Each(self.seat_colours)} if self.seat_colours else {}),
        }

    def chosen_by(self, count: int, /) -> tuple[Choice, ...]:
        """Return the ``choices`` available for a number of players."""
        return tuple(
            (name, values)
            for name, values in self.choices
            if count in self.choice_players.get(name, self.players)
        )

    def misfits(self, count: int, options: Struct, /) -> Iterator[Problem]:
        """Yield non-default ``options`` that do not exist for a number of players."""
        for name, values in self.choices:
            numbers = self.choice_players.get(name)
            if numbers is None or count in numbers:
                continue
            if options.get(name, values[0]) != values[0]:
                message = say(
                    "{value} is for {numbers} players, not {count}: leave it out",
                    value=options[name],
                    numbers=_numbers(numbers),
                    count=count,
                )
                yield Problem(("options", name), message)

    def new_initial_state(self, setup: Setup, /) -> S:
        """Return the state before the first action. Raises ``SetupError``.

        Raises ``TypeError`` for a level with its own rules, which have to be called instead.
        """
        self.require(setup)
        if setup.level in self.outline:
            raise TypeError(
                f"{self.id}: level {setup.level} has its own rules; ask `game.at(level)`"
            )
        return self.begin(setup)

    @abstractmethod
    def begin(self, setup: Setup, /) -> S:
        """Return the state before the first action of a valid setup."""

    @abstractmethod
    def current_player(self, state: S, /) -> int:
        """Return the acting seat, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""

    def active_players(self, state: S, /) -> tuple[int, ...]:
        """Return all seats (or ``CHANCE``) that may act now: by default the current player."""
        current = self.current_player(state)
        return () if current == TERMINAL else (current,)

    def awaited(self, state: S, /) -> tuple[int, ...]:
        """Return the active players that the game waits for: their lamps are lit, their clocks run.

        A player who has voted may still change the vote, but is not awaited.
        """
        return self.active_players(state)

    def untimed(self, _state: S, /) -> tuple[int, ...] | None:
        """Return ``None`` where the time is that of the awaited players, as by default.

        Where it is nobody's, as while points are counted, no clock runs: these are the seats whose
        turns go on afterwards.
        """
        return None

    @abstractmethod
    def legal_actions(self, state: S, player: int, /) -> tuple[Action, ...]:
        """Return the legal actions of ``player`` in a fixed order, the usual one first."""

    @abstractmethod
    def why_not(self, state: S, action: Action, /) -> Refusal | None:
        """Return ``None`` exactly for legal actions and possible corrections, else the refusal."""

    @abstractmethod
    def apply_action(self, state: S, action: Action, /) -> Step[S]:
        """Return the state after ``action``. Raises ``IllegalAction``."""

    @abstractmethod
    def chance_outcomes(self, state: S, /) -> tuple[tuple[Action, float], ...]:
        """Return the actions of ``CHANCE`` with their probabilities, which sum to 1."""

    @abstractmethod
    def is_terminal(self, state: S, /) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def returns(self, state: S, /) -> tuple[int, ...]:
        """Return each seat's points if the game ended now; final when it is over."""

    @abstractmethod
    def winners(self, state: S, /) -> tuple[int, ...]:
        """Return the seats that have won, ties broken; empty before the end."""

    @abstractmethod
    def score_breakdown(self, state: S, /) -> tuple[ScoreLine, ...]:
        """Return the lines that make up ``returns``."""

    @abstractmethod
    def prompt(self, state: S, player: int, /) -> Text:
        """Return the prompt for ``player``; the whole table reads it, so it is public."""

    @abstractmethod
    def summary(self, state: S, /) -> tuple[Line, ...]:
        """Return the contents of a shared display; public."""


AnyGame: TypeAlias = Rules[Any]
"""A game as the program sees it: its rules, and its facets or what stands for them."""


def types_of(source: Any) -> Iterable[type]:  # noqa: ANN401 - a type or a module
    """Return a type itself, or the actions and events that a module defines."""
    if isinstance(source, type):
        return (source,)
    return [cls for cls in _own(source) if issubclass(cls, (Action, Event))]


def _own(module: ModuleType) -> Iterable[type]:
    classes = (value for value in vars(module).values() if isinstance(value, type))
    return [cls for cls in classes if cls.__module__ == module.__name__]


def _classes_beside(game: type) -> Iterable[type]:
    """Return the records in the modules of a game's class and its base classes."""
    rules = (cls for cls in game.__mro__ if issubclass(cls, Rules))
    classes = [cls for cls in rules if not declarations.is_kernel(cls)]
    modules = dict.fromkeys(cls.__module__ for cls in reversed(classes))
    own = (each for module in modules for each in _own(sys.modules[module]))
    return [cls for cls in own if is_record(cls)]


def _numbers(players: range) -> str:
    first, last = players[0], players[-1]
    return str(first) if first == last else say("{first} to {last}", first=first, last=last)


def _problem_message(problem: Problem) -> Message:
    return join(": ", [".".join(map(str, problem.path)), problem.message])
