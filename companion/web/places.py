"""Places on the picture: which of them an action names, and what a touched one could mean."""

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
    """Where pieces lie, and what they stand for."""
    seat: int | None

    def of_action(self, action: Action) -> tuple[str, ...]:
        """Return the spaces that an action names, itself or by the piece that lies there."""
        named = [self.space(field, value) for field, value in values(action).items()]
        under = (
            place
            for place, selects in self.lying
            if any(narrow((action,), constraints(each)) for each in selects)
        )
        return tuple(dict.fromkeys((*filter(None, named), *under)))

    def of_choice(self, choice: Choice, candidates: Iterable[Action]) -> tuple[str, ...]:
        """Return the spaces that a choice names, or among which it leaves a choice."""
        if choice.action is not None:
            return self.of_action(choice.action)
        field = choice.constraint.field
        left = dict.fromkeys(
            str(values(each)[field]) for each in narrow(candidates, (choice.constraint,))
        )
        named = [self.space(field, value) for value in left] if field != VERB else []
        under = (
            place
            for place, selects in self.lying
            if any(str(select.get(field)) in left for select in selects)
        )
        return tuple(dict.fromkeys((*filter(None, named), *under)))

    def meanings(self, place: str, candidates: Iterable[Action]) -> Iterator[Selection]:
        """Yield what touching a space could say: a field's value, or the piece that lies there."""
        found: dict[Constraint, None] = {}
        for action in candidates:
            for field, value in values(action).items():
                if self.space(field, value) == place:
                    found[Constraint(field, parts(value))] = None
        yield from ((each,) for each in found)
        for where, selects in self.lying:
            if where == place:
                yield from (constraints(each) for each in selects)

    def space(self, field: str, value: object) -> str | None:
        """Return the space that a field's value names, if there is one."""
        if field == VERB or value is None:
            return None
        own = "" if self.seat is None else f"seat-{self.seat + 1}-"
        forms = (f"{value}", f"{own}{value}", f"{field}-{value}", f"{own}{field}-{value}")
        return next((each for each in forms if each in self.ids), None)


NOWHERE: Final = Places(frozenset(), (), None)
"""For those who have nothing to choose."""


def spaces(table: Table) -> frozenset[str]:
    """Return the spaces that are there, on the picture or the small board."""
    game, count = table.game, len(table.setup.players)
    drawn = () if game.picture is None else game.picture.spaces
    ids = {each.id for each in drawn if each.seat is None or each.seat < count}
    diagram = game.diagram(table.state)
    if diagram is not None:
        ids |= {cell.place for row in diagram.rows for cell in row if cell.place}
    return frozenset(ids)


def places(table: Table, seat: int | None) -> Places:
    """Return the places of a table, as ``seat`` names them."""
    game, state = table.game, table.state
    pieces: Mapping[str, tuple[Struct, ...]] = {
        each.id: each.selects for each in game.pieces(state)
    }
    lying = tuple(
        (sprite.place, pieces[sprite.piece])
        for sprite in game.sprites(state)
        if sprite.piece in pieces
    )
    return Places(spaces(table), lying, seat)
