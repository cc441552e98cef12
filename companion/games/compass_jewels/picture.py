"""Picture of the table for a browser; ``board.yaml`` defines how it is drawn."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.facets import Board
from companion.engine.picture import Emblem, EmblemPart, Sprite
from companion.engine.text import Seat, Text, text
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.jewels import points
from companion.games.compass_jewels.refusals import card_name
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
        yield Sprite("card", square, text("line.card", card=card_name(card)))
        yield Sprite(f"middle-{middle}", f"{square}-middle")
        for side, colour in zip("nesw", borders, strict=True):
            yield Sprite(f"border-{colour}", f"{square}-{side}")


def own_emblem(game: Board[State], state: State, message: Text) -> Emblem:
    """Return the emblem of a text: a card in its orientation, or a colour."""
    if message.key == "card.lies":
        return _card(str(message.params["card"]))
    named = message.params.get("card")
    if isinstance(named, Text) and "middle" in message.params:
        return own_emblem(game, state, named)
    if message.key == "score.jewel":
        corners = {"nw": (0, 0), "ne": (0.5, 0), "sw": (0, 0.5), "se": (0.5, 0.5)}
        return tuple(
            replace(mark, x=x + mark.x / 2, y=y + mark.y / 2, width=mark.width / 2)
            for corner, (x, y) in corners.items()
            for mark in _halved(_card(str(message.params[corner])))
        )
    return Board.own_emblem(game, state, message)


def _halved(emblem: Emblem) -> Emblem:
    return tuple(replace(mark, height=mark.height / 2) for mark in emblem)


def _card(lying: str) -> Emblem:
    """Return a card with its middle and its four borders."""
    middle, borders = lying.split("/")
    sides = ((0.2, 0.02, 0.6, 0.2), (0.78, 0.2, 0.2, 0.6), (0.2, 0.78, 0.6, 0.2))
    places = (*sides, (0.02, 0.2, 0.2, 0.6))
    return (
        EmblemPart("card"),
        EmblemPart(f"middle-{middle}", 0.28, 0.28, 0.44, 0.44),
        *(EmblemPart(f"border-{c}", *place) for c, place in zip(borders, places, strict=True)),
    )


def _checkers(state: State) -> Iterator[Sprite]:
    for seat, player in enumerate(state.players):
        for square in player.checkers:
            name = text("sprite.checker", player=Seat(seat))
            yield Sprite(f"checker-{state.variant.checkers[seat]}", square, name)


def _collections(state: State) -> Iterator[Sprite]:
    for seat, player in enumerate(state.players, 1):
        if player.cards:
            yield Sprite("pile", f"seat-{seat}-cards", sign=str(len(player.cards)))
        for place, jewel in enumerate(player.jewels[:SHOWN_JEWELS], 1):
            yield Sprite("jewel", f"seat-{seat}-jewel-{place}", sign=str(points(jewel)))
