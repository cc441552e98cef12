"""Labels of keys: the panel's bottom line, and the list of possible commands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
        KeyLayout.KNOB: (Command.NEXT, Command.CONFIRM, Command.BACK, Command.MENU),
        KeyLayout.SEATS: (InputSource.SEAT, Command.UNDO),
    }
)
"""The keys that the bottom line may name."""
_ALWAYS: Final = frozenset({Command.CONFIRM, Command.BACK, InputSource.SEAT})
"""The keys that the bottom line names in any case, if they do anything."""
_FEWEST: Final = 6
"""Characters of a key and its words that are left in any case."""
_OTHER: Final[Mapping[KeyLayout, tuple[Trigger, ...]]] = MappingProxyType(
    {
        KeyLayout.FULL: (
            Command.PREVIOUS,
            *(Command.CORRECT, Command.UNDO, Command.PAUSE, Command.WHY, Command.MENU),
        ),
        KeyLayout.THREE: (Command.PREVIOUS,),
        KeyLayout.KNOB: (Command.PREVIOUS,),
        KeyLayout.SEATS: (Command.CORRECT,),
    }
)
"""All other keys of a box; a joystick's directions stand for those that they mean."""


def bottom_line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> str:
    """Return what keys do: always those that act, shortened if need be, and others as they fit.

    That a turn ends is said in full where there is room.
    """
    shown = _shown(bindings, keys)
    between = f"{voice.short(text(f'key.and.{keys}'))} "
    acting = [trigger for trigger in shown if trigger in _ALWAYS]
    gaps = len(between) * (len(acting) - 1)
    named = {at: _words(each, voice, keys, full=each.ends_turn) for at, each in shown.items()}
    if sum(len(named[each]) for each in acting) + gaps > voice.columns:
        named = {at: _words(each, voice, keys) for at, each in shown.items()}
    if sum(len(named[each]) for each in acting) + gaps > voice.columns:
        between = f"{between.strip()} "
        gaps = len(between) * (len(acting) - 1)
    whole = [named[each] for each in acting]
    ending = [shown[each].ends_turn for each in acting]
    named |= zip(acting, _shortened(whole, ending, voice.columns - gaps), strict=True)
    line, left = "", set(acting)
    for trigger, words in named.items():
        left.discard(trigger)
        longer = f"{line}{between}{words}" if line else words
        rest = sum(len(between) + len(named[each]) for each in left)
        line = longer if len(longer) + rest <= voice.columns else line
    return line


def acting(bindings: Iterable[Binding], keys: KeyLayout = KeyLayout.FULL) -> tuple[Binding, ...]:
    """Return what the bottom line names in any case: what is bound to the keys that act."""
    shown = _shown(bindings, keys)
    return tuple(binding for trigger, binding in shown.items() if trigger in _ALWAYS)


def _shown(bindings: Iterable[Binding], keys: KeyLayout) -> dict[Trigger, Binding]:
    """Return what the bottom line names if there is room, by key."""
    shown: dict[Trigger, Binding] = {}
    for binding in bindings:
        if binding.shown and _has_key(binding, keys):
            shown.setdefault(binding.trigger, binding)
    return shown


def _words(binding: Binding, voice: Voice, keys: KeyLayout, *, full: bool = False) -> str:
    says = voice.long if full else voice.short
    return says(_named(binding, keys))


def _shortened(parts: Sequence[str], ending: Sequence[bool], available: int) -> list[str]:
    """Return words that have so many characters together; the longest ones are cut.

    Those that say that a turn is ``ending`` are cut last.
    """
    lengths = [len(part) for part in parts]
    while sum(lengths) > available:
        others = [at for at, ends in enumerate(ending) if not ends and lengths[at] > _FEWEST]
        at = max(others or range(len(parts)), key=lengths.__getitem__)
        lengths[at] -= 1
    return [cut(part, length) for part, length in zip(parts, lengths, strict=True)]


def cut(words: str, columns: int) -> str:
    """Return words in so many columns: an end that has no room becomes a mark."""
    return words if len(words) <= columns else f"{words[: columns - 1].rstrip()}…"


def _has_key(binding: Binding, keys: KeyLayout) -> bool:
    """Return whether the bottom line of a box may name the key of a binding."""
    reached = binding.trigger is not Command.BACK or not keys.is_small or binding.upward
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
