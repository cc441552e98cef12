"""Base class of conformance tests: the game under test, and data shared by all checks."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

from companion.engine.codec import snake_case
from companion.engine.conformance.plays import Play, Position, offered, record, sample
from companion.engine.game import CHANCE, SPECTATOR, Action, Correction, Refusal, Setup, Struct
from companion.engine.records import fields_of, replace
from companion.engine.rules import AnyGame
from companion.engine.text import Text

NAMES: Final = ("Ann", "Ben", "Cem", "Dua", "Eve", "Flo", "Gus", "Hal")
COLUMNS: Final = 21
"""How many characters fit on a line of a small panel."""
_KEPT: Final = 4
"""How many test classes keep their plays at the same time."""
_REMEMBERED: Final = 256
"""For how many positions it is remembered what can be done: those of a game."""
NONSENSE: Final[tuple[object, ...]] = (None, "", "no such thing", -1, 999)
"""Values that a tag, a phone or an old journal may put into a field."""
_FOREIGN: Final = 3
"""How many actions of each kind are tried in a position where they may be out of place."""
_ALIKE: Final = 10
"""How many refusals with the same code for the same kind of action are examined."""
_STRIDE: Final = 7
"""How many actions to step forward: coprime to most counts, so that each gets its turn."""


class Voice(Protocol):
    """Translates texts into one language."""

    def long(self, message: Text) -> str:
        """Return the full wording."""

    def short(self, message: Text) -> str:
        """Return a wording that fits a line of 21 columns."""

    def rule(self, rule: str) -> str:
        """Return a rule in a sentence or two; empty if it has no wording."""


class Voices(Protocol):
    """Makes voices; ``companion.i18n.catalogue.Catalogue`` is one."""

    def __call__(self, language: str, game: AnyGame, players: Sequence[str]) -> Voice:
        """Return the voice of a language; ``players`` are the seats' names."""

    def languages(self, game: AnyGame) -> tuple[str, ...]:
        """Return the languages of ``game``."""


class Narrowing(Protocol):
    """How inputs choose a legal action, such as the module ``companion.table.narrowing.intent``."""

    def choices(self, actions: Sequence[Action]) -> tuple[Any, ...]:
        """Return the next choices, each an ``action`` or a ``constraint`` and ``value``."""

    def narrow(self, actions: Iterable[Action], selection: Iterable[Any]) -> tuple[Action, ...]:
        """Return the actions that fit all constraints."""

    def constraints(self, select: Struct) -> tuple[Any, ...]:
        """Return the constraints of one of a piece's ``selects``."""

    def is_usual(self, action: Action) -> bool:
        """Return whether the table can ever be asked for an action."""


class ConformanceError(AssertionError):
    """A game breaks a guarantee; the message describes it, and how to reproduce it."""

    def __init__(self, where: object, what: str) -> None:
        """Report ``what`` is wrong, after ``where`` it was found."""
        super().__init__(f"{where}: {what}")


Refused: TypeAlias = tuple[Position, Action, Refusal]
"""Where an action is refused, the action, and the refusal."""


class Bench:
    """Attributes that the author of a game sets, and the plays that the checks examine.

    ``game``, ``rules``, ``voice`` and ``narrowing`` must be set; everything else has a default.
    """

    game: AnyGame
    """The game under test."""
    rules: Collection[str]
    """The ids of the game's rules, which events, refusals and score lines may cite."""
    voice: Voices
    """Where the game's words come from: ``companion.i18n.catalogue.Catalogue``."""
    narrowing: Narrowing
    """How a table chooses among the game's actions: ``companion.table.narrowing.intent``."""
    seeds: Sequence[int] = (1, 2)
    """One random game is played for each setup with each of these seeds."""
    longest: int = 5_000
    """The most actions that a random game may take."""
    size: int = 150
    """How many positions of the plays are examined closely."""
    perft: Sequence[int] = ()
    """How many sequences of 1, 2, ... actions there are from ``opening()``: golden counts."""
    line: Sequence[str] = ()
    """The first actions of the first play, in notation, written down once."""

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        """Return the setups to play; by default its own levels with the fewest and most players."""
        counts = sorted({cls.game.players[0], cls.game.players[-1]})
        levels = (*cls.game.levels, *cls.game.apart)
        return [Setup(NAMES[:n], level) for level in levels for n in counts]

    @classmethod
    def twins(cls, state: Any, viewer: int) -> Iterable[Any]:  # noqa: ANN401, ARG003 - a state
        """Return states that ``viewer`` must not be able to tell from ``state``.

        A game with secrets overrides this: it changes what the viewer does not know.
        """
        return ()

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def plays(cls) -> tuple[Play, ...]:
        """Return the random plays."""
        return tuple(
            record(cls.game, setup, seed, cls.longest)
            for setup in cls.setups()
            for seed in cls.seeds
        )

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def positions(cls) -> tuple[Position, ...]:
        """Return the positions for close examination."""
        return sample(cls.game, cls.plays(), cls.size)

    @classmethod
    def open_positions(cls) -> Iterator[tuple[Position, tuple[Action, ...]]]:
        """Yield the positions with at least one legal action, each with all legal actions."""
        for position in cls.positions():
            legal = cls.legal(position)
            if legal:
                yield position, legal

    @classmethod
    @lru_cache(maxsize=_REMEMBERED)
    def legal(cls, position: Position) -> tuple[Action, ...]:
        """Return the legal actions of all players in a position."""
        offers = offered(cls.game, position.play.setup, position.state)
        return tuple(dict.fromkeys(action for _, action in offers))

    @classmethod
    @lru_cache(maxsize=_REMEMBERED)
    def corrections(cls, position: Position) -> tuple[Correction, ...]:
        """Return the possible corrections in a position."""
        return cls.game.corrections(position.state)

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def known(cls) -> Mapping[str, tuple[Action, ...]]:
        """Return the actions and corrections seen in the plays, by name."""
        actions = [move.action for play in cls.plays() for move in play.moves]
        for position in cls.positions():
            actions += (*cls.legal(position), *cls.corrections(position))
        kinds: dict[str, list[Action]] = {}
        for action in dict.fromkeys(actions):
            kinds.setdefault(snake_case(type(action).__name__), []).append(action)
        return {name: tuple(actions) for name, actions in kinds.items()}

    @classmethod
    def made(cls, select: Struct) -> Action | None:
        """Return the action with a piece's field values, ``None`` if there is none."""
        values = {name: value for name, value in select.items() if name != "action"}
        try:
            return cls.game.make_action(str(select["action"]), values)
        except (KeyError, TypeError, ValueError):
            return None

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def voices(cls) -> tuple[tuple[str, Voice], ...]:
        """Return the languages of the game, each with its voice."""
        languages = cls.voice.languages(cls.game)
        if not languages:
            raise ConformanceError(
                cls.game.id, "the game has no catalogue: locale/en/LC_MESSAGES/table.mo"
            )
        return tuple((language, cls.voice(language, cls.game, NAMES)) for language in languages)

    @classmethod
    def viewers(cls, position: Position) -> tuple[int, ...]:
        """Return all viewers: the seats and a spectator."""
        return (*position.seats, SPECTATOR)

    @classmethod
    def actors(cls, position: Position) -> tuple[int, ...]:
        """Return all possible actors: the seats and CHANCE."""
        return (CHANCE, *position.seats)

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def refusals(cls) -> tuple[Refused, ...]:
        """Return refusals of actions that are legal elsewhere."""
        return tuple(cls._refused(cls.foreign()))

    @classmethod
    @lru_cache(maxsize=_KEPT)
    def odd_refusals(cls) -> tuple[Refused, ...]:
        """Return refusals of actions that are never valid."""
        return tuple(cls._refused(cls.nonsense()))

    @classmethod
    def _refused(cls, tried: Iterable[tuple[Position, Action]]) -> Iterator[Refused]:
        """Yield some refusals of each code for each kind of action."""
        counts: Counter[tuple[str, type]] = Counter()
        for position, action in tried:
            with suppress(Exception):  # one check reports it, whatever it is
                refusal = cls.game.why_not(position.state, action)
                if refusal is not None:
                    counts[refusal.code, type(action)] += 1
                    if counts[refusal.code, type(action)] <= _ALIKE:
                        yield position, action, refusal

    @classmethod
    def foreign(cls) -> Iterator[tuple[Position, Action]]:
        """Yield positions with actions taken or mixed from other positions, legal here or not."""
        turn = 0
        for position in cls.positions():
            for actions in cls.known().values():
                for _ in range(min(_FOREIGN, len(actions))):
                    turn += _STRIDE
                    yield position, actions[turn % len(actions)]
            for action in cls.legal(position)[:_FOREIGN]:
                turn += _STRIDE
                others = cls.known()[snake_case(type(action).__name__)]
                for mixture in mixed(action, others[turn % len(others)]):
                    yield position, mixture

    @classmethod
    def nonsense(cls) -> Iterator[tuple[Position, Action]]:
        """Yield positions with actions that lack fields, or that name things that do not exist."""
        for position in cls.positions():
            for name, actions in cls.known().items():
                yield position, cls.game.make_action(name, {})
                for field in fields_of(type(actions[0])):
                    for value in NONSENSE:
                        yield position, replace(actions[0], **{field.name: value})


def mixed(action: Action, other: Action) -> Iterator[Action]:
    """Yield copies of ``action``, each with one field taken from another action of its type."""
    for field in fields_of(type(action)):
        yield replace(action, **{field.name: getattr(other, field.name)})


def mistake(voice: Voice, message: Text, *, within: bool = True) -> str:
    """Return the mistake in a message's wording, or in one ``within`` it; ``""`` if none."""
    for inner in message.params.values() if within else ():
        if isinstance(inner, Text) and (wrong := mistake(voice, inner)):
            return wrong
    try:
        words = voice.long(message), voice.short(message)
    except (KeyError, IndexError, ValueError) as error:
        return f"the words of {message} cannot be put together: {error!r}"
    if not all(words) or message.key in words:
        return f"{message.key} has no words"
    if within and "None" in map(str, message.params.values()) and "None" in words[0]:
        return f"{message.key} says {words[0]!r}, but None is not a word"
    return ""
