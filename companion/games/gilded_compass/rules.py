"""Phase table: what the game waits for, and which actions are possible."""

from typing import Final

from companion.engine.phases import PhaseRules, Phases, chance, equally, over
from companion.games.gilded_compass import draws, flow, resolution, rolling, rounds, telling, turn
from companion.games.gilded_compass.draws import outcomes
from companion.games.gilded_compass.entering import ENTERING
from companion.games.gilded_compass.state import Phase, State

_PLACING: Final = (
    *(turn.END, turn.PLACE, turn.WILL, turn.DUMMY_PLACE),
    *(rolling.SPEND, rolling.PERSUADE),
)

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.START: equally("GC-SETUP-9", draws.START),
        Phase.DEAL: chance("GC-SETUP-5", outcomes, (draws.DEAL,), flow.deal),
        Phase.LAY: chance("GC-ROUND-1", outcomes, draws.LAYING, flow.lay),
        Phase.HELP: PhaseRules(
            "GC-ROUND-2", rounds.OFFER_HELP, rounds.asked_seat, goes_on=flow.offer_help
        ),
        Phase.ROLL: chance("GC-TURN-1", rolling.outcomes, (rolling.ROLL,)),
        Phase.PLACE: PhaseRules("GC-TURN-3", _PLACING, goes_on=flow.place),
        Phase.LIFT: PhaseRules("GC-TURN-2", rolling.LIFTING),
        Phase.PERSUADE: PhaseRules("GC-ABIL-PERS", rolling.TURNING),
        Phase.DRAW: chance("GC-SETUP-4", outcomes, draws.DRAWING, flow.draw),
        Phase.GIFT: PhaseRules(
            "GC-ABIL-GIFT", rounds.OFFER_TURN, rounds.asked_seat, goes_on=flow.offer_turn
        ),
        Phase.RESOLVE: PhaseRules("GC-ROUND-6", goes_on=flow.resolve),
        Phase.CHOOSE: PhaseRules(
            "GC-ROUND-6", resolution.CHOOSING, resolution.chooser, legal=resolution.choices
        ),
        Phase.ENTER: ENTERING.phase,
        Phase.TELL: PhaseRules(
            "GC-R33", telling.TELLING, telling.seat_to_tell, goes_on=flow.tell, legal=telling.tells
        ),
        Phase.OVER: over("GC-ROUND-7"),
    }
)
