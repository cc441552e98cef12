"""The colours of the players' own pieces, and their assignment."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.engine.game import Setup
from companion.engine.options import COLOURS as COLOURS  # noqa: PLC0414 - it is used with these
from companion.engine.rules import AnyGame
from companion.moved import former_names


def palette(game: AnyGame) -> tuple[str, ...]:
    """Return the colours that players choose from; empty if players have none."""
    if game.seat_colours:
        return game.seat_colours
    return next((values for _, values in game.seat_choices), ())


def assign_colours(colours: Sequence[str], wished: Sequence[str]) -> tuple[str, ...]:
    """Return the colour of each seat: the one ``wished`` first, else the next free one."""
    first = [wish if wish not in wished[:seat] else "" for seat, wish in enumerate(wished)]
    free = iter([colour for colour in colours if colour not in first])
    return tuple(wish if wish in colours else next(free, "") for wish in first)


def colours_of(setup: Setup, colours: Sequence[str]) -> tuple[str, ...]:
    """Return the colour of each seat in a game: from its options, else in order."""
    colour_names = setup.options.get(COLOURS, ())
    wished = (
        [str(colour) for colour in colour_names] if isinstance(colour_names, list | tuple) else []
    )
    seats = len(setup.players)
    return assign_colours(colours, (*wished, *("" for _ in range(seats)))[:seats])


def numbers(setup: Setup, colours: Sequence[str]) -> tuple[int, ...]:
    """Return the number of each seat's colour, counted from 1 in the order of ``colours``."""
    return tuple(colours.index(colour) + 1 for colour in colours_of(setup, colours))


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
