"""The worked examples of the rules (section 14), carried out by actions."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.game import Action, IllegalAction, Setup
from companion.engine.records import replace
from companion.games.essence import GAME
from companion.games.essence.actions import (
    Begin,
    Change,
    CorrectPawn,
    CorrectTurn,
    DrawPhrase,
    DrawQuestion,
    EndRound,
    PlaceCoin,
    Reveal,
    Vote,
)
from companion.games.essence.state import Phase, State
from companion.games.essence.variant import NUMERALS, PAWNS
from tests.games.examples import Carry, assert_carried_out, lines_beside, name

LINES = lines_beside(__file__)
Given = Mapping[str, Any]
DECKS = ("yellow", "green", "blue", "white")


def act(state: State, action: Action) -> State:
    after: State = GAME.apply_action(state, action).state
    return after


def begun(
    seats: Sequence[str],
    positions: Mapping[str, int],
    active: str,
    *,
    coins: bool = False,
    expansion: bool = False,
) -> State:
    """Return the first round, with the pawns set by hand."""
    options = {
        "colours": [PAWNS[NUMERALS.index(seat)] for seat in seats],
        "double_points": "with" if coins else "without",
        "expansion_e1": "with" if expansion else "without",
    }
    state: State = GAME.new_initial_state(Setup(tuple(seats), "full", options))
    state = act(state, Begin())
    for seat, each in enumerate(seats):
        while (left := positions[each] - state.players[seat].field) != 0:
            state = act(state, CorrectPawn(seat, max(-10, min(10, left))))
    turn = seats.index(active)
    if turn == state.active:  # the round begins anew, with the question of the field as it is now
        state = act(state, CorrectTurn((turn + 1) % len(seats)))
    return act(state, CorrectTurn(turn))


def drawn(state: State, symbol: str, scale: int, kept: Mapping[str, int] | None = None) -> State:
    """Return the state after a question of this kind and its phrases were drawn.

    ``kept`` are the numbers of cards in the decks: others are out of the game before.
    """
    suits = [
        question
        for question in state.variant.questions
        if question.colour == state.colour and (question.symbol, question.scale) == (symbol, scale)
    ]
    card = suits[0].id
    gone: list[str] = []
    for colour, count in (kept or {}).items():
        cards = [each.id for each in state.variant.questions if each.colour == colour]
        others = [each for each in cards if each != card]
        gone += others[: len(cards) - count]
    state = act(replace(state, discards=tuple(gone)), DrawQuestion(card))
    return phrased(state)


def phrased(state: State) -> State:
    """Draw phrases until they are all there."""
    while state.phase is Phase.PHRASES:
        (draw, _), *_ = GAME.chance_outcomes(state)
        assert isinstance(draw, DrawPhrase)
        state = act(state, draw)
    return state


def voted(state: State, seats: Sequence[str], votes: Mapping[str, int], *, coin: bool) -> State:
    """Return the state after the votes, whether with a coin, and their reveal."""
    for each, number in votes.items():
        seat = seats.index(each)
        if Vote(seat, number) not in GAME.legal_actions(state, seat):
            raise IllegalAction(Vote(seat, number), GAME.not_now(state))
        state = act(state, Vote(seat, number))
    if coin:
        state = act(state, PlaceCoin())
    while state.phase not in (Phase.QUESTION, Phase.DECK, Phase.OVER):
        legal = GAME.legal_actions(state, GAME.active_players(state)[0])
        state = act(state, next(it for it in legal if isinstance(it, Reveal | EndRound)))
    return state


def where_asked(
    seats: Sequence[str], active: str, scale: int, symbol: str = "", *, coins: bool = False
) -> tuple[State, str]:
    """Return all pawns on a field of whatever colour has such a question, and its symbol."""
    for field in range(1, 9):
        state = begun(seats, dict.fromkeys(seats, field), active, coins=coins)
        for question in state.variant.questions:
            fits = question.scale == scale and symbol in ("", question.symbol)
            if fits and question.colour == state.colour:
                return state, question.symbol
    raise LookupError(f"no question has the scale {scale}")


def evaluate(given: Given) -> object:
    """Play the round from equal positions."""
    seats, scale, symbol = given["seats"], given["scale"], given["symbol"]
    state, _ = where_asked(seats, given["active"], scale, symbol, coins="coin" in given)
    before = [player.field for player in state.players]
    try:
        state = drawn(state, symbol, scale)
        state = voted(state, seats, given["votes"], coin=given.get("coin", False))
    except IllegalAction:
        return {"error": "votes"}
    gains = (player.field - old for player, old in zip(state.players, before, strict=True))
    return dict(zip(seats, gains, strict=True))


def round_(given: Given) -> object:
    started, round_given = given["state"], given["round"]
    seats = started["seats"]
    coins = started.get("coins")
    state = begun(
        seats,
        started["positions"],
        started["active"],
        coins=coins is not None,
        expansion=started.get("expansion", False),
    )
    colour = state.colour
    state = drawn(state, round_given["symbol"], round_given["scale"], started["decks"])
    count = round_given.get("changes", 0)
    for _ in range(count):
        if Change(1) not in GAME.legal_actions(state, state.active):
            return {"error": "change"}
        state = phrased(act(state, Change(1)))
    used = len(state.shown) + len(state.covered)
    state = voted(state, seats, round_given["votes"], coin=round_given.get("coin", False))
    over = GAME.is_terminal(state)
    came: dict[str, object] = {
        "drawn_from": colour,
        "phrases_used": used,
        "positions": {
            each: player.field for each, player in zip(seats, state.players, strict=True)
        },
        "ended": over,
        "active": None if over else seats[state.active],
        "winners": [seats[seat] for seat in GAME.winners(state)] if over else None,
        "decks": {deck: left(state, deck) for deck in DECKS},
    }
    if coins is not None:
        came["coins"] = {
            each: player.coins for each, player in zip(seats, state.players, strict=True)
        }
    return came


def left(state: State, deck: str) -> int:
    """Return how many question cards a deck has, as the sprites on the board tell it."""
    pile = next((it for it in GAME.sprites(state) if it.place == f"deck-{deck}"), None)
    return 0 if pile is None else int(pile.sign)


def allowed_votes(given: Given) -> object:
    seats = given["seats"]
    state, symbol = where_asked(seats, seats[0], given["scale"])
    state = drawn(state, symbol, given["scale"])
    legal = GAME.legal_actions(state, 0)
    return sorted(action.number for action in legal if isinstance(action, Vote))


def deck_sizes(given: Given) -> object:
    seats = ("I", "II")
    state = begun(seats, dict.fromkeys(seats, 1), "I", expansion=given["expansion"])
    return {deck: left(state, deck) for deck in DECKS}


def field_colour(given: Given) -> object:
    """Return the colours of the questions that may be drawn on fields."""
    colours = []
    for field in given["fields"]:
        state = begun(("I", "II"), {"I": field, "II": 0}, "I")
        initial = {
            action.card[0]
            for action, _ in GAME.chance_outcomes(state)
            if isinstance(action, DrawQuestion)
        }
        (letter,) = initial
        colours.append(next(deck for deck in DECKS if deck[0].upper() == letter))
    return colours


def winners(given: Given) -> object:
    """Play a round in which nobody gains anything; somebody stands on the centre already."""
    seats = tuple(given["positions"])
    before = {each: min(field, 83) for each, field in given["positions"].items()}
    state = begun(seats, before, seats[0])
    state = drawn(state, "individual", 5) if state.colour else state
    votes = dict.fromkeys(seats, 1)
    state = voted(state, seats, votes, coin=False)
    assert GAME.is_terminal(state)
    return {"winners": [seats[seat] for seat in GAME.winners(state)]}


CARRIES: Mapping[str, Carry] = {
    "evaluate": evaluate,
    "round": round_,
    "allowed_votes": allowed_votes,
    "deck_sizes": deck_sizes,
    "field_colour": field_colour,
    "winners": winners,
}


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=f"{i}-{name(line)}") for i, line in enumerate(LINES)]
)
def test_example_by_actions(line: str) -> None:
    assert_carried_out(CARRIES, line)
