"""Answers of the rules about a position, each computed once for all viewers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from companion.engine.diagram import Diagram
from companion.engine.game import Correction, Explained, Line, Piece, ScoreLine
from companion.engine.picture import Emblem, PieceKind, Sprite
from companion.engine.text import Text
from companion.table.log_repair.running_game import is_log_repaired, running_game
from companion.table.narrowing.intent import Selection, constraints
from companion.table.state import Table
from companion.web.views.render_cache import RenderCache
from companion.web.views.sprites import KindedSprite

Rules: TypeAlias = Mapping[str, Mapping[Text, str]]
"""Rules by the keys of names, which are compared quickly, and then by the names."""
_NAMES: Final = re.compile(r"[\w-]+")


class Position:
    """The state of a table's running game; equal for all languages, viewers and clocks."""

    def __init__(self, table: Table, cache: RenderCache | None = None) -> None:
        """Start without answers; only the parts of the table that determine them are read.

        ``cache`` holds what has been rendered of the game so far.
        """
        self.table = running_game(table)
        self.is_waiting = is_log_repaired(table)
        self.cache = cache or RenderCache()

    def emblem(self, message: Text) -> Emblem:
        """Return the drawing of a text's subject, which stays the same throughout a game."""
        game, state = self.table.game, self.table.state
        return self.cache.emblems.get(message, lambda text: game.emblem(state, text))

    def is_of(self, table: Table) -> bool:
        """Return whether a table has this position, so that all answers remain valid."""
        mine, its = self.table, running_game(table)
        same = mine.game is its.game and mine.state is its.state and mine.setup is its.setup
        waits = self.is_waiting is is_log_repaired(table)
        return same and waits and mine.laying is its.laying

    @cached_property
    def sprites(self) -> tuple[Sprite, ...]:
        """Return the sprites on the table."""
        return self.table.game.sprites(self.table.state)

    @cached_property
    def kinded_sprites(self) -> tuple[KindedSprite, ...]:
        """The same, each with its kind."""
        return self.cache.sprites.follow(self.sprites, self.table.game.picture)

    @cached_property
    def diagram(self) -> Diagram | None:
        """The board for a small display."""
        return self.table.game.diagram(self.table.state)

    @cached_property
    def summary(self) -> tuple[Line, ...]:
        """The contents of a shared display."""
        return self.cache.same("summary", self.table.game.summary(self.table.state))

    @cached_property
    def scores(self) -> tuple[ScoreLine, ...]:
        """The public points."""
        game, state = self.table.game, self.table.state
        lines = game.score_breakdown(state) if self.table.is_over else game.open_score(state)
        return self.cache.same("scores", lines)

    @cached_property
    def scored(self) -> tuple[tuple[str, ...], ...]:
        """The spaces that each score line mentions."""
        return tuple(_named(line, self.spaces) for line in self.scores)

    @cached_property
    def in_play(self) -> tuple[Explained, ...]:
        """The things in play that have their own rule."""
        return self.cache.same("in play", self.table.game.in_play(self.table.state))

    @cached_property
    def cited(self) -> Rules:
        """The rules of the things in play."""
        return by_keys((part.name, part.rule) for part in self.in_play)

    @cached_property
    def in_play_places(self) -> tuple[tuple[str, ...], ...]:
        """The spaces of each thing in play: those of its sprites, or the one of its name."""
        keys = {part.name.key for part in self.in_play}  # quicker to compare than whole texts
        named = [
            (sprite.name, sprite.place)
            for sprite in (self.sprites if keys else ())
            if sprite.name is not None and sprite.name.key in keys
        ]
        return tuple(
            tuple(dict.fromkeys((*_places_of(part.name, named), *self._printed(part.name.key))))
            for part in self.in_play
        )

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of the pieces on the board, in the order of the board's file."""
        picture = self.table.game.picture
        piece_kinds = () if picture is None else picture.kinds.values()
        lying = {
            id(each.kind) for each in self.kinded_sprites
        }  # quicker than comparing what is the same
        return tuple({id(kind): kind for kind in piece_kinds if id(kind) in lying}.values())

    @cached_property
    def corrections(self) -> tuple[Correction, ...]:
        """The corrections that the table may make by hand."""
        return self.table.game.corrections(self.table.state)

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """The pieces that may carry a tag, by id."""
        return {piece.id: piece for piece in self.table.game.pieces(self.table.state)}

    @cached_property
    def lying(self) -> tuple[tuple[str, tuple[Selection, ...]], ...]:
        """The space of each of these pieces on the board, and what it may stand for."""
        return tuple(
            (sprite.place, tuple(map(constraints, self.pieces[sprite.piece].selects)))
            for sprite in self.sprites
            if sprite.piece in self.pieces
        )

    @cached_property
    def spaces(self) -> frozenset[str]:
        """The ids of all spaces on the picture or the diagram, except those of unused seats."""
        game, count = self.table.game, len(self.table.setup.players)
        drawn = () if game.picture is None else game.picture.spaces
        ids = {space.id for space in drawn if space.seat is None or space.seat < count}
        if self.diagram is not None:
            ids |= {cell.place for row in self.diagram.rows for cell in row if cell.place}
        return self.cache.spaces.get(frozenset(ids), lambda new: new)

    def _printed(self, key: str) -> tuple[str, ...]:
        cache_key = (key, self.spaces)
        return self.cache.printed.get(cache_key, lambda _: _printed(key, self.spaces))


def _places_of(name: Text, named: Iterable[tuple[Text, str]]) -> Iterator[str]:
    return (place for other, place in named if other.key == name.key and other == name)


def by_keys(cited: Iterable[tuple[Text, str]]) -> Rules:
    """Return rules by the names of their subjects."""
    found: dict[str, dict[Text, str]] = {}
    for name, rule in cited:
        found.setdefault(name.key, {})[name] = rule
    return found


def _printed(key: str, spaces: frozenset[str]) -> tuple[str, ...]:
    """Return the spaces named like the end of a key: ``goal``, or ``goal-N`` and the like."""
    own = key.rpartition(".")[2]
    return tuple(sorted(each for each in spaces if each == own or each.startswith(f"{own}-")))


def _named(line: ScoreLine, names: frozenset[str]) -> tuple[str, ...]:
    """Return the spaces that a score line mentions."""
    words = (word for value in _params(line.because) for word in _NAMES.findall(value))
    own = f"seat-{line.player + 1}-"
    named = (next((name for name in (word, own + word) if name in names), None) for word in words)
    return tuple(dict.fromkeys(filter(None, named)))


def _params(message: Text) -> Iterable[str]:
    for value in message.params.values():
        if isinstance(value, Text):
            yield from _params(value)
        elif isinstance(value, str):
            yield value
