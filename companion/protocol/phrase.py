"""Sentences that the receiver translates: a code, and its values.

The code is the id of the message in the catalogues, which is its English template. A receiver whose
catalogues lack it, because the sender is newer, shows the English sentence.
"""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.protocol.bounds import NO_NUL, Text
from companion.schema.bounds import Wide
from companion.schema.message import LONGEST, Message

MOST_VALUES: Final = 20
_Sentence: TypeAlias = Annotated[str, Meta(max_length=LONGEST, pattern=NO_NUL)]
_Value: TypeAlias = _Sentence | Wide | bool | None
_PLACE: Final = re.compile(r"\{(\w+)\}")


class PhrasePart(msgspec.Struct, frozen=True):
    """A sentence within another one."""

    code: _Sentence
    values: Annotated[Mapping[Text, _Value], Meta(max_length=MOST_VALUES)] = {}


class Phrase(msgspec.Struct, frozen=True):
    """A sentence by its code; ``values`` fill its placeholders by name."""

    code: _Sentence
    values: Annotated[Mapping[Text, PhrasePart | _Value], Meta(max_length=MOST_VALUES)] = {}


def phrase_of(message: str) -> dict[str, Any] | None:
    """Return a message as a ``Phrase``; ``None`` for plain text, which has no code.

    A message within one of its values is English: there are two levels.
    """
    if not isinstance(message, Message):
        return None
    return {
        "code": message.template,
        "values": {
            name: _part_of(value) if isinstance(value, Message) else value
            for name, value in message.params.items()
        },
    }


def _part_of(message: Message) -> dict[str, Any]:
    values = {
        name: str(value) if isinstance(value, str) else value
        for name, value in message.params.items()
    }
    return {"code": message.template, "values": values}


def words_of(phrase: Mapping[str, Any], find: Callable[[str], str]) -> str:
    """Return the text of a ``Phrase`` as an object; ``find`` maps codes to templates.

    Placeholders are filled without ``str.format``, which would let the sender access attributes.
    """
    values = phrase.get("values") or {}

    def value(place: re.Match[str]) -> str:
        found = values.get(place[1], place[0])
        return words_of(found, find) if isinstance(found, Mapping) else str(found)

    return _PLACE.sub(value, find(str(phrase.get("code", ""))))
