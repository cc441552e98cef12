"""The kinds of options of a game, and checks of the owner's values."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import msgspec

from companion.engine.declared import Declared
from companion.engine.game import Problem, Struct
from companion.engine.message import Message, either, say
from companion.engine.text import Text, text
from companion.moved import former_names

COLOURS: Final = "colours"
"""The option of a game with ``seat_colours`` that holds the colour of each seat."""
Choice: TypeAlias = tuple[str, tuple[str, ...]]
"""An option that is asked for, and its values, the usual one first."""


class ValueKind(Protocol):
    """A kind of single value, such as those of options."""

    def expected(self, value: Any, /) -> str:  # noqa: ANN401 - anything that YAML can hold
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""


class OneOf(Declared, frozen=True):
    """One of several words."""

    values: tuple[str, ...]

    def _mistakes(self) -> Iterator[str]:
        if not self.values:
            yield "values is empty; declare at least one word"

    def expected(self, value: object) -> str:
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""
        return "" if value in self.values else say("expected {words}", words=either(self.values))


class Truth(msgspec.Struct, frozen=True):
    """A boolean: yes or no."""

    def expected(self, value: object) -> str:
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""
        return "" if isinstance(value, bool) else say("expected true or false")


class Whole(Declared, frozen=True):
    """A whole number from ``least`` to ``most``; ``None`` means no upper limit."""

    least: int = 0
    most: int | None = None

    def _mistakes(self) -> Iterator[str]:
        if self.most is not None and self.most < self.least:
            yield f"most is {self.most}, less than least, which is {self.least}; exchange them"

    def expected(self, value: object) -> str:
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""
        right = isinstance(value, int) and not isinstance(value, bool) and value >= self.least
        if right and (self.most is None or int(str(value)) <= self.most):
            return ""
        if self.most is None:
            return say("expected a whole number, at least {least}", least=self.least)
        return say("expected a whole number, {least} to {most}", least=self.least, most=self.most)


class Each(Declared, frozen=True):
    """A list with a different value for each seat, as chosen in the setup on the box."""

    values: tuple[str, ...]
    least: int = 0
    """The fewest values that suffice: as many as the fewest players."""

    def _mistakes(self) -> Iterator[str]:
        if len(self.values) < max(1, self.least):
            yield f"values has {len(self.values)} words for {self.least} seats; declare more"

    def expected(self, value: object) -> str:
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""
        right = isinstance(value, list | tuple) and all(item in self.values for item in value)
        if (
            right
            and isinstance(value, list | tuple)
            and self.least <= len(set(value)) == len(value)
        ):
            return ""
        words = ", ".join(self.values)
        return say("expected a list, one for a seat, all different, of: {words}", words=words)


class FurtherOption(msgspec.Struct, frozen=True):
    """An option that players may change at setup, without a question.

    ``values`` are words, numbers or truths, the usual one first.
    """

    name: str
    values: tuple[object, ...]
    needs: tuple[tuple[str, str], ...] = ()
    """Options that are asked for, with the value without which this one makes no difference."""
    more: ValueKind | None = None
    """What an owner may write, if that is more than the ``values`` to choose from."""
    levels: tuple[str, ...] = ()
    """The levels at which it makes a difference; empty for all that have options."""

    @property
    def usual(self) -> object:
        """The default value."""
        return self.values[0]

    @property
    def kind(self) -> ValueKind:
        """The kind of its values in the settings."""
        if self.more is not None:
            return self.more
        if all(isinstance(value, bool) for value in self.values):
            return Truth()
        numbers = [value for value in self.values if isinstance(value, int)]
        if len(numbers) == len(self.values):
            return Whole(min(numbers), max(numbers))
        return OneOf(tuple(map(str, self.values)))


class Recommendation(msgspec.Struct, frozen=True):
    """The recommended way to play a game, unless players choose otherwise at setup."""

    level: str = ""
    """The tracking level; empty for the most demanding one."""
    options: Mapping[str, str] = MappingProxyType({})
    """Values of ``choices``, where the usual one is not recommended."""
    enter: frozenset[str] = frozenset()
    """The names of the actions of ``CHANCE`` that people carry out and enter."""


def usual(choices: Iterable[Choice], further: Iterable[FurtherOption]) -> dict[str, object]:
    """Return the default value of each option."""
    return {
        **{name: values[0] for name, values in choices},
        **{option.name: option.usual for option in further},
    }


def value_name(option: str, value: object) -> Text:
    """Return the value of an option in words: yes or no, a number, or the game's own word."""
    if isinstance(value, bool):
        return text("option.yes" if value else "option.no")
    return text("lobby.value", value=value) if isinstance(value, int) else _word(option, value)


def _word(option: str, value: object) -> Text:
    return text(f"option.{option}.{value}")


def wrong_options(kinds: Mapping[str, ValueKind], options: Struct) -> Iterator[Problem]:
    """Yield the mistakes in ``options``, given the known names and their ``kinds``."""
    yield from unknown_keys(("options",), kinds, options)
    for name, value in options.items():
        if name in kinds and (expected := kinds[name].expected(value)):
            yield Problem(("options", name), expected)


def unknown_keys(
    path: tuple[str | int, ...], allowed: Collection[str], keys: Collection[str]
) -> Iterator[Problem]:
    """Yield a problem for each of the ``keys`` at ``path`` that is not among those ``allowed``."""
    message: Message | None = None  # thousands of keys have the same
    for key in keys:
        if key not in allowed:
            message = message or unknown(path, allowed)
            yield Problem((*path, key), message)


def unknown(path: tuple[str | int, ...], allowed: Collection[str]) -> Message:
    """Return the message for a key at ``path`` that is not among those ``allowed``."""
    words = ", ".join(allowed)
    if path == ("options",):
        return say("unknown option, expected one of: {words}", words=words)
    return say("no such key, there are: {words}", words=words)


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
