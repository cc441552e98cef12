"""Picture of the public table for a browser; ``board.yaml`` defines how it is drawn."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from companion.engine.facets import Board
from companion.engine.game import Action, Line, Struct
from companion.engine.picture import Emblem, EmblemPart, Sprite
from companion.engine.text import Text, text
from companion.games.compass_points import rounds
from companion.games.compass_points.actions import GivePoints, LayDirection, LayUnread, Turn
from companion.games.compass_points.board import board
from companion.games.compass_points.inscription import Inscription, Kind
from companion.games.compass_points.state import Player, State
from companion.games.compass_points.variant import SIDES, Variant

LARGEST: Final = 9
"""The largest board there is room for, in squares along a side; beyond it only cards are drawn."""
_ARROWS: Final[Mapping[str, str]] = dict(
    zip(("N", "NE", "E", "SE", "S", "SW", "W", "NW"), "↑↗→↘↓↙←↖", strict=True)
)


def sprites(state: State) -> tuple[Sprite, ...]:
    """Return all public pieces: a speed card only once it is turned (CP-SPEED-2)."""
    drawn = state.variant.size <= LARGEST
    return (*(_board(state) if drawn else ()), *_cards(state))


def _board(state: State) -> Iterator[Sprite]:
    yield from _squares(state.variant)
    for at in state.path:
        if at != state.pawn:
            yield Sprite("passed", at)
    yield Sprite("pawn", state.pawn or f"goal-{state.goal}", text("sprite.pawn"))


@lru_cache(maxsize=8)
def _squares(variant: Variant) -> tuple[Sprite, ...]:
    """Return the board itself, which stays the same for a whole game."""
    land = board(variant)
    inscriptions = ((at, land.inscription(at)) for at in land.squares)
    return tuple(
        Sprite(_look(inscription), at, _name(inscription), sign=_sign(inscription))
        for at, inscription in inscriptions
    )


def _look(inscription: Inscription) -> str:
    if inscription.kind is Kind.BLANK:
        return "blank"
    return "dark" if inscription.dark else "light"


def _sign(inscription: Inscription) -> str:
    """Return an inscription as it stands on its square (CP-NOTE-3)."""
    if inscription.kind is Kind.POINTS:
        return f"{inscription.letters}{inscription.points:+}"
    if inscription.kind is Kind.PUSH:
        return f"{_ARROWS[inscription.way]}{inscription.steps}"
    return f"×{inscription.letters}" if inscription.kind is Kind.CROSS else ""


def _name(inscription: Inscription) -> Text | None:
    """Return the effect of an inscription in words, ``None`` for a blank."""
    sides = [text(f"side.{letter}") for letter in inscription.letters]
    if inscription.kind is Kind.CROSS:
        return text("sprite.cross", side=sides[0])
    if inscription.kind is Kind.PUSH:
        return text(
            "sprite.push", steps=inscription.steps, direction=text(f"direction.{inscription.way}")
        )
    if inscription.kind is Kind.BLANK:
        return None
    points = f"{inscription.points:+}"
    if len(sides) > 1:
        return text("sprite.choice", points=points, one=sides[0], other=sides[1])
    if not sides:
        return text("sprite.mover", points=points)
    return text("sprite.side", points=points, side=sides[0])


def _cards(state: State) -> Iterator[Sprite]:
    for seat, player in enumerate(state.players):
        side, place = SIDES[seat], f"seat-{seat + 1}"
        if player.misses:
            yield Sprite("out", f"{place}-direction", text("sprite.out"))
        if player.direction is not None:
            piece = f"direction-{side}-{player.direction}"
            name = text(f"direction.{player.direction}")
            yield Sprite(f"way-{player.direction}", f"{place}-direction", name, piece=piece)
        if player.laid:
            yield _speed(player, side, f"{place}-speed")


def _speed(player: Player, side: str, place: str) -> Sprite:
    if not player.turned or player.speed is None:
        return Sprite("hidden", place, text("sprite.hidden"))
    return Sprite("speed", place, piece=f"speed-{side}-{player.speed}", sign=str(player.speed))


def spots(state: State, action: Action) -> Mapping[str, Struct]:
    """Return the square beside the pawn for a direction, a speed card, a player who gains."""
    match action:
        case LayDirection(direction=direction) if state.pawn is not None:
            path = board(state.variant).walk(state.pawn, direction, 1).path
            return {square: {"direction": direction} for square in path}
        case Turn():
            return {f"seat-{rounds.acting(state) + 1}-speed": {"action": "turn"}}
        case LayUnread():
            return {f"seat-{rounds.acting(state) + 1}-speed": {"action": "lay_unread"}}
        case GivePoints(player=player):
            return {
                f"seat-{player + 1}-{card}": {"player": player} for card in ("direction", "speed")
            }
    return {}


def own_emblem(game: Board[State], state: State, message: Text) -> Emblem:
    """Return the emblem of a text: a direction card, a speed card, the pawn."""
    speed = message.params.get("speed")
    if isinstance(speed, int):
        return (EmblemPart("speed", sign=str(speed)),)
    if message.key == "event.speed_turned":
        return ()
    return Board.own_emblem(game, state, message)


def private(state: State, seat: int) -> tuple[Line, ...]:
    """Return the speed card that a seat has laid face down, if the box has read it (CP-SPEED-2)."""
    player = state.players[seat]
    if player.speed is None or player.turned:
        return ()
    return (Line(text("private.speed"), text("line.score", points=player.speed)),)
