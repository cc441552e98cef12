"""Writes the parts of views as JSON; common parts are written once for all clients."""

from collections.abc import Callable, Hashable
from functools import partial

from companion.table.narrowing.intent import Selection
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.updates.delta import Parts
from companion.web.views.button_labels import button_label_views
from companion.web.views.offer import Offer
from companion.web.views.page_voice import PageVoice
from companion.web.views.position import Position
from companion.web.views.projection import (
    WORDED,
    choices_part,
    language_free_part,
    lines,
    offer_for,
    pad,
    prompt_part,
    seat_part,
    seating_part,
    surroundings_part,
    volatile_part,
)
from companion.web.views.render_cache import RenderCache
from companion.web.views.sprites import sprites_json as sprites
from companion.web.views.viewer import Surroundings, Viewer


class ViewWriter:
    """Writes the views of a stage, and of those after it for as long as its position stays.

    ``known`` is the render cache of the game.
    """

    def __init__(self, stage: Stage, cache: RenderCache) -> None:
        """Start with nothing written."""
        self._texts = cache.texts
        self._position = Position(stage, cache) if isinstance(stage, Table) else None
        self._offers: dict[Viewer, Offer | None] = {}
        self._parts: dict[tuple[Hashable, ...], Parts] = {}
        self._seated: tuple[Table, Surroundings, Parts] | None = None

    def can_go_on(self, stage: Stage) -> bool:
        """Return whether everything written so far is also valid at another stage."""
        if self._position is None or not isinstance(stage, Table):
            return False
        return self._position.is_of(stage)

    def offer(self, viewer: Viewer) -> Offer | None:
        """Return a viewer's choices, with nothing selected yet."""
        if self._position is None:
            return None
        if viewer not in self._offers:
            self._offers[viewer] = offer_for(self._position, viewer)
        return self._offers[viewer]

    def common(self, stage: Stage, speech: PageVoice, surroundings: Surroundings) -> Parts:
        """Return the view common to all viewers, except the picture and the clock."""
        position, language = self._position, speech.language
        if position is None or not isinstance(stage, Table):
            return self._texts.of(language, volatile_part(stage, speech, surroundings))
        return {
            **self._seating(stage, surroundings),
            **self._texts.of(language, prompt_part(stage, speech)),
            **self._once((language,), lambda: self._board(position, speech)),
        }

    def _seating(self, table: Table, surroundings: Surroundings) -> Parts:
        """Return who is present and whose turn it is, written once for all languages."""
        if self._seated is None or self._seated[0] is not table or self._seated[1] != surroundings:
            parts = self._texts.of((), seating_part(table, surroundings))
            self._seated = table, surroundings, parts
        return self._seated[2]

    def own(
        self,
        stage: Stage,
        viewer: Viewer,
        speech: PageVoice,
        surroundings: Surroundings,
        offer: Offer | None,
    ) -> Parts:
        """Return the parts that spectators do not get."""
        position, seat, whose = self._position, viewer.seat, (viewer, speech.language)
        selection: Selection = () if offer is None else offer.selection
        parts = {
            **self._once(
                (*whose, selection, offer is None),
                lambda: self._texts.of(whose, choices_part(position, viewer, speech.voice, offer)),
            ),
            **self._texts.of(whose, surroundings_part(stage, viewer, speech, surroundings)),
        }
        if viewer.play:
            used = pad(stage, viewer, surroundings)
            tell = partial(button_label_views, used, speech.voice)
            parts["keys"] = self._texts.of_list(whose, "keys", used, tell)
        if position is None or seat is None:
            return parts
        alone = seat, speech.language
        return {**parts, **self._once(alone, lambda: self._seat(position, seat, speech))}

    def _seat(self, position: Position, seat: int, speech: PageVoice) -> Parts:
        """Return the private part of a seat; most actions leave it unchanged."""
        return {
            part: self._texts.of_list(
                (seat, speech.language),
                part,
                (lines_to_tell, position.in_play),
                partial(lines, lines_to_tell, speech.voice, position),
            )
            for part, lines_to_tell in seat_part(position, seat).items()
        }

    def _board(self, position: Position, speech: PageVoice) -> Parts:
        """Return the pieces on the table and the points, in a viewer's language."""
        language, voice = speech.language, speech.voice
        worded = {
            key: self._texts.of_list(
                language, key, part.source(position), partial(part.tell, position, voice)
            )
            for key, part in WORDED.items()
        }
        same = self._once((), lambda: self._texts.of((), language_free_part(position)))
        return {**same, **worded, "sprites": sprites(position.kinded_sprites, language, voice)}

    def _once(self, key: tuple[Hashable, ...], write: Callable[[], Parts]) -> Parts:
        """Return parts that only depend on the position; they are written once."""
        if key not in self._parts:
            self._parts[key] = write()
        return self._parts[key]
