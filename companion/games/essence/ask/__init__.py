"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules, whole
rounds and whole games. Seats are named by their Roman numerals.
"""

from typing import Final

from companion.engine.questions import QuestionRouter
from companion.games.essence.ask import parts, rounds

ask: Final = QuestionRouter.of(parts, rounds)
"""Answers a question. Raises ``Invalid`` for a malformed one."""
