"""Picture of the public table for a browser; ``board.yaml`` defines how it is drawn."""

from collections.abc import Iterator, Mapping

from companion.engine.game import Action, Line, Struct
from companion.engine.picture import Sprite
from companion.engine.text import Seat, text
from companion.games.essence import decks
from companion.games.essence.actions import Change, PlaceCoin, Show, Vote
from companion.games.essence.observation import OPEN
from companion.games.essence.prompts import meaning, phrase_text
from companion.games.essence.questions import COLOURS, PHRASE_SCALES, PLAYER_SCALE
from companion.games.essence.state import UNREAD, Phase, State


def spots(state: State, action: Action) -> Mapping[str, Struct]:
    """Return the phrase or the player of a number, and the places of cards and coins."""
    match action:
        case Vote(number=number) | Show(number=number):
            scale = state.question.scale
            if scale == PLAYER_SCALE:
                seat = state.variant.numbers.index(number)
                return {f"seat-{seat + 1}-vote": {"number": number}}
            return {f"phrase-{number}": {"number": number}} if scale in PHRASE_SCALES else {}
        case Change(place=place):
            return {f"phrase-{place}": {"place": place}}
        case PlaceCoin():
            return {f"seat-{state.active + 1}-coins": {"action": "place_coin"}}
    return {}


def sprites(state: State) -> tuple[Sprite, ...]:
    """Return all public pieces, from bottom to top; of votes only the backs (ES-R8)."""
    return (*_spiral(state), *_decks(state), *_phrases(state), *_votes(state))


def _spiral(state: State) -> Iterator[Sprite]:
    for field, colour in enumerate(state.variant.fields):
        yield Sprite(f"field-{colour}", f"field-{field}")
    for seat in state.seats:
        pawn = state.variant.pawns[seat]
        name = text("sprite.pawn", player=Seat(seat))
        yield Sprite(f"pawn-{pawn}", f"field-{state.players[seat].field}", name)


def _decks(state: State) -> Iterator[Sprite]:
    for colour in COLOURS:
        left = decks.questions_left(state, colour)
        if left:
            name = text(f"deck.{colour}")
            yield Sprite(f"deck-{colour}", f"deck-{colour}", name, sign=str(left))
    if state.card is not None and state.phase is not Phase.OVER:
        yield Sprite(f"deck-{state.question.colour}", "question", sign=state.card)


def _phrases(state: State) -> Iterator[Sprite]:
    for place, phrase in enumerate(state.shown, 1):
        yield Sprite("phrase", f"phrase-{place}", phrase_text(phrase, state.variant.words(phrase)))


def _votes(state: State) -> Iterator[Sprite]:
    """Yield the voting cards: their backs before the reveal, numbers after it (ES-VOTE-1)."""
    for seat in state.seats:
        player, place = state.players[seat], f"seat-{seat + 1}"
        if player.vote is not None:
            is_open = state.phase in OPEN and player.vote != UNREAD
            sign = str(player.vote) if is_open else state.variant.numeral(seat)
            what = meaning(state, player.vote) if is_open else None
            name = what and text("sprite.vote", player=Seat(seat), what=what)
            yield Sprite("shown" if is_open else "hidden", f"{place}-vote", name, sign=sign)
        if player.coins:
            yield Sprite("coin", f"{place}-coins", sign=str(player.coins))


def private(state: State, seat: int) -> tuple[Line, ...]:
    """Return the seat's vote, which nobody else may see before the reveal (ES-R8)."""
    vote = state.players[seat].vote
    if vote is None or state.phase is Phase.OVER:
        return ()
    if vote == UNREAD:
        return (Line(text("private.vote"), text("private.unread")),)
    return (Line(text("private.vote"), text("private.number", n=vote, what=meaning(state, vote))),)
