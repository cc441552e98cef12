"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: cards and jewels (``kinds``,
``same_card``, ``is_card``, ``jewel``, ``best``, ``result``) and positions of phase one
(``legal_moves``, ``options``, ``replay``).
"""

from typing import Final

from companion.engine.questions import desk
from companion.games.compass_jewels.ask import parts, position

ask: Final = desk(
    {
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
)
"""Answers a question. Raises ``QuestionError`` for a malformed one."""
