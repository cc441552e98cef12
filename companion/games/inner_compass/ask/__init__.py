"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules
(``track``, ``cost``, ``tile`` ...) and whole turns (``turn``, ``turns``, ``game``).
"""

from typing import Final

from companion.engine.questions import QuestionRouter
from companion.games.inner_compass.ask import geography, parts, tiles, turns

ask: Final = QuestionRouter.of(parts, geography, tiles, turns, separator="-")
"""Answers a question. Raises ``Invalid`` for a malformed one."""
