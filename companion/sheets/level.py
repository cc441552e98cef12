"""The level ``table`` of a game: the box knows turns, time and points, and none of its rules.

A game lays ``table.yaml`` beside its class and is marked with ``with_table_level``. What anybody
asks about a state of that level is answered by the rules for sheets.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from importlib.resources import files
from inspect import getattr_static
from sys import modules
from types import FunctionType
from typing import Any, Final, TypeVar

from companion.engine import facets
from companion.engine.figures import DialTotal
from companion.engine.game import Action, Event
from companion.engine.phases import PhasedRules
from companion.engine.rules import AnyGame, Rules, types_of
from companion.engine.shared_actions import ChooseStart, ComeBack, Leave
from companion.engine.text import Param, Text, text
from companion.engine.wording import Words
from companion.sheets import actions, events
from companion.sheets.game import TABLE, SheetGame
from companion.sheets.plan import compiled
from companion.sheets.prompts import SheetWords
from companion.sheets.sheet import read_course
from companion.sheets.state import TableState

FILE: Final = "table.yaml"
"""The file with a game's turns, rounds and points."""
_ABOUT_STATES: Final = ("state", "before")
"""The names of parameters that hold a state."""
G = TypeVar("G", bound=AnyGame)


class _WordsOfBoth(Words, frozen=True, kw_only=True):
    """The words of a game, and those of its level ``table``."""

    own: Words
    table: SheetWords = SheetWords()

    def _of(self, record: Action | Event) -> Words:
        at_table = type(record).__module__ in (actions.__name__, events.__name__)
        return self.table if at_table else self.own

    def value_name(self, name: str, value: object) -> Param:
        """Return the value of an action's field in words, as an item of a menu."""
        return text(f"category.{value}") if name == "category" else self.own.value_name(name, value)

    def action_name(self, action: Action) -> Text:
        """Return an action in words, as an item of a menu."""
        return self._of(action).action_name(action)

    def brief(self, action: Action) -> Text:
        """Return an action in as few words as possible, to stand behind its player's name."""
        return self._of(action).brief(action)

    def describe(self, event: Event) -> Text:
        """Return what happened in words."""
        return self._of(event).describe(event)


def with_table_level(cls: type[G]) -> type[G]:
    """Return the class of a game with the level ``table`` before its others."""
    names = {name: _answered(name, getattr_static(cls, name)) for name in _questions()}
    shared = [kind for kind in (ChooseStart, Leave, ComeBack, DialTotal) if not _has(cls, kind)]
    game: Any = cls
    own_ends = bool(game.turn_ends)
    names["has_turn_ends"] = lambda _self, state: isinstance(state, TableState) or own_ends
    outline_game = cached_property(_outline_game)
    space: dict[str, Any] = {
        **names,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": cls.__doc__,
        "outline": (TABLE,),
        "records": (*game.records, TableState, actions, events, *shared),
        "turn_ends": (*game.turn_ends, actions.HandOver, actions.Ready),
        "passes": (*game.passes, actions.PassRound),
        "words": _WordsOfBoth(game.words.values, own=game.words),
        "outline_game": outline_game,
        "new_initial_state": _begun(getattr_static(cls, "new_initial_state")),
    }
    marked: Any = type(game)(cls.__name__, (cls,), space)
    outline_game.__set_name__(marked, "outline_game")
    found: type[G] = marked
    return found


def _has(cls: Any, kind: type) -> bool:  # noqa: ANN401 - the class of a game
    """Return whether a kind of action is among the records of a game."""
    return any(kind in types_of(source) for source in cls.records)


@cache
def _questions() -> tuple[str, ...]:
    """Return the names of everything that is asked about a state."""
    bases = (Rules, PhasedRules, *facets.FACETS, facets.FacetDefaults)
    return tuple(dict.fromkeys(name for base in bases for name in _of_class(base)))


def _of_class(base: type) -> Iterator[str]:
    for name, value in vars(base).items():
        if isinstance(value, FunctionType) and not name.startswith("_"):
            _, first, *_ = (*value.__code__.co_varnames, "", "")
            yield from (name,) if first in _ABOUT_STATES else ()


def _answered(name: str, own: Any) -> Callable[..., Any]:  # noqa: ANN401 - a method
    """Return a method that asks the rules for sheets about their states, else the game's own."""
    is_static = isinstance(own, staticmethod)
    function: Callable[..., Any] = own.__func__ if isinstance(own, staticmethod) else own

    def answered(*asked: Any) -> Any:  # noqa: ANN401 - any game's
        game, state, *_ = asked
        if isinstance(state, TableState):
            return getattr(game.outline_game, name)(*asked[1:])
        return function(*asked[1:]) if is_static else function(*asked)

    # What it stands for, for those who list it.
    answered.__module__, answered.__name__ = function.__module__, name
    answered.__doc__ = function.__doc__
    return answered


def _begun(own: Any) -> Callable[..., Any]:  # noqa: ANN401 - a method
    """Return the method that begins a game at any of its levels."""
    is_static = isinstance(own, staticmethod)
    function: Callable[..., Any] = own.__func__ if isinstance(own, staticmethod) else own

    def begun(*asked: Any) -> Any:  # noqa: ANN401 - any game's
        game, setup = asked
        if setup.level == TABLE:
            game.require(setup)
            return game.outline_game.begin(setup)
        return function(setup) if is_static else function(game, setup)

    return begun


def _outline_game(self: Any) -> SheetGame:  # noqa: ANN401 - any game
    """Return the rules for the level ``table`` of a game, which are read when first used."""
    package = modules[type(self).__module__].__package__ or ""
    course = read_course(files(package).joinpath(FILE).read_text(encoding="utf-8"), FILE)
    plan = compiled(course, catalogued=True)
    return SheetGame(plan, self.id, self.title, self.players)
