"""Answers to questions about the rules, given by the same functions that run a table.

Of the kinds of question in the project's question protocol, two are about the board, one is about
a whole round and one about a whole game.
"""

from typing import Final

from companion.engine.questions import QuestionRouter
from companion.games.compass_points.ask import geography, play

ask: Final = QuestionRouter.of(geography, play)
"""Answers a question. Raises ``Invalid`` for a malformed one."""
