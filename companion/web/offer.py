"""What a viewer can choose next: narrowing, done for one display alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import Action, Correction, Refusal
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
from companion.web.places import Places, places


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
    actions = () if idle else table.game.legal_actions(table.state, seat)
    return Offer(table, tuple(actions), places(table, seat))


def for_box(table: Table) -> Offer:
    """Return what can be chosen at the box before the eyes of all; nothing during the layout."""
    current = table.game.current_player(table.state)
    seat = current if current >= 0 else None
    if table.laying:
        return Offer(table, (), places(table, seat))
    everything = replace(table, selection=()).candidates
    actions = tuple(each for each in everything if _is_open(table, each))
    return Offer(table, actions, places(table, seat))


def for_host(table: Table) -> Offer:
    """Return what may be set by hand; nothing that is secret."""
    found: Iterable[Correction] = table.game.corrections(table.state)
    actions = tuple(each for each in found if _is_open(table, each))
    return Offer(table, actions, places(table, None))


def _is_open(table: Table, action: Action) -> bool:
    return not table.is_secret(action)


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
    """Return what touching a space leads to, within the selection, else anew."""
    for start in dict.fromkeys((offer.selection, ())):
        candidates = narrow(offer.actions, start)
        for meaning in offer.places.meanings(place, candidates):
            left = narrow(candidates, meaning)
            action = settled(left)
            if action is not None:
                return action
            if left and (len(left) < len(candidates) or start != offer.selection):
                return (*start, *meaning)
    return None


def why_not(offer: Offer, place: str) -> Refusal | None:
    """Return why nothing can be done with a space, if the rules have a reason for it."""
    table = offer.table
    name = place.removeprefix(f"seat-{(offer.places.seat or 0) + 1}-")
    for action in offer.candidates:
        for field, value in values(action).items():
            if field == VERB or offer.places.space(field, value) is None:
                continue
            like = {VERB: values(action)[VERB], field: name}
            wanted = meant(table.game, (action,), like)
            refusal = None if wanted is None else table.game.why_not(table.state, wanted)
            if refusal is not None:
                return refusal
    return None
