"""Messages to whoever sets a box up: English where they are raised, translated where they are told.

A message is a string, so it can be logged, compared and raised like any other; it also remembers
the template and the values that it was made from, by which a catalogue finds it in another
language. What players read at the table is a ``Text`` instead.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Self


class Message(str):
    """A sentence in English that can be said in other languages."""

    __slots__ = ("params", "template")

    template: str
    """The sentence with its placeholders; the message id of catalogues."""
    params: Mapping[str, object]

    def __new__(cls, template: str, params: Mapping[str, object]) -> Self:
        """Return the English sentence."""
        made = super().__new__(cls, template.format_map(params))
        made.template = template
        made.params = params
        return made

    def __reduce__(self) -> tuple[type["Message"], tuple[str, Mapping[str, object]]]:
        """Keep template and values when the message is copied or sent elsewhere."""
        return type(self), (self.template, self.params)


def say(template: str, /, **params: object) -> Message:
    """Return a message; ``template`` is written out where it is said, so that it can be found."""
    return Message(template, params)


def translated(message: str, find: Callable[[str], str]) -> str:
    """Return a message in the language of ``find``, which maps templates to templates.

    Messages among the values are translated too; a plain string stays as it is.
    """
    if not isinstance(message, Message):
        return message
    params = {
        name: translated(value, find) if isinstance(value, str) else value
        for name, value in message.params.items()
    }
    return find(message.template).format_map(params)


def joined(separator: str, parts: Iterable[str]) -> Message:
    """Return one message of several, of which each is translated by itself."""
    params = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in params), params)


def either(values: Sequence[object]) -> Message:
    """Return names of which one is meant: ``one or another``. There must be at least one."""
    first = joined("", [str(values[0])])
    return reduce(
        lambda some, last: say("{some} or {last}", some=some, last=last), values[1:], first
    )


def reason(error: BaseException) -> Message:
    """Return what an error says; a message in it can still be translated, ``str(error)`` not."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Message) else joined("", [str(error)])
