"""Spectators' view of the table as a message, for overviews of many tables in a hub."""

import json
from collections.abc import Callable
from typing import Any

import msgspec

from companion.fleet.state import names_of
from companion.protocol.http.page_words import page_words
from companion.protocol.topics import VERSION
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.voice import Voice
from companion.web.views.page_voice import PageVoice
from companion.web.views.picture import picture_view
from companion.web.views.projection import common
from companion.web.views.viewer import Surroundings

VoiceFor = Callable[[str, Stage, tuple[str, ...]], Voice]
"""Returns the texts of a stage in a language, with these names of players."""


class TableView(msgspec.Struct, frozen=True):
    """Contents of a table as JSON: dynamic and static parts."""

    view: str
    picture: str


def page_of(stage: Stage, voice_for: VoiceFor, *, given: bool) -> TableView:
    """Return the page of a stage."""
    players = stage.setup.players if isinstance(stage, Table) else ()
    names = names_of(players, given=given)
    language = stage.console.language
    voice = voice_for(language, stage, names)
    view = common(stage, PageVoice(language, voice, page_words(language)), Surroundings())
    for player, name in zip(view["players"], names, strict=True):
        player["name"] = name
    picture = picture_view(stage.game, len(players), voice) if players else None
    return TableView(
        _json({"v": VERSION, "language": language, **view}),
        _json({"v": VERSION, "picture": picture}),
    )


def _json(struct: dict[str, Any]) -> str:
    return json.dumps(struct, separators=(",", ":"))
