"""What the game waits for in each phase, and what can be done there."""

from typing import Final

from companion.engine.acts import Act, never
from companion.engine.phases import PhaseRules, Phases, chance, over
from companion.games.compass_jewels import actions, declaring, setup, turn
from companion.games.compass_jewels.entering import ENTERING
from companion.games.compass_jewels.state import Phase

_MOVE: Final = Act(actions.Move, turn.move, turn.why_not_move, turn.moves)
_END: Final = Act(actions.EndPhase, turn.end_phase, turn.why_not_end)

PHASES: Final = Phases(
    {
        Phase.DEAL: chance(
            "CJ-SETUP-1",
            setup.chance_outcomes,
            (Act(actions.Deal, setup.deal, setup.why_not_deal),),
        ),
        Phase.LAY: chance(
            "CJ-SETUP-1", setup.chance_outcomes, (Act(actions.Lay, setup.lay, setup.why_not_card),)
        ),
        Phase.TURN: chance(
            "CJ-R12",
            setup.chance_outcomes,
            (Act(actions.EnterTurn, setup.enter_turn, setup.why_not_turn),),
        ),
        Phase.START: chance(
            "CJ-SETUP-3",
            setup.chance_outcomes,
            (Act(actions.ChooseStart, setup.choose_start, setup.why_not_start),),
        ),
        Phase.CHECKERS: PhaseRules(
            "CJ-SETUP-4",
            (
                Act(
                    actions.PlaceChecker,
                    setup.place_checker,
                    setup.why_not_place,
                    setup.place_checkers,
                ),
            ),
        ),
        Phase.MOVE: PhaseRules(
            "CJ-TURN-1",
            (_MOVE, _END, Act(actions.TakeCard, turn.take_card, turn.why_not_take, never)),
        ),
        Phase.BLOCKED: PhaseRules(
            "CJ-BLOCK-2",
            (
                Act(actions.TakeCard, turn.take_card, turn.why_not_take, turn.take_cards),
                _END,
                _MOVE,
            ),
        ),
        Phase.PUT: PhaseRules(
            "CJ-BLOCK-3", (Act(actions.PutCard, turn.put_card, turn.why_not_put, turn.put_cards),)
        ),
        Phase.ROTATE: PhaseRules(
            "CJ-BLOCK-3",
            (Act(actions.TurnCard, turn.turn_card, turn.why_not_turn, turn.turn_cards),),
        ),
        Phase.DECLARE: PhaseRules(
            "CJ-PHASE-2",
            (
                Act(
                    actions.PlaceCard,
                    declaring.place_card,
                    declaring.why_not_place,
                    declaring.place_cards,
                ),
                Act(actions.AddCard, declaring.add_card, declaring.why_not_add, never, former=True),
                Act(actions.ClearCards, declaring.clear_cards, declaring.why_not_clear),
                Act(
                    actions.TakeApart,
                    declaring.take_apart,
                    declaring.why_not_apart,
                    declaring.take_aparts,
                ),
                Act(actions.Done, declaring.done),
            ),
        ),
        Phase.ENTER: ENTERING.phase,
        Phase.OVER: over("CJ-END-1"),
    }
)
