"""A round from its start to the clean-up, and the end of the game (sections 3, 4, 7 to 9)."""

from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.data import merge
from companion.engine.every import among, choice, outcome
from companion.engine.game import Event, Refusal, Setup, SetupError, Step
from companion.engine.message import say
from companion.engine.wording import refuse
from companion.games.essence import decks, scoring
from companion.games.essence.actions import Begin, ChooseDeck, DrawPhrase, DrawQuestion, EndRound
from companion.games.essence.events import (
    Advanced,
    CoinSpent,
    GameOver,
    PhraseShown,
    QuestionDrawn,
    RoundBegan,
    RoundVoid,
)
from companion.games.essence.questions import COLOURS
from companion.games.essence.state import Phase, Player, State
from companion.games.essence.variant import CENTRE, COINS, DATA, Variant, variant


def first(setup: Setup) -> State:
    """Return the state before the first round (ES-SETUP-1). Raises ``SetupError``."""
    settings = variant(setup, merge(DATA, setup.data))
    if len(settings.pawns) < len(setup.players):
        raise SetupError(say("options.colours: expected a colour for each player"))
    return set_up(settings)


def set_up(settings: Variant) -> State:
    """Return the state before the first round: pawns on the starting field (ES-SETUP-4).

    The oldest player has the first seat (ES-SETUP-5, ES-R2); decks are shuffled (ES-SETUP-3).
    """
    coins = COINS if settings.double_points else None
    return State(settings, (Player(coins=coins),) * len(settings.pawns))


def begin(state: State, _action: Begin) -> Step[State]:
    """Begin the first round."""
    return begin_round(state, ())


def begin_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let the active player draw a question of the colour under the pawn (ES-DRAW-1, ES-ROUND-1).

    On the starting field, the data set the colour or the player chooses it (ES-DRAW-2, ES-R3).
    """
    field = state.players[state.active].field
    chooses = field == 0 and state.variant.start == "choose"
    began = RoundBegan("ES-ROUND-3", state.active, state.round)
    state = replace(
        state,
        phase=Phase.DECK if chooses else Phase.QUESTION,
        colour="" if chooses else state.variant.fields[field],
    )
    return Step(state, (*events, began))


def deck_choices(state: State) -> tuple[str, ...]:
    """Return the question decks that can be chosen on the starting field (ES-R3)."""
    return tuple(colour for colour in COLOURS if decks.questions_left(state, colour))


def choose_deck(state: State, action: ChooseDeck) -> Step[State]:
    """Draw from the chosen deck."""
    return Step(replace(state, phase=Phase.QUESTION, colour=action.colour), ())


def why_not_question(state: State, action: DrawQuestion) -> Refusal | None:
    """Return why a question card cannot have been drawn."""
    if action.card in decks.questions(state, state.colour):
        return None
    colour = next((q.colour for q in state.variant.questions if q.id == action.card), None)
    if colour is not None and colour != state.colour:
        return refuse("other-deck", "ES-DRAW-1", card=action.card)
    return refuse("no-such-question", "ES-DRAW-1", card=str(action.card))


def draw_question(state: State, action: DrawQuestion) -> Step[State]:
    """Lay the question before the active player, then draw phrases (ES-DRAW-3)."""
    drawn = QuestionDrawn("ES-DRAW-3", state.active, action.card)
    return decks.reveal_phrases(replace(state, card=action.card), (drawn,))


def draw_phrase(state: State, action: DrawPhrase) -> Step[State]:
    """Lay a phrase card on the next number field, or cover one with it (ES-REVEAL-1)."""
    place = state.covering or len(state.shown) + 1
    shown = (*state.shown[: place - 1], action.phrase, *state.shown[place:])
    covered = (*state.covered, *state.shown[place - 1 : place])
    state = replace(state, shown=shown, covered=covered, covering=None)
    words = state.variant.words(action.phrase)
    laid = PhraseShown("ES-REVEAL-1", place, action.phrase, words)
    return decks.reveal_phrases(state, (laid,))


def evaluate(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Move all pawns at the same time; a used coin leaves the game (ES-MOVE-1, ES-COIN-4)."""
    symbol = state.question.symbol
    votes = [None if player.away else player.vote for player in state.players]
    plain = scoring.gains(symbol, votes, state.active, coin=False)
    gains = scoring.gains(symbol, votes, state.active, coin=state.coin)
    rule = "ES-SCORE-IND-1" if symbol == "individual" else "ES-SCORE-GRP-1"
    players = tuple(
        replace(_advanced(state, seat, plain[seat], gain - plain[seat]), gain=gain)
        for seat, gain in enumerate(gains)
    )
    state = replace(state, phase=Phase.CLEAN, players=players)
    moved = (seat for seat in state.seats if gains[seat])
    advanced = (Advanced(rule, seat, gains[seat], players[seat].field) for seat in moved)
    events = (*events, *advanced)
    if state.coin:
        state = state.with_player(state.active, coins=(state.players[state.active].coins or 0) - 1)
        events = (*events, CoinSpent("ES-COIN-4", state.active))
    return Step(state, events)


def _advanced(state: State, seat: int, plain: int, extra: int) -> Player:
    """Return a player whose pawn has moved, at most to the centre (ES-MOVE-2)."""
    player = state.players[seat]
    steps = min(plain, CENTRE - player.field)
    doubled = player.doubled + min(extra, CENTRE - player.field - steps)
    if state.question.symbol == "group":
        return replace(player, in_group=player.in_group + steps, doubled=doubled)
    if seat == state.active:
        return replace(player, as_active=player.as_active + steps, doubled=doubled)
    return replace(player, as_other=player.as_other + steps)


def end_round(state: State, _action: EndRound) -> Step[State]:
    """Clear everything away; the next player becomes active, unless the game has ended."""
    return next_round(state, ())


def void(state: State, events: tuple[Event, ...], rule: str) -> Step[State]:
    """End the round without evaluation: nobody moves, the cards are cleared away (ES-R19)."""
    return next_round(state, (*events, RoundVoid(rule)))


def next_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Clear away, then end the game or go on clockwise (ES-CLEAN-1, ES-ROUND-3)."""
    cleared = decks.clear_away(state)
    events = (*events, *cleared.events)
    hands = tuple(replace(player, vote=None, gain=0) for player in state.players)
    state = replace(cleared.state, players=hands, coin=False)
    reasons = ends(state)
    if reasons:
        rules = (
            GameOver("ES-END-3" if ":" in reason else "ES-END-1", reason) for reason in reasons
        )
        return Step(replace(state, phase=Phase.OVER, reasons=reasons), (*events, *rules))
    after = replace(state, active=left_of(state, state.active), round=state.round + 1)
    return begin_round(after, events)


def ends(state: State) -> tuple[str, ...]:
    """Return why the game is over after the clean-up of a round (ES-END-1, ES-END-3, ES-R10).

    The round of a deck's last card is therefore played to its end (ES-END-4). It does not matter
    if a pawn has stepped back (ES-R17) or what others have gained in the same round (ES-END-2).
    """
    arrived = any(state.players[seat].field >= CENTRE for seat in state.seats)
    empty = (f"deck:{colour}" for colour in COLOURS if not decks.questions_left(state, colour))
    return (*(("centre",) if arrived else ()), *empty)


def left_of(state: State, seat: int) -> int:
    """Return the next player clockwise (ES-ROUND-3)."""
    seats = len(state.players)
    order = ((seat + i) % seats for i in range(1, seats + 1))
    return next(other for other in order if not state.players[other].away)


BEGIN: Final = Act(Begin, begin)
CHOOSE_DECK: Final = choice(
    ChooseDeck, choose_deck, colour=among(deck_choices, "no-such-deck", "ES-R3")
)
QUESTION: Final = outcome(
    DrawQuestion,
    draw_question,
    why_not_question,
    card=lambda state: decks.questions(state, state.colour),
)
PHRASE: Final = outcome(
    DrawPhrase, draw_phrase, phrase=among(decks.phrases, "no-such-phrase", "ES-REVEAL-1")
)
END: Final = Act(EndRound, end_round)
