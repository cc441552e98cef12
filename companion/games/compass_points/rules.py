"""What the game waits for in each phase, and what can be done there."""

from operator import attrgetter
from typing import Final

from companion.engine.acts import Act
from companion.engine.phases import PhaseRules, Phases, over, together
from companion.games.compass_points import actions, cards, rounds, turn
from companion.games.compass_points.state import Phase, State

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.DIRECTION: PhaseRules(
            "CP-DIR-1",
            (
                Act(
                    actions.LayDirection,
                    cards.lay_direction,
                    cards.why_not_direction,
                    cards.directions,
                ),
            ),
            rounds.acting,
            goes_on=rounds.advance,
        ),
        Phase.SPEED: PhaseRules(
            "CP-SPEED-1",
            (
                Act(actions.LayUnread, cards.lay_unread),
                Act(actions.LaySpeed, cards.lay_speed, cards.why_not_speed, cards.speeds),
            ),
            rounds.acting,
            goes_on=rounds.advance,
        ),
        Phase.MOVE: PhaseRules(
            "CP-MOVE-1",
            (
                Act(actions.Turn, turn.turn, turn.why_not_turn),
                Act(actions.TurnUnread, turn.turn_unread, turn.why_not_turn_unread, turn.speeds),
            ),
            rounds.acting,
            goes_on=rounds.advance,
        ),
        Phase.POINTS: PhaseRules(
            "CP-SCORE-2",
            (Act(actions.GivePoints, turn.give, turn.why_not_give, turn.gifts),),
            attrgetter("mover"),
        ),
        Phase.CORNER: together(
            "CP-OUT-4",
            (Act(actions.PutOnCorner, turn.put_on_corner, turn.why_not_corner, turn.replacements),),
            turn.choosers,
        ),
        Phase.OVER: over("CP-END-2"),
    }
)
