"""Archive pages: the list of games, one game in full, and its deletion."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import ScoreLine, Setup
from companion.engine.options import value_name
from companion.engine.owners_copy import OwnersCopy
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.i18n import formats
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import language_tag
from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.http.page_words import PageWords, language_index
from companion.records.archive import ArchivedGame, local_time
from companion.records.exports import handover_summary, variant
from companion.records.player_statistics import PlayerStatistics
from companion.storage.journal import Size
from companion.table.lobby.deviations import current_value
from companion.table.previous_games.previous_game import points_text
from companion.table.table import Table

PAGE: Final = 50
"""Games on a page of the list."""
FORMS: Final = ("html", "bgsplay", "xml", "csv", "txt", "jsonl", "draws.html")
"""The forms of one game, by the ends of their names."""
SETS: Final = ("bgsplay", "xml", "csv")
"""The forms that hold several games."""
FILES: Final = ("icon.svg", "archive.css", "archive.js")
"""Assets of the page."""
_VIEWS: Final = {
    "table": "/",
    "seat": "/seat",
    "host": "/host",
    "replay": "/replay",
    "games": "/games",
}
_MEGA: Final = 1 << 20
_MINUTE: Final = 60
_NONE: Final = "–"
"""Instead of the place and the points of somebody who has left the game."""


class PageContext(msgspec.Struct, frozen=True):
    """The context of a page: its language with the texts, and whether a host views it."""

    language: str
    words: PageWords
    host: bool
    icon: str = ""
    style: str = ""
    script: str = ""
    """The addresses of what a page loads."""

    def say(self, key: str, **params: str | int) -> str:
        """Return the text of a key."""
        return self.words.say(f"web.archive.{key}", **params)


def page(frame: PageContext, title: str, *content: Child, here: str = "games") -> str:
    """Return a whole page; ``here`` is the entry of the navigation bar to highlight."""
    words = frame.words
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} · {words.say('web.name')}"),
        tag("link", rel="icon", href=frame.icon, type="image/svg+xml"),
        tag("link", rel="stylesheet", href=frame.style),
        tag("script", type="module", src=frame.script),
    )
    links = [
        tag(
            "li",
            tag(
                "a",
                words.say(f"web.page.{name}"),
                href=path,
                aria_current="page" if name == here else None,
            ),
        )
        for name, path in _VIEWS.items()
    ]
    bar = tag(
        "header",
        tag("span", words.say("web.name"), class_="title"),
        tag("nav", tag("ul", links), aria_label=words.say("web.views")),
        class_="bar",
    )
    skip = tag("a", words.say("web.skip"), class_="skip", href="#main")
    main = tag("main", *content, id="main", tabindex="-1")
    body = tag("body", skip, bar, main, class_="page-archive", data_languages=language_index({}))
    return f"<!doctype html>\n{tag('html', head, body, lang=language_tag(frame.language))}\n"


def listing(
    frame: PageContext, games: Sequence[ArchivedGame], query: Mapping[str, str], at: int, size: Size
) -> str:
    """Return the list of games found, from the page ``at`` on."""
    shown = games[at * PAGE : (at + 1) * PAGE]
    rows = [_row(frame, played) for played in shown]
    heads = ("when", "game", "ranking", "length")
    table = tag(
        "table",
        tag("thead", tag("tr", [tag("th", frame.say(name), scope="col") for name in heads])),
        tag("tbody", rows),
        class_="games",
    )
    kept = _tenths(frame, size.logs / _MEGA)
    held = frame.say("size", count=size.games, megabytes=kept, most=round(size.most / _MEGA))
    return page(
        frame,
        frame.say("title"),
        tag("h1", frame.say("title")),
        _search(frame, query),
        tag("div", table, class_="wide") if shown else tag("p", frame.say("none"), class_="hint"),
        _turn(frame, query, at, len(games)),
        tag("p", tag("a", frame.say("figures"), href="/games/figures")) if games else "",
        _forms(frame, "/games", query, SETS) if games else "",
        tag("p", held, class_="hint"),
        _backup(frame) if frame.host else "",
    )


def _backup(frame: PageContext) -> Markup:
    link = tag("a", frame.say("backup"), href="/games/backup.tar", class_="button", download=True)
    choose = tag("input", type="file", accept=".tar", id="restore")
    label = tag("label", frame.say("restore"), for_="restore")
    button = tag("button", frame.say("restore_now"), type="button", data_restore="/games/restore")
    return join(
        tag("p", link),
        tag("p", frame.say("backup_hint"), class_="hint"),
        tag("p", label, choose, class_="field"),
        tag("p", button),
        tag("p", frame.say("restore_hint"), class_="hint"),
        tag("p", class_="failed", role="alert", data_done=frame.say("restored")),
    )


def _row(frame: PageContext, played: ArchivedGame) -> Markup:
    when = local_time(played.ended)
    length = "" if played.result is None else duration(played.result.length)
    link = tag("a", f"{when:%Y-%m-%d %H:%M}", href=f"/games/{played.id}")
    cells = (link, registry.title(played.game, frame.language), _ranking(frame, played), length)
    return tag("tr", [tag("td", cell) for cell in cells])


def _ranking(frame: PageContext, played: ArchivedGame) -> Markup:
    """Return the ranking with points, best first; the winners are emphasized."""
    result, names = played.result, played.players
    if result is None:
        some = formats.listed(frame.language, "plain", names)
        return join(f"{some} ", tag("small", frame.say("no_result")))
    ranking = played.ranking
    ranked = [
        tag(
            "strong" if side.wins else "span",
            f"{ranking.name_of(side, names)} {points_text(side.points, unsure=result.unsure)}",
        )
        for side in ranking.ordered
    ]
    left = "" if result.over else tag("small", f" {frame.say('left')}")
    return join(Markup(formats.listed(frame.language, "plain", ranked)), left)


def _search(frame: PageContext, query: Mapping[str, str]) -> Markup:
    fields = (("player", "search"), ("since", "date"), ("until", "date"))
    labels = [
        tag("label", frame.say(name), tag("input", name=name, type=kind, value=query.get(name, "")))
        for name, kind in fields
    ]
    button = tag("button", frame.say("search"), type="submit")
    return tag(
        "form", labels, button, method="get", action="/games", class_="search", role="search"
    )


def _turn(frame: PageContext, query: Mapping[str, str], at: int, count: int) -> Markup:
    """Return the links to the previous and the next page."""
    links = []
    if at > 0:
        links.append(tag("a", frame.say("newer"), href=_address("/games", query, page=at - 1)))
    if (at + 1) * PAGE < count:
        links.append(tag("a", frame.say("older"), href=_address("/games", query, page=at + 1)))
    return tag("nav", links, class_="turn", aria_label=frame.say("pages")) if links else Markup("")


def _address(path: str, query: Mapping[str, str], **more: int) -> str:
    parameters = urlencode({**{name: value for name, value in query.items() if value}, **more})
    return f"{path}?{parameters}" if parameters else path


def _forms(frame: PageContext, path: str, query: Mapping[str, str], forms: Sequence[str]) -> Markup:
    """Return the links to a game's other formats."""
    links = [
        tag(
            "li",
            tag(
                "a",
                frame.say(f"form.{form}"),
                href=_address(f"{path}.{form}", query),
                class_="button",
            ),
        )
        for form in forms
    ]
    return tag("section", tag("h2", frame.say("export")), tag("ul", links, class_="forms"))


def statistics_page(frame: PageContext, standings: Sequence[PlayerStatistics]) -> str:
    """Return every player's results, game by game, with what they show and what they do not."""
    title = frame.say("figures")
    heads = ("player", "games", "wins", "share", "points_mean", "best", "time")
    head = tag("thead", tag("tr", [tag("th", frame.say(name), scope="col") for name in heads]))
    sections = []
    for name in dict.fromkeys(each.game for each in standings):
        rows = [_player_row(frame, each) for each in standings if each.game == name]
        table = tag("table", head, tag("tbody", rows))
        sections.append(
            tag(
                "section",
                tag("h2", registry.title(name, frame.language)),
                tag("div", table, class_="wide"),
            )
        )
    none = "" if standings else tag("p", frame.say("none"), class_="hint")
    hint = tag("p", frame.say("share_hint"), class_="hint")
    return page(frame, title, tag("h1", title), none, sections, hint)


def _player_row(frame: PageContext, each: PlayerStatistics) -> Markup:
    share = (
        f"{100 * float(each.wins) / each.games:.0f} % ({100 * each.low:.0f}–{100 * each.high:.0f})"
    )
    cells = (
        *(each.games, _wins(frame, each.wins), share, _tenths(frame, each.points), each.best),
        duration(round(each.seconds)),
    )
    return tag("tr", tag("th", each.name, scope="row"), [tag("td", cell) for cell in cells])


_HALF: Final = 2


def _wins(frame: PageContext, wins: Fraction) -> str:
    """Return wins, with decimals only if some were shared."""
    decimals = 0 if wins.denominator == 1 else 1 if wins.denominator == _HALF else 2
    return formats.number(frame.language, float(wins), decimals)


def _tenths(frame: PageContext, number: float) -> str:
    """Return a number with one decimal, as the language writes it."""
    return formats.number(frame.language, number, 1)


def game_page(frame: PageContext, played: ArchivedGame, table: Table | None) -> str:
    """Return one game: ranking, every point with its reason, times, and export links.

    Without a ``table`` its moves are missing or cannot be replayed.
    """
    when = local_time(played.ended)
    title = f"{registry.title(played.game, frame.language)}, {when:%Y-%m-%d}"
    number = played.id
    may_go = played.result is not None and (played.result.over or frame.host)
    push = (
        tag(
            "p",
            tag("a", frame.say("bgstats"), href=f"/l/{number}", class_="button", rel="noreferrer"),
        )
        if played.result is not None and played.result.over
        else ""
    )
    forms = FORMS if table is not None else SETS
    return page(
        frame,
        title,
        tag("h1", title),
        tag("p", game_details(played, frame.language), class_="hint"),
        ranking_table(frame, played),
        "" if table is None else points(frame.language, table, frame.say("points")),
        push,
        _forms(frame, f"/games/{number}", {}, forms) if may_go else "",
        "" if played.goes_on else _removal(frame, number),
    )


def game_details(played: ArchivedGame, language: str) -> str:
    """Return when and how a game was played, and which seats changed players."""
    try:
        settings = tuple(_settings(played, language))
    except (LookupError, ValueError):  # the game is no longer installed
        settings = (variant(played),)
    return " · ".join(
        filter(None, (f"{local_time(played.ended):%H:%M}", *settings, handover_summary(played)))
    )


def _settings(played: ArchivedGame, language: str) -> Iterator[str]:
    """Yield the level and the choices of the setup, as the players were asked for them."""
    game = registry.load(played.game)
    voice = Catalogue(language, game, played.players)
    levels = dict.fromkeys((played.setup.level, played.level))
    yield " → ".join(voice.long(text(f"level.{level}")) for level in levels)
    options = {**game.kept_options(played.setup.data), **played.setup.options}
    for option, values in game.at(played.level).choices:
        chosen = options.get(option)
        if chosen in values:
            label = voice.long(text(f"lobby.option.{option}"))
            yield f"{label} {voice.long(text(f'option.{option}.{chosen}'))}"
    yield from _changed(game, replace(played.setup, level=played.level, options=options), voice)


def _changed(game: AnyGame, setup: Setup, voice: Catalogue) -> Iterator[str]:
    """Yield the further options that differ from their defaults."""
    for option in game.at(setup.level).further_options:
        value = current_value(option, {}, setup, OwnersCopy())
        if value != option.usual:
            label = voice.long(text(f"lobby.option.{option.name}"))
            yield f"{label} {voice.long(value_name(option.name, value))}"


def _removal(frame: PageContext, number: int) -> Markup:
    """Return the link that deletes a game, or who may delete it."""
    if not frame.host:
        return tag("p", frame.say("host_only"), class_="hint")
    delete = tag("a", frame.say("delete"), href=f"/games/{number}/delete", class_="button")
    return tag("p", delete)


def ranking_table(frame: PageContext, played: ArchivedGame) -> Markup:
    """Return the ranking of a game with points and times."""
    result = played.result
    if result is None:
        return tag("p", frame.say("no_result"))
    ranking = played.ranking
    places, totals = ranking.places, ranking.points
    rows = [
        tag(
            "tr",
            tag("td", places[seat] or _NONE),
            tag("th", played.players[seat], scope="row"),
            tag(
                "td",
                points_text(totals[seat], unsure=result.unsure) if places[seat] else _NONE,
            ),
            tag("td", duration(result.seconds[seat])),
        )
        for seat in (*ranking.seats, *ranking.gone)
    ]
    heads = ("place", "player", "points_head", "time")
    facts = frame.say(
        "facts",
        length=duration(result.length),
        actions=result.actions,
        undone=result.undone,
        corrections=result.corrections,
    )
    left = "" if result.over else tag("p", frame.say("left"), class_="hint")
    head = tag("thead", tag("tr", [tag("th", frame.say(name), scope="col") for name in heads]))
    return join(left, tag("table", head, tag("tbody", rows), class_="places"), tag("p", facts))


def points(language: str, table: Table, title: str) -> Markup:
    """Return every point of a game with its reason and rule, seat by seat."""
    voice = Catalogue(language, table.game, table.setup.players)
    lines = table.game.score_breakdown(table.state)
    seats = [
        tag("h3", name) + tag("ul", _lines(lines, seat, voice))
        for seat, name in enumerate(table.setup.players)
        if any(line.player == seat for line in lines)
    ]
    return tag("section", tag("h2", title), [Markup(seat) for seat in seats], class_="reasons")


def _lines(lines: Sequence[ScoreLine], seat: int, voice: Catalogue) -> Iterator[Markup]:
    for line in lines:
        if line.player == seat:
            count = tag("span", line.points, class_="reason")
            yield tag("li", count, " ", voice.long(line.because), " ", tag("small", line.rule))


def delete_page(frame: PageContext, played: ArchivedGame) -> str:
    """Return the page that asks whether to delete a game."""
    title = frame.say("delete_title")
    yes = tag(
        "button",
        frame.say("delete_yes"),
        type="button",
        class_="bad",
        data_post=f"/games/{played.id}/delete",
        data_then="/games",
    )
    no = tag("a", frame.say("delete_no"), href=f"/games/{played.id}", class_="button")
    game = registry.title(played.game, frame.language)
    what = tag(
        "p",
        f"{local_time(played.ended):%Y-%m-%d %H:%M} · {game} · ",
        _ranking(frame, played),
    )
    failed = tag("p", role="alert", class_="failed")
    return page(
        frame, title, tag("h1", title), what, tag("p", frame.say("for_good")), yes, no, failed
    )


def duration(seconds: int) -> str:
    """Return a duration as hours, minutes and seconds."""
    minutes, rest = divmod(seconds, _MINUTE)
    hours, minutes = divmod(minutes, _MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def search_of(query: Mapping[str, Any]) -> dict[str, str]:
    """Return the search fields of an address."""
    return {name: str(query.get(name, ""))[:PAGE] for name in ("player", "game", "since", "until")}
