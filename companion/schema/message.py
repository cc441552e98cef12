"""Messages to the owner of a box: English when raised, translated when shown.

A message is a string, so it can be logged, compared and raised like any other. It also stores its
template and values, so that it can be translated with a catalogue. Texts for players at the table
are a ``Text`` instead.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, Self

from companion.schema.writable import one_line

LONGEST: Final = 500
"""The most characters of a value in a message: it may come from anywhere."""


class Message(str):
    """A sentence in English that can be translated."""

    __slots__ = ("params", "template")

    template: str
    """The sentence with its placeholders, which is the message id in catalogues."""
    params: Mapping[str, object]

    def __new__(cls, template: str, params: Mapping[str, object]) -> Self:
        """Fill ``params`` into ``template`` and return the English sentence, which keeps both."""
        shown = {name: _shown(value) for name, value in params.items()}
        message = super().__new__(cls, template.format_map(shown))
        message.template = template
        message.params = shown
        return message

    def __reduce__(self) -> tuple[type["Message"], tuple[str, Mapping[str, object]]]:
        """Keep template and values when the message is copied or pickled."""
        return type(self), (self.template, self.params)


def _shown(value: object) -> object:
    """Return a value in a form for sentences; most are unchanged."""
    if isinstance(value, Message):
        return value
    text = str(value)
    return value if len(text) <= LONGEST and text.isprintable() else one_line(text, LONGEST)


def say(template: str, /, **params: object) -> Message:
    """Return a message; pass ``template`` as a literal, so that the catalogues' tools find it."""
    return Message(template, params)


def translate(message: str, find: Callable[[str], str]) -> str:
    """Return a message in the language of ``find``, which maps templates to templates.

    Messages among the values are translated too; a plain string stays as it is.
    """
    if not isinstance(message, Message):
        return message
    params = {
        name: translate(value, find) if isinstance(value, str) else value
        for name, value in message.params.items()
    }
    return find(message.template).format_map(params)


def join(separator: str, parts: Iterable[str]) -> Message:
    """Return one message made of several, each of which is translated separately."""
    params = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in params), params)


def either(values: Sequence[object]) -> Message:
    """Return a list of alternatives, ``one or another``. There must be at least one value."""
    first = join("", [values[0] if isinstance(values[0], Message) else str(values[0])])
    return reduce(
        lambda some, last: say("{some} or {last}", some=some, last=last), values[1:], first
    )


def reason(error: BaseException) -> Message:
    """Return the message of an error; unlike ``str(error)``, it can still be translated."""
    message = error.args[0] if error.args else None
    return message if isinstance(message, Message) else join("", [str(error)])
