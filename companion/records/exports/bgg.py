"""Export in the format of BoardGameGeek's XML API 2.

There is no import: the site only accepts plays from users with their password. User ids are unknown
to the box, and written as 0; so are ids of games, except those named by a sheet.
"""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.records.archive import ArchivedGame, local_time
from companion.records.exports import (
    handover_summary,
    identity,
    manifest_for,
    result_for,
    variant,
)

_MINUTE: Final = 60
_MORE_BITS: Final = 128 - 63
"""A number there has 64 bits with a sign: that of a game is the beginning of its UUID."""
_NOT_IN_XML: Final = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535), "�")
"""Characters that XML 1.0 cannot hold, not even escaped."""


def plays(games: Sequence[ArchivedGame], location: str = "") -> str:
    """Return games as XML. Raises ``RecordError``."""
    count = str(len(games))
    root = Element("plays", {"username": "", "userid": "0", "total": count, "page": "1"})
    for played in games:
        _add(root, played, location)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add(root: Element, played: ArchivedGame, location: str) -> None:
    result = result_for(played)
    ranking = result.ranking
    play = SubElement(
        root,
        "play",
        {
            "id": str(identity(played).int >> _MORE_BITS),
            "date": local_time(result.ended).strftime("%Y-%m-%d"),
            "quantity": "1",
            "length": str(max(1, round(result.length / _MINUTE))),
            "incomplete": "0" if result.over else "1",
            "nowinstats": "0" if result.over else "1",
            "location": _text(location),
        },
    )
    number = manifest_for(played).bgg or 0
    item = {"name": _text(played.title), "objecttype": "thing", "objectid": str(number)}
    subtypes = SubElement(SubElement(play, "item", item), "subtypes")
    SubElement(subtypes, "subtype", {"value": "boardgame"})
    comments = ", ".join(filter(None, (variant(played), handover_summary(played))))
    SubElement(play, "comments").text = _text(comments)
    players = SubElement(play, "players")
    for seat, name in enumerate(played.players):
        SubElement(
            players,
            "player",
            {
                "username": "",
                "userid": "0",
                "name": _text(name),
                "startposition": str(seat + 1),
                "color": "",
                "score": str(ranking.points[seat]),
                "new": "0",
                "rating": "0",
                "win": "1" if seat in result.winners else "0",
            },
        )


def _text(given: str) -> str:
    return given.translate(_NOT_IN_XML)
