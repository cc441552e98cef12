"""The parts of views as JSON: what a position decides is written once for all who see the same."""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.picture import Sprite
from companion.table.intent import Selection
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.voice import Voice
from companion.web.offer import Offer
from companion.web.picture import sprite
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
from companion.web.viewer import Surroundings, Viewer

Parts: TypeAlias = Mapping[str, str]
"""A view: each of its keys with the JSON of its value."""

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(message: object) -> str:
    """Return a message as compact JSON."""
    return _ENCODER.encode(message)


def written(view: Mapping[str, object]) -> Parts:
    """Return a view with each of its values as JSON."""
    return {key: to_json(value) for key, value in view.items()}


class Sprites:
    """The sprites of a game in one language; most of them stay from position to position."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: dict[Sprite, str] = {}

    def write(self, position: Position, voice: Voice) -> str:
        """Return the sprites of a position as JSON."""
        before, self._known = self._known, {}
        texts = []
        for drawn in position.sprites:
            known = before.get(drawn) or to_json(sprite(drawn, position.kind_of(drawn), voice))
            self._known[drawn] = known
            texts.append(known)
        return f"[{','.join(texts)}]"


class Writer:
    """Writes the views of a stage, and of those after it for as long as its position stays.

    ``sprites`` are those of the game so far, by language.
    """

    def __init__(self, stage: Stage, sprites: defaultdict[str, Sprites]) -> None:
        """Write nothing yet."""
        self._sprites = sprites
        self._position = Position(stage) if isinstance(stage, Table) else None
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
                **written(worded(position, voice)),
                "sprites": self._sprites[language].write(position, voice),
            }
        return self._boards[language]

    def _once(self, key: Hashable, make: Callable[[], Mapping[str, Any]]) -> Parts:
        if key not in self._parts:
            self._parts[key] = written(make())
        return self._parts[key]
