"""Hands, display, draw pile and discard pile (section 4.8, IC-R35, IC-R36)."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.every import among, outcome
from companion.engine.game import Action, Event, Step
from companion.engine.phases import PhaseRules, chance
from companion.games.inner_compass.actions import Deal
from companion.games.inner_compass.board import COLOURS, DIRECTIONS
from companion.games.inner_compass.events import BonusDrawn, DisplayFilled, Reshuffled
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import (
    NO_CARDS,
    UNKNOWN,
    Cards,
    Phase,
    Player,
    State,
    add,
    cards,
)


def outcomes(state: State) -> tuple[tuple[str, float], ...]:
    """Return the possible next cards of the draw pile, with their probabilities.

    If the card goes to a hand that the box does not see, it is ``?`` for certain; a player who has
    seen it may enter its colour instead.
    """
    hidden = state.variant.unknown_cards and state.phase in (Phase.DEAL, Phase.BONUS)
    total = sum(state.pool)
    possible = tuple(
        (colour, 0.0 if hidden else count / total)
        for colour, count in zip(COLOURS, state.pool, strict=True)
        if count
    )
    return ((UNKNOWN, 1.0), *possible) if hidden else possible


def deals(state: State) -> tuple[tuple[Action, float], ...]:
    """Return the actions of CHANCE for the next card, with their probabilities."""
    return tuple((Deal(card), chance) for card, chance in outcomes(state))


def next_cards(state: State) -> list[str]:
    """Return the possible next cards of the draw pile."""
    return [card for card, _ in outcomes(state)]


def dealing(rule: str, effect: Callable[[State, Deal], Step[State]]) -> PhaseRules[State]:
    """Return a phase in which CHANCE deals cards from the draw pile."""
    card = among(next_cards, "no-such-card", rule, emotion=emotion_name)
    return chance(rule, deals, (outcome(Deal, effect, card=card),))


def draw(state: State, seat: int, card: str, rule: str) -> tuple[State, tuple[Event, ...]]:
    """Give the top card of the draw pile to a player, citing ``rule``."""
    player = state.players[seat]
    if card == UNKNOWN:
        state = state.with_player(seat, unknown=player.unknown + 1)
    else:
        state = state.with_player(seat, hand=add(player.hand or NO_CARDS, card))
        state = replace(state, pool=add(state.pool, card, -1))
    state, events = reshuffle(state)
    return state, (BonusDrawn(rule, seat, card), *events)


def fill(state: State, card: str, rule: str) -> tuple[State, tuple[Event, ...]]:
    """Turn up the top card of the draw pile in the first empty slot, from N to W (IC-R36)."""
    slot = state.display.index(None)
    display = (*state.display[:slot], card, *state.display[slot + 1 :])
    state, events = reshuffle(replace(state, display=display, pool=add(state.pool, card, -1)))
    return state, (DisplayFilled(rule, DIRECTIONS[slot], card), *events)


def reshuffle(state: State) -> tuple[State, tuple[Event, ...]]:
    """Turn the discard pile into the draw pile as soon as that is empty (IC-CLEAN-3, IC-R35)."""
    if state.draw_size or state.discard == NO_CARDS:
        return state, ()
    pool = _sum(state.pool, state.discard)
    event = Reshuffled("IC-CLEAN-3", sum(state.discard))
    return replace(state, pool=pool, discard=NO_CARDS), (event,)


def _sum(first: Cards, second: Cards) -> Cards:
    y, b, k, w, r = (a + b for a, b in zip(first, second, strict=True))
    return y, b, k, w, r


def can_pay(state: State, player: Player, pay: str) -> bool:
    """Return whether a hand can hold ``pay``; an unseen card may be any card not seen elsewhere."""
    if not player.unknown:
        hand = player.hand or NO_CARDS
        return all(pay.count(colour) <= hand[COLOURS.index(colour)] for colour in set(pay))
    short = missing(player, pay)
    return sum(short) <= player.unknown and all(
        lacking <= there for lacking, there in zip(short, state.pool, strict=True)
    )


def missing(player: Player, pay: str) -> Cards:
    """Return the cards of ``pay`` that are not among the player's known ones."""
    hand = player.hand or NO_CARDS
    y, b, k, w, r = (max(0, due - held) for due, held in zip(cards(pay), hand, strict=True))
    return y, b, k, w, r


def give_up(state: State, seat: int, pay: str) -> State:
    """Move cards from a hand to the discard pile; the caller takes care of a reshuffle."""
    player = state.players[seat]
    short = missing(player, pay)
    due = cards(pay)
    hand = _sum(player.hand or NO_CARDS, _minus(_sum(due, _minus(short))))
    return replace(
        state.with_player(seat, hand=hand, unknown=player.unknown - sum(short)),
        pool=_sum(state.pool, _minus(short)),
        discard=_sum(state.discard, due),
    )


def _minus(counts: Cards) -> Cards:
    y, b, k, w, r = (-n for n in counts)
    return y, b, k, w, r
