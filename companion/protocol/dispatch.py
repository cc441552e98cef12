"""Dispatches each message to its handler; a missing handler is reported on import."""

from collections.abc import Callable, Iterable, Mapping
from typing import (
    Any,
    Concatenate,
    Final,
    Generic,
    NamedTuple,
    ParamSpec,
    Self,
    TypeVar,
)

from companion.protocol.message_catalogue import MessageCatalogue, MessageDeclaration

S = TypeVar("S")
M = TypeVar("M")
D = TypeVar("D", bound=MessageDeclaration)
P = ParamSpec("P")
R = TypeVar("R")

_HANDLED: Final = "handled_message"
"""The attribute of a method that says which message it handles."""


class HandlerError(TypeError):
    """A message has no handler, or too many; the message says how to fix it."""


def handles(
    message: type[M],
) -> Callable[[Callable[Concatenate[S, M, P], R]], Callable[Concatenate[S, M, P], R]]:
    """Mark a method as the handler of a message, or of all subclasses of a class."""

    def mark(handler: Callable[Concatenate[S, M, P], R]) -> Callable[Concatenate[S, M, P], R]:
        setattr(handler, _HANDLED, message)
        return handler

    return mark


class Dispatch(Generic[P, R]):
    """Dispatches each message to the object named by a table of handlers."""

    def __init__(self, handlers: Mapping[type, Callable[..., R]]) -> None:
        """Store the handler of each message."""
        self._handlers = handlers

    def __call__(self, message: object, *args: P.args, **more: P.kwargs) -> R:
        """Dispatch a message to its handler."""
        return self._handlers[type(message)](message, *args, **more)


class HandlerTable(Generic[D, P, R]):
    """The handlers of messages: the methods of classes that ``handles`` has marked.

    A table is declared beside its classes, so that a message without a handler, or with two, is
    found when they are imported: it raises ``HandlerError``.
    """

    def __init__(self, messages: MessageCatalogue[D], *owners: type) -> None:
        """Find the handler of each message: its own one, else that of its base class."""
        self.messages, self._owners = messages, owners
        marked = _marked(owners)
        self._handlers: Mapping[type, _Handler] = {
            message: _handler(message, marked) for message in messages
        }
        handled = {base for message in messages for base in message.__mro__}
        for message, handler in marked.items():
            if message not in handled:
                raise HandlerError(
                    f"{handler.name} handles {message.__name__}, which is not among the messages: "
                    "declare it, or remove the method"
                )

    def plus(self, owner: type, *messages: type[D]) -> Self:
        """Return this table with another class, which may handle further messages."""
        return type(self)(self.messages.plus(*messages), *self._owners, owner)

    def bound(self, *owners: object) -> Dispatch[P, R]:
        """Return the methods of these objects, one of each class.

        Raises ``HandlerError`` if a class has none.
        """
        return Dispatch(
            {message: handler.bound(owners) for message, handler in self._handlers.items()}
        )


class _Handler(NamedTuple):
    """A marked method, and the class that has it."""

    owner: type
    function: Callable[..., Any]

    @property
    def name(self) -> str:
        return self.function.__qualname__

    def bound(self, owners: Iterable[object]) -> Callable[..., Any]:
        found = next((each for each in owners if isinstance(each, self.owner)), None)
        if found is None:
            raise HandlerError(f"{self.name} needs its object: give a {self.owner.__name__}, too")
        bound: Callable[..., Any] = getattr(found, self.function.__name__)
        return bound


def _marked(owners: Iterable[type]) -> dict[type, _Handler]:
    marked: dict[type, _Handler] = {}
    for owner in owners:
        for function in _functions(owner):
            message = getattr(function, _HANDLED, None)
            if message is None:
                continue
            if message in marked:
                raise HandlerError(
                    f"{marked[message].name} and {function.__qualname__} both handle "
                    f"{message.__name__}: unmark one"
                )
            marked[message] = _Handler(owner, function)
    return marked


def _functions(owner: type) -> Iterable[Callable[..., Any]]:
    by_name = {
        name: each
        for base in reversed(owner.__mro__)
        for name, each in vars(base).items()
        if callable(each)
    }
    return by_name.values()


def _handler(message: type, marked: Mapping[type, _Handler]) -> _Handler:
    handler = next((marked[base] for base in message.__mro__ if base in marked), None)
    if handler is None:
        raise HandlerError(
            f"no method handles {message.__name__}: mark one with @handles({message.__name__})"
        )
    return handler
