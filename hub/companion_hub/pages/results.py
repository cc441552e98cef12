"""The games that were played, one of them, and how well people play."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from typing import Final
from urllib.parse import urlencode

from companion.web.markup import Child, Markup, joined, tag
from companion_hub.log_blob import FIELDS, Row
from companion_hub.pages.frame import Frame, moment, nothing, page, table_of, title_of
from companion_hub.queries import PAGE, Played, Search
from companion_hub.ratings import Standing, Table, season_of

_MINUTE: Final = 60


def listing(frame: Frame, found: Sequence[Played], search: Search, at: int) -> str:
    """Return the list of games, from the page ``at`` on."""
    say = frame.say
    shown = found[at * PAGE : (at + 1) * PAGE]
    heads = [say(key) for key in ("when", "game", "ranking", "length", "box")]
    rows: list[list[Child]] = [
        [
            tag("a", moment(each.finished or 0), href=f"/games/{each.journal}/{each.play}"),
            title_of(each.game),
            ranking(frame, each),
            _length(frame, each),
            f"{each.site} / {each.box}",
        ]
        for each in shown
    ]
    table = table_of(heads, rows) if rows else nothing(say("nothing_found"))
    asked = {key: value for key, value in _asked(search).items() if value}
    count = tag("p", say("found", n=len(found)), class_="count")
    title = tag("h1", say("games"))
    more = _more(frame, len(found), asked, at)
    link = tag("p", tag("a", say("csv"), href=f"/games.csv?{urlencode(asked)}"))
    return page(frame, "games", say("games"), title, _form(frame, search), count, table, more, link)


def _asked(search: Search) -> dict[str, str]:
    return {key: getattr(search, key) for key in ("player", "game", "site", "box")}


def _form(frame: Frame, search: Search) -> Markup:
    fields = [
        tag("label", frame.say(key), tag("input", name=key, value=value, type="search"))
        for key, value in _asked(search).items()
    ]
    button = tag("button", frame.say("search"), type="submit")
    return tag("form", fields, button, class_="search", role="search", action="/games")


def _more(frame: Frame, count: int, asked: dict[str, str], at: int) -> Markup:
    links = [
        tag("a", frame.say(key), href=f"/games?{urlencode({**asked, 'at': to})}")
        for key, to in (("newer", at - 1), ("older", at + 1))
        if 0 <= to * PAGE < count
    ]
    return tag("p", joined(*(joined(link, " ") for link in links)), class_="more")


def ranking(frame: Frame, played: Played) -> str:
    """Return who came where with how many points."""
    if not played.over:
        return f"{', '.join(played.players)} ({frame.say('left')})"
    order = sorted(range(len(played.players)), key=lambda seat: (played.ranking[seat], seat))
    return ", ".join(
        f"{'★ ' if seat in played.winners else ''}{played.players[seat]} {played.points[seat]}"
        for seat in order
    )


def _length(frame: Frame, played: Played) -> str:
    seconds = sum(played.outcome.get("seconds", ()))
    return frame.say("minutes", n=round(seconds / _MINUTE)) if seconds else ""


def one_game(frame: Frame, played: Played) -> str:
    """Return the page of a game: its result, and where its points come from."""
    say, title = frame.say, title_of(played.game)
    heading = joined(
        tag("h1", title),
        tag("p", moment(played.finished or played.began), f" · {played.site} / {played.box}"),
        tag("p", ranking(frame, played), class_="course"),
    )
    lines: list[list[Child]] = [
        [played.players[seat], points, rule]
        for seat, points, rule in played.outcome.get("lines", ())
        if seat in range(len(played.players))
    ]
    table = table_of([say("player"), say("points"), say("rule")], lines) if lines else Markup("")
    address = f"/games/{played.journal}/{played.play}.jsonl"
    log = tag("p", tag("a", say("log"), href=address), f" ({played.entries} {say('entries')})")
    return page(frame, "games", title, heading, table, log)


def jsonl(played: Played, rows: Sequence[Row]) -> str:
    """Return a game in the format of ``companion replay``."""
    head = {
        "format": "companion-game/1",
        "game": played.game,
        "rules_version": played.rules,
        "setup": dict(played.setup),
    }
    lines = [json.dumps(head)]
    for row in rows:
        entry = dict(zip(FIELDS, row, strict=True))
        entry["payload"] = json.loads(row[3])
        del entry["crc"]
        lines.append(json.dumps(entry))
    return "\n".join(lines) + "\n"


def as_csv(found: Sequence[Played]) -> str:
    """Return games as a table for spreadsheets: a line for each seat."""
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(
        ["finished", "site", "box", "game", "seat", "player", "place", "points", "won", "seconds"]
    )
    for played in found:
        if not played.over:
            continue
        seconds = played.outcome.get("seconds", ())
        for seat, name in enumerate(played.players):
            # A name that a spreadsheet would take for a formula stays a name.
            plain = f"'{name}" if name[:1] in "=+-@\t" else name
            writer.writerow(
                [
                    *(round(played.finished or 0), played.site, played.box, played.game),
                    *(seat + 1, plain, played.ranking[seat], played.points[seat]),
                    *(int(seat in played.winners), seconds[seat] if seat < len(seconds) else ""),
                ]
            )
    return written.getvalue()


def players(
    frame: Frame, standings: dict[str, Table], chosen: str, season: str, seasons: Sequence[str]
) -> str:
    """Return ratings and standings, of one game or of all."""
    say = frame.say
    games = [
        ("", say("all_games")),
        *((each, title_of(each)) for each in sorted(standings) if each),
    ]
    links = [
        tag(
            "li",
            tag(
                "a",
                words,
                href=f"/players?{urlencode({'game': each, 'season': season})}",
                aria_current="page" if each == chosen else None,
            ),
        )
        for each, words in games
    ]
    times = [
        tag(
            "li",
            tag(
                "a",
                each or say("all_time"),
                href=f"/players?{urlencode({'game': chosen, 'season': each})}",
                aria_current="page" if each == season else None,
            ),
        )
        for each in ("", *seasons)
    ]
    choice = tag("nav", tag("ul", links), tag("ul", times), class_="choice", aria_label=say("game"))
    table = standings.get(chosen)
    heads = [say(key) for key in ("player", "place", "skill", "played", "won", "average")]
    rows = [] if table is None else _standings(table.listed())
    shown = table_of(heads, rows) if rows else nothing(say("nothing_found"))
    note = tag("p", say("skill_is"), class_="note")
    return page(frame, "players", say("players"), tag("h1", say("players")), choice, shown, note)


def _standings(standings: Sequence[Standing]) -> list[list[Child]]:
    return [
        [
            each.player,
            place,
            f"{each.skill:.1f}",
            each.games,
            f"{each.won:g}",
            f"{each.points / each.games:.1f}",
        ]
        for place, each in enumerate(standings, 1)
    ]


def seasons_of(found: Sequence[Played]) -> list[str]:
    """Return the quarters in which games have ended, the newest first."""
    return sorted({season_of(played) for played in found}, reverse=True)
