"""What the game waits for in each phase, and what can be done there."""

from typing import Final

from companion.engine.phases import Act, PhaseRules, Phases, chance, over
from companion.games.gilded_compass import draws, flow, resolution, rolling, rounds, telling, turn
from companion.games.gilded_compass.actions import (
    ChooseAbility,
    ChooseMap,
    ChooseSpecialist,
    ChooseStart,
    DealCollection,
    Decline,
    DrawArtifact,
    DrawItem,
    DrawMission,
    DrawTreasure,
    DrawTrophy,
    EndTurn,
    Enough,
    Keep,
    KeepArtifact,
    KeepTreasure,
    LayAbility,
    LayItem,
    LayMap,
    LaySpecialist,
    Lift,
    Persuade,
    Place,
    PlaceDummy,
    Roll,
    RollAll,
    RollLifted,
    SpendKnowledge,
    TakeHelp,
    TakeTurn,
    TellArtifact,
    TellCollection,
    TellItem,
    TellMission,
    TellTrophy,
    TurnDie,
    WillToWin,
)
from companion.games.gilded_compass.state import Phase, State

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.START: chance(
            "GC-SETUP-9", draws.outcomes, (Act(ChooseStart, draws.choose_start, draws.why_not),)
        ),
        Phase.DEAL: chance(
            "GC-SETUP-5",
            draws.outcomes,
            (Act(DealCollection, draws.deal, draws.why_not),),
            flow.deal,
        ),
        Phase.LAY: chance(
            "GC-ROUND-1",
            draws.outcomes,
            (
                Act(LayMap, draws.lay, draws.why_not),
                Act(LaySpecialist, draws.lay, draws.why_not),
                Act(LayItem, draws.lay_item, draws.why_not),
                Act(LayAbility, draws.lay, draws.why_not),
            ),
            flow.lay,
        ),
        Phase.HELP: PhaseRules(
            "GC-ROUND-2",
            (Act(Decline, rounds.decline), Act(TakeHelp, rounds.take_help)),
            rounds.asked,
            goes_on=flow.offer_help,
        ),
        Phase.ROLL: chance(
            "GC-TURN-1", rolling.outcomes, (Act(Roll, rolling.roll, rolling.why_not_roll),)
        ),
        Phase.PLACE: PhaseRules(
            "GC-TURN-3",
            (
                Act(EndTurn, turn.end, turn.why_not_end),
                Act(Place, turn.place, turn.why_not_place, turn.placements),
                Act(WillToWin, turn.place, turn.why_not_will, turn.willed),
                Act(PlaceDummy, turn.place_dummy, turn.why_not_dummy, turn.dummy_placements),
                Act(SpendKnowledge, rolling.spend, rolling.why_not_spend),
                Act(Persuade, rolling.persuade, rolling.why_not_persuade),
            ),
            goes_on=flow.place,
        ),
        Phase.LIFT: PhaseRules(
            "GC-TURN-2",
            (
                Act(RollLifted, rolling.roll_lifted, rolling.why_not_roll_lifted),
                Act(RollAll, rolling.roll_all, rolling.why_not_roll_all),
                Act(Lift, rolling.lift, rolling.why_not_lift, rolling.lifts),
            ),
        ),
        Phase.PERSUADE: PhaseRules(
            "GC-ABIL-PERS",
            (
                Act(Enough, rolling.enough, rolling.why_not_enough),
                Act(TurnDie, rolling.turn_die, rolling.why_not_turn_die, rolling.turns),
            ),
        ),
        Phase.DRAW: chance(
            "GC-SETUP-4",
            draws.outcomes,
            (
                Act(DrawArtifact, draws.draw, draws.why_not),
                Act(DrawMission, draws.draw, draws.why_not),
                Act(DrawItem, draws.draw, draws.why_not),
                Act(DrawTreasure, draws.draw, draws.why_not),
                Act(DrawTrophy, draws.draw, draws.why_not),
            ),
            flow.draw,
        ),
        Phase.GIFT: PhaseRules(
            "GC-ABIL-GIFT",
            (Act(Decline, rounds.decline), Act(TakeTurn, rounds.take_turn)),
            rounds.asked,
            goes_on=flow.offer_turn,
        ),
        Phase.RESOLVE: PhaseRules("GC-ROUND-6", goes_on=flow.resolve),
        Phase.CHOOSE: PhaseRules(
            "GC-ROUND-6",
            (
                Act(ChooseMap, resolution.choose, resolution.why_not),
                Act(ChooseSpecialist, resolution.choose, resolution.why_not),
                Act(ChooseAbility, resolution.choose, resolution.why_not),
                Act(KeepArtifact, resolution.keep_one, resolution.why_not),
                Act(Keep, resolution.keep_one, resolution.why_not),
                Act(KeepTreasure, resolution.keep_one, resolution.why_not),
            ),
            resolution.chooser,
            legal=resolution.choices,
        ),
        Phase.TELL: PhaseRules(
            "GC-R33",
            (
                Act(TellCollection, telling.tell, telling.why_not),
                Act(TellMission, telling.tell, telling.why_not),
                Act(TellItem, telling.tell, telling.why_not),
                Act(TellTrophy, telling.tell, telling.why_not),
                Act(TellArtifact, telling.tell, telling.why_not),
            ),
            telling.teller,
            goes_on=flow.tell,
            legal=telling.tells,
        ),
        Phase.OVER: over("GC-ROUND-7"),
    }
)
