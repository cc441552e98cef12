"""What a viewer can choose next: narrowing, done for one display alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import Action, Refusal
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
from companion.table.view import choice_name
from companion.table.voice import Voice
from companion.web.places import NOWHERE, Places, places


@dataclass(frozen=True, slots=True)
class Offer:
    """Actions to choose from, and how far they are narrowed down."""

    table: Table
    actions: tuple[Action, ...]
    places: Places
    selection: Selection = ()

    @property
    def candidates(self) -> tuple[Action, ...]:
        """What is left within the selection."""
        return narrow(self.actions, self.selection)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen next."""
        return choices(self.candidates)


def for_seat(table: Table, seat: int) -> Offer:
    """Return what a seat may do; nothing while the setup is laid out."""
    idle = table.laying or seat not in table.game.active_players(table.state)
    return _offer(table, () if idle else table.game.legal_actions(table.state, seat), seat)


def for_box(table: Table) -> Offer:
    """Return what can be chosen at the box before the eyes of all; nothing during the layout."""
    current = table.game.current_player(table.state)
    everything = () if table.laying else replace(table, selection=(), correcting=False).candidates
    actions = [each for each in everything if not table.is_secret(each)]
    return _offer(table, actions, current if current >= 0 else None)


def for_host(table: Table) -> Offer:
    """Return what may be set by hand; nothing that is secret."""
    corrections = table.game.corrections(table.state)
    return _offer(table, [each for each in corrections if not table.is_secret(each)], None)


def _offer(table: Table, actions: Iterable[Action], seat: int | None) -> Offer:
    chosen = tuple(actions)
    return Offer(table, chosen, places(table, seat) if chosen else NOWHERE)


def struct(offer: Offer, voice: Voice) -> dict[str, Any]:
    """Return an offer as a browser reads it."""
    candidates = offer.candidates
    return {
        "mine": bool(offer.actions),
        "selected": [
            voice.long(choice_name(offer.table, Choice(each, _value(each, candidates))))
            for each in offer.selection
        ],
        "options": [
            {
                "label": voice.long(choice_name(offer.table, each)),
                "places": list(offer.places.of_choice(each, candidates)),
            }
            for each in offer.choices
        ],
    }


def _value(constraint: Constraint, candidates: Iterable[Action]) -> object:
    """Return the value that a constraint stands for, as the actions have it."""
    found = (values(each).get(constraint.field) for each in candidates)
    whole = (value for value in found if parts(value) == constraint.parts)
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
    """Return what touching a space leads to: within the selection, by an option, else anew."""
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
    """Return the one option that names a space which tells the candidates not apart."""
    candidates, known = offer.candidates, offer.places
    options = [
        option
        for option, choice in enumerate(offer.choices)
        if place in known.of_choice(choice, candidates)
    ]
    return chosen(offer, options[0]) if len(options) == 1 else None


def why_not(offer: Offer, place: str) -> Refusal | None:
    """Return why nothing can be done with a space, if the rules have a reason for it."""
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
            wanted = meant(table.game, (action,), like)
            refusal = None if wanted is None else table.game.why_not(table.state, wanted)
            if refusal is not None:
                return refusal
    return None
