"""What keys do, in words: the panel's bottom line, and the answer to what can be done now."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.text import Text, text
from companion.table.binding import Binding, Source, Trigger
from companion.table.command import Command
from companion.table.screens.headline import Keys
from companion.table.voice import Voice

_CHIEF: Final[Mapping[Keys, tuple[Trigger, ...]]] = MappingProxyType(
    {
        Keys.FULL: (Command.NEXT, Command.CONFIRM, Command.BACK),
        Keys.THREE: (Command.NEXT, Command.CONFIRM, Command.BACK, Command.MENU),
        Keys.SEATS: (Source.SEAT, Command.UNDO),
    }
)
"""The keys that the bottom line may name."""
_OTHER: Final[Mapping[Keys, tuple[Trigger, ...]]] = MappingProxyType(
    {
        Keys.FULL: (
            Command.PREVIOUS,
            *(Command.CORRECT, Command.UNDO, Command.PAUSE, Command.WHY, Command.MENU),
        ),
        Keys.THREE: (Command.PREVIOUS,),
        Keys.SEATS: (Command.CORRECT,),
    }
)
"""All other keys of a box; a joystick's directions stand for those that they mean."""


def bottom_line(bindings: Iterable[Binding], voice: Voice, keys: Keys) -> str:
    """Return what the most important keys do, as many as fit on the line."""
    line = ""
    for binding in bindings:
        if not binding.shown or not _has_key(binding, keys):
            continue
        words = voice.short(_named(binding, keys))
        longer = f"{line}{voice.short(text(f'key.and.{keys}'))} {words}" if line else words
        line = longer if len(longer) <= voice.columns else line
    return line


def _has_key(binding: Binding, keys: Keys) -> bool:
    """Tell whether the bottom line of a box may name the key of a binding."""
    reached = binding.trigger is not Command.BACK or keys is not Keys.THREE or binding.upward
    return reached and binding.trigger in _CHIEF[keys]


def possible(bindings: Iterable[Binding], keys: Keys) -> Iterator[Text]:
    """Yield what every key does, then tags and phones; a label that two keys share stands once."""
    listed = tuple(bindings)
    said: set[tuple[object, ...]] = set()
    for trigger in (*_CHIEF[keys], *_OTHER[keys], Source.TAG, Source.PLACE, Source.TAP):
        found = next((each for each in listed if each.trigger is trigger), None)
        reached = found is not None and (trigger not in _CHIEF[keys] or _has_key(found, keys))
        if found is not None and reached and (trigger, found.label.key) not in said:
            said.add((trigger, found.label.key))
            yield _named(found, keys)


def _named(binding: Binding, keys: Keys) -> Text:
    """Return a key with what it does."""
    return text("key.does", pressed=text(f"key.{keys}.{binding.trigger}"), what=binding.label)
