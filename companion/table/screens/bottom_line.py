"""Labels of keys: the panel's bottom line, and the list of possible commands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from companion.engine.text import Seat, Text, text
from companion.table.binding import Binding, InputSource, Trigger
from companion.table.command import PLAIN, STEPS, Command
from companion.table.screens.headline import KeyLayout
from companion.table.voice import Voice

_ARROWS: Final[Mapping[Trigger, str]] = MappingProxyType(
    {Command.UP: "↑", Command.RIGHT: "→", Command.DOWN: "↓", Command.LEFT: "←"}
)
"""What stands for the directions of a joystick, in every language."""
_CHIEF: Final[Mapping[KeyLayout, tuple[Trigger, ...]]] = MappingProxyType(
    {
        KeyLayout.FULL: (Command.NEXT, Command.CONFIRM, *_ARROWS, Command.BACK),
        KeyLayout.THREE: (Command.NEXT, Command.CONFIRM, Command.BACK, Command.MENU),
        KeyLayout.KNOB: (Command.NEXT, Command.CONFIRM, Command.BACK, Command.MENU),
        KeyLayout.SEATS: (InputSource.SEAT, Command.UNDO),
    }
)
"""The keys that the bottom line may name."""
_ALWAYS: Final = frozenset({Command.CONFIRM, Command.BACK, InputSource.SEAT, *_ARROWS})
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


class _NamedKey(msgspec.Struct, frozen=True):
    """A key as the bottom line says it, and what it does."""

    key: Text
    binding: Binding


_Slot: TypeAlias = tuple[Trigger, int | None]
"""What has words of its own: all directions of a joystick together, and the button of a player."""


def bottom_line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> str:
    """Return what keys do: always those that act, shortened if need be, and others as they fit.

    Where they do not fit, the minor ones are left with their key and a mark. That a turn ends is
    said in full where there is room.
    """
    shown = _with_both(_shown(bindings, keys))
    between = f"{voice.short(text(f'key.and.{keys}'))} "
    acting = [slot for slot in shown if slot[0] in _ALWAYS]
    named = {at: _words(each, voice, full=each.binding.ends_turn) for at, each in shown.items()}
    if _length(acting, named, between) > voice.columns:
        named = {at: _words(each, voice) for at, each in shown.items()}
    if _length(acting, named, between) > voice.columns:
        between = f"{between.strip()} "
    if _length(acting, named, between) > voice.columns:
        named |= {at: _marked(shown[at], voice) for at in acting if shown[at].binding.minor}
    whole = [named[each] for each in acting]
    chief = (shown[each].binding for each in acting)
    firm = [each.ends_turn or each.minor for each in chief]
    gaps = len(between) * (len(acting) - 1)
    named |= zip(acting, _shortened(whole, firm, voice.columns - gaps), strict=True)
    line, left = "", set(acting)
    for slot, words in named.items():
        left.discard(slot)
        longer = f"{line}{between}{words}" if line else words
        rest = sum(len(between) + len(named[each]) for each in left)
        line = longer if len(longer) + rest <= voice.columns else line
    return line


def acting(bindings: Iterable[Binding], keys: KeyLayout = KeyLayout.FULL) -> tuple[Binding, ...]:
    """Return what the bottom line names in any case: what is bound to the keys that act."""
    shown = _shown(bindings, keys)
    return tuple(each.binding for slot, each in shown.items() if slot[0] in _ALWAYS)


def is_cut(line: str, bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> bool:
    """Return whether a bottom line shortens words, other than of a minor key that it marks."""
    for each in _with_both(_shown(bindings, keys)).values():
        if each.binding.minor:
            line = line.removesuffix(f" {_marked(each, voice)}")
    return _MARK in line


def _shown(bindings: Iterable[Binding], keys: KeyLayout) -> dict[_Slot, _NamedKey]:
    """Return what the bottom line names if there is room.

    Of directions of a joystick that do the same, the arrows stand together.
    """
    listed = [each for each in bindings if each.shown and _has_key(each, keys)]
    arrows = "".join(_ARROWS[each.trigger] for each in listed if each.trigger in _ARROWS)
    shown: dict[_Slot, _NamedKey] = {}
    for binding in listed:
        slot: _Slot = binding.trigger, binding.player
        key = _key(binding, keys)
        if binding.trigger in _ARROWS:
            slot, key = (Command.UP, None), text("table.value", value=arrows)
        shown.setdefault(slot, _NamedKey(key, binding))
    return shown


def _with_both(shown: Mapping[_Slot, _NamedKey]) -> dict[_Slot, _NamedKey]:
    """Return what the bottom line names, the keys that confirm and go back as one if they agree."""
    found = dict(shown)
    confirms, back = found.get((Command.CONFIRM, None)), found.get((Command.BACK, None))
    if confirms is not None and back is not None and confirms.binding.label == back.binding.label:
        both = text("key.either", one=confirms.key, other=back.key)
        found[Command.CONFIRM, None] = _NamedKey(both, confirms.binding)
        del found[Command.BACK, None]
    return found


def _words(named: _NamedKey, voice: Voice, *, full: bool = False) -> str:
    says = voice.long if full else voice.short
    return says(_does(named.key, named.binding))


def _marked(named: _NamedKey, voice: Voice) -> str:
    """Return a key with the mark of words that have no room: the list of possible commands has."""
    return f"{voice.short(named.key).rstrip(':')}{_MARK}"


def _length(acting: Sequence[_Slot], named: Mapping[_Slot, str], between: str) -> int:
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
    listed = tuple(_told(tuple(bindings)))
    shown_: set[tuple[object, ...]] = set()
    for trigger in (
        *_CHIEF[keys],
        *_OTHER[keys],
        InputSource.TAG,
        InputSource.PLACE,
        InputSource.TAP,
    ):
        of_trigger = [each for each in listed if each.trigger is trigger]
        for found in (
            *of_trigger[:1],
            *(each for each in of_trigger[1:] if each.player is not None),
        ):
            reached = trigger not in _CHIEF[keys] or _has_key(found, keys)
            if reached and (trigger, found.label.key) not in shown_:
                shown_.add((trigger, found.label.key))
                yield _does(_key(found, keys), found)


def _told(bindings: Sequence[Binding]) -> Iterator[Binding]:
    """Yield what there is to tell: directions of a joystick only where they do more than move.

    There, they do not step through a list.
    """
    ways = {each.trigger for each in bindings if each.shown and each.trigger in _ARROWS}
    replaced = {plain for way, plain in PLAIN.items() if way in ways and plain in STEPS}
    for each in bindings:
        if each.trigger not in replaced and (each.trigger not in _ARROWS or each.shown):
            yield each


def _does(key: Text, binding: Binding) -> Text:
    """Return a key with what it does."""
    return text("key.does", pressed=key, what=binding.label)


def _key(binding: Binding, keys: KeyLayout) -> Text:
    if binding.player is not None:
        return text("key.of_player", player=Seat(binding.player))
    if binding.trigger in _ARROWS:
        return text("table.value", value=_ARROWS[binding.trigger])
    return text(f"key.{keys}.{binding.trigger}")
