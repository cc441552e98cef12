"""Phase table: the awaited actions of each phase."""

from typing import Final

from companion.engine.phases import PhaseRules, Phases, chance, equally, over
from companion.games.compass_jewels import declaring, setup, turn
from companion.games.compass_jewels.entering import ENTERING
from companion.games.compass_jewels.state import Phase

PHASES: Final = Phases(
    {
        Phase.DEAL: chance("CJ-SETUP-1", setup.chance_outcomes, (setup.DEAL,)),
        Phase.LAY: chance("CJ-SETUP-1", setup.chance_outcomes, (setup.LAY,)),
        Phase.TURN: equally("CJ-R12", setup.TURN),
        Phase.START: equally("CJ-SETUP-3", setup.START),
        Phase.CHECKERS: PhaseRules("CJ-SETUP-4", (setup.PLACE,)),
        Phase.MOVE: PhaseRules("CJ-TURN-1", (turn.MOVE, turn.END, turn.TAKE_NONE)),
        Phase.BLOCKED: PhaseRules("CJ-BLOCK-2", (turn.TAKE, turn.END, turn.MOVE)),
        Phase.PUT: PhaseRules("CJ-BLOCK-3", (turn.PUT,)),
        Phase.ROTATE: PhaseRules("CJ-BLOCK-3", (turn.ROTATE,)),
        Phase.DECLARE: PhaseRules("CJ-PHASE-2", declaring.DECLARING),
        Phase.ENTER: ENTERING.phase,
        Phase.OVER: over("CJ-END-1"),
    }
)
