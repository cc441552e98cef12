"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: the score at the end and who
wins (``holding``), dice in buildings (``placing``, ``resolving``), rounds and turns (``turns``),
and the setup (``setting_up``). ``boards`` reads buildings from questions.
"""

from typing import Final

from companion.engine.questions import QuestionRouter
from companion.games.gilded_compass.ask import holding, placing, resolving, setting_up, turns

ask: Final = QuestionRouter.of(holding, placing, resolving, setting_up, turns)
"""Answers a question. Raises ``Invalid`` for a malformed one."""
