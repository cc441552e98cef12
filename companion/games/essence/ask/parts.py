"""Questions about one part of the rules: decks, fields, votes, evaluation, winners."""

from msgspec.structs import replace

from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.essence import decks, scoring
from companion.games.essence import rounds as rules
from companion.games.essence.ask import terms
from companion.games.essence.questions import COLOURS, cards_for
from companion.games.essence.state import Phase, allowed
from companion.games.essence.variant import CENTRE, NUMERALS

_ANY: terms.Seats = NUMERALS[:3]
"""Players for questions in which it does not matter who plays."""


def deck_sizes(fields: Fields) -> object:
    """Answer how many question cards there are after the setup, in the form of a round's answer.

    The setup follows ES-SETUP-2.
    """
    expansion = fields.truth("expansion", default=False)
    state = rules.set_up(terms.settings(_ANY, expansion=expansion))
    sizes = {colour: decks.questions_left(state, colour) for colour in COLOURS}
    return {**sizes, "decks": sizes}


def field_colour(fields: Fields) -> object:
    """Answer which decks belong to given fields (ES-DRAW-1, ES-DATA-1)."""
    numbers = fields.wholes("fields")
    if max(numbers, default=0) > CENTRE:
        raise fields.wrong("fields", say("fields of the spiral, 0 to {last}", last=CENTRE))
    colours = terms.settings(_ANY).fields
    return [colours[number] for number in numbers]


def allowed_votes(fields: Fields) -> object:
    """Answer which numbers may be voted (ES-VOTE-2 to ES-VOTE-5)."""
    return list(_allowed(terms.scale(fields), terms.seats(fields)))


def _allowed(scale: int, seats: terms.Seats) -> tuple[int, ...]:
    return allowed(scale, terms.numbers(seats), cards_for(scale))


def evaluate(fields: Fields) -> object:
    """Answer what each seat gains (section 7), wherever the pawns stand."""
    symbol, scale = terms.symbol(fields), terms.scale(fields)
    seats = terms.seats(fields)
    active = fields.one_of("active", seats)
    votes = terms.votes(fields)
    coin = fields.truth("coin", default=False)
    if set(votes) != set(seats) or not set(votes.values()) <= set(_allowed(scale, seats)):
        return {"error": "votes"}
    laid = [votes[seat] for seat in seats]
    gains = scoring.gains(symbol, laid, seats.index(active), coin=coin)
    gained = dict(zip(seats, gains, strict=True))
    return {**gained, "gains": gained}


def winners(fields: Fields) -> object:
    """Answer who has won a game that ended with given pawn positions (ES-END-5, ES-END-6)."""
    positions = terms.positions(fields)
    seats = tuple(sorted(positions, key=NUMERALS.index))
    state = rules.set_up(terms.settings(seats))
    players = tuple(
        replace(player, corrected=positions[seat])
        for seat, player in zip(seats, state.players, strict=True)
    )
    best = scoring.winners(replace(state, players=players, phase=Phase.OVER))
    return {"winners": [seats[seat] for seat in best]}
