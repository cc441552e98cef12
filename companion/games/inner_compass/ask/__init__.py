"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: single parts of the rules
(``track``, ``cost``, ``tile`` ...) and whole turns (``turn``, ``turns``, ``game``).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.game import Struct
from companion.engine.questions import Fields, answered
from companion.games.inner_compass.ask import geography, parts, tiles, turns

_KINDS: Final[Mapping[str, Callable[[Fields], Struct]]] = MappingProxyType(
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


def ask(kind: str, question: Struct) -> Struct:
    """Return the answer to a question. Raises ``QuestionError`` for a malformed one."""
    return answered(_KINDS, kind, question)
