"""Answers to questions about the rules, given by the same functions that run a table.

Of the kinds of question in the project's question protocol, two are about the board, one is about
a whole round and one about a whole game.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.game import Struct
from companion.engine.questions import Fields, answered
from companion.games.compass_points.ask import geography, play

_KINDS: Final[Mapping[str, Callable[[Fields], object]]] = {
    "default_board": geography.default_board,
    "nearest_corners": geography.nearest_corners,
    "round": play.one_round,
    "game": play.game,
}


def ask(kind: str, question: Struct) -> object:
    """Return the answer to a question. Raises ``QuestionError`` for a malformed one."""
    return answered(_KINDS, kind, question)
