"""The parts of views as JSON: what a position decides is written once for all who see the same."""

from collections.abc import Callable, Hashable
from functools import partial

from companion.table.narrowing.intent import Selection
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.known import Known
from companion.web.news import Parts
from companion.web.offer import Offer
from companion.web.pad import described
from companion.web.position import Position
from companion.web.projection import (
    WORDED,
    around,
    at_hand,
    course,
    lines,
    offer_for,
    pad,
    prompted,
    seated,
    seating,
    wordless,
)
from companion.web.speech import Speech
from companion.web.sprites import written as sprites
from companion.web.viewer import Surroundings, Viewer


class Writer:
    """Writes the views of a stage, and of those after it for as long as its position stays.

    ``known`` is what has been said of the game so far.
    """

    def __init__(self, stage: Stage, known: Known) -> None:
        """Write nothing yet."""
        self._texts = known.texts
        self._position = Position(stage, known) if isinstance(stage, Table) else None
        self._offers: dict[Viewer, Offer | None] = {}
        self._parts: dict[tuple[Hashable, ...], Parts] = {}
        self._seated: tuple[Table, Surroundings, Parts] | None = None

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
        position, language = self._position, speech.language
        if position is None or not isinstance(stage, Table):
            return self._texts.of(language, course(stage, speech, surroundings))
        return {
            **self._seating(stage, surroundings),
            **self._texts.of(language, prompted(stage, speech)),
            **self._once((language,), lambda: self._board(position, speech)),
        }

    def _seating(self, table: Table, surroundings: Surroundings) -> Parts:
        """Return who is there and whose turn it is, written once for all languages."""
        if self._seated is None or self._seated[0] is not table or self._seated[1] != surroundings:
            parts = self._texts.of((), seating(table, surroundings))
            self._seated = table, surroundings, parts
        return self._seated[2]

    def own(
        self,
        stage: Stage,
        viewer: Viewer,
        speech: Speech,
        surroundings: Surroundings,
        offer: Offer | None,
    ) -> Parts:
        """Return what spectators do not get."""
        position, seat, whose = self._position, viewer.seat, (viewer, speech.language)
        selection: Selection = () if offer is None else offer.selection
        parts = {
            **self._texts.of(whose, around(stage, viewer, speech, surroundings)),
            **self._once(
                (*whose, selection, offer is None),
                lambda: self._texts.of(whose, at_hand(position, viewer, speech.voice, offer)),
            ),
        }
        if viewer.play:
            used = pad(stage, viewer, surroundings)
            tell = partial(described, used, speech.voice)
            parts["keys"] = self._texts.of_list(whose, "keys", used, tell)
        if position is None or seat is None:
            return parts
        alone = seat, speech.language
        return {**parts, **self._once(alone, lambda: self._seat(position, seat, speech))}

    def _seat(self, position: Position, seat: int, speech: Speech) -> Parts:
        """Return what a seat alone may know; most actions change nothing of it."""
        return {
            part: self._texts.of_list(
                (seat, speech.language),
                part,
                (told, position.in_play),
                partial(lines, told, speech.voice, position),
            )
            for part, told in seated(position, seat).items()
        }

    def _board(self, position: Position, speech: Speech) -> Parts:
        """Return what lies on the table, and the points, in the language of somebody's speech."""
        language, voice = speech.language, speech.voice
        worded = {
            key: self._texts.of_list(
                language, key, part.source(position), partial(part.tell, position, voice)
            )
            for key, part in WORDED.items()
        }
        same = self._once((), lambda: self._texts.of((), wordless(position)))
        return {**same, **worded, "sprites": sprites(position.drawn, language, voice)}

    def _once(self, key: tuple[Hashable, ...], write: Callable[[], Parts]) -> Parts:
        """Return parts that stay for as long as the position; they are written once."""
        if key not in self._parts:
            self._parts[key] = write()
        return self._parts[key]
