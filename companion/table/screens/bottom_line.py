"""Labels of keys: the panel's bottom line, and the list of available commands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

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
    """A key as shown in the bottom line, and its effect."""

    key: Text
    binding: Binding

    @property
    def acts(self) -> bool:
        """Whether the bottom line names it in any case."""
        return self.binding.trigger in _ALWAYS


class _Style(msgspec.Struct, frozen=True):
    """How the bottom line says the keys that act."""

    full: bool = False
    """Whether it says in full that a turn ends."""
    tight: bool = False
    """Whether as little as possible stands between keys."""
    marks: bool = False
    """Whether a mark stands for what minor keys do."""


_STYLES: Final = (_Style(full=True), _Style(), _Style(tight=True), _Style(tight=True, marks=True))
"""The ways of saying them; the first that has room is taken, or words of the last are cut."""


class _Line(msgspec.Struct, frozen=True):
    """A bottom line, and whether words in it are cut, other than those that a mark stands for."""

    words: str
    is_cut: bool


def bottom_line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> str:
    """Return the labels of keys: always those that act, shortened if necessary; others as they fit.

    Where they do not fit, minor ones are reduced to their key and a mark. The end of a turn is
    written in full where there is room.
    """
    return _line(bindings, voice, keys).words


def is_cut(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> bool:
    """Return whether a bottom line cuts words, other than of a minor key that it marks."""
    return _line(bindings, voice, keys).is_cut


def acting(bindings: Iterable[Binding], keys: KeyLayout = KeyLayout.FULL) -> tuple[Binding, ...]:
    """Return what is bound to the keys that the bottom line names in any case."""
    return tuple(each for each in bindings if _is_shown(each, keys) and each.trigger in _ALWAYS)


def _line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> _Line:
    named = _named(bindings, keys)
    acts = [each for each in named if each.acts]
    apart = f"{voice.short(text(f'key.and.{keys}'))} "
    between, parts, style = apart, list[str](), _STYLES[0]
    for style in _STYLES:
        between = f"{apart.strip()} " if style.tight else apart
        parts = [_said(each, voice, style) for each in acts]
        if len(between.join(parts)) <= voice.columns:
            break
    ranks = [_rank(each.binding) for each in acts]
    cut_parts = _shortened(parts, ranks, voice.columns - len(between) * (len(parts) - 1))
    spoken = iter(cut_parts)
    said = [(each.acts, next(spoken) if each.acts else _said(each, voice, style)) for each in named]
    return _Line(between.join(_fitting(said, voice.columns, len(between))), cut_parts != parts)


def _fitting(said: Sequence[tuple[bool, str]], columns: int, between: int) -> Iterator[str]:
    """Yield the words of keys that act, and those of others that have room beside them."""
    available = columns + between - sum(len(words) + between for acts, words in said if acts)
    for acts, words in said:
        if not acts and len(words) + between > available:
            continue
        available -= 0 if acts else len(words) + between
        yield words


def _named(bindings: Iterable[Binding], keys: KeyLayout) -> tuple[_NamedKey, ...]:
    """Return what the bottom line names if there is room, each key once.

    Of directions of a joystick that do something, the arrows stand together, as do the keys that
    confirm and go back if they do the same.
    """
    found: dict[tuple[Trigger, int | None], Binding] = {}
    arrows = ""
    for binding in bindings:
        if _is_shown(binding, keys):
            arrow = _ARROWS.get(binding.trigger, "")
            arrows += arrow
            found.setdefault((Command.UP if arrow else binding.trigger, binding.player), binding)
    confirms, back = found.get((Command.CONFIRM, None)), found.get((Command.BACK, None))
    agree = confirms is not None and back is not None and confirms.label == back.label
    if agree:
        del found[Command.BACK, None]
    return tuple(
        _NamedKey(_key_of(binding, keys, arrows, both=agree and binding is confirms), binding)
        for binding in found.values()
    )


def _key_of(binding: Binding, keys: KeyLayout, arrows: str, *, both: bool) -> Text:
    """Return the key of a binding, with the others that do the same."""
    if binding.trigger in _ARROWS:
        return text("table.value", value=arrows)
    key = _key(binding, keys)
    back = text(f"key.{keys}.{Command.BACK}")
    return text("key.either", one=key, other=back) if both else key


def _said(named: _NamedKey, voice: Voice, style: _Style) -> str:
    """Return a key with what it does, or with the mark: the list of possible commands has words."""
    if style.marks and named.acts and named.binding.minor:
        return f"{voice.short(named.key).rstrip(':')}{_MARK}"
    says = voice.long if style.full and named.binding.ends_turn else voice.short
    return says(_does(named.key, named.binding))


def _rank(binding: Binding) -> int:
    """Return how late the words of a key are cut: a name before a mark first, a turn's end last."""
    return 0 if binding.minor else 2 if binding.ends_turn else 1


def _shortened(parts: Sequence[str], ranks: Sequence[int], available: int) -> list[str]:
    """Return labels within a total length; of those that are cut first, the longest ones."""
    lengths = [len(part) for part in parts]
    while sum(lengths) > available:
        spare = [at for at, length in enumerate(lengths) if length > _FEWEST] or range(len(parts))
        at = min(spare, key=lambda each: (ranks[each], -lengths[each], -each))
        lengths[at] -= 1
    return [cut(part, length) for part, length in zip(parts, lengths, strict=True)]


def cut(words: str, columns: int) -> str:
    """Return words in a number of columns: an end without room becomes a mark."""
    return words if len(words) <= columns else f"{words[: columns - 1].rstrip()}{_MARK}"


def _is_shown(binding: Binding, keys: KeyLayout) -> bool:
    """Return whether the bottom line of a box may name a binding."""
    return binding.shown and _has_key(binding, keys)


def _has_key(binding: Binding, keys: KeyLayout) -> bool:
    """Return whether the bottom line of a box may show the key of a binding."""
    reached = binding.trigger is not Command.BACK or not keys.is_small or binding.upward
    return reached and binding.trigger in _CHIEF[keys]


def possible(bindings: Iterable[Binding], keys: KeyLayout) -> Iterator[Text]:
    """Yield the effect of every key, then of tags and phones; keys with one label are merged."""
    listed = tuple(_told(tuple(bindings)))
    shown_: set[tuple[object, ...]] = set()
    for trigger in (
        *_CHIEF[keys],
        *_OTHER[keys],
        *(() if keys is KeyLayout.SEATS else (InputSource.SEAT,)),
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
            said = (trigger, found.label.key, found.player)
            if reached and said not in shown_:
                shown_.add(said)
                yield _does(_key(found, keys), found)


def _told(bindings: Sequence[Binding]) -> Iterator[Binding]:
    """Yield the keys to list: joystick directions only where they do more than move.

    There, they do not step through a list.
    """
    ways = {each.trigger for each in bindings if each.shown and each.trigger in _ARROWS}
    replaced = {plain for way, plain in PLAIN.items() if way in ways and plain in STEPS}
    for each in bindings:
        if each.trigger not in replaced and (each.trigger not in _ARROWS or each.shown):
            yield each


def _does(key: Text, binding: Binding) -> Text:
    """Return a key with its effect."""
    return text("key.does", pressed=key, what=binding.label)


def _key(binding: Binding, keys: KeyLayout) -> Text:
    if binding.player is not None:
        return text("key.of_player", player=Seat(binding.player))
    if binding.trigger in _ARROWS:
        return text("table.value", value=_ARROWS[binding.trigger])
    return text(f"key.{keys}.{binding.trigger}")
