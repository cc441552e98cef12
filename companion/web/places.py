"""Spaces of the picture: which of them an action names, and what touching one could mean."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.game import Action, Struct
from companion.table.intent import (
    VERB,
    Choice,
    Constraint,
    Selection,
    constraints,
    narrow,
    parts,
    values,
)
from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class Places:
    """The spaces of a table; what actions call ``r1c2`` is ``seat-1-r1c2`` for the first seat."""

    ids: frozenset[str]
    lying: tuple[tuple[str, tuple[Struct, ...]], ...]
    """The space of each piece that lies somewhere, and the field values it stands for."""
    seat: int | None

    def of_action(self, action: Action) -> tuple[str, ...]:
        """Return the spaces that an action names, directly or through a piece that lies there."""
        named = [self.space(field, value) for field, value in values(action).items()]
        under = (
            place
            for place, selects in self.lying
            if any(narrow((action,), constraints(select)) for select in selects)
        )
        return tuple(dict.fromkeys((*filter(None, named), *under)))

    def of_choice(self, choice: Choice, candidates: Iterable[Action]) -> tuple[str, ...]:
        """Return the spaces that a choice names, or those among which it leaves a choice."""
        if choice.action is not None:
            return self.of_action(choice.action)
        field = choice.constraint.field
        left = dict.fromkeys(
            str(values(action)[field]) for action in narrow(candidates, (choice.constraint,))
        )
        named = [self.space(field, value) for value in left] if field != VERB else []
        under = (
            place
            for place, selects in self.lying
            if any(str(select.get(field)) in left for select in selects)
        )
        return tuple(dict.fromkeys((*filter(None, named), *under)))

    def meanings(self, place: str, candidates: Iterable[Action]) -> Iterator[Selection]:
        """Yield what touching a space could mean: a field's value, or the piece that lies there."""
        named: dict[Constraint, None] = {}
        for action in candidates:
            for field, value in values(action).items():
                if self.space(field, value) == place:
                    named[Constraint(field, parts(value))] = None
        yield from ((constraint,) for constraint in named)
        for where, selects in self.lying:
            if where == place:
                yield from (constraints(select) for select in selects)

    def space(self, field: str, value: object) -> str | None:
        """Return the space that a field's value names, if there is one."""
        if field == VERB or value is None:
            return None
        own = "" if self.seat is None else f"seat-{self.seat + 1}-"
        forms = (f"{value}", f"{own}{value}", f"{field}-{value}", f"{own}{field}-{value}")
        return next((form for form in forms if form in self.ids), None)


NOWHERE: Final = Places(frozenset(), (), None)
"""The places of a viewer who has nothing to choose."""


def spaces(table: Table) -> frozenset[str]:
    """Return the ids of all spaces on the picture or the diagram, without unused seats'."""
    game, count = table.game, len(table.setup.players)
    drawn = () if game.picture is None else game.picture.spaces
    ids = {space.id for space in drawn if space.seat is None or space.seat < count}
    diagram = game.diagram(table.state)
    if diagram is not None:
        ids |= {cell.place for row in diagram.rows for cell in row if cell.place}
    return frozenset(ids)


def places(table: Table, seat: int | None) -> Places:
    """Return the places of a table under the names that ``seat`` uses for them."""
    game, state = table.game, table.state
    pieces: Mapping[str, tuple[Struct, ...]] = {
        piece.id: piece.selects for piece in game.pieces(state)
    }
    lying = tuple(
        (sprite.place, pieces[sprite.piece])
        for sprite in game.sprites(state)
        if sprite.piece in pieces
    )
    return Places(spaces(table), lying, seat)
