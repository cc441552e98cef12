"""How to reach an action by touch: spaces of the board, and what is drawn in the hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from companion.engine.game import Action
from companion.table.narrowing.intent import Choice
from companion.web.views import offer as offers
from companion.web.views.offer import Offer


@dataclass(frozen=True)
class Touched:
    """A space of the board, or a choice that no space stands for."""

    place: str = ""
    choice: Choice | None = None


class UntouchableError(AssertionError):
    """An action cannot be reached by touch."""


def touches(offer: Offer, action: Action) -> Iterator[Touched]:
    """Yield what to touch, one after the other, to take an action."""
    while True:
        touched, chosen = _next(offer, action)
        yield touched
        if not isinstance(chosen, tuple):
            assert chosen == action
            return
        offer = replace(offer, selection=chosen)


def _next(offer: Offer, action: Action) -> tuple[Touched, object]:
    named = offer.places.of_choices(offer.choices, offer.candidates)
    own = offer.places.of_action(action)
    places = {place: None for each in named for place in each}
    for place in sorted(places, key=lambda place: place not in own):
        picked = offers.resolve_space(offer, place)
        if picked == action:
            return Touched(place), action
        if isinstance(picked, tuple) and action in replace(offer, selection=picked).candidates:
            return Touched(place), picked
    for number, (choice, spaces) in enumerate(zip(offer.choices, named, strict=True)):
        chosen = offers.resolve_option(offer, number)
        after = replace(offer, selection=chosen) if isinstance(chosen, tuple) else None
        fits = chosen == action if after is None else action in after.candidates
        is_verb = choice.action is None and choice.constraint.field == "action"
        if fits and (not spaces or is_verb):
            return Touched(choice=choice), chosen
    raise UntouchableError(f"{action} after {offer.selection}")
