"""The parts of views as JSON: what a position decides is written once for all who see the same."""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, TypeAlias

from companion.table.intent import Selection
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.known import Known
from companion.web.offer import Offer
from companion.web.position import Position
from companion.web.projection import (
    WORDED,
    around,
    at_hand,
    course,
    lines,
    offer_for,
    seated,
    wordless,
)
from companion.web.speech import Speech
from companion.web.sprites import written as sprites
from companion.web.viewer import Surroundings, Viewer

Parts: TypeAlias = Mapping[str, str]
"""A view: each of its keys with the JSON of its value."""


class Writer:
    """Writes the views of a stage, and of those after it for as long as its position stays.

    ``known`` is what has been said of the game so far.
    """

    def __init__(self, stage: Stage, known: Known) -> None:
        """Write nothing yet."""
        self._texts = known.texts
        self._position = Position(stage, known) if isinstance(stage, Table) else None
        self._offers: dict[Viewer, Offer | None] = {}
        self._boards: dict[str, Parts] = {}
        self._parts: dict[Hashable, Parts] = {}
        self._seats: dict[tuple[int, str], Parts] = {}

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
        shared = self._texts.of(speech.language, course(stage, speech, surroundings))
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
            **self._texts.of(
                (viewer, language), around(stage, viewer, speech, surroundings, position)
            ),
            **self._once(
                (viewer, language),
                lambda: at_hand(position, viewer, voice, offer),
                selection,
                offer is None,
            ),
        }
        if position is None or seat is None:
            return parts
        return {**parts, **self._seat(position, seat, speech)}

    def _seat(self, position: Position, seat: int, speech: Speech) -> Parts:
        """Return what a seat alone may know; most actions change nothing of it."""
        language, voice = speech.language, speech.voice
        key = (seat, language)
        if key not in self._seats:
            self._seats[key] = {
                part: self._texts.of_list(
                    (*key, part), (told, position.in_play), partial(lines, told, voice, position)
                )
                for part, told in seated(position, seat).items()
            }
        return self._seats[key]

    def _board(self, position: Position, speech: Speech) -> Parts:
        language, voice = speech.language, speech.voice
        if language not in self._boards:
            self._boards[language] = {
                **self._once((), lambda: wordless(position)),
                **{
                    key: self._texts.of_list(
                        (language, key), part.source(position), partial(part.tell, position, voice)
                    )
                    for key, part in WORDED.items()
                },
                "sprites": sprites(position.drawn, language, voice),
            }
        return self._boards[language]

    def _once(
        self, whose: Hashable, make: Callable[[], Mapping[str, Any]], *now: Hashable
    ) -> Parts:
        """Return somebody's parts; they are made once while they are about what is so ``now``."""
        key = (whose, *now)
        if key not in self._parts:
            self._parts[key] = self._texts.of(whose, make())
        return self._parts[key]
