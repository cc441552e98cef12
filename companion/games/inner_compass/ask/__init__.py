"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules
(``track``, ``cost``, ``tile`` ...) and whole turns (``turn``, ``turns``, ``game``).
"""

from typing import Final

from companion.engine.questions import desk
from companion.games.inner_compass.ask import geography, parts, tiles, turns

ask: Final = desk(
    {
        "track": parts.track,
        "track-setup": parts.track_setup,
        "discounted": parts.discounted,
        "cost": parts.cost,
        "group": geography.group,
        "assemble": geography.assembled,
        "placement": geography.placement,
        "deal": parts.deal,
        "tile": tiles.tile,
        "final": tiles.final,
        "squares": parts.squares,
        "line": parts.line,
        "value": parts.value,
        "last-turns": parts.last_turns,
        "row-ep": parts.row_ep,
        "row-move": geography.row_move,
        "turn": turns.turn,
        "turns": turns.turns,
        "game": turns.game,
    }
)
"""Answers a question. Raises ``QuestionError`` for a malformed one."""
