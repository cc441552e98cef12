"""Refusals: why an action is illegal, with a stable code."""

from functools import lru_cache

from companion.engine.game import Refusal
from companion.engine.text import Param, text
from companion.engine.wording import refuse
from companion.games.compass_jewels.cards import COLOURS, KEPT, border, card, is_card
from companion.games.compass_jewels.variant import HUES, Variant


def no_such_card(middle: str, border: str) -> Refusal:
    """Return the refusal for a card that does not exist (CJ-COMP-3)."""
    return refuse("no-such-card", "CJ-COMP-3", card=card_name(card(middle, border)))


def why_not_north(lying: str, north: str) -> Refusal | None:
    """Return why a card cannot have a colour at the north (CJ-COMP-2)."""
    if north not in tuple(border(lying)):
        return refuse("no-such-border", "CJ-COMP-2", card=card_name(lying))
    return None


def colour_name(variant: Variant, letter: str) -> Param:
    """Return a colour's name, the owner's if there is one, with its letter (CJ-DATA-2)."""
    own = next((colour.name for colour in variant.colours if colour.letter == letter), "")
    name = text(f"hue.{own}") if own in HUES else own
    return text("colour.named", name=name, letter=letter) if own else common_name(letter)


@lru_cache(maxsize=KEPT)
def card_name(lying: str) -> Param:
    """Return a card as it lies: its notation, and the colours of its five areas (CJ-NOTE-2)."""
    if not is_card(lying):
        return str(lying)
    sides = zip(("north", "east", "south", "west"), map(common_name, border(lying)), strict=True)
    return text("card.lies", card=lying, middle=common_name(lying[0]), **dict(sides))


def common_name(letter: str) -> Param:
    """Return the usual name of a colour, with its letter."""
    return text(f"colour.{letter}") if letter in tuple(COLOURS) else str(letter)
