"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules
(``track``, ``cost``, ``tile`` ...) and whole turns (``turn``, ``turns``, ``game``).
"""

from typing import Final

from companion.engine.binding import by_signature
from companion.engine.game import Struct
from companion.engine.questions import answered
from companion.games.inner_compass.ask import parts, turns

_KINDS: Final = by_signature(
    {
        "track": parts.track,
        "track-setup": parts.track_setup,
        "discounted": parts.discounted,
        "cost": parts.cost,
        "group": parts.group,
        "assemble": parts.assembled,
        "placement": parts.placement,
        "deal": parts.deal,
        "tile": parts.tile,
        "final": parts.final,
        "squares": parts.squares,
        "line": parts.line,
        "value": parts.value,
        "last-turns": parts.last_turns,
        "row-ep": parts.row_ep,
        "row-move": parts.row_move,
        "turn": turns.turn,
        "turns": turns.turns,
        "game": turns.game,
    }
)


def ask(kind: str, question: Struct) -> Struct:
    """Return the answer to a question. Raises ``QuestionError`` for a malformed one."""
    return answered(_KINDS, kind, question)
