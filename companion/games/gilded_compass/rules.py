"""What the game waits for in each phase, and what can be done there."""

from typing import Final

from companion.engine.acts import Act, unlisted
from companion.engine.phases import PhaseRules, Phases, chance, over
from companion.games.gilded_compass import (
    actions,
    draws,
    flow,
    resolution,
    rolling,
    rounds,
    telling,
    turn,
)
from companion.games.gilded_compass.entering import ENTERING
from companion.games.gilded_compass.state import Phase, State

_NOT_TO_TELL: Final = unlisted(telling.tells, "not-to-tell", "GC-R33")

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.START: chance(
            "GC-SETUP-9",
            draws.outcomes,
            (Act(actions.ChooseStart, draws.choose_start, draws.why_not),),
        ),
        Phase.DEAL: chance(
            "GC-SETUP-5",
            draws.outcomes,
            (Act(actions.DealCollection, draws.deal, draws.why_not),),
            flow.deal,
        ),
        Phase.LAY: chance(
            "GC-ROUND-1",
            draws.outcomes,
            (
                Act(actions.LayMap, draws.lay, draws.why_not),
                Act(actions.LaySpecialist, draws.lay, draws.why_not),
                Act(actions.LayItem, draws.lay_item, draws.why_not),
                Act(actions.LayAbility, draws.lay, draws.why_not),
            ),
            flow.lay,
        ),
        Phase.HELP: PhaseRules(
            "GC-ROUND-2",
            (Act(actions.Decline, rounds.decline), Act(actions.TakeHelp, rounds.take_help)),
            rounds.asked,
            goes_on=flow.offer_help,
        ),
        Phase.ROLL: chance(
            "GC-TURN-1", rolling.outcomes, (Act(actions.Roll, rolling.roll, rolling.why_not_roll),)
        ),
        Phase.PLACE: PhaseRules(
            "GC-TURN-3",
            (
                Act(actions.EndTurn, turn.end, turn.why_not_end),
                Act(actions.Place, turn.place, turn.why_not_place, turn.placements),
                Act(actions.WillToWin, turn.place, turn.why_not_will, turn.willed),
                Act(
                    actions.PlaceDummy, turn.place_dummy, turn.why_not_dummy, turn.dummy_placements
                ),
                Act(actions.SpendKnowledge, rolling.spend, rolling.why_not_spend),
                Act(actions.Persuade, rolling.persuade, rolling.why_not_persuade),
            ),
            goes_on=flow.place,
        ),
        Phase.LIFT: PhaseRules(
            "GC-TURN-2",
            (
                Act(actions.RollLifted, rolling.roll_lifted, rolling.why_not_roll_lifted),
                Act(actions.RollAll, rolling.roll_all, rolling.why_not_roll_all),
                Act(
                    actions.Lift,
                    rolling.lift,
                    unlisted(rolling.lifts, "no-such-die", "GC-TURN-2"),
                    rolling.lifts,
                ),
            ),
        ),
        Phase.PERSUADE: PhaseRules(
            "GC-ABIL-PERS",
            (
                Act(actions.Enough, rolling.enough, rolling.why_not_enough),
                Act(actions.TurnDie, rolling.turn_die, rolling.why_not_turn_die, rolling.turns),
            ),
        ),
        Phase.DRAW: chance(
            "GC-SETUP-4",
            draws.outcomes,
            (
                Act(actions.DrawArtifact, draws.draw, draws.why_not),
                Act(actions.DrawMission, draws.draw, draws.why_not),
                Act(actions.DrawItem, draws.draw, draws.why_not),
                Act(actions.DrawTreasure, draws.draw, draws.why_not),
                Act(actions.DrawTrophy, draws.draw, draws.why_not),
            ),
            flow.draw,
        ),
        Phase.GIFT: PhaseRules(
            "GC-ABIL-GIFT",
            (Act(actions.Decline, rounds.decline), Act(actions.TakeTurn, rounds.take_turn)),
            rounds.asked,
            goes_on=flow.offer_turn,
        ),
        Phase.RESOLVE: PhaseRules("GC-ROUND-6", goes_on=flow.resolve),
        Phase.CHOOSE: PhaseRules(
            "GC-ROUND-6",
            (
                Act(actions.ChooseMap, resolution.choose, resolution.why_not),
                Act(actions.ChooseSpecialist, resolution.choose, resolution.why_not),
                Act(actions.ChooseAbility, resolution.choose, resolution.why_not),
                Act(actions.ChooseTile, resolution.choose, resolution.why_not),
                Act(actions.KeepArtifact, resolution.keep_one, resolution.why_not),
                Act(actions.Keep, resolution.keep_one, resolution.why_not),
                Act(actions.KeepTreasure, resolution.keep_one, resolution.why_not),
            ),
            resolution.chooser,
            legal=resolution.choices,
        ),
        Phase.ENTER: ENTERING.phase,
        Phase.TELL: PhaseRules(
            "GC-R33",
            (
                Act(actions.TellCollection, telling.tell, _NOT_TO_TELL),
                Act(actions.TellMission, telling.tell, _NOT_TO_TELL),
                Act(actions.TellItem, telling.tell, _NOT_TO_TELL),
                Act(actions.TellTrophy, telling.tell, _NOT_TO_TELL),
                Act(actions.TellArtifact, telling.tell, _NOT_TO_TELL),
            ),
            telling.teller,
            goes_on=flow.tell,
            legal=telling.tells,
        ),
        Phase.OVER: over("GC-ROUND-7"),
    }
)
