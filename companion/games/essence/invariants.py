"""Invariants of the state, checked after every action (rules file, sections 7, 8 and 11)."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from companion.engine.game import Step
from companion.games.essence import decks
from companion.games.essence.events import Corrected, GameOver, PlayerBack, PlayerLeft
from companion.games.essence.questions import COLOURS
from companion.games.essence.state import UNKNOWN, UNREAD, Phase, State, votable
from companion.games.essence.variant import CENTRE, COINS


def violations(before: State, step: Step[State]) -> tuple[str, ...]:
    """Return the invariants that the action leading from ``before`` to ``step`` broke."""
    after = step.state
    broken = [*_pawns(after), *_questions(after), *_phrases(after), *_votes(after), *_end(step)]
    if not any(isinstance(event, Corrected | PlayerBack | PlayerLeft) for event in step.events):
        broken += [*_moves(before, after), *_turns(before, after)]
    return tuple(broken)


def _pawns(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if not 0 <= player.field <= CENTRE:
            yield f"pawns: seat {seat} stands on {player.field}"
        has_coins = player.coins is not None
        if has_coins is not state.variant.double_points or (player.coins or 0) not in range(
            COINS + 1
        ):
            yield f"coins: seat {seat} has {player.coins}"
    if state.phase is not Phase.OVER and state.active not in state.seats:
        yield f"pawns: the active player is seat {state.active} of {state.seats}"


def _questions(state: State) -> Iterator[str]:
    colours = {question.id: question.colour for question in state.variant.questions}
    gone = [*state.discards, *state.under]
    if len(set(gone)) < len(gone) or not set(gone) <= set(colours) or state.card in state.discards:
        yield f"questions: {gone} have left their decks"
    for colour in COLOURS:
        away = [card for card in (*state.discards, state.card) if colours.get(card or "") == colour]
        total = sum(colour_of_card == colour for colour_of_card in colours.values())
        if decks.questions_left(state, colour) + len(away) != total:
            yield f"questions: the {colour} deck has {decks.questions_left(state, colour)} cards"
    if any(colours[card] != COLOURS[-1] for card in state.under) or (
        state.under and state.variant.expansion
    ):
        yield f"questions: {state.under} lie under their decks"


def _phrases(state: State) -> Iterator[str]:
    out = Counter(chain(*state.used, state.shown, state.covered))
    twice = [card for card, count in out.items() if count > 1 and card != UNKNOWN]
    if twice:
        yield f"phrases: {twice} are in two places"
    for deck in state.variant.decks:
        if decks.phrases_left(state, deck.name) < 0:
            yield f"phrases: the deck of {deck.name} has too few cards"
    if state.card is None and (state.shown or state.covered):
        yield f"phrases: {state.shown} lie there without a question"


def _votes(state: State) -> Iterator[str]:
    votes = [state.players[seat].vote for seat in state.seats]
    lies = [vote for vote in votes if vote is not None]
    if any(player.away and player.vote is not None for player in state.players):
        yield "votes: one of somebody who has left lies there"
    if state.phase in (Phase.REVEAL, Phase.SHOW, Phase.CLEAN):
        if state.waiting:
            yield f"votes: {state.phase} without those of {state.waiting}"
    elif lies and (state.phase is not Phase.VOTE or not state.waiting):
        yield f"votes: {votes} in {state.phase}"
    if state.phase is Phase.CLEAN and state.unread:
        yield f"votes: those of {state.unread} were not told"
    allowed = {UNREAD, *(votable(state) if state.card is not None else ())}
    if state.phase in (Phase.VOTE, Phase.REVEAL) and not set(lies) <= allowed:
        yield f"votes: {votes} on question {state.card}"


def _moves(before: State, after: State) -> Iterator[str]:
    """Check that pawns move only in an evaluation, or back one field to pay for a change."""
    moved = {
        seat: now.field - then.field
        for seat, (then, now) in enumerate(zip(before.players, after.players, strict=True))
        if now.field != then.field
    }
    evaluated = after.phase is Phase.CLEAN
    changed = after.covering is not None and moved == {after.active: -1}
    if moved and not changed and not (evaluated and min(moved.values()) > 0):
        yield f"moves: {moved} in {after.phase}"


def _turns(before: State, after: State) -> Iterator[str]:
    if after.round == before.round:
        if after.active != before.active:
            yield f"turns: seat {after.active} became active within a round"
        return
    seats = before.seats
    following = seats[(seats.index(before.active) + 1) % len(seats)]
    if (after.active, after.round) != (following, before.round + 1):
        yield f"turns: seat {before.active} is followed by seat {after.active}"


def _end(step: Step[State]) -> Iterator[str]:
    state = step.state
    announced = tuple(event.reason for event in step.events if isinstance(event, GameOver))
    if (state.phase is Phase.OVER) is not bool(state.reasons) or announced != state.reasons:
        yield f"end: {state.phase} because of {state.reasons}, told were {announced}"
    drawing = state.phase in (Phase.DECK, Phase.QUESTION)
    if drawing and not all(decks.questions_left(state, colour) for colour in COLOURS):
        yield "end: a round began with an empty question deck"
