"""Phase table: the awaited actions of each phase."""

from operator import attrgetter
from typing import Final

from companion.engine.phases import PhaseRules, Phases, over, together
from companion.games.compass_points import cards, turn
from companion.games.compass_points.rounds import acting, advance
from companion.games.compass_points.state import Phase, State

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.DIRECTION: PhaseRules("CP-DIR-1", (cards.LAY_DIRECTION,), acting, goes_on=advance),
        Phase.SPEED: PhaseRules(
            "CP-SPEED-1", (cards.LAY_UNREAD, cards.LAY_SPEED), acting, goes_on=advance
        ),
        Phase.MOVE: PhaseRules("CP-MOVE-1", (turn.TURN, turn.TURN_UNREAD), acting, goes_on=advance),
        Phase.POINTS: PhaseRules("CP-SCORE-2", (turn.GIVE,), attrgetter("mover")),
        Phase.CORNER: together("CP-OUT-4", (turn.PUT_ON_CORNER,), turn.choosers),
        Phase.OVER: over("CP-END-2"),
    }
)
