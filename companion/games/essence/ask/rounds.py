"""Questions about whole rounds, played by the engine as described.

Some question card of the right deck gets the symbol and the scale of the round. Phrase cards are
only counted. A round is judged as a whole: the first thing that the rules refuse is its error.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.game import Action, IllegalAction, Struct
from companion.engine.message import say
from companion.engine.questions import (
    RulesRefusalError,
    each_of,
    seat_of,
    without_duplicates,
    wrong,
)
from companion.games.essence import GAME, actions, decks
from companion.games.essence import rounds as play
from companion.games.essence.ask import terms
from companion.games.essence.questions import COLOURS, cards_for
from companion.games.essence.scoring import winners
from companion.games.essence.state import UNKNOWN, Phase, State
from companion.games.essence.variant import NUMERALS
from companion.schema.bounds import Many

_MOST_CHANGES: Final = 100
"""So many changes are refused like any higher number: there are fewer phrases."""
_NOBODY: Final = -1
"""Stands for no seat, when somebody votes who does not play."""


def round_(state: terms.Position, round_: terms.Round) -> object:
    """Answer the result of a round, or the part of it that the rules refuse."""
    return _play(state.seats, _begun(state), round_)[1]


def game(state: terms.Position, rounds: Many[terms.Round]) -> object:
    """Answer the result of rounds, up to the end of the game or the first refusal."""
    seats, now = state.seats, _begun(state)
    answer: Struct = _answer(seats, now, {})
    played = 0
    for described in rounds:
        if now.phase is Phase.OVER:
            break
        try:
            now, answer = _play(seats, now, described)
        except RulesRefusalError as refusal:
            answer = refusal.answer
            break
        played += 1
    return {**answer, "rounds_played": played}


def _begun(given: terms.Position) -> State:
    """Return the state in which the active player is about to draw."""
    seats = without_duplicates(given.seats, "state", "seats")
    active = seat_of(given.active, seats, "state", "active")
    positions = each_of(seats, given.positions, "state", "positions")
    coins: Sequence[int | None] = (None,) * len(seats)
    if given.coins is not None:
        coins = each_of(seats, given.coins, "state", "coins")
    settings = terms.settings(given.seats, expansion=given.expansion, coins=None not in coins)
    state = play.set_up(settings)
    players = tuple(
        replace(player, corrected=position, coins=held)
        for player, position, held in zip(state.players, positions, coins, strict=True)
    )
    state = replace(state, players=players, active=active, discards=_discards(given.decks, state))
    return play.begin(state, actions.Begin()).state


def _discards(left: terms.Decks, state: State) -> tuple[str, ...]:
    """Return the question cards that are missing from the decks."""
    gone: list[str] = []
    for colour in COLOURS:
        cards = [question.id for question in state.variant.questions if question.colour == colour]
        number = len(cards) - getattr(left, colour)
        if number < 0:
            expected = say("at most {most} cards", most=len(cards))
            raise wrong("state", "decks", colour, expected=expected)
        gone += cards[:number]
    return tuple(gone)


def _changes(given: terms.Round) -> tuple[int, ...]:
    """Return the number field that each change covers; if only counted, always the first."""
    if isinstance(given.changes, int):
        return (1,) * min(given.changes, _MOST_CHANGES)
    return given.changes


def _play(
    seats: terms.Seats, state: State, described: terms.Round
) -> tuple[State, dict[str, object]]:
    """Return the state after a round and the answer about it. Raises ``RulesRefusalError``."""
    colour = state.colour
    state = _draw(state, described)
    for place in _changes(described):
        state = _take(state, actions.Change(place), "change")
    laid = len(state.shown) + len(state.covered)
    for seat, number in described.votes.items():
        voter = seats.index(seat) if seat in seats else _NOBODY
        state = _take(state, actions.Vote(voter, number), "votes")
    if state.phase is not Phase.REVEAL:
        raise RulesRefusalError("votes")
    if described.coin:
        state = _take(state, actions.PlaceCoin(), "coin")
    state = _take(state, actions.Reveal(), "votes")
    gains = {seat: player.gain for seat, player in zip(seats, state.players, strict=True)}
    state = _take(state, actions.EndRound(), "votes")
    facts = {"drawn_from": colour, "phrases_used": laid, "gains": gains}
    return state, _answer(seats, state, facts)


def _draw(state: State, described: terms.Round) -> State:
    """Draw a question with the round's symbol and scale, and then its phrase cards."""
    cards_left = decks.questions(state, state.colour)
    if not cards_left:
        raise RulesRefusalError("deck")
    card = replace(
        state.variant.question(cards_left[0]),
        symbol=described.symbol,
        scale=described.scale,
        count=cards_for(described.scale),
    )
    cards = tuple(
        card if question.id == card.id else question for question in state.variant.questions
    )
    state = replace(state, variant=replace(state.variant, questions=cards))
    return _take(state, actions.DrawQuestion(card.id), "deck")


def _take(state: State, action: Action, kind: str) -> State:
    """Apply an action and draw the phrase cards due after it. Raises ``RulesRefusalError``."""
    try:
        state = GAME.apply_action(state, action).state
    except IllegalAction:
        raise RulesRefusalError(kind) from None
    while state.phase is Phase.PHRASES:
        state = GAME.apply_action(state, actions.DrawPhrase(UNKNOWN)).state
    return state


def _answer(seats: terms.Seats, state: State, facts: dict[str, object]) -> dict[str, object]:
    over = state.phase is Phase.OVER
    coins = {seat: player.coins for seat, player in zip(seats, state.players, strict=True)}
    best = sorted((seats[seat] for seat in winners(state)), key=NUMERALS.index)
    return {
        **facts,
        "positions": {
            seat: player.field for seat, player in zip(seats, state.players, strict=True)
        },
        "decks": {colour: decks.questions_left(state, colour) for colour in COLOURS},
        "coins": coins if state.variant.double_points else None,
        "ended": over,
        "reasons": list(state.reasons),
        "active": None if over else seats[state.active],
        "winners": best if over else None,
    }
