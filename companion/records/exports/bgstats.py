"""Export for BG Stats: a link that creates one play in the app, or a file with many.

The link: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/.
Known pitfalls: every boolean has to be present, or the app crashes on Android; times are UTC, and
that of a play is its end. The only BoardGameGeek ids are those named by a game's sheet: others have
not been looked up, and a wrong one would refer to another game.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from companion.engine.manifest import Manifest
from companion.engine.ranking import MATES, Ranking, Side
from companion.records.archive import ArchivedGame
from companion.records.exports import handover_summary, identity, manifest_for, result_for, variant
from companion.records.exports.bgstats_fields import (
    BoardGameGeek,
    File,
    FiledPlace,
    FiledPlay,
    LinkedPlay,
    Team,
)
from companion.records.result import Result

SOURCE: Final = "compass-companion"
CREATE: Final = "https://app.bgstatsapp.com/createPlay.html?data="
_OURS: Final = uuid5(NAMESPACE_URL, SOURCE)
_MINUTE: Final = 60


def link(played: ArchivedGame, location: str = "") -> str:
    """Return the address that opens BG Stats with a play. Raises ``RecordError``."""
    encoded = json.dumps(play(played, location), separators=(",", ":"), ensure_ascii=False)
    return CREATE + quote(encoded, safe="")


def play(played: ArchivedGame, location: str = "") -> LinkedPlay:
    """Return the object in such a link. Raises ``RecordError`` unless the game is over."""
    result = result_for(played, whole=True)
    ranking, names = result.ranking, played.players
    facts = manifest_for(played)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(identity(played)),
        "playDate": _utc(result.ended),
        "durationMin": _minutes(result),
        "location": location,
        "board": variant(played),
        "comments": handover_summary(played),
        "game": {
            "name": played.title,
            "sourceGameId": played.game,
            "highestWins": facts.points != "least",
            "noPoints": facts.points == "none",
            "usesTeams": _has_teams(ranking),
            **_number(facts),
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name.casefold(),
                "startPlayer": seat == result.starter,
                "winner": seat in result.winners,
                "score": ranking.points[seat],
                "rank": ranking.places[seat],
                "role": "",
                **_team(ranking.side_of(seat), names),
            }
            for seat, name in enumerate(names)
        ],
    }


def file(games: Sequence[ArchivedGame], location: str = "") -> File:
    """Return the contents of a ``.bgsplay`` file. Raises ``RecordError``.

    Ids are derived from their objects, so that a file can be imported twice without duplicates.
    """
    players = _numbered(name for played in games for name in played.players)
    titles = _numbered(played.title for played in games)
    facts = {played.title: manifest_for(played) for played in games}
    places = _numbered([location] if location else [])
    when = _utc(max((result_for(played).ended for played in games), default=0.0))
    return {
        "about": f"{SOURCE}: finished games",
        "players": [
            {
                "id": number,
                "uuid": _uuid("player", name),
                "name": name,
                "isAnonymous": False,
                "modificationDate": when,
                "bggUsername": "",
            }
            for name, number in players.items()
        ],
        "locations": [
            {
                "id": number,
                "uuid": _uuid("location", name),
                "name": name,
                "modificationDate": when,
            }
            for name, number in places.items()
        ],
        "games": [
            {
                "id": number,
                "uuid": _uuid("game", title),
                "name": title,
                "modificationDate": when,
                "cooperative": facts[title].cooperative,
                "highestWins": facts[title].points != "least",
                "noPoints": facts[title].points == "none",
                "usesTeams": any(_has_teams(one.ranking) for one in games if one.title == title),
                **_number(facts[title]),
            }
            for title, number in titles.items()
        ],
        "plays": [_filed(played, players, titles, places) for played in games],
        "userInfo": {"meRefId": 0},
    }


def _number(facts: Manifest) -> BoardGameGeek:
    """Return the BoardGameGeek id of a game as a field, if it is known."""
    return {} if facts.bgg is None else {"bggId": facts.bgg}


def _filed(
    played: ArchivedGame,
    players: Mapping[str, int],
    titles: Mapping[str, int],
    places: Mapping[str, int],
) -> FiledPlay:
    result = result_for(played)
    ranking = result.ranking
    when = _utc(result.ended)
    where: FiledPlace = {"locationRefId": 1} if places else {}
    return {
        "uuid": str(identity(played)).upper(),
        "modificationDate": when,
        "entryDate": when,
        "playDate": when,
        "durationMin": _minutes(result),
        "ignored": not result.over,
        "manualWinner": result.over and _is_beyond_points(ranking),
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "usesTeams": _has_teams(ranking),
        **where,
        "gameRefId": titles[played.title],
        "board": variant(played),
        "comments": handover_summary(played),
        "playerScores": [
            {
                "playerRefId": players[name],
                "score": str(ranking.points[seat]),
                "winner": seat in result.winners,
                "newPlayer": False,
                "startPlayer": seat == result.starter,
                "rank": ranking.places[seat],
                "seatOrder": seat + 1,
                "role": "",
                **_team(ranking.side_of(seat), played.players),
            }
            for seat, name in enumerate(played.players)
        ],
        "expansionPlays": [],
    }


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _is_beyond_points(ranking: Ranking) -> bool:
    """Return whether the points do not determine the winner, because a tie was broken."""
    best = max((side.points for side in ranking.sides), default=0)
    return any((side.points == best) != bool(side.wins) for side in ranking.sides)


def _has_teams(ranking: Ranking) -> bool:
    return any(len(side.seats) > 1 for side in ranking.sides)


def _team(side: Side, names: Sequence[str]) -> Team:
    """Return the team of a seat as a field, if it has one; it is named by its members."""
    if len(side.seats) == 1:
        return {}
    return {"team": MATES.join(names[mate] for mate in side.seats)}


def _minutes(result: Result) -> int:
    """Return the length of a game in whole minutes, at least one."""
    return max(1, round(result.length / _MINUTE))


def _utc(wall: float) -> str:
    return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_OURS, f"{kind}/{name}")).upper()
