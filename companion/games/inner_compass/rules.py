"""What the game waits for in each phase of setup, turn and end, and what can be done there."""

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.engine.acts import Act
from companion.engine.game import Step
from companion.engine.phases import PhaseRules, Phases, chance, over
from companion.games.inner_compass import (
    actions,
    ending,
    entering,
    memory,
    piles,
    rewards,
    rows,
    setup,
    turn,
)
from companion.games.inner_compass.state import Phase, State

_END: Final = Act(actions.EndTurn, turn.end_turn, turn.why_not_end)
_MOVE: Final = Act(actions.Move, turn.move, turn.why_not_move, turn.moves)
_IMPRINT: Final = Act(actions.Imprint, memory.imprint, memory.why_not_imprint, memory.imprints)
_LINE: Final = Act(actions.ClearLine, rewards.clear_line, rewards.why_not_line, rewards.clear_lines)


def _dealing(rule: str, effect: Callable[[State, actions.Deal], Step[State]]) -> PhaseRules[State]:
    """Return a phase in which CHANCE deals cards from the draw pile."""
    return chance(
        rule, piles.deals, (Act(actions.Deal, effect, partial(piles.why_not_deal, rule)),)
    )


PHASES: Final[Phases[State]] = Phases(
    {
        Phase.SECTIONS: chance(
            "IC-SETUP-2",
            setup.outcomes,
            (Act(actions.PlaceSection, setup.place_section, setup.why_not),),
        ),
        Phase.TILES: chance(
            "IC-SETUP-4", setup.outcomes, (Act(actions.DrawTile, setup.draw_tile, setup.why_not),)
        ),
        Phase.TRACK: chance(
            "IC-SETUP-6",
            setup.outcomes,
            (Act(actions.PlaceToken, setup.place_token, setup.why_not),),
        ),
        Phase.START: chance(
            "IC-SETUP-9",
            setup.outcomes,
            (Act(actions.ChooseStart, setup.choose_start, setup.why_not),),
        ),
        Phase.DISPLAY: _dealing("IC-SETUP-8", setup.deal),
        Phase.DEAL: _dealing("IC-SETUP-9", setup.deal),
        Phase.PIECES: PhaseRules(
            "IC-SETUP-10",
            (Act(actions.PlacePiece, setup.place_piece, setup.why_not_place, setup.place_pieces),),
            setup.to_place,
        ),
        Phase.FREE: PhaseRules(
            "IC-MOVE-1",
            (_MOVE, Act(actions.FreeMove, turn.free_move, turn.why_not_free, turn.free_moves)),
        ),
        Phase.STEP: PhaseRules("IC-FREE-3", (_MOVE,)),
        Phase.ACT: PhaseRules(
            "IC-FEEL-2",
            (_END, Act(actions.Feel, turn.feel, turn.why_not_feel, turn.feels), _MOVE, _IMPRINT),
        ),
        Phase.BONUS: _dealing("IC-FEEL-3", turn.bonus_card),
        Phase.MEMORY: PhaseRules("IC-IMPRINT-1", (_END, _IMPRINT, _LINE)),
        Phase.SHIFT: PhaseRules(
            "IC-ADV-5",
            (
                Act(actions.Stay, rows.shift),
                Act(actions.Shift, rows.shift, rows.why_not_shift, rows.shifts),
            ),
        ),
        Phase.VALUE: PhaseRules(
            "IC-R26",
            (
                Act(
                    actions.PlaceValue,
                    rewards.place_value,
                    rewards.why_not_value,
                    rewards.place_values,
                ),
            ),
            rewards.owner,
        ),
        Phase.CLOSE: PhaseRules(
            "IC-IMPRINT-1", (_END, _LINE, Act(actions.RowEP, rows.take_row_ep, rows.why_not_row_ep))
        ),
        Phase.DISCARD: PhaseRules(
            "IC-CLEAN-1", (Act(actions.Discard, turn.discard, turn.why_not_discard, turn.discards),)
        ),
        Phase.REFILL: _dealing("IC-CLEAN-2", turn.refill),
        Phase.HOW: entering.HOW,
        Phase.BOARD: entering.BOARD,
        Phase.ENTER: entering.ENTERING.phase,
        Phase.CUBES: PhaseRules(
            "IC-AP-2",
            (
                Act(actions.EnterCube, ending.enter_cube, ending.why_not_cube, ending.cubes),
                Act(actions.EnterCount, ending.enter_count, ending.why_not_count, ending.counts),
            ),
        ),
        Phase.HANDS: PhaseRules(
            "IC-TIE-1",
            (Act(actions.EnterHand, ending.enter_hand, ending.why_not_hand, ending.hands),),
        ),
        Phase.OVER: over("IC-END-4"),
    }
)
