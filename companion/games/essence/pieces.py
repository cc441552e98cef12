"""The pieces that may carry a tag, from ``pieces.yaml`` (ES-DATA-5).

Phrase cards and pawns carry no tags.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from companion.engine.data import load
from companion.engine.game import Piece, Struct
from companion.engine.text import text
from companion.games.essence.questions import ASSESSMENT_SCALE
from companion.games.essence.state import State
from companion.games.essence.variant import Variant

FAMILIES: Final[Mapping[str, Any]] = load(__package__, "pieces.yaml")
_STEPS: Final = range(1, ASSESSMENT_SCALE + 1)
"""The numbers on voting cards that are always needed, whoever plays."""


def pieces(state: State) -> tuple[Piece, ...]:
    """Return the question cards in play and all voting cards that could be laid."""
    return _pieces(state.variant, len(state.players))


@lru_cache(maxsize=4)
def _pieces(variant: Variant, count: int) -> tuple[Piece, ...]:
    """Return the cards of a game. They never change, and every touch of a tag asks for them."""
    questions = (_question(question.id, question.colour) for question in variant.questions)
    numbers = sorted({*_STEPS, *variant.numbers})
    votes = (_vote(variant, seat, number) for seat in range(count) for number in numbers)
    return (*questions, *votes)


def _question(card: str, colour: str) -> Piece:
    selects = _filled("question", {"each": card})
    name = text("piece.question", card=card)
    return Piece(f"question-{card}", name, selects, f"deck-{colour}")


def _vote(variant: Variant, seat: int, number: int) -> Piece:
    """Return a voting card; its name omits the number, because the card lies face down."""
    pawn = variant.pawns[seat]
    name = text("piece.vote", numeral=variant.numeral(seat), colour=text(f"colours.{pawn}"))
    selects = _filled("vote", {"player": seat, "number": number})
    return Piece(f"vote-{pawn}-{number}", name, selects, f"pawn-{pawn}")


def _filled(family: str, values: Mapping[str, object]) -> tuple[Struct, ...]:
    return tuple(
        {field: values.get(fill, fill) for field, fill in selected.items()}
        for selected in FAMILIES[family]
    )
