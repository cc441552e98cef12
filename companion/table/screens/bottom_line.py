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
_MARK: Final = "…"
"""What stands for words that have no room."""
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

    Where they do not fit, the minor ones are left with their key and a mark. That a turn ends is
    said in full where there is room.
    """
    shown = _shown(bindings, keys)
    between = f"{voice.short(text(f'key.and.{keys}'))} "
    acting = [trigger for trigger in shown if trigger in _ALWAYS]
    named = {at: _words(each, voice, keys, full=each.ends_turn) for at, each in shown.items()}
    if _length(acting, named, between) > voice.columns:
        named = {at: _words(each, voice, keys) for at, each in shown.items()}
    if _length(acting, named, between) > voice.columns:
        between = f"{between.strip()} "
    if _length(acting, named, between) > voice.columns:
        named |= {at: _marked(at, voice, keys) for at in acting if shown[at].minor}
    whole = [named[each] for each in acting]
    firm = [shown[each].ends_turn or shown[each].minor for each in acting]
    gaps = len(between) * (len(acting) - 1)
    named |= zip(acting, _shortened(whole, firm, voice.columns - gaps), strict=True)
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


def is_cut(line: str, bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> bool:
    """Return whether a bottom line shortens words, other than of a minor key that it marks."""
    for trigger, binding in _shown(bindings, keys).items():
        if binding.minor:
            line = line.removesuffix(f" {_marked(trigger, voice, keys)}")
    return _MARK in line


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


def _marked(trigger: Trigger, voice: Voice, keys: KeyLayout) -> str:
    """Return a key with the mark of words that have no room: the list of possible commands has."""
    return f"{voice.short(_key(trigger, keys))}{_MARK}"


def _length(acting: Sequence[Trigger], named: Mapping[Trigger, str], between: str) -> int:
    """Return the characters of the keys that act, with what stands between them."""
    return len(between.join(named[each] for each in acting))


def _shortened(parts: Sequence[str], firm: Sequence[bool], available: int) -> list[str]:
    """Return words that have so many characters together; the longest ones are cut.

    Those that are ``firm``, such as that a turn ends, are cut last.
    """
    lengths = [len(part) for part in parts]
    while sum(lengths) > available:
        others = [at for at, stays in enumerate(firm) if not stays and lengths[at] > _FEWEST]
        at = max(others or range(len(parts)), key=lengths.__getitem__)
        lengths[at] -= 1
    return [cut(part, length) for part, length in zip(parts, lengths, strict=True)]


def cut(words: str, columns: int) -> str:
    """Return words in so many columns: an end that has no room becomes a mark."""
    return words if len(words) <= columns else f"{words[: columns - 1].rstrip()}{_MARK}"


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
    return text("key.does", pressed=_key(binding.trigger, keys), what=binding.label)


def _key(trigger: Trigger, keys: KeyLayout) -> Text:
    return text(f"key.{keys}.{trigger}")
