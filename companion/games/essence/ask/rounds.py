"""Questions about whole rounds, which the engine plays as the question describes them.

Some question card of the right deck gets the symbol and the scale of the round. Phrase cards are
only counted. A round is judged as a whole: the first thing that the rules refuse is its error.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Action, IllegalAction
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.essence import GAME, actions, decks
from companion.games.essence import rounds as play
from companion.games.essence.ask import terms
from companion.games.essence.questions import COLOURS, Symbol, cards_for
from companion.games.essence.scoring import winners
from companion.games.essence.state import UNKNOWN, Phase, State
from companion.games.essence.variant import COINS, NUMERALS

_PLACES: Final = 3
_MOST_CHANGES: Final = 100
"""So many changes are refused like any higher number: there are fewer phrases."""
_NOBODY: Final = -1
"""Stands for no seat, when somebody votes who does not play."""


class Given(msgspec.Struct, frozen=True):
    """A round as a question describes it. ``changes`` are the number fields to be covered."""

    symbol: Symbol
    scale: int
    votes: terms.Votes
    changes: tuple[int, ...]
    coin: bool


class Refused(Exception):  # noqa: N818 - what the rules do
    """The rules refuse a part of a round; ``kind`` is the class of the error."""

    def __init__(self, kind: str) -> None:
        """Keep ``kind``, such as ``votes`` or ``deck``."""
        super().__init__(kind)
        self.kind = kind


def one(fields: Fields) -> object:
    """Answer what a round leads to, or which part of it the rules refuse."""
    seats, state = _position(fields.fields("state"))
    described = _given(fields.fields("round"))
    try:
        return _play(seats, state, described)[1]
    except Refused as refused:
        return {"error": refused.kind}


def game(fields: Fields) -> object:
    """Answer what rounds lead to, up to the end of the game or the first refusal."""
    seats, state = _position(fields.fields("state"))
    rounds = [_given(entry) for entry in fields.each("rounds")]
    answer = _answer(seats, state, {})
    played = 0
    for described in rounds:
        if state.phase is Phase.OVER:
            break
        try:
            state, answer = _play(seats, state, described)
        except Refused as refused:
            answer = {"error": refused.kind}
            break
        played += 1
    return {**answer, "rounds_played": played}


def _position(fields: Fields) -> tuple[terms.Seats, State]:
    """Return the seats and the state in which the active player is about to draw."""
    seats = terms.seats(fields)
    active = fields.one_of("active", seats)
    positions = fields.fields("positions").each_of(seats, terms.field)
    expansion = fields.truth("expansion", default=False)
    given = fields.maybe("coins", Fields.fields)
    coins = None if given is None else given.each_of(seats, _coins)
    state = play.set_up(terms.settings(seats, expansion=expansion, coins=coins is not None))
    players = tuple(
        replace(player, corrected=positions[seat], coins=None if coins is None else coins[seat])
        for seat, player in enumerate(state.players)
    )
    state = replace(state, players=players, active=seats.index(active))
    state = replace(state, discards=_discards(fields.fields("decks"), state))
    return seats, play.begin(state, actions.Begin()).state


def _coins(fields: Fields, seat: str) -> int:
    coins = fields.whole(seat)
    if coins > COINS:
        raise fields.wrong(seat, say("at most {most} coins", most=COINS))
    return coins


def _discards(fields: Fields, state: State) -> tuple[str, ...]:
    """Return the question cards that are missing from the decks."""
    gone: list[str] = []
    for colour in COLOURS:
        cards = [question.id for question in state.variant.questions if question.colour == colour]
        left = fields.whole(colour)
        if left > len(cards):
            raise fields.wrong(colour, say("at most {most} cards", most=len(cards)))
        gone += cards[: len(cards) - left]
    return tuple(gone)


def _given(fields: Fields) -> Given:
    return Given(
        symbol=terms.symbol(fields),
        scale=terms.scale(fields),
        votes=terms.votes(fields),
        changes=_changes(fields),
        coin=fields.truth("coin", default=False),
    )


def _changes(fields: Fields) -> tuple[int, ...]:
    """Return the number field that each change covers; if only counted, always the first."""
    if isinstance(fields.any("changes", 0), int):
        return (1,) * min(fields.whole("changes", 0), _MOST_CHANGES)
    return fields.wholes("changes")


def _play(seats: terms.Seats, state: State, described: Given) -> tuple[State, dict[str, object]]:
    """Return the state after a round and the answer about it. Raises ``Refused``."""
    colour = state.colour
    state = _draw(state, described)
    for place in described.changes:
        state = _take(state, actions.Change(place), "change")
    laid = len(state.shown) + len(state.covered)
    for seat, number in described.votes.items():
        voter = seats.index(seat) if seat in seats else _NOBODY
        state = _take(state, actions.Vote(voter, number), "votes")
    if state.phase is not Phase.REVEAL:
        raise Refused("votes")
    if described.coin:
        state = _take(state, actions.PlaceCoin(), "coin")
    state = _take(state, actions.Reveal(), "votes")
    gains = {seat: player.gain for seat, player in zip(seats, state.players, strict=True)}
    state = _take(state, actions.EndRound(), "votes")
    facts = {"drawn_from": colour, "phrases_used": laid, "gains": gains}
    return state, _answer(seats, state, facts)


def _draw(state: State, described: Given) -> State:
    """Draw a question with the round's symbol and scale, and then its phrase cards."""
    cards_left = decks.questions(state, state.colour)
    if not cards_left:
        raise Refused("deck")
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
    """Apply an action, and draw the phrase cards that are due after it. Raises ``Refused``."""
    try:
        state = GAME.apply_action(state, action).state
    except IllegalAction:
        raise Refused(kind) from None
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
