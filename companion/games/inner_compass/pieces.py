"""The pieces that may carry a tag, from ``pieces.yaml``."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.data import load
from companion.engine.game import Piece
from companion.engine.text import Text, text
from companion.games.inner_compass import turn
from companion.games.inner_compass.board import COLOURS, DIRECTIONS
from companion.games.inner_compass.prompts import WORDS
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.track import TOKENS
from companion.games.inner_compass.variant import Variant

SPACES: Final = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcdef")
"""The spaces of the Life board in reading order, whatever lies on it."""
FAMILIES: Final[Mapping[str, Any]] = load(__package__, "pieces.yaml")


def pieces(state: State) -> tuple[Piece, ...]:
    """Return the pieces of the copy in play.

    Any card of a takeable display card's colour selects it.
    """
    taken_slot = turn.slot(state) if state.phase is Phase.ACT else None
    return _pieces(state.variant, len(state.players), taken_slot)


@lru_cache(maxsize=8)
def _pieces(variant: Variant, seats: int, taken_slot: str | None) -> tuple[Piece, ...]:
    """Return the pieces of a copy. They hardly change, and every touch of a tag asks for them."""
    usual = _usual(variant, seats)
    if taken_slot is None:
        return usual
    kind = f"card-{taken_slot}-"
    feel = {"action": "feel"}
    return tuple(
        replace(piece, selects=(*piece.selects, feel)) if piece.id.startswith(kind) else piece
        for piece in usual
    )


@lru_cache(maxsize=4)
def _usual(variant: Variant, seats: int) -> tuple[Piece, ...]:
    return tuple(
        _piece(family, described, value, copy, variant.colours)
        for family, described in FAMILIES.items()
        for value, copies in _things(variant, seats, described["each"], described.get("copies", 1))
        for copy in range(1, copies + 1)
    )


def _things(
    variant: Variant, seats: int, kind: str, copies: int | str
) -> Sequence[tuple[object, int]]:
    if copies == "deck":
        return tuple(zip(COLOURS, variant.deck, strict=True))
    things: Mapping[str, Sequence[object]] = {
        "emotion": TOKENS,
        "tile": (*variant.sticky, *variant.memo),
        "player": range(seats),
        "section": [name for name, _ in variant.sections],
    }
    return tuple((name, int(copies)) for name in things[kind])


def _piece(
    family: str, described: Mapping[str, Any], value: object, copy: int, colours: Sequence[int]
) -> Piece:
    """Return a piece. A player's piece is identified by its colour, not its seat."""
    number = f"-{copy}" if described.get("copies", 1) != 1 else ""
    selects = tuple(
        {field: value if fill == "each" else fill for field, fill in chosen.items()}
        for chosen in described["selects"]
    )
    each = WORDS.value_name(described["each"], value)
    name = text(f"piece.{family}", value=each, copy=copy)
    which = colours[value] if isinstance(value, int) else value
    look = described.get("look", "").format(which)
    sign = described.get("sign", "").format(which)
    return Piece(f"{family}-{which}{number}", name, selects, look, sign, "small" in described)


def places(_state: State) -> tuple[str, ...]:
    """Return every place that ``placements`` can name: the track, the Life board, the display."""
    track = (f"track-{rank}" for rank in range(1, len(TOKENS) + 1))
    display = (f"display-{direction}" for direction in DIRECTIONS)
    return (*track, *SPACES, *display)


def placements(state: State) -> dict[str, frozenset[str]]:
    """Return the expected placement: tokens, player pieces and display cards (IC-AP-3).

    Places are ``track-1`` (top) to ``track-6``, the spaces of the Life board, and ``display-N`` to
    ``display-W``. Cubes carry no tags. Cards of the same colour are not distinguished: a display
    slot holds ``card-<colour>``.
    """
    by_place = {
        f"track-{i}": frozenset({f"token-{token}"}) for i, token in enumerate(state.track, 1)
    }
    for direction, card in zip(DIRECTIONS, state.display, strict=True):
        if card is not None:
            by_place[f"display-{direction}"] = frozenset({f"card-{card}"})
    for colour, player in zip(state.variant.colours, state.players, strict=True):
        if player.piece is not None:
            by_place[player.piece] = by_place.get(player.piece, frozenset()) | {f"seat-{colour}"}
    return by_place


def place_name(state: State, place: str) -> Text:
    """Return a place in words: on the track, by the emotion above it, else by its name."""
    kind, _, number = place.partition("-")
    if kind == "display":
        return text("place.display", direction=text(f"direction.{number}"))
    if kind != "track":
        return text("place.space", space=place)
    if number == "1":
        return text("place.top")
    return text("place.below", emotion=text(f"emotion.{state.track[int(number) - 2]}"))
