"""Catalogue of the declared messages of one connection, by name."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, Self, TypeVar


class MessageDeclaration(Protocol):
    """A class that declares a message."""

    @classmethod
    def declared_name(cls) -> str:
        """Return the name of the message, empty for a base class."""


M = TypeVar("M", bound=MessageDeclaration)


class MessageCatalogue(Generic[M]):
    """Messages by their names. It is immutable: ``plus`` returns a new one."""

    def __init__(self, *messages: type[M]) -> None:
        """Store messages in order. Raises ``ValueError`` for duplicate names."""
        by_name: dict[str, type[M]] = {}
        for message in messages:
            other = by_name.setdefault(message.declared_name(), message)
            if other is not message:
                raise ValueError(
                    f"{other.__name__} and {message.__name__} are both called "
                    f"{message.declared_name()!r}: rename one"
                )
        self._by_name: Mapping[str, type[M]] = MappingProxyType(by_name)

    @classmethod
    def of(cls, base: type[M], namespace: Mapping[str, Any]) -> Self:
        """Return the messages of a module: its named subclasses of ``base``."""
        found = [
            each for each in namespace.values() if isinstance(each, type) and issubclass(each, base)
        ]
        return cls(*(each for each in found if each.declared_name()))

    def plus(self, *messages: type[M]) -> Self:
        """Return these and more. Raises ``ValueError`` for duplicate names."""
        return type(self)(*self, *messages)

    def find(self, name: object) -> type[M] | None:
        """Return the message of a name, ``None`` without one."""
        return self._by_name.get(name) if isinstance(name, str) else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of the declarations."""
        return tuple(self._by_name)

    def __iter__(self) -> Iterator[type[M]]:
        """Yield the messages, in the order of the declarations."""
        return iter(self._by_name.values())

    def __len__(self) -> int:
        """Return the number of messages."""
        return len(self._by_name)
