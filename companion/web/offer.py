"""What a viewer can choose next: actions narrowed down for this one display."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.engine.game import Action, Refusal
from companion.engine.text import Text
from companion.table.assumed import INSTEAD
from companion.table.choice import choice_name
from companion.table.intent import (
    VERB,
    Choice,
    Constraint,
    Selection,
    choices,
    meant,
    narrow,
    parts,
    settled,
    values,
)
from companion.table.state import Table
from companion.table.voice import Voice
from companion.web.picture import drawn
from companion.web.places import NOWHERE, Places, places
from companion.web.position import Position


@dataclass(frozen=True)
class Offer:
    """Actions to choose from, and the selection made among them so far."""

    table: Table
    actions: tuple[Action, ...]
    places: Places
    selection: Selection = ()

    @cached_property
    def candidates(self) -> tuple[Action, ...]:
        """The actions that still fit the selection."""
        return narrow(self.actions, self.selection)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that can be made next."""
        return choices(self.candidates, whole=True)


def for_seat(position: Position, seat: int) -> Offer:
    """Return what a seat may do; nothing while the setup is being laid out."""
    table = position.table
    idle = table.laying or table.stopped or seat not in table.game.active_players(table.state)
    return _offer(position, () if idle else table.game.legal_actions(table.state, seat), seat)


def for_box(position: Position) -> Offer:
    """Return what can be chosen openly at the box; nothing while the setup is being laid out."""
    table = position.table
    current = table.game.current_player(table.state)
    idle = table.laying or table.stopped
    everything = () if idle else replace(table, selection=(), correcting=False).candidates
    actions = [action for action in everything if not table.is_secret(action)]
    return _offer(position, actions, current if current >= 0 else None)


def for_host(position: Position) -> Offer:
    """Return the corrections that a host may make, without secret ones."""
    table = position.table
    open_ = [action for action in position.corrections if not table.is_secret(action)]
    return _offer(position, open_, None)


def _offer(position: Position, actions: Iterable[Action], seat: int | None) -> Offer:
    chosen = tuple(actions)
    return Offer(position.table, chosen, places(position, seat) if chosen else NOWHERE)


def struct(offer: Offer, voice: Voice) -> dict[str, Any]:
    """Return an offer in the form that browsers read."""
    candidates = offer.candidates
    named = offer.places.of_choices(offer.choices, candidates)
    return {
        "mine": bool(offer.actions),
        "selected": [
            voice.long(choice_name(offer.table, Choice(constraint, _value(constraint, candidates))))
            for constraint in offer.selection
        ],
        "options": [
            _option(offer, choice, places, voice)
            for choice, places in zip(offer.choices, named, strict=True)
        ],
    }


def option_name(table: Table, choice: Choice) -> Text:
    """Return a choice as a page offers it."""
    if choice.action is None or choice.constraint.field == INSTEAD:
        return choice_name(table, choice)
    return table.game.offer_name(table.state, choice.action)


def _option(offer: Offer, choice: Choice, places: Iterable[str], voice: Voice) -> dict[str, Any]:
    name, game = option_name(offer.table, choice), offer.table.game
    ends = choice.action is not None and isinstance(choice.action, game.turn_ends)
    return {
        "label": voice.long(name),
        "places": list(places),
        **drawn(game.emblem(offer.table.state, name)),
        **({"ends": True} if ends else {}),
    }


def _value(constraint: Constraint, candidates: Iterable[Action]) -> object:
    """Return the value that a constraint stands for, in the type that the actions use."""
    possible = (values(action).get(constraint.field) for action in candidates)
    whole = (value for value in possible if parts(value) == constraint.parts)
    return next(whole, "".join(constraint.parts))


def chosen(offer: Offer, option: int) -> Action | Selection:
    """Return the action that an option means, or the selection it leads to.

    Raises ``IndexError`` if there is no such option.
    """
    choice = offer.choices[option]
    if choice.action is not None:
        return choice.action
    return (*offer.selection, choice.constraint)


def picked(offer: Offer, place: str) -> Action | Selection | None:
    """Return what touching a space means: within the selection, as an option, or from scratch."""
    within = _narrowed(offer, place, offer.selection) or _optional(offer, place)
    return within or (_narrowed(offer, place, ()) if offer.selection else None)


def _narrowed(offer: Offer, place: str, start: Selection) -> Action | Selection | None:
    candidates = narrow(offer.actions, start)
    for meaning in offer.places.meanings(place, candidates):
        left = narrow(candidates, meaning)
        action = settled(left)
        if action is not None:
            return action
        if 0 < len(left) < len(candidates):
            return (*start, *meaning)
    return None


def _optional(offer: Offer, place: str) -> Action | Selection | None:
    """Return the only option that names a space, where the space itself narrows nothing down."""
    named = offer.places.of_choices(offer.choices, offer.candidates)
    options = [option for option, places in enumerate(named) if place in places]
    return chosen(offer, options[0]) if len(options) == 1 else None


def why_not(offer: Offer, place: str) -> Refusal | None:
    """Return the rules' reason why nothing can be done with a space, if they have one."""
    table, known = offer.table, offer.places
    if place not in known.ids:
        return None
    own = place.removeprefix(f"seat-{(known.seat or 0) + 1}-")
    for action in offer.candidates:
        named = values(action)
        for field, value in named.items():
            if not isinstance(value, str) or known.space(field, value) is None:
                continue
            like = {VERB: named[VERB], field: own.removeprefix(f"{field}-")}
            intended = meant(table.game, (action,), like)
            refusal = None if intended is None else table.game.why_not(table.state, intended)
            if refusal is not None:
                return refusal
    return None
