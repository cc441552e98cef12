"""Rules of things in play, by place: buildings, tiles, abilities, kinds of pieces."""

from collections.abc import Iterable
from typing import Any

from companion.engine.game import Line
from companion.engine.picture import Picture
from companion.engine.text import Text, text
from companion.table.voice import Voice
from companion.web.views.position import Position, Rules, by_keys


def parts(position: Position, voice: Voice) -> list[dict[str, Any]]:
    """Return everything in play that has its own rule, and its spaces.

    A part is where a sprite has its name, or is printed on the space of the same name. The kinds of
    the pieces there follow, unless a part has the same rule: without spaces, since each sprite
    carries its rule, and moving pieces would change all of this with every action.
    """
    own = [
        {"name": voice.long(part.name), "rule": part.rule, "places": list(places)}
        for part, places in zip(position.in_play, position.in_play_places, strict=True)
    ]
    cited = {part.rule for part in position.in_play}
    return own + [
        {"name": voice.long(text(kind.name)), "rule": kind.rule, "places": []}
        for kind in position.kinds
        if kind.rule not in cited
    ]


def kind_rules(lines: Iterable[Line], picture: Picture | None) -> Rules:
    """Return the rules of the kinds that lines mention, each at its first mention."""
    found: dict[str, Text] = {}
    for name in (name for line in lines for name in (line.left, line.right) if name is not None):
        kind = None if picture is None else picture.kind_of(name)
        if kind is not None:
            found.setdefault(kind.rule, name)
    return by_keys((name, rule) for rule, name in found.items())


def rule_of(line: Line, *tables: Rules) -> str:
    """Return the rule of the subject of a line; empty if it has none."""
    for name in filter(None, (line.right, line.left)):
        for rules in tables:
            if name.key in rules and name in rules[name.key]:
                return rules[name.key][name]
    return ""
