"""Question and phrase decks: possible draws, remaining and used cards.

Only the cards that have left a deck are recorded: the box never knows a hidden order.
"""

from msgspec.structs import replace

from companion.engine.game import Event, Step
from companion.games.essence.events import (
    PhrasesMissing,
    PhrasesReshuffled,
    QuestionDiscarded,
    QuestionReturned,
)
from companion.games.essence.questions import COLOURS, PHRASE_DECKS
from companion.games.essence.state import UNKNOWN, Phase, State


def questions(state: State, colour: str) -> tuple[str, ...]:
    """Return the possible top cards of a question deck (ES-DRAW-1).

    In the basic game, used white cards go under the deck, in order (ES-CLEAN-3); once only such
    cards are left, the top card is known.
    """
    gone = {*state.discards, *state.under, state.card}
    cards = (question.id for question in state.variant.questions if question.colour == colour)
    fresh = tuple(card for card in cards if card not in gone)
    if fresh or colour != COLOURS[-1]:
        return fresh
    return tuple(card for card in state.under if card != state.card)[:1]


def questions_left(state: State, colour: str) -> int:
    """Return how many cards a question deck has."""
    gone = {*state.discards, state.card}
    return sum(
        question.colour == colour and question.id not in gone
        for question in state.variant.questions
    )


def phrases(state: State) -> tuple[str, ...]:
    """Return the possible top cards of the phrase deck, ``?`` if only the table sees it."""
    deck = state.variant.deck(state.question.deck)
    if not state.variant.shown_phrases:
        return (UNKNOWN,) if phrases_left(state, deck.name) else ()
    out = {*_used(state, deck.name), *state.shown, *state.covered}
    cards = (f"{deck.name}-{number}" for number in range(1, deck.size + 1))
    return tuple(card for card in cards if card not in out)


def phrases_left(state: State, deck: str) -> int:
    """Return how many cards a phrase deck has."""
    out = len(_used(state, deck))
    if state.card is not None and state.question.deck == deck:
        out += len(state.shown) + len(state.covered)
    return state.variant.deck(deck).size - out


def may_draw_phrase(state: State) -> bool:
    """Return whether there is another phrase card for the question, perhaps after a reshuffle."""
    deck = state.question.deck
    again = state.variant.phrase_reshuffle and bool(_used(state, deck))
    return again or phrases_left(state, deck) > 0


def _used(state: State, deck: str) -> tuple[str, ...]:
    return state.used[PHRASE_DECKS.index(deck)]


def _with_used(state: State, deck: str, cards: tuple[str, ...]) -> State:
    place = PHRASE_DECKS.index(deck)
    return replace(state, used=(*state.used[:place], cards, *state.used[place + 1 :]))


def reveal_phrases(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Request the next phrase card, or votes once all are displayed (ES-REVEAL-1).

    The used cards of a deck that has run out are shuffled into a new one; if that is impossible,
    the cards on display have to do (ES-R11).
    """
    question = state.question
    if state.covering is None and len(state.shown) >= question.count:
        return Step(replace(state, phase=Phase.VOTE), events)
    if not may_draw_phrase(state):
        missing = PhrasesMissing("ES-R11", question.deck)
        return Step(replace(state, phase=Phase.VOTE), (*events, missing))
    if not phrases_left(state, question.deck):
        state = _with_used(state, question.deck, ())
        events = (*events, PhrasesReshuffled("ES-R11", question.deck))
    return Step(replace(state, phase=Phase.PHRASES), events)


def clear_away(state: State) -> Step[State]:
    """Take phrase cards and the question card off the table, if there are any (section 8).

    A white card of the basic game goes under its deck (ES-CLEAN-3).
    """
    if state.card is None:
        return Step(state, ())
    card, question = state.card, state.question
    used = (*_used(state, question.deck), *state.covered, *state.shown)
    state = _with_used(state, question.deck, used)
    state = replace(state, card=None, shown=(), covered=(), covering=None)
    under = tuple(returned for returned in state.under if returned != card)
    if question.colour == COLOURS[-1] and not state.variant.expansion:
        returned = QuestionReturned("ES-CLEAN-3", card)
        return Step(replace(state, under=(*under, card)), (returned,))
    discarded = QuestionDiscarded("ES-CLEAN-2", card)
    return Step(replace(state, discards=(*state.discards, card), under=under), (discarded,))
