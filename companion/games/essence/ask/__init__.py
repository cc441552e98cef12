"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules, whole
rounds and whole games. Seats are named by their Roman numerals.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.game import Struct
from companion.engine.questions import Fields, answered
from companion.games.essence.ask import parts, rounds

_KINDS: Final[Mapping[str, Callable[[Fields], object]]] = {
    "deck_sizes": parts.deck_sizes,
    "field_colour": parts.field_colour,
    "allowed_votes": parts.allowed_votes,
    "evaluate": parts.evaluate,
    "winners": parts.winners,
    "round": rounds.one,
    "game": rounds.game,
}


def ask(kind: str, question: Struct) -> object:
    """Return the answer to a question. Raises ``QuestionError`` for a malformed one."""
    return answered(_KINDS, kind, question)
