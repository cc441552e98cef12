"""Spaces of the picture: those that an action names, and the effect of touching one."""

from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import lru_cache
from typing import Final

import msgspec

from companion.engine.game import Action, Struct
from companion.table.narrowing.intent import (
    VERB,
    Choice,
    Constraint,
    Parts,
    Selection,
    matches,
    narrow,
    parts_by_field,
    parts_of,
    value,
    values,
)
from companion.web.views.position import Position


class ActionSpaces(msgspec.Struct, frozen=True):
    """The spaces of a table; the actions' ``r1c2`` is ``seat-1-r1c2`` for the first seat."""

    ids: frozenset[str]
    lying: tuple[tuple[str, tuple[Selection, ...]], ...]
    """The space of each piece that lies somewhere, and what it may stand for."""
    seat: int | None
    spots: Callable[[Action], Mapping[str, Struct]] = lambda _: {}
    """Returns further spaces that stand for an action, each with the fields it stands for."""

    def of_action(self, action: Action) -> tuple[str, ...]:
        """Return the spaces that an action names, directly or through a piece on them."""
        named, chosen = [*self._named(action)], parts_by_field(action)
        under = (
            place
            for place, meanings in self.lying
            if any(matches(chosen, meaning) for meaning in meanings)
        )
        return tuple(dict.fromkeys((*filter(None, named), *under)))

    def _named(self, action: Action) -> Iterator[str | None]:
        yield from (self.space(field, given) for field, given in values(action).items())
        yield from (spot for spot in self.spots(action) if spot in self.ids)

    def of_choices(
        self, choices: Sequence[Choice], candidates: Iterable[Action]
    ) -> list[tuple[str, ...]]:
        """Return the spaces that each choice names, or those that remain selectable after it.

        A space that all of them name distinguishes nothing, and is left out.
        """
        possible = tuple(candidates)
        left = _left(choices, possible)
        named = [
            self._of_constraint(choice.constraint, left[choice.constraint.parts], possible)
            if choice.action is None
            else self.of_action(choice.action)
            for choice in choices
        ]
        common = frozenset.intersection(*map(frozenset, named)) if len(named) > 1 else frozenset()
        return [tuple(place for place in places if place not in common) for places in named]

    def _of_constraint(
        self, constraint: Constraint, left: Collection[str], candidates: Iterable[Action]
    ) -> tuple[str, ...]:
        field, fitting = constraint.field, narrow(candidates, (constraint,))
        if field == VERB:
            named = (place for action in fitting for place in self._named(action) if place)
            return tuple(dict.fromkeys(named))
        spots = {
            spot: None
            for action in fitting
            for spot, stands_for in self.spots(action).items()
            if field in stands_for and spot in self.ids
        }
        return tuple(dict.fromkeys((*self._of_values(field, left), *spots)))

    def _of_values(self, field: str, left: Collection[str]) -> tuple[str, ...]:
        """Return the spaces that values of a field name, or on which a piece with a value lies."""
        named = [self.space(field, each) for each in left] if field != VERB else []
        under = (
            place
            for place, meanings in self.lying
            if any(_names(meaning, field, left) for meaning in meanings)
        )
        return tuple(dict.fromkeys((*filter(None, named), *under)))

    def space(self, field: str, given: Hashable) -> str | None:
        """Return the space that a field's value names, ``None`` without one."""
        if field == VERB or given is None:
            return None
        return _space(self.ids, self.seat, field, given)


@lru_cache(maxsize=256, typed=True)
def _space(ids: frozenset[str], seat: int | None, field: str, given: Hashable) -> str | None:
    own = "" if seat is None else f"seat-{seat + 1}-"
    forms = (f"{given}", f"{own}{given}", f"{field}-{given}", f"{own}{field}-{given}")
    return next((form for form in forms if form in ids), None)


NOWHERE: Final = ActionSpaces(frozenset(), (), None)
"""The places of a viewer who has nothing to choose."""


def action_spaces(position: Position, seat: int | None) -> ActionSpaces:
    """Return the spaces of a position under the names that ``seat`` uses for them."""
    game, state = position.table.game, position.table.state
    return ActionSpaces(
        position.spaces, position.lying, seat, lambda action: game.spots(state, action)
    )


def _left(choices: Sequence[Choice], candidates: Iterable[Action]) -> dict[Parts, dict[str, None]]:
    """Return the values of its field that each choice leaves, by its constraint's parts.

    Choices that are not actions are all about the same field.
    """
    constraints = [choice.constraint for choice in choices if choice.action is None]
    if not constraints or constraints[0].field == VERB:
        return {constraint.parts: {"".join(constraint.parts): None} for constraint in constraints}
    left: dict[Parts, dict[str, None]] = {constraint.parts: {} for constraint in constraints}
    lengths = {len(beginning) for beginning in left}
    for action in candidates:
        found = str(value(action, constraints[0].field))
        whole = parts_of(action, constraints[0].field)
        for beginning in {whole[:length] for length in lengths} & left.keys():
            left[beginning][found] = None
    return left


def _names(meaning: Selection, field: str, left: Collection[str]) -> bool:
    return any(each.field == field and "".join(each.parts) in left for each in meaning)
