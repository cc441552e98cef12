"""Pages of finished games, and their CSV export."""

import csv
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Final
from urllib.parse import urlencode

from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion_hub.club.accounts import Role
from companion_hub.club.removals import RemovalKind
from companion_hub.log_blob import FIELDS, Row
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
    time_element,
)
from companion_hub.pages.removals import form
from companion_hub.queries import (
    PAGE,
    GameSearch,
    StoredGame,
    most_counted,
)

_MINUTE: Final = 60
_DAYS: Final = ("since", "until")


def listing(
    frame: HubPageContext, found: int, shown: Sequence[StoredGame], search: GameSearch, at: int
) -> str:
    """Return page ``at`` of the games ``found``."""
    say = frame.say
    heads = [say(key) for key in ("when", "game", "ranking", "length", "box")]
    rows: list[list[Child]] = [
        [
            tag("a", time_element(each.finished or 0), href=f"/games/{each.journal}/{each.play}"),
            frame.title_of(each.game),
            ranking(frame, each),
            _length(frame, each),
            f"{each.site} / {each.box}",
        ]
        for each in shown
    ]
    table = table_of(heads, rows) if rows else nothing(say("nothing_found"))
    query = {key: value for key, value in _query_of(search).items() if value}
    most = most_counted(search)
    many = say("found_more", n=most) if found > most else say("found", n=found)
    count = tag("p", many, class_="count")
    title = tag("h1", say("games"))
    more = _more(frame, min(found, most), query, at)
    link = tag("p", tag("a", say("csv"), href=f"/games.csv?{urlencode(query)}"))
    return page(frame, "games", say("games"), title, _form(frame, search), count, table, more, link)


def _query_of(search: GameSearch) -> dict[str, str]:
    named = {key: getattr(search, key) for key in ("player", "game", "site", "box")}
    days = {"since": search.since, "until": search.until and search.until - 1}
    return {**named, **{key: _day(value) for key, value in days.items()}}


def _day(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}" if seconds else ""


def _form(frame: HubPageContext, search: GameSearch) -> Markup:
    fields = [
        tag(
            "label",
            frame.say(f"{key}_day" if key in _DAYS else key),
            tag("input", name=key, value=value, type="date" if key in _DAYS else "search"),
        )
        for key, value in _query_of(search).items()
    ]
    button = tag("button", frame.say("search"), type="submit")
    return tag("form", fields, button, class_="search", role="search", action="/games")


def _more(frame: HubPageContext, count: int, query: dict[str, str], at: int) -> Markup:
    links = [
        tag("a", frame.say(key), href=f"/games?{urlencode({**query, 'at': to})}")
        for key, to in (("newer", at - 1), ("older", at + 1))
        if 0 <= to * PAGE < count
    ]
    return tag("p", join(*(join(link, " ") for link in links)), class_="more")


def ranking(frame: HubPageContext, played: StoredGame) -> str:
    """Return the ranking of sides with their points."""
    if not played.over:
        return f"{frame.listed(played.players)} ({frame.say('left')})"
    ranking = played.ranking
    return frame.listed(
        f"{'★ ' if side.wins else ''}{ranking.name_of(side, played.players)} {side.points}"
        for side in ranking.ordered
    )


def _length(frame: HubPageContext, played: StoredGame) -> str:
    seconds = sum(played.outcome.get("seconds", ()))
    return frame.say("minutes", n=round(seconds / _MINUTE)) if seconds else ""


def one_game(frame: HubPageContext, played: StoredGame) -> str:
    """Return the page of a game: its result, and the sources of its points."""
    say, title = frame.say, frame.title_of(played.game)
    heading = join(
        tag("h1", title),
        tag("p", time_element(played.finished or played.began), f" · {played.site} / {played.box}"),
        tag("p", ranking(frame, played), class_="state-line"),
    )
    lines: list[list[Child]] = [
        [played.players[seat], points, rule]
        for seat, points, rule in played.outcome.get("lines", ())
        if seat in range(len(played.players))
    ]
    table = table_of([say("player"), say("points"), say("rule")], lines) if lines else Markup("")
    address = f"/games/{played.journal}/{played.play}.jsonl"
    log = tag("p", tag("a", say("log"), href=address), f" ({say('entries', n=played.entries)})")
    return page(frame, "games", title, heading, table, log, _away(frame, played))


def _away(frame: HubPageContext, played: StoredGame) -> Child:
    """Return the button that removes a result, for operators who may."""
    if frame.account is None or not frame.account.role.may(Role.OPERATOR):
        return ""
    return form(frame, "remove", RemovalKind.RESULT, f"{played.journal}/{played.play}")


def jsonl_head(played: StoredGame) -> str:
    """Return the first line of a game in the format of ``companion replay``."""
    head = {
        "format": "companion-game/1",
        "game": played.game,
        "rules_version": played.rules,
        "setup": dict(played.setup),
    }
    return f"{json.dumps(head)}\n"


def jsonl(rows: Sequence[Row]) -> str:
    """Return the lines of some entries in that format."""
    lines = []
    for row in rows:
        entry = dict(zip(FIELDS, row, strict=True))
        entry["payload"] = json.loads(row[3])
        del entry["crc"]
        lines.append(json.dumps(entry))
    return "".join(f"{line}\n" for line in lines)


def csv_head() -> str:
    """Return the header of the table of games for spreadsheets."""
    buffer = StringIO()
    csv.writer(buffer).writerow(
        [
            *("finished", "site", "box", "game", "seat", "player", "place", "points", "own_points"),
            *("won", "seconds"),
        ]
    )
    return buffer.getvalue()


def as_csv(found: Sequence[StoredGame]) -> str:
    """Return the rows of some games in that table: one for each seat."""
    buffer = StringIO()
    writer = csv.writer(buffer)
    for played in found:
        if not played.over:
            continue
        seconds, own = played.outcome.get("seconds", ()), played.outcome.get("returns", ())
        ranking = played.ranking
        places, points, wins = ranking.places, ranking.points, ranking.wins
        where = [_plain(text) for text in (played.site, played.box, played.game)]
        for seat, name in enumerate(played.players):
            writer.writerow(
                [
                    *(round(played.finished or 0), *where),
                    *(seat + 1, _plain(name), places[seat] or "", points[seat], own[seat]),
                    *(round(float(wins[seat]), 4), seconds[seat] if seat < len(seconds) else ""),
                ]
            )
    return buffer.getvalue()


def _plain(text: str) -> str:
    """Return a string that no spreadsheet interprets as a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
