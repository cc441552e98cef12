"""Dispatches each message to its handler; a missing handler is reported at start."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

S = TypeVar("S")
M = TypeVar("M")
P = ParamSpec("P")
R = TypeVar("R")

_HANDLED: Final = "handled_message"
"""The attribute of a method that says which message it handles."""


class HandlerError(TypeError):
    """A message has no handler, or too many; the text says how to mend it."""


def handles(
    message: type[M],
) -> Callable[[Callable[Concatenate[S, M, P], R]], Callable[Concatenate[S, M, P], R]]:
    """Mark a method as the handler of a message, or of all that derive from a class."""

    def mark(handler: Callable[Concatenate[S, M, P], R]) -> Callable[Concatenate[S, M, P], R]:
        setattr(handler, _HANDLED, message)
        return handler

    return mark


class Dispatch(Generic[P, R]):
    """The handlers of messages: the methods of ``owners`` that ``handles`` has marked.

    Raises ``HandlerError`` when it is made.
    """

    def __init__(self, messages: Iterable[type], *owners: object) -> None:
        """Find the handler of each message: its own one, else that of a class above it."""
        marked = _marked(owners)
        self._handlers: Mapping[type, Callable[..., R]] = {
            message: _handler(message, marked) for message in messages
        }
        handled = {base for message in self._handlers for base in message.__mro__}
        for message in marked:
            if message not in handled:
                raise HandlerError(
                    f"{marked[message].__qualname__} handles {message.__name__}, which is not "
                    "among the messages: declare it, or remove the method"
                )

    def __call__(self, message: object, *args: P.args, **more: P.kwargs) -> R:
        """Have a message handled."""
        return self._handlers[type(message)](message, *args, **more)


def _marked(owners: Iterable[object]) -> dict[type, Callable[..., Any]]:
    marked: dict[type, Callable[..., Any]] = {}
    for owner in owners:
        for name, function in _functions(type(owner)).items():
            message = getattr(function, _HANDLED, None)
            if message is None:
                continue
            if message in marked:
                raise HandlerError(
                    f"{marked[message].__qualname__} and {function.__qualname__} both handle "
                    f"{message.__name__}: unmark one"
                )
            marked[message] = getattr(owner, name)
    return marked


def _functions(owner: type) -> dict[str, Callable[..., Any]]:
    return {
        name: each
        for base in reversed(owner.__mro__)
        for name, each in vars(base).items()
        if callable(each)
    }


def _handler(message: type, marked: Mapping[type, Callable[..., Any]]) -> Callable[..., Any]:
    handler = next((marked[base] for base in message.__mro__ if base in marked), None)
    if handler is None:
        raise HandlerError(
            f"no method handles {message.__name__}: mark one with @handles({message.__name__})"
        )
    return handler
