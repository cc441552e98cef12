"""Questions about one part of the rules: decks, fields, votes, evaluation, winners."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.questions import seat_of, without_duplicates
from companion.games.essence import decks, scoring
from companion.games.essence import rounds as rules
from companion.games.essence.ask import terms
from companion.games.essence.questions import COLOURS, Symbol, cards_for
from companion.games.essence.state import Phase, allowed
from companion.games.essence.variant import NUMERALS
from companion.schema.bounds import Word

_ANY: terms.Seats = NUMERALS[:3]
"""Players for questions in which it does not matter who plays."""


def deck_sizes(*, expansion: bool = False) -> object:
    """Answer the number of question cards after the setup, in the form of a round's answer.

    The setup follows ES-SETUP-2.
    """
    state = rules.set_up(terms.settings(_ANY, expansion=expansion))
    sizes = {colour: decks.questions_left(state, colour) for colour in COLOURS}
    return {**sizes, "decks": sizes}


def field_colour(fields: Annotated[tuple[terms.Place, ...], Meta(max_length=1000)]) -> object:
    """Answer which decks belong to given fields (ES-DRAW-1, ES-DATA-1)."""
    colours = terms.settings(_ANY).fields
    return [colours[number] for number in fields]


def allowed_votes(scale: terms.Scale, seats: terms.Seats) -> object:
    """Answer which numbers may be voted (ES-VOTE-2 to ES-VOTE-5)."""
    return list(_allowed(scale, without_duplicates(seats, "seats")))


def _allowed(scale: int, seats: Sequence[str]) -> tuple[int, ...]:
    numbers = [NUMERALS.index(seat) + 1 for seat in seats]
    return allowed(scale, numbers, cards_for(scale))


def evaluate(
    symbol: Symbol,
    scale: terms.Scale,
    seats: terms.Seats,
    active: Word,
    votes: terms.Votes,
    *,
    coin: bool = False,
) -> object:
    """Answer the gains of each seat (section 7), independent of the pawns' positions."""
    at = seat_of(active, without_duplicates(seats, "seats"), "active")
    if set(votes) != set(seats) or not set(votes.values()) <= set(_allowed(scale, seats)):
        return {"error": "votes"}
    gains = scoring.gains(symbol, [votes[seat] for seat in seats], at, coin=coin)
    gained = dict(zip(seats, gains, strict=True))
    return {**gained, "gains": gained}


def winners(positions: terms.BySeat[terms.Place]) -> object:
    """Answer the winners of a game that ended with given pawn positions (ES-END-5, ES-END-6)."""
    seats = tuple(sorted(positions, key=NUMERALS.index))
    state = rules.set_up(terms.settings(seats))
    players = tuple(
        replace(player, corrected=positions[seat])
        for seat, player in zip(seats, state.players, strict=True)
    )
    best = scoring.winners(replace(state, players=players, phase=Phase.OVER))
    return {"winners": [seats[seat] for seat in best]}
