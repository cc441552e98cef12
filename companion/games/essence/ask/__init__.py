"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules, whole
rounds and whole games. Seats are named by their Roman numerals.
"""

from typing import Final

from companion.engine.questions import desk
from companion.games.essence.ask import parts, rounds

ask: Final = desk(
    {
        "deck_sizes": parts.deck_sizes,
        "field_colour": parts.field_colour,
        "allowed_votes": parts.allowed_votes,
        "evaluate": parts.evaluate,
        "winners": parts.winners,
        "round": rounds.one,
        "game": rounds.game,
    }
)
"""Answers a question. Raises ``QuestionError`` for a malformed one."""
