"""What the game waits for in each phase of a round (ES-ROUND-1), and what can be done there."""

from operator import attrgetter
from typing import Final

from companion.engine.acts import Act, unlisted
from companion.engine.phases import PhaseRules, Phases, chance, over, together
from companion.games.essence import actions, decks, rounds, voting
from companion.games.essence.state import Phase, State

_ACTIVE: Final = attrgetter("active")

PHASES: Final[Phases[State]] = Phases(
    {
        Phase.SETUP: PhaseRules("ES-SETUP-4", (Act(actions.Begin, rounds.begin),), _ACTIVE),
        Phase.DECK: PhaseRules(
            "ES-R3",
            (
                Act(
                    actions.ChooseDeck,
                    rounds.choose_deck,
                    unlisted(rounds.deck_choices, "no-such-deck", "ES-R3"),
                    rounds.deck_choices,
                ),
            ),
            _ACTIVE,
        ),
        Phase.QUESTION: chance(
            "ES-DRAW-1",
            decks.question_draws,
            (Act(actions.DrawQuestion, rounds.draw_question, rounds.why_not_question),),
        ),
        Phase.PHRASES: chance(
            "ES-REVEAL-1",
            decks.phrase_draws,
            (Act(actions.DrawPhrase, rounds.draw_phrase, rounds.why_not_phrase),),
        ),
        Phase.VOTE: together(
            "ES-VOTE-1",
            (
                Act(actions.LayRest, voting.lay_rest, voting.why_not_rest, for_seat=voting.rest),
                Act(actions.Vote, voting.vote, voting.why_not_vote, for_seat=voting.votes),
                Act(
                    actions.LayUnread,
                    voting.lay_unread,
                    voting.why_not_unread,
                    for_seat=voting.unread_vote,
                ),
                Act(actions.Change, voting.change, voting.why_not_change, for_seat=voting.changes),
            ),
            attrgetter("seats"),
            attrgetter("waiting"),
        ),
        Phase.REVEAL: PhaseRules(
            "ES-VOTE-6",
            (
                Act(actions.Reveal, voting.reveal),
                Act(actions.PlaceCoin, voting.place_coin, voting.why_not_coin),
            ),
            _ACTIVE,
        ),
        Phase.SHOW: PhaseRules(
            "ES-VOTE-1",
            (Act(actions.Show, voting.show, voting.why_not_show, voting.shows),),
            voting.shown_next,
        ),
        Phase.CLEAN: PhaseRules("ES-CLEAN-1", (Act(actions.EndRound, rounds.end_round),), _ACTIVE),
        Phase.OVER: over("ES-END-1"),
    }
)
