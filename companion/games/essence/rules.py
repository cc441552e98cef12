"""Phase table of a round: the awaited actions of each phase (ES-ROUND-1)."""

from operator import attrgetter
from typing import Final

from companion.engine.phases import PhaseRules, Phases, equally, over, together
from companion.games.essence import rounds, voting
from companion.games.essence.state import Phase, State

_ACTIVE: Final = attrgetter("active")

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.SETUP: PhaseRules("ES-SETUP-4", (rounds.BEGIN,), _ACTIVE),
        Phase.DECK: PhaseRules("ES-R3", (rounds.CHOOSE_DECK,), _ACTIVE),
        Phase.QUESTION: equally("ES-DRAW-1", rounds.QUESTION),
        Phase.PHRASES: equally("ES-REVEAL-1", rounds.PHRASE),
        Phase.VOTE: together(
            "ES-VOTE-1", voting.VOTING, attrgetter("seats"), attrgetter("waiting")
        ),
        Phase.REVEAL: PhaseRules("ES-VOTE-6", (voting.REVEAL, voting.COIN), _ACTIVE),
        Phase.SHOW: PhaseRules("ES-VOTE-1", (voting.SHOW,), voting.shown_next),
        Phase.CLEAN: PhaseRules("ES-CLEAN-1", (rounds.END,), _ACTIVE),
        Phase.OVER: over("ES-END-1"),
    }
)
