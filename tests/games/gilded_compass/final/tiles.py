"""Short names of tiles, as tests write them."""

from companion.games.gilded_compass.holdings import (
    CARTOGRAPHER,
    DUAL_MAP,
    EXCAVATOR,
    MagicalItem,
    Mission,
    Specialist,
)


def cartographer(colour: str, value: int) -> Specialist:
    return Specialist(CARTOGRAPHER, colour, value)


def excavator(colour: str, value: int) -> Specialist:
    return Specialist(EXCAVATOR, colour, value)


def item_for(specialist: Specialist) -> MagicalItem:
    return MagicalItem(specialist.kind, specialist.colour)


def dual(one: str, other: str) -> Mission:
    return Mission(DUAL_MAP, (one, other))
