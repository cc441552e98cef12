"""Offer to a viewer: candidate actions, narrowed for this one display."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Action, Refusal
from companion.engine.text import Text, text
from companion.table.choosing.assumptions import INSTEAD
from companion.table.choosing.choice import choice_name
from companion.table.narrowing.candidates import legal
from companion.table.narrowing.intent import (
    VERB,
    Choice,
    Constraint,
    Selection,
    choices,
    closest_action,
    narrow,
    parts,
    single_action,
    values,
)
from companion.table.state import ActionChoice, Table
from companion.table.voice import Voice
from companion.web.views.picture import emblem_view
from companion.web.views.position import Position
from companion.web.views.spaces import NOWHERE, ActionSpaces, action_spaces

PLACE: Final = "@place"
"""The field of a constraint that stands for a space that was touched; no action has it."""
_MANY: Final = 13
"""From so many actions on that differ in a number alone, a page lists the numbers."""
_SQUARE: Final = re.compile(r"[a-z]\d+")


class Offer(msgspec.Struct, frozen=True, dict=True):
    """Actions to choose from, and the selection made among them so far."""

    position: Position
    actions: tuple[Action, ...]
    places: ActionSpaces
    selection: Selection = ()

    @property
    def table(self) -> Table:
        """The table of these choices."""
        return self.position.table

    @cached_property
    def candidates(self) -> tuple[Action, ...]:
        """The actions that match the selection."""
        fields = [each for each in self.selection if each.field != PLACE]
        touched = [each.parts[0] for each in self.selection if each.field == PLACE]
        left = narrow(self.actions, fields)
        for place in touched:
            left = self.naming(place, left)
        return left

    def naming(self, place: str, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Return the actions that name a space, in any of their fields."""
        return tuple(action for action in actions if place in self.places.of_action(action))

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The next choices."""
        return choices(self.candidates, whole=True)


def for_seat(position: Position, seat: int) -> Offer:
    """Return the choices of a seat, also out of turn; none while nothing may be played."""
    table = position.table
    game, state = table.game, table.state
    if _is_idle(position):
        return _offer(position, (), seat)
    acts = seat in game.active_players(state)
    actions = legal(game, state, seat) if acts else game.out_of_turn(state, seat)
    return _offer(position, actions, seat)


def for_box(position: Position) -> Offer:
    """Return the public choices at the box; none while nothing may be played."""
    table = position.table
    current = table.game.current_player(table.state)
    everything = () if _is_idle(position) else replace(table, choosing=ActionChoice()).candidates
    return _offer(position, table.not_secret(everything), current if current >= 0 else None)


def for_host(position: Position) -> Offer:
    """Return the corrections that a host may make, without secret ones."""
    corrections = () if position.is_waiting else position.corrections
    return _offer(position, position.table.not_secret(corrections), None)


def _is_idle(position: Position) -> bool:
    """Return whether nothing may be played: in a setup, a repair of the log, or after the end."""
    return position.table.laying or position.table.stopped or position.is_waiting


def _offer(position: Position, actions: Iterable[Action], seat: int | None) -> Offer:
    chosen = tuple(actions)
    return Offer(position, chosen, action_spaces(position, seat) if chosen else NOWHERE)


def struct(offer: Offer, voice: Voice) -> dict[str, Any]:
    """Return an offer in the format for browsers."""
    candidates = offer.candidates
    named = offer.places.of_choices(offer.choices, candidates)
    counted = counted_field(offer.choices)
    return {
        "mine": bool(offer.actions),
        "selected": [_chosen_name(offer, constraint, voice) for constraint in offer.selection],
        "options": [
            _option(offer, choice, option_name(offer.table, choice, counted), places, voice)
            for choice, places in zip(offer.choices, named, strict=True)
        ],
    }


def _chosen_name(offer: Offer, constraint: Constraint, voice: Voice) -> str:
    """Return the selection in words: for a space its contents, or its name."""
    if constraint.field != PLACE:
        value = _value(constraint, offer.candidates)
        return voice.long(choice_name(offer.table, Choice(constraint, value)))
    place, table = constraint.parts[0], offer.table
    if _SQUARE.fullmatch(place):
        return place
    lying = (each.name for each in table.game.sprites(table.state) if each.place == place)
    return next((voice.long(name) for name in lying if name is not None), "")


def counted_field(listed: Sequence[Choice]) -> str | None:
    """Return the number in which many actions differ, if they differ in nothing else.

    What is listed beside them is named in full.
    """
    actions = [choice.action for choice in listed if choice.action is not None]
    partial = [choice for choice in listed if choice.action is None]
    is_mixed = any(choice.constraint.field != VERB for choice in partial)
    if len(actions) < _MANY or is_mixed or len({*map(type, actions)}) > 1:
        return None
    first, *others = map(values, actions)
    fields = {field for other in others for field in other if other[field] != first[field]}
    return next((field for field in fields if len(fields) == 1 and type(first[field]) is int), None)


def option_name(table: Table, choice: Choice, counted: str | None = None) -> Text:
    """Return the label of a choice on a page: among many numbers, the ``counted`` one."""
    if choice.action is None or choice.constraint.field == INSTEAD:
        return choice_name(table, choice)
    if counted is not None:
        return text(
            "table.value", value=table.game.value_name(counted, values(choice.action)[counted])
        )
    return table.game.offer_name(table.state, choice.action)


def _option(
    offer: Offer, choice: Choice, name: Text, places: Iterable[str], voice: Voice
) -> dict[str, Any]:
    position = offer.position
    game = offer.table.game
    kinds = {"ends": game.turn_ends, "report": game.reports}
    marks = {mark: True for mark, kind in kinds.items() if isinstance(choice.action, kind)}
    shown = position.cache.names.get(
        (voice, name), lambda _: {"label": voice.long(name), **emblem_view(position.emblem(name))}
    )
    return {**shown, "places": list(places), **marks}


def _value(constraint: Constraint, candidates: Iterable[Action]) -> object:
    """Return the value of a constraint, in the type that the actions use."""
    possible = (values(action).get(constraint.field) for action in candidates)
    whole = (value for value in possible if parts(value) == constraint.parts)
    return next(whole, "".join(constraint.parts))


def resolve_option(offer: Offer, option: int) -> Action | Selection:
    """Return the action of an option, or the selection that it leads to.

    Raises ``IndexError`` if there is no such option.
    """
    choice = offer.choices[option]
    if choice.action is not None:
        return choice.action
    return (*offer.selection, choice.constraint)


def resolve_space(offer: Offer, place: str) -> Action | Selection | None:
    """Return the result of touching a space, within the selection or without it."""
    within = _narrowed(offer, place)
    return within or (_narrowed(replace(offer, selection=()), place) if offer.selection else None)


def _narrowed(offer: Offer, place: str) -> Action | Selection | None:
    """Return the only action that names a space, or a selection if there are several."""
    candidates = offer.candidates
    left = offer.naming(place, candidates)
    action = single_action(left)
    if action is not None:
        return action
    if 0 < len(left) < len(candidates):
        return (*offer.selection, Constraint(PLACE, (place,)))
    return None


def why_not(offer: Offer, place: str) -> Refusal | None:
    """Return the rules' reason why a space cannot be used, ``None`` without one."""
    table, places = offer.table, offer.places
    if place not in places.ids:
        return None
    own = place.removeprefix(f"seat-{(places.seat or 0) + 1}-")
    for action in offer.candidates:
        named = values(action)
        for field, value in named.items():
            if not isinstance(value, str) or places.space(field, value) is None:
                continue
            like = {VERB: named[VERB], field: own.removeprefix(f"{field}-")}
            intended = closest_action(table.game, (action,), like)
            refusal = None if intended is None else table.game.why_not(table.state, intended)
            if refusal is not None:
                return refusal
    return None
