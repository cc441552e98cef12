"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: cards and jewels (``kinds``,
``same_card``, ``is_card``, ``jewel``, ``best``, ``result``) and positions of phase one
(``legal_moves``, ``options``, ``replay``).
"""

from typing import Final

from companion.engine.questions import QuestionRouter
from companion.games.compass_jewels.ask import parts, position

ask: Final = QuestionRouter.of(parts, position)
"""Answers a question. Raises ``Invalid`` for a malformed one."""
