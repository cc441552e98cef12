"""Assigns colours by the players' choices before the game and in the last one."""

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.engine.seat_colours import (
    COLOURS,
    assign_colours,
    colours_of,
    palette,
)
from companion.table.state import PlayersInput


def colour_answers(game: AnyGame, people: PlayersInput) -> Iterator[tuple[str, object]]:
    """Yield each player's colour as answers of a setup, if any was chosen."""
    if not any(people.colours):
        return
    key = next((f"seat.{option}" for option, _ in game.seat_choices), "colour")
    for seat, colour in enumerate(assign_colours(palette(game), people.colours)):
        yield f"{key}.{seat}", colour


def options(
    game: AnyGame,
    last: Setup,
    names: Sequence[str],
    given: Mapping[str, object],
    named: Mapping[str, str],
) -> Mapping[str, object]:
    """Return the option with the colour of each seat, none if they have the default order.

    Colours are as chosen (``given``), else as these players had them in the ``last`` game, unless a
    player has the name of a colour (``named``).
    """
    colours = game.seat_colours
    had = dict(zip(last.players, colours_of(last, colours), strict=False))
    usual = had if COLOURS in last.options else {}
    called = [named.get(name, "") for name in names]
    kept = ["" if usual.get(name) in called else usual.get(name, "") for name in names]
    likely = [own if own in colours else old for own, old in zip(called, kept, strict=True)]
    wished = [str(given.get(f"colour.{seat}", wish)) for seat, wish in enumerate(likely)]
    played = assign_colours(colours, wished)
    return {} if played == colours[: len(names)] else {COLOURS: list(played)}
