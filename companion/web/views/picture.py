"""Picture of a game in the format of the pages."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import structs

from companion.engine.diagram import Diagram
from companion.engine.picture import (
    Emblem,
    EmblemPart,
    Look,
    PhoneLayout,
    PieceKind,
    Sprite,
    Zone,
)
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.table.voice import Voice

_MARK: Final = attrgetter(*EmblemPart.__struct_fields__)
_USUAL: Final[tuple[object, ...]] = _MARK(EmblemPart(""))


def picture_view(game: AnyGame, players: int, voice: Voice) -> dict[str, Any] | None:
    """Return the static parts of a game's table, without the places of unused seats."""
    picture = game.picture
    if picture is None:
        return None
    zones = [zone for zone in picture.zones if zone.seat is None or zone.seat < players]
    return {
        "size": [picture.width, picture.height],
        "spaces": [
            {
                "id": space.id,
                "x": space.x,
                "y": space.y,
                "w": space.width,
                "h": space.height,
                "shape": space.shape,
                "label": "" if space.label is None else voice.long(space.label),
            }
            for space in picture.spaces
            if space.seat is None or space.seat < players
        ],
        "zones": [
            {
                "caption": voice.long(_caption(zone)),
                "x": zone.x,
                "y": zone.y,
                "w": zone.width,
                "h": zone.height,
                "team": zone.team,
            }
            for zone in zones
        ],
        "phone": _phone_view(picture.phone, zones),
        "trail": picture.trail,
        "looks": {name: _look_view(look, voice) for name, look in picture.looks.items()},
        "icons": {name: list(rows) for name, rows in game.icons.items()},
    }


def _phone_view(phone: PhoneLayout, zones: Sequence[Zone]) -> dict[str, Any]:
    """Return what a phone shows, with zones by their numbers."""
    place, overview = (
        [i for i, zone in enumerate(zones) if zone.caption in named]
        for named in (phone.place, phone.overview)
    )
    return {"place": place, "overview": overview, "mine": list(phone.mine)}


def _look_view(look: Look, voice: Voice) -> dict[str, Any]:
    view = structs.asdict(look)
    name, _ = view.pop("name"), view.pop("drawn")
    return {**view, "name": voice.long(text(name))} if name else view


def _caption(zone: Zone) -> Text:
    """Return the caption of a zone, which names the player whose zone it is."""
    return text(zone.caption) if zone.seat is None else text(zone.caption, player=Seat(zone.seat))


def sprite_view(drawn: Sprite, kind: PieceKind | None, voice: Voice) -> dict[str, Any]:
    """Return a sprite, named in the voice's language, with its kind's rule if there is one."""
    return {
        "look": drawn.look,
        "place": drawn.place,
        "name": "" if drawn.name is None else voice.long(drawn.name),
        "turn": drawn.turn,
        "piece": drawn.piece,
        "sign": drawn.sign,
        **({} if kind is None else {"rule": kind.rule}),
    }


def emblem_view(emblem: Emblem) -> dict[str, Any]:
    """Return an emblem under its key; an empty object without one.

    A mark is a list of look, x, y, width, height, sign and turn, without trailing defaults.
    """
    if not emblem:
        return {}
    return {"drawn": [_without_usual_end(_MARK(mark)) for mark in emblem]}


def _without_usual_end(mark: Sequence[object]) -> Sequence[object]:
    length = len(mark)
    while length > 1 and mark[length - 1] == _USUAL[length - 1]:
        length -= 1
    return mark[:length]


def diagram_view(board: Diagram | None) -> list[list[dict[str, str]]] | None:
    """Return the rows of a board made of small pictures; empty if the game has none."""
    if board is None:
        return None
    return [
        [{"icon": cell.icon, "mark": cell.mark, "place": cell.place} for cell in row]
        for row in board.rows
    ]
