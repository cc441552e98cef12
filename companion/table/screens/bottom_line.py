"""Labels of keys: the panel's bottom line, and the list of possible commands."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.text import Text, text
from companion.table.binding import Binding, InputSource, Trigger
from companion.table.command import Command
from companion.table.screens.headline import KeyLayout
from companion.table.voice import Voice

_CHIEF: Final[Mapping[KeyLayout, tuple[Trigger, ...]]] = MappingProxyType(
    {
        KeyLayout.FULL: (Command.NEXT, Command.CONFIRM, Command.BACK),
        KeyLayout.THREE: (Command.NEXT, Command.CONFIRM, Command.BACK, Command.MENU),
        KeyLayout.SEATS: (InputSource.SEAT, Command.UNDO),
    }
)
"""The keys that the bottom line may name."""
_OTHER: Final[Mapping[KeyLayout, tuple[Trigger, ...]]] = MappingProxyType(
    {
        KeyLayout.FULL: (
            Command.PREVIOUS,
            *(Command.CORRECT, Command.UNDO, Command.PAUSE, Command.WHY, Command.MENU),
        ),
        KeyLayout.THREE: (Command.PREVIOUS,),
        KeyLayout.SEATS: (Command.CORRECT,),
    }
)
"""All other keys of a box; a joystick's directions stand for those that they mean."""


def bottom_line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> str:
    """Return what the most important keys do, as many as fit on the line."""
    line = ""
    for binding in bindings:
        if not binding.shown or not _has_key(binding, keys):
            continue
        words = voice.short(_named(binding, keys))
        longer = f"{line}{voice.short(text(f'key.and.{keys}'))} {words}" if line else words
        line = longer if len(longer) <= voice.columns else line
    return line


def _has_key(binding: Binding, keys: KeyLayout) -> bool:
    """Return whether the bottom line of a box may name the key of a binding."""
    reached = binding.trigger is not Command.BACK or keys is not KeyLayout.THREE or binding.upward
    return reached and binding.trigger in _CHIEF[keys]


def possible(bindings: Iterable[Binding], keys: KeyLayout) -> Iterator[Text]:
    """Yield what every key does, then tags and phones; a label that two keys share stands once."""
    listed = tuple(bindings)
    shown_: set[tuple[object, ...]] = set()
    for trigger in (
        *_CHIEF[keys],
        *_OTHER[keys],
        InputSource.TAG,
        InputSource.PLACE,
        InputSource.TAP,
    ):
        found = next((each for each in listed if each.trigger is trigger), None)
        reached = found is not None and (trigger not in _CHIEF[keys] or _has_key(found, keys))
        if found is not None and reached and (trigger, found.label.key) not in shown_:
            shown_.add((trigger, found.label.key))
            yield _named(found, keys)


def _named(binding: Binding, keys: KeyLayout) -> Text:
    """Return a key with what it does."""
    return text("key.does", pressed=text(f"key.{keys}.{binding.trigger}"), what=binding.label)
