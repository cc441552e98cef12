"""Answers to questions about the rules, given by the same functions that run a table.

Of the kinds of question in the project's question protocol, two are about the board, one is about
a whole round and one about a whole game.
"""

from typing import Final

from companion.engine.questions import desk
from companion.games.compass_points.ask import geography, play

ask: Final = desk(
    {
        "default_board": geography.default_board,
        "nearest_corners": geography.nearest_corners,
        "round": play.one_round,
        "game": play.game,
    }
)
"""Answers a question. Raises ``QuestionError`` for a malformed one."""
