"""A game as one self-contained HTML file with board, replay, points chart and score sheet.

The file contains everything, so it opens from a disk, and in ten years. The board is drawn by the
scripts of our own pages; without scripts there are still the ranking, the chart and the points.
"""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine import registry
from companion.engine.ranking import points_of
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import language_tag
from companion.protocol.http.html import Markup, tag
from companion.protocol.http.page_words import page_words
from companion.protocol.http.static_files import ARCHIVE, read_static
from companion.records import archive
from companion.records.exports import result_for
from companion.records.jsonl import GameRecord
from companion.table.screens import replay
from companion.table.state import Table
from companion.web.pages import points_chart
from companion.web.pages.archive_page import (
    PageContext,
    game_details,
    points,
    ranking_table,
)
from companion.web.pages.bundle import script, style
from companion.web.views.picture import diagram_view, picture_view, sprite_view
from companion.web.views.position import Position
from companion.web.views.projection import lines

_ENTRY: Final = "pages/shared.js"
_POLICY: Final = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
"""The page asks nobody for anything; a browser holds it to that."""
_LEFT_OUT: Final = ("web.error.", "web.archive.", "web.alert.")


def shared_game(record: GameRecord, language: str) -> str:
    """Return a recorded game as a page. Raises ``RecordError`` if it cannot be replayed."""
    table = archive.table_of(record)
    played = archive.archived_game(record, 1)
    result_for(played)
    frame = PageContext(language, page_words(language), host=False)
    when = archive.local_time(played.ended)
    title = f"{registry.title(played.game, frame.language)}, {when:%Y-%m-%d}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(style(ARCHIVE, read_static))),
    )
    main = tag(
        "main",
        tag("h1", title),
        tag("p", game_details(played, language), class_="hint"),
        ranking_table(frame, played),
        tag("section", tag("p", frame.say("needs_script"), class_="hint"), id="replay"),
        tag(
            "section",
            tag("h2", frame.say("curve")),
            points_chart.points_chart(table, frame.say("curve")),
        ),
        points(language, table, frame.say("points")),
        tag("p", frame.say("made"), class_="hint"),
        id="main",
    )
    game = tag("script", _packed(table, language), id="game", type="text/plain")
    start = tag("script", Markup(script(_ENTRY, read_static)), type="module")
    body = tag("body", main, game, start, class_="page-archive page-replay page-shared")
    return f"<!doctype html>\n{tag('html', head, body, lang=language_tag(language))}\n"


def _packed(table: Table, language: str) -> str:
    """Return the game for the scripts: JSON, compressed, as Base64."""
    voice = Catalogue(language, table.game, table.setup.players)
    texts = {
        key: value
        for key, value in page_words(language).all.items()
        if not key.startswith(_LEFT_OUT)
    }
    game = {
        "language": language,
        "words": texts,
        "players": [
            {"name": name, "claimed": False, "here": False} for name in table.setup.players
        ],
        "picture": picture_view(table.game, len(table.setup.players), voice),
        "steps": list(_steps(table, voice)),
        "turns": replay.turns(table),
    }
    json_bytes = json.dumps(game, separators=(",", ":"), ensure_ascii=False).encode()
    return b64encode(gzip.compress(json_bytes, mtime=0)).decode("ascii")


def _steps(table: Table, voice: Catalogue) -> Iterator[dict[str, Any]]:
    """Yield the initial view, then each step with its changes of the view."""
    before: Mapping[str, object] = {}
    for at in range(replay.steps(table) + 1):
        view = _view(replay.after(table, at), voice)
        changed = {key: value for key, value in view.items() if before.get(key) != value}
        yield {"label": replay.label(table, at, voice), "view": changed}
        before = view


def _view(then: Table, voice: Catalogue) -> dict[str, object]:
    position, game = Position(then), then.game
    return {
        "turn": {
            "current": None,
            "awaited": [seat for seat in game.awaited(then.state) if seat >= 0],
            "over": then.is_over,
            "winners": list(game.winners(then.state)) if then.is_over else [],
            "laying": False,
            "paused": False,
        },
        "sprites": [sprite_view(each, None, voice) for each in position.sprites],
        "diagram": diagram_view(position.diagram),
        "summary": lines(position.summary, voice, position),
        "totals": list(points_of(game, then.state)),
    }
