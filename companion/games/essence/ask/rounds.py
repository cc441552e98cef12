"""Questions about whole rounds, played by the engine with what the question gives.

A question card of that deck is given the symbol and the scale of the round. Phrase cards are only
counted. A round is judged as a whole: what the rules refuse first is its error.
"""

from dataclasses import dataclass
from typing import Final

from companion.engine.evolve import replace
from companion.engine.game import Action, IllegalAction
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.essence import decks, rules
from companion.games.essence import rounds as play
from companion.games.essence.actions import (
    Begin,
    Change,
    DrawPhrase,
    DrawQuestion,
    EndRound,
    PlaceCoin,
    Reveal,
    Vote,
)
from companion.games.essence.ask import terms
from companion.games.essence.questions import COLOURS, Symbol, cards_for
from companion.games.essence.scoring import winners
from companion.games.essence.state import UNKNOWN, Phase, State
from companion.games.essence.variant import COINS, NUMERALS

_PLACES: Final = 3
_NOBODY: Final = -1
"""No seat: a vote of somebody who does not play."""


@dataclass(frozen=True, slots=True)
class Given:
    """A round as a question gives it. ``changes`` are the number fields that are covered."""

    symbol: Symbol
    scale: int
    votes: terms.Votes
    changes: tuple[int, ...]
    coin: bool


class Refused(Exception):  # noqa: N818 - what the rules do
    """The rules refuse a part of a round: its ``kind`` is the class of the error."""

    def __init__(self, kind: str) -> None:
        """Keep the class of the error."""
        super().__init__(kind)
        self.kind = kind


def one(fields: Fields) -> object:
    """Answer what a round leads to, or which part of it is refused."""
    seats, state = _position(fields.fields("state"))
    given = _given(fields.fields("round"))
    try:
        return _play(seats, state, given)[1]
    except Refused as refused:
        return {"error": refused.kind}


def game(fields: Fields) -> object:
    """Answer what rounds lead to, up to the end of the game or to what is refused."""
    seats, state = _position(fields.fields("state"))
    rounds = [_given(each) for each in fields.each("rounds")]
    answer = _answer(seats, state, {})
    played = 0
    for given in rounds:
        if state.phase is Phase.OVER:
            break
        try:
            state, answer = _play(seats, state, given)
        except Refused as refused:
            answer = {"error": refused.kind}
            break
        played += 1
    return {**answer, "rounds_played": played}


def _position(fields: Fields) -> tuple[terms.Seats, State]:
    """Return the seats and the state in which the active player is about to draw."""
    seats = terms.seats(fields)
    active = fields.one_of("active", seats)
    positions = terms.by_seat(fields, "positions", seats, terms.field)
    expansion = fields.truth("expansion", default=False)
    with_coins = fields.any("coins", None) is not None
    coins = terms.by_seat(fields, "coins", seats, _coins) if with_coins else None
    state = play.set_up(terms.settings(seats, expansion=expansion, coins=with_coins))
    players = tuple(
        replace(player, corrected=positions[seat], coins=None if coins is None else coins[seat])
        for seat, player in enumerate(state.players)
    )
    state = replace(state, players=players, active=seats.index(active))
    state = replace(state, discards=_discards(fields.fields("decks"), state))
    fields.close()
    return seats, play.begin(state, Begin()).state


def _coins(fields: Fields, seat: str) -> int:
    found = fields.whole(seat)
    if found > COINS:
        raise fields.wrong(seat, say("at most {most} coins", most=COINS))
    return found


def _discards(fields: Fields, state: State) -> tuple[str, ...]:
    """Return the question cards that are missing from the decks."""
    gone: list[str] = []
    for colour in COLOURS:
        cards = [each.id for each in state.variant.questions if each.colour == colour]
        left = fields.whole(colour)
        if left > len(cards):
            raise fields.wrong(colour, say("at most {most} cards", most=len(cards)))
        gone += cards[: len(cards) - left]
    fields.close()
    return tuple(gone)


def _given(fields: Fields) -> Given:
    given = Given(
        symbol=terms.symbol(fields),
        scale=terms.scale(fields),
        votes=terms.votes(fields),
        changes=_changes(fields),
        coin=fields.truth("coin", default=False),
    )
    fields.close()
    return given


def _changes(fields: Fields) -> tuple[int, ...]:
    """Return which number field each change covers; a mere count covers the first."""
    if isinstance(fields.any("changes", 0), int):
        return (1,) * fields.whole("changes", 0)
    return fields.wholes("changes")


def _play(seats: terms.Seats, state: State, given: Given) -> tuple[State, dict[str, object]]:
    """Return the state after a round and the answer about it. Raises ``Refused``."""
    colour = state.colour
    state = _draw(state, given)
    for place in given.changes:
        state = _take(state, Change(place), "change")
    laid = len(state.shown) + len(state.covered)
    for seat, number in given.votes.items():
        voter = seats.index(seat) if seat in seats else _NOBODY
        state = _take(state, Vote(voter, number), "votes")
    if state.phase is not Phase.REVEAL:
        raise Refused("votes")
    if given.coin:
        state = _take(state, PlaceCoin(), "coin")
    state = _take(state, Reveal(), "votes")
    gains = {seat: player.gain for seat, player in zip(seats, state.players, strict=True)}
    state = _take(state, EndRound(), "votes")
    told = {"drawn_from": colour, "phrases_used": laid, "gains": gains}
    return state, _answer(seats, state, told)


def _draw(state: State, given: Given) -> State:
    """Draw a question with the symbol and scale of the round, and its phrase cards."""
    found = decks.questions(state, state.colour)
    if not found:
        raise Refused("deck")
    card = replace(
        state.variant.question(found[0]),
        symbol=given.symbol,
        scale=given.scale,
        count=cards_for(given.scale),
    )
    cards = tuple(card if each.id == card.id else each for each in state.variant.questions)
    state = replace(state, variant=replace(state.variant, questions=cards))
    return _take(state, DrawQuestion(card.id), "deck")


def _take(state: State, action: Action, kind: str) -> State:
    """Apply an action and draw the phrase cards that it makes due. Raises ``Refused``."""
    try:
        state = rules.apply_action(state, action).state
    except IllegalAction:
        raise Refused(kind) from None
    while state.phase is Phase.PHRASES:
        state = rules.apply_action(state, DrawPhrase(UNKNOWN)).state
    return state


def _answer(seats: terms.Seats, state: State, told: dict[str, object]) -> dict[str, object]:
    over = state.phase is Phase.OVER
    coins = {seat: player.coins for seat, player in zip(seats, state.players, strict=True)}
    best = sorted((seats[seat] for seat in winners(state)), key=NUMERALS.index)
    return {
        **told,
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
