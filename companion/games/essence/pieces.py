"""Which pieces exist that may carry a tag, from ``pieces.yaml`` (ES-DATA-5).

Phrase cards and pawns carry none.
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
"""Numbers of voting cards that are no players."""


def pieces(state: State) -> tuple[Piece, ...]:
    """Return the question cards in play and the voting cards that can ever be laid."""
    return _pieces(state.variant, len(state.players))


@lru_cache(maxsize=4)
def _pieces(variant: Variant, count: int) -> tuple[Piece, ...]:
    """Return the cards of a game: they never change, and are asked for with every touch."""
    questions = (_question(each.id) for each in variant.questions)
    numbers = sorted({*_STEPS, *variant.numbers})
    votes = (_vote(variant, seat, number) for seat in range(count) for number in numbers)
    return (*questions, *votes)


def _question(card: str) -> Piece:
    selects = _filled("question", {"each": card})
    return Piece(f"question-{card}", text("piece.question", card=card), selects)


def _vote(variant: Variant, seat: int, number: int) -> Piece:
    """Return a voting card; its name tells no number, as it lies face down."""
    pawn = variant.pawns[seat]
    name = text("piece.vote", numeral=variant.numeral(seat), colour=text(f"colours.{pawn}"))
    selects = _filled("vote", {"player": seat, "number": number})
    return Piece(f"vote-{pawn}-{number}", name, selects)


def _filled(family: str, values: Mapping[str, object]) -> tuple[Struct, ...]:
    return tuple(
        {field: values.get(fill, fill) for field, fill in selected.items()}
        for selected in FAMILIES[family]
    )
