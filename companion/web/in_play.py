"""The rules of what is in play, where it lies: buildings, tiles, abilities."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.game import Explained, Line
from companion.engine.text import Text
from companion.table.voice import Voice
from companion.web.position import Position


def parts(position: Position, voice: Voice) -> list[dict[str, Any]]:
    """Return everything in play that has a rule of its own, and the spaces where it lies.

    A part lies where a sprite has its name, or is printed on the space that is called as it is.
    """
    if not position.in_play:
        return []
    lying: defaultdict[Text, list[str]] = defaultdict(list)
    for sprite in position.sprites:
        if sprite.name is not None:
            lying[sprite.name].append(sprite.place)
    return [
        {
            "name": voice.long(part.name),
            "rule": part.rule,
            "places": list(dict.fromkeys((*lying[part.name], *_printed(part.name, position)))),
        }
        for part in position.in_play
    ]


def _printed(name: Text, position: Position) -> tuple[str, ...]:
    own = name.key.rpartition(".")[2]
    return (own,) if own in position.spaces else ()


def rules(in_play: Iterable[Explained]) -> Mapping[Text, str]:
    """Return the rules of what is in play by its names."""
    return {part.name: part.rule for part in in_play}


def rule_of(line: Line, known: Mapping[Text, str]) -> dict[str, str]:
    """Return the rule of what a line names, under its key; nothing if that has none."""
    if not known:
        return {}
    named = next((name for name in (line.right, line.left) if name in known), None)
    return {} if named is None else {"rule": known[named]}
