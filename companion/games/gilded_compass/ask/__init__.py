"""Answers to questions about the rules, given by the same functions that run a table.

The kinds of question are those of the project's question protocol: the score at the end and who
wins (``holding``), dice in buildings (``placing``, ``resolving``), rounds and turns (``turns``),
and the setup (``setting_up``). ``boards`` reads buildings from questions.
"""

from typing import Final

from companion.engine.questions import desk
from companion.games.gilded_compass.ask import holding, placing, resolving, setting_up, turns

ask: Final = desk(
    {
        "score": holding.score,
        "legal": placing.legal,
        "place": placing.place,
        "resolve": resolving.resolve,
        "dummy_choice": setting_up.dummy,
        "round": turns.round_,
        "winner": holding.winner,
        "persuasion": turns.persuasion,
        "small_help": turns.small_help,
        "gifts": turns.gifts,
        "reroll": turns.reroll,
        "setup": setting_up.setup,
        "library_forced": placing.library_forced,
        "missions_removed": setting_up.missions_removed,
    }
)
"""Answers a question. Raises ``QuestionError`` for a malformed one."""
