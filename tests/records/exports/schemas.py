"""What other programs expect of our exports, as far as they have written it down."""

import json
import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote
from uuid import UUID
from xml.etree.ElementTree import fromstring

import msgspec

from companion.records.archive import ArchivedGame
from companion.records.exports import (
    bgg,
    bgstats,
    bgstats_fields,
    csv,
)

MOMENT = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
LONGEST_LINK = 8_000
"""Bytes of an address that every server and browser takes."""
LINK = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": re.compile(MOMENT),
    "durationMin": int,
    "location": str,
    "board": str,
    "comments": str,
    "game": {
        "name": str,
        "sourceGameId": str,
        "highestWins": bool,
        "noPoints": bool,
        "usesTeams": bool,
    },
    "players": [
        {
            "name": str,
            "sourcePlayerId": str,
            "startPlayer": bool,
            "winner": bool,
            "score": int,
            "rank": int,
            "role": str,
        }
    ],
}
NAMED = {"id": int, "uuid": str, "name": str, "modificationDate": re.compile(MOMENT)}
FILE = {
    "about": str,
    "players": [{**NAMED, "isAnonymous": bool, "bggUsername": str}],
    "locations": [NAMED],
    "games": [
        {**NAMED, "cooperative": bool, "highestWins": bool, "noPoints": bool, "usesTeams": bool}
    ],
    "plays": [
        {
            "uuid": str,
            "modificationDate": re.compile(MOMENT),
            "entryDate": re.compile(MOMENT),
            "playDate": re.compile(MOMENT),
            "durationMin": int,
            "ignored": bool,
            "manualWinner": bool,
            "rounds": int,
            "rating": int,
            "scoringSetting": int,
            "usesTeams": bool,
            "locationRefId": int,
            "gameRefId": int,
            "board": str,
            "comments": str,
            "playerScores": [
                {
                    "playerRefId": int,
                    "score": re.compile(r"-?\d+"),
                    "winner": bool,
                    "newPlayer": bool,
                    "startPlayer": bool,
                    "rank": int,
                    "seatOrder": int,
                    "role": str,
                }
            ],
            "expansionPlays": [str],
        }
    ],
    "userInfo": {"meRefId": int},
}
MAY_LACK = {"locationRefId"}
MAY_HAVE = {"team"}
PLAY = ("id", "date", "quantity", "length", "incomplete", "nowinstats", "location")
PLAYER = (
    *("username", "userid", "name", "startposition", "color", "score", "new", "rating", "win"),
)


def fits(value: object, schema: object, at: str = "") -> None:
    """Fail unless a JSON value has exactly the fields and types of a schema."""
    if isinstance(schema, Mapping):
        assert isinstance(value, Mapping), at
        assert schema.keys() - value.keys() <= MAY_LACK, at
        assert value.keys() - schema.keys() <= MAY_HAVE, at
        for field in schema.keys() & value.keys():
            fits(value[field], schema[field], f"{at}.{field}")
    elif isinstance(schema, list):
        assert isinstance(value, Sequence), at
        for item in value:
            fits(item, schema[0], f"{at}[]")
    elif isinstance(schema, re.Pattern):
        assert isinstance(value, str), at
        assert schema.fullmatch(value), f"{at}: {value}"
    else:
        assert type(value) is schema, f"{at}: {value!r}"


def check_link(played: ArchivedGame) -> None:
    written = bgstats.link(played, "Club")
    assert written.isascii()
    assert len(written) < LONGEST_LINK
    play = json.loads(unquote(written.removeprefix(bgstats.CREATE)))
    fits(play, LINK)
    msgspec.convert(play, bgstats_fields.LinkedPlay)
    assert [player["name"] for player in play["players"]] == list(played.setup.players)
    assert played.result is not None
    winners = [seat for seat, player in enumerate(play["players"]) if player["winner"]]
    assert winners == sorted(played.result.winners)  # nobody may have won


def check_file(games: Sequence[ArchivedGame]) -> None:
    file = json.loads(json.dumps(bgstats.file(games, "Club")))
    fits(file, FILE)
    msgspec.convert(file, bgstats_fields.File)
    ids = {kind: [each["id"] for each in file[kind]] for kind in ("players", "games", "locations")}
    for known in ids.values():
        assert len(set(known)) == len(known)
    uuids = [each["uuid"] for kind in (*ids, "plays") for each in file[kind]]
    assert len(set(uuids)) == len(uuids)
    assert all(str(UUID(each)).upper() == each for each in uuids)
    for play in file["plays"]:
        assert play["gameRefId"] in ids["games"]
        assert play["locationRefId"] in ids["locations"]
        assert {score["playerRefId"] for score in play["playerScores"]} <= {*ids["players"]}


def check_xml(games: Sequence[ArchivedGame]) -> None:
    root = fromstring(bgg.plays(games, "Club"))  # noqa: S314 - our own
    assert root.tag == "plays"
    assert root.attrib.keys() == {"username", "userid", "total", "page"}
    assert root.get("total") == str(len(root)) == str(len(games))
    for play in root:
        assert tuple(play.attrib) == PLAY
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", play.attrib["date"])
        assert [child.tag for child in play] == ["item", "comments", "players"]
        assert play[0].attrib.keys() == {"name", "objecttype", "objectid"}
        for player in play[2]:
            assert tuple(player.attrib) == PLAYER
            assert re.fullmatch(r"-?\d+", player.attrib["score"])
            assert player.attrib["win"] in {"0", "1"}


def check_csv(games: Sequence[ArchivedGame]) -> None:
    rows = list(csv.read(csv.text(games)))
    names = [name for played in games for name in played.setup.players]
    assert [row["player"] for row in rows] == names
    points = [point for played in games if played.result for point in played.result.points]
    assert [int(row["own_points"]) for row in rows] == points


def check_all(games: Sequence[ArchivedGame]) -> None:
    """Check a set of finished games in all forms."""
    for played in games:
        check_link(played)
    check_file(games)
    check_xml(games)
    check_csv(games)
