"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: cards and jewels (``kinds``,
``same_card``, ``is_card``, ``jewel``, ``best``, ``result``) and positions of phase one
(``legal_moves``, ``options``, ``replay``).
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.game import Struct
from companion.engine.questions import Fields, answered
from companion.games.compass_jewels.ask import parts, position

_KINDS: Final[Mapping[str, Callable[[Fields], object]]] = {
    "kinds": parts.kinds,
    "same_card": parts.same_card,
    "is_card": parts.card,
    "legal_moves": position.legal_moves,
    "options": position.options,
    "replay": position.replay,
    "jewel": parts.jewel,
    "best": parts.best_total,
    "result": parts.result,
}


def ask(kind: str, question: Struct) -> object:
    """Return the answer to a question. Raises ``QuestionError`` for a malformed one."""
    return answered(_KINDS, kind, question)
