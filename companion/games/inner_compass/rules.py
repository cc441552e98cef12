"""Phase table of setup, turn and end: the awaited actions of each phase."""

from typing import Final

from companion.engine.phases import PhaseRules, Phases, equally, over
from companion.games.inner_compass import (
    ending,
    entering,
    memory,
    rewards,
    row_actions,
    setup,
    turn,
)
from companion.games.inner_compass.piles import dealing
from companion.games.inner_compass.state import Phase, State

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.SECTIONS: equally("IC-SETUP-2", setup.SECTION),
        Phase.TILES: equally("IC-SETUP-4", setup.TILE),
        Phase.TRACK: equally("IC-SETUP-6", setup.TOKEN),
        Phase.START: equally("IC-SETUP-9", setup.START),
        Phase.DISPLAY: dealing("IC-SETUP-8", setup.deal),
        Phase.DEAL: dealing("IC-SETUP-9", setup.deal),
        Phase.PIECES: PhaseRules("IC-SETUP-10", (setup.PIECE,), setup.to_place),
        Phase.FREE: PhaseRules("IC-MOVE-1", (turn.MOVE, turn.FREE_MOVE)),
        Phase.STEP: PhaseRules("IC-FREE-3", (turn.MOVE,)),
        Phase.ACT: PhaseRules("IC-FEEL-2", (turn.END, turn.FEEL_CARD, turn.MOVE, memory.IMPRINT)),
        Phase.BONUS: dealing("IC-FEEL-3", turn.bonus_card),
        Phase.MEMORY: PhaseRules("IC-IMPRINT-1", (turn.END, memory.IMPRINT, rewards.LINE)),
        Phase.SHIFT: PhaseRules("IC-ADV-5", (row_actions.STAY, row_actions.SHIFT)),
        Phase.VALUE: PhaseRules("IC-R26", (rewards.VALUE,), rewards.owner),
        Phase.CLOSE: PhaseRules("IC-IMPRINT-1", (turn.END, rewards.LINE, row_actions.ROW_POINTS)),
        Phase.DISCARD: PhaseRules("IC-CLEAN-1", (turn.DISCARD,)),
        Phase.REFILL: dealing("IC-CLEAN-2", turn.refill),
        Phase.HOW: entering.HOW,
        Phase.BOARD: entering.BOARD,
        Phase.ENTER: entering.ENTERING.phase,
        Phase.CUBES: PhaseRules("IC-AP-2", (ending.CUBE, ending.COUNT)),
        Phase.HANDS: PhaseRules("IC-TIE-1", (ending.HAND,)),
        Phase.OVER: over("IC-END-4"),
    }
)
