"""What lies on the table, all of it open, for a browser; ``board.yaml`` says how to draw it."""

from collections.abc import Iterator
from typing import Final

from companion.engine.picture import Sprite
from companion.engine.text import text
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.jewels import points
from companion.games.compass_jewels.state import State

SHOWN_JEWELS: Final = 10
"""How many of a player's jewels the picture has room for; nobody has collected more so far."""


def sprites(state: State) -> tuple[Sprite, ...]:
    """Return the cards as they lie, the checkers and the collections, from bottom to top."""
    return (*_area(state), *_checkers(state), *_collections(state))


def _area(state: State) -> Iterator[Sprite]:
    """Yield each card with its middle and its four borders (CJ-NOTE-2)."""
    for square, card in zip(SQUARES, state.layout, strict=False):
        if card is None:
            continue
        middle, borders = card.split("/")
        yield Sprite("card", square, text("line.card", card=card))
        yield Sprite(f"middle-{middle}", f"{square}-middle")
        for side, colour in zip("nesw", borders, strict=True):
            yield Sprite(f"border-{colour}", f"{square}-{side}")


def _checkers(state: State) -> Iterator[Sprite]:
    for seat, player in enumerate(state.players):
        for square in player.checkers:
            yield Sprite(f"checker-{state.variant.checkers[seat]}", square)


def _collections(state: State) -> Iterator[Sprite]:
    for seat, player in enumerate(state.players, 1):
        if player.cards:
            yield Sprite("pile", f"seat-{seat}-cards", sign=str(len(player.cards)))
        for place, jewel in enumerate(player.jewels[:SHOWN_JEWELS], 1):
            yield Sprite("jewel", f"seat-{seat}-jewel-{place}", sign=str(points(jewel)))
