"""A game's picture as a browser reads it."""

from dataclasses import asdict
from typing import Any

from companion.engine.diagram import Diagram
from companion.engine.game import AnyGame
from companion.engine.picture import Sprite, Zone
from companion.engine.text import Seat, Text, text
from companion.table.voice import Voice


def described(game: AnyGame, players: int, voice: Voice) -> dict[str, Any] | None:
    """Return what is fixed on a game's table, without the places of absent seats."""
    drawn = game.picture
    if drawn is None:
        return None
    return {
        "size": [drawn.width, drawn.height],
        "spaces": [
            {
                "id": each.id,
                "x": each.x,
                "y": each.y,
                "w": each.width,
                "h": each.height,
                "shape": each.shape,
                "label": each.label,
            }
            for each in drawn.spaces
            if each.seat is None or each.seat < players
        ],
        "zones": [
            {
                "caption": voice.long(_caption(each)),
                "x": each.x,
                "y": each.y,
                "w": each.width,
                "h": each.height,
            }
            for each in drawn.zones
            if each.seat is None or each.seat < players
        ],
        "looks": {name: asdict(look) for name, look in drawn.looks.items()},
        "icons": {name: list(rows) for name, rows in game.icons.items()},
    }


def _caption(zone: Zone) -> Text:
    """Return a caption; that of a player's zone names the player."""
    return text(zone.caption) if zone.seat is None else text(zone.caption, player=Seat(zone.seat))


def sprite(each: Sprite, voice: Voice) -> dict[str, Any]:
    """Return a thing on the table."""
    return {
        "look": each.look,
        "place": each.place,
        "name": "" if each.name is None else voice.long(each.name),
        "turn": each.turn,
        "piece": each.piece,
        "sign": each.sign,
    }


def diagram(drawn: Diagram | None) -> list[list[dict[str, str]]] | None:
    """Return a board of small pictures."""
    if drawn is None:
        return None
    return [[asdict(cell) for cell in row] for row in drawn.rows]
