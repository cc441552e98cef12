"""Labels of keys: the panel's bottom line, and the list of available commands."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Seat, Text, text
from companion.table.binding import Binding, InputSource, Trigger
from companion.table.command import PLAIN, STEPS, Command
from companion.table.screens.headline import KeyLayout
from companion.table.voice import Voice

_ARROWS: Final[Mapping[Trigger, str]] = MappingProxyType(
    {Command.UP: "↑", Command.RIGHT: "→", Command.DOWN: "↓", Command.LEFT: "←"}
)
"""What stands for the directions of a joystick, in every language."""
_AXES: Final[Mapping[str, tuple[Trigger, Trigger]]] = MappingProxyType(
    {"↕": (Command.UP, Command.DOWN), "↔": (Command.LEFT, Command.RIGHT)}
)
"""What stands for both directions of an axis."""
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
_GAP: Final = "\0"
"""What stands for words, to find what is before and after them."""
_FEWEST: Final = 4
"""Characters of words that are left in any case, with the mark of a cut."""
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
    brief: bool = False
    """Whether words have their briefest form, if the language has one."""


_STYLES: Final = (_Style(full=True), _Style(), _Style(tight=True), _Style(tight=True, brief=True))
"""The ways of saying them; the first that has room is taken, or words of the last are cut."""


class _Part(msgspec.Struct, frozen=True):
    """A key with what it does; ``words`` may be cut."""

    before: str
    words: str
    after: str
    rank: int
    """How late the words are cut: names first, then a minor key's, where a turn ends last."""
    is_name: bool
    """Whether they are the name of an action that ends a turn, or of a player."""

    def __len__(self) -> int:
        return len(self.before) + len(self.words) + len(self.after)

    @property
    def fewest(self) -> int:
        """The length at which enough of the words is left."""
        return len(self) - max(0, len(self.words) - _FEWEST)

    def within(self, columns: int) -> str:
        """Return the part in a number of columns."""
        words = cut(self.words, len(self.words) - len(self) + columns)
        return f"{self.before}{words}{self.after}"


class _Line(msgspec.Struct, frozen=True):
    """A bottom line, and whether words in it are cut, other than names."""

    words: str
    is_cut: bool


def bottom_line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> str:
    """Return the labels of keys: always those that act, shortened if necessary; others as they fit.

    The end of a turn is written in full where there is room. Where there is little, words have
    their briefest form, and only if that is too long the longest of them are cut.
    """
    return _line(bindings, voice, keys).words


def is_cut(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> bool:
    """Return whether a bottom line cuts words, other than names beside them."""
    return _line(bindings, voice, keys).is_cut


def key_wordings(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> tuple[str, ...]:
    """Return the labels of the keys that act, whole, in every way of saying them, fullest first."""
    acts = [each for each in _named(bindings, keys) if each.acts]
    lines = (
        _between(voice, keys, style).join(
            part.within(len(part)) for part in (_said(each, voice, style) for each in acts)
        )
        for style in _STYLES
    )
    return tuple(dict.fromkeys(lines))


def acting(bindings: Iterable[Binding], keys: KeyLayout = KeyLayout.FULL) -> tuple[Binding, ...]:
    """Return what is bound to the keys that the bottom line names in any case."""
    return tuple(each for each in bindings if _is_shown(each, keys) and each.trigger in _ALWAYS)


def _line(bindings: Iterable[Binding], voice: Voice, keys: KeyLayout) -> _Line:
    named = _named(bindings, keys)
    between, available, parts, acts = "", 0, list[_Part](), list[_Part]()
    for style in _STYLES:
        between = _between(voice, keys, style)
        parts = [_said(each, voice, style) for each in named]
        acts = [part for each, part in zip(named, parts, strict=True) if each.acts]
        available = voice.columns - len(between) * (len(acts) - 1)
        if sum(map(len, acts)) <= available:
            break
    lengths = _lengths(acts, available)
    spoken = (part.within(length) for part, length in zip(acts, lengths, strict=True))
    said = [
        (each.acts, next(spoken) if each.acts else part.within(len(part)))
        for each, part in zip(named, parts, strict=True)
    ]
    words = between.join(_fitting(said, voice.columns, len(between)))
    cuts = (
        length < len(part) and not part.is_name for part, length in zip(acts, lengths, strict=True)
    )
    return _Line(words, any(cuts))


def _between(voice: Voice, keys: KeyLayout, style: _Style) -> str:
    """Return what stands between two keys."""
    apart = voice.short(text(f"key.and.{keys}"))
    return f"{apart.strip() if style.tight else apart} "


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

    Directions of a joystick that do something stand together, as do the keys that confirm and go
    back if they do the same.
    """
    found: dict[tuple[Trigger, int | None], Binding] = {}
    directions = set[Trigger]()
    for binding in _reached(bindings, keys):
        if not _is_shown(binding, keys):
            continue
        trigger = binding.trigger
        if trigger in _ARROWS:
            directions.add(trigger)
            trigger = Command.UP
        found.setdefault((trigger, binding.player), binding)
    confirms, back = found.get((Command.CONFIRM, None)), found.get((Command.BACK, None))
    agree = confirms is not None and back is not None and confirms.label == back.label
    if agree:
        del found[Command.BACK, None]
    return tuple(
        _NamedKey(_key_of(binding, keys, directions, both=agree and binding is confirms), binding)
        for binding in found.values()
    )


def _key_of(
    binding: Binding, keys: KeyLayout, directions: Collection[Trigger], *, both: bool
) -> Text:
    """Return the key of a binding, with the others that do the same."""
    if binding.trigger in _ARROWS:
        return text("table.value", value=arrows(directions))
    key = _key(binding, keys)
    back = text(f"key.{keys}.{Command.BACK}")
    return text("key.either", one=key, other=back) if both else key


def arrows(directions: Collection[Trigger]) -> str:
    """Return the arrows of a joystick's directions; opposite ones share an arrow."""
    return "".join(
        both
        if all(each in directions for each in axis)
        else "".join(_ARROWS[each] for each in axis if each in directions)
        for both, axis in _AXES.items()
    )


def _said(named: _NamedKey, voice: Voice, style: _Style) -> _Part:
    """Return a key with what it does; of the action that it names, or its player, some is left."""
    binding = named.binding
    says = voice.long if style.full and binding.ends_turn else voice.short
    wording = "key.brief" if style.brief else "key.does"
    whole = says(text(wording, pressed=named.key, what=binding.label))
    action, pressed, does = binding.label.params.get("what"), named.key, binding.label
    # A voice may choose a wording by the length of the full one.
    if isinstance(action, Text):
        gap = _GAP * len(voice.long(action))
        does = replace(does, params={"what": gap})
    elif binding.player is not None:
        gap = _GAP * len(voice.long(text("table.player", player=Seat(binding.player))))
        pressed = text("key.of_player", player=gap)
    else:
        gap = _GAP * len(voice.long(does))
        does = text("table.value", value=gap)
    before, _, after = says(text(wording, pressed=pressed, what=does)).partition(gap)
    is_name = isinstance(action, Text) or binding.player is not None
    rank = 0 if is_name else 1 if binding.minor else 3 if binding.ends_turn else 2
    words = whole[len(before) : len(whole) - len(after)]
    return _Part(before, words, after, rank, is_name=is_name)


def _lengths(parts: Sequence[_Part], available: int) -> list[int]:
    """Return the lengths of parts within a total; of those that are cut first, the longest ones."""
    lengths = [len(part) for part in parts]
    while sum(lengths) > available:
        spare = [at for at, part in enumerate(parts) if lengths[at] > part.fewest]
        at = min(
            spare or range(len(parts)), key=lambda each: (parts[each].rank, -lengths[each], -each)
        )
        lengths[at] -= 1
    return lengths


def cut(words: str, columns: int) -> str:
    """Return words in a number of columns: an end without room becomes a mark."""
    return words if len(words) <= columns else f"{words[: max(0, columns - 1)].rstrip()}{_MARK}"


def _is_shown(binding: Binding, keys: KeyLayout) -> bool:
    """Return whether the bottom line of a box may name a binding."""
    return binding.shown and _has_key(binding, keys)


def _has_key(binding: Binding, keys: KeyLayout) -> bool:
    """Return whether the bottom line of a box may show the key of a binding."""
    reached = binding.trigger is not Command.BACK or not keys.is_small or binding.upward
    is_held = keys is KeyLayout.SEATS and binding.held
    return reached and (binding.trigger in _CHIEF[keys] or is_held)


def _reached(bindings: Iterable[Binding], keys: KeyLayout) -> tuple[Binding, ...]:
    """Return the bindings without *undo* where a seat's button that is held does something else."""
    listed = tuple(bindings)
    is_replaced = keys is KeyLayout.SEATS and any(each.held for each in listed)
    return tuple(each for each in listed if not is_replaced or each.trigger is not Command.UNDO)


def possible(bindings: Iterable[Binding], keys: KeyLayout) -> Iterator[Text]:
    """Yield the effect of every key, then of tags and phones; keys with one label are merged."""
    listed = tuple(_told(_reached(bindings, keys)))
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
