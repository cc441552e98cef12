"""The parts of views as JSON: what a position decides is written once for all who see the same."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

from companion.table.intent import Selection
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.json_text import JsonList, to_json
from companion.web.offer import Offer
from companion.web.position import Position
from companion.web.projection import (
    Speech,
    around,
    at_hand,
    course,
    offer_for,
    seated,
    worded,
    wordless,
)
from companion.web.sprites import Sprites
from companion.web.sprites import written as sprites
from companion.web.viewer import Surroundings, Viewer

Parts: TypeAlias = Mapping[str, str]
"""A view: each of its keys with the JSON of its value."""


def written(view: Mapping[str, object]) -> Parts:
    """Return a view with each of its values as JSON."""
    return {key: to_json(value) for key, value in view.items()}


def _listed(value: list[dict[str, Any]]) -> JsonList:
    return JsonList(map(to_json, value))


class Writer:
    """Writes the views of a stage, and of those after it for as long as its position stays.

    ``known`` are the sprites of the position before.
    """

    def __init__(self, stage: Stage, known: Sprites) -> None:
        """Write nothing yet."""
        self._position = Position(stage, known) if isinstance(stage, Table) else None
        self._offers: dict[Viewer, Offer | None] = {}
        self._boards: dict[str, Parts] = {}
        self._parts: dict[Hashable, Parts] = {}

    def can_go_on(self, stage: Stage) -> bool:
        """Tell whether everything written so far also holds at another stage."""
        if self._position is None or not isinstance(stage, Table):
            return False
        return self._position.is_of(stage)

    def offer(self, viewer: Viewer) -> Offer | None:
        """Return what a viewer can choose from, with nothing selected yet."""
        if self._position is None:
            return None
        if viewer not in self._offers:
            self._offers[viewer] = offer_for(self._position, viewer)
        return self._offers[viewer]

    def common(self, stage: Stage, speech: Speech, surroundings: Surroundings) -> Parts:
        """Return what all viewers see, except for the picture and the clock."""
        shared = written(course(stage, speech, surroundings))
        if self._position is None:
            return shared
        return {**shared, **self._board(self._position, speech)}

    def own(
        self,
        stage: Stage,
        viewer: Viewer,
        speech: Speech,
        surroundings: Surroundings,
        offer: Offer | None,
    ) -> Parts:
        """Return what spectators do not get."""
        position, language, voice = self._position, speech.language, speech.voice
        selection: Selection = () if offer is None else offer.selection
        seat = viewer.seat
        parts = {
            **written(around(stage, viewer, speech, surroundings, position)),
            **self._once(
                (viewer, language, selection, offer is None),
                lambda: at_hand(position, viewer, voice, offer),
            ),
        }
        if position is None or seat is None:
            return parts
        return {**parts, **self._once((seat, language), lambda: seated(position, seat, voice))}

    def _board(self, position: Position, speech: Speech) -> Parts:
        language, voice = speech.language, speech.voice
        if language not in self._boards:
            self._boards[language] = {
                **self._once((), lambda: wordless(position)),
                **{key: _listed(each) for key, each in worded(position, voice).items()},
                "sprites": sprites(position.drawn, language, voice),
            }
        return self._boards[language]

    def _once(self, key: Hashable, make: Callable[[], Mapping[str, Any]]) -> Parts:
        if key not in self._parts:
            self._parts[key] = written(make())
        return self._parts[key]
