"""The turn: free move, move, second move or feeling, cleanup, and the order of turns."""

from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import among, choice
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.inner_compass import ending, piles, rewards
from companion.games.inner_compass.actions import (
    ClearLine,
    Deal,
    Discard,
    EndTurn,
    Feel,
    FreeMove,
    Move,
)
from companion.games.inner_compass.board import COLOURS, DIRECTIONS, Board, Rows, board
from companion.games.inner_compass.events import (
    CardsDiscarded,
    CardTaken,
    PieceMoved,
    TurnBegan,
)
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import NO_CARDS, Phase, State, add
from companion.games.inner_compass.variant import HAND_LIMIT

FEEL = Feel()
FEEL_WITHOUT_BONUS = Feel(bonus=False)
MOVES = MappingProxyType({direction: Move(direction) for direction in DIRECTIONS})


def begin(state: State, seat: int, events: Iterable[Event]) -> Step[State]:
    """Begin a player's turn (IC-CLEAN-4, IC-END-3).

    From now on, the lines of the player's own last memory can no longer be reported (IC-R49).
    """
    state = replace(
        state,
        current=seat,
        phase=Phase.FREE if state.variant.follows_cards else Phase.MEMORY,
        direction=None,
        memory_by=None if state.memory_by == seat else state.memory_by,
    )
    left = None if state.remaining is None else len(state.remaining)
    rule = "IC-CLEAN-4" if left is None else "IC-END-3"
    return Step(state, (*events, TurnBegan(rule, seat, left)))


def geometry(state: State) -> Board:
    """Return the Life board."""
    return board(state.board or ())


def piece_of(state: State) -> str:
    """Return the space of the current player's piece."""
    return state.players[state.current].piece or ""


def free_moves(state: State) -> tuple[Action, ...]:
    """Return the legal free moves (IC-FREE-1 to IC-FREE-3)."""
    return _free_moves(state.board or (), piece_of(state))


@lru_cache(maxsize=1024)
def _free_moves(rows: Rows, here: str) -> tuple[Action, ...]:
    return tuple(map(FreeMove, board(rows).free_moves(here)))


def moves(state: State) -> tuple[Action, ...]:
    """Return the legal steps: to any neighbouring space, occupied or not (IC-MOVE-1 to -3).

    Only step 2 after a free move must go to another colour (IC-FREE-3); the second move need not,
    and may even lead back (IC-MOVE-2, IC-R7, IC-R10, IC-AP-8).
    """
    return _moves(state.board or (), piece_of(state), state.phase is Phase.STEP)


@lru_cache(maxsize=1024)
def _moves(rows: Rows, here: str, out: bool) -> tuple[Action, ...]:  # noqa: FBT001 - part of a key
    land = board(rows)
    ways = land.exits(here) if out else land.neighbours[here]
    return tuple(MOVES[direction] for direction in ways)


def feels(state: State) -> tuple[Action, ...]:
    """Return the ways to take the card in the direction of step 2 (IC-FEEL-1, IC-R12)."""
    card = slot(state)
    if card is None:
        return ()
    return (FEEL, FEEL_WITHOUT_BONUS) if earns_bonus(state, card) else (FEEL,)


def slot(state: State) -> str | None:
    """Return the display card in the direction of step 2 (IC-FEEL-1, IC-R8, IC-R11)."""
    return state.display[DIRECTIONS.index(state.direction or "N")]


def earns_bonus(state: State, card: str) -> bool:
    """Return whether taking ``card`` here draws another (IC-FEEL-3, IC-R9, IC-R36)."""
    return card == geometry(state).colour[piece_of(state)] and state.draw_size > 0


def _held(state: State) -> list[str]:
    """Return the cards that may be given up (IC-CLEAN-1)."""
    player = state.players[state.current]
    return [card for card in COLOURS if piles.can_pay(state, player, card)]


def why_not_free(state: State, action: FreeMove) -> Refusal | None:
    """Return the refusal of a free move."""
    land = geometry(state)
    here = piece_of(state)
    if action.space not in land.colour:
        return refuse("no-such-space", "IC-R1", space=action.space)
    if action.space == here:
        return refuse("free-move-nowhere", "IC-R5", space=here)
    if action.space not in land.group[here]:
        return refuse("other-group", "IC-FREE-1", space=action.space)
    if not land.exits(action.space):
        return refuse("no-way-out", "IC-R6", space=action.space)
    return None


def why_not_move(state: State, action: Move) -> Refusal | None:
    """Return the refusal of a step."""
    land = geometry(state)
    here = piece_of(state)
    if action.direction not in land.neighbours[here]:
        return refuse("off-the-board", "IC-MOVE-3", direction=action.direction)
    if state.phase is Phase.STEP and action.direction not in land.exits(here):
        return refuse("same-colour", "IC-FREE-3", emotion=emotion_name(land.colour[here]))
    return None


def why_not_feel(state: State, action: Feel) -> Refusal | None:
    """Return the refusal of taking the card."""
    if slot(state) is None:
        return refuse("empty-slot", "IC-R36", direction=state.direction or "")
    return None if action in feels(state) else refuse("no-bonus", "IC-FEEL-3")


def why_not_end(state: State, _action: Action) -> Refusal | None:
    """Return why the turn cannot end: at ``track`` level a due line must be reported (IC-R28).

    Lines cleared before the box joined the game do not prevent the end of a turn.
    """
    if state.variant.follows_cubes:
        return None
    player = state.players[state.current]
    if not rewards.can_end(state, state.current):
        return None
    due = player.memories > player_board(state.variant.layout).most[player.lines]
    if due and rewards.why_not_line(state, ClearLine(state.current)) is None:
        return refuse("line-missing", "IC-R28", count=player.memories)
    return None


def free_move(state: State, action: FreeMove) -> Step[State]:
    """Lift the piece to another space of its group."""
    return _walk(state, action.space, "IC-FREE-1", Phase.STEP)


def move(state: State, action: Move) -> Step[State]:
    """Make step 2, or the second move."""
    to = geometry(state).neighbours[piece_of(state)][action.direction]
    if state.phase is Phase.ACT:
        return _walk(state, to, "IC-FEEL-2", Phase.MEMORY)
    return _walk(state, to, "IC-MOVE-1", Phase.ACT, action.direction)


def _walk(
    state: State, space: str, rule: str, phase: Phase, direction: str | None = None
) -> Step[State]:
    seat = state.current
    state = replace(
        state,
        players=state.players_with(seat, piece=space),
        phase=phase,
        direction=direction or state.direction,
    )
    return Step(state, (PieceMoved(rule, seat, space),))


def feel(state: State, action: Feel) -> Step[State]:
    """Take the card; CHANCE draws the bonus card if one is due.

    The slot stays empty until cleanup, and the cards may pay for a memory at once (IC-FEEL-4,
    IC-R13).
    """
    seat = state.current
    card = slot(state) or ""
    bonus = action.bonus and earns_bonus(state, card)
    player = state.players[seat]
    i = DIRECTIONS.index(state.direction or "N")
    state = replace(
        state,
        players=state.players_with(seat, hand=add(player.hand or NO_CARDS, card)),
        display=(*state.display[:i], None, *state.display[i + 1 :]),
        phase=Phase.BONUS if bonus else Phase.MEMORY,
    )
    return Step(state, (CardTaken("IC-FEEL-1", seat, DIRECTIONS[i], card),))


def bonus_card(state: State, action: Deal) -> Step[State]:
    """Draw the bonus card (IC-FEEL-3)."""
    state, events = piles.draw(state, state.current, action.card, "IC-FEEL-3")
    return Step(replace(state, phase=Phase.MEMORY), events)


def settled(state: State) -> bool:
    """Return whether a turn with nothing left but its end is evidently over: after its memory."""
    return state.phase is Phase.CLOSE


def end_turn(state: State, _action: EndTurn) -> Step[State]:
    """End the turn: discard, refill, next player (section 4.8)."""
    if state.variant.follows_cards and state.players[state.current].hand_size > HAND_LIMIT:
        return Step(replace(state, phase=Phase.DISCARD), ())
    return _refill(state, ())


def discard(state: State, action: Discard) -> Step[State]:
    """Give up a card; once ten are left, the cleanup continues (IC-CLEAN-1)."""
    seat = state.current
    state = piles.give_up(state, seat, action.card)
    events: tuple[Event, ...] = (CardsDiscarded("IC-CLEAN-1", seat, action.card),)
    if state.players[seat].hand_size > HAND_LIMIT:
        return Step(state, events)
    state, shuffled = piles.reshuffle(state)
    return _refill(state, (*events, *shuffled))


def refill(state: State, action: Deal) -> Step[State]:
    """Fill an empty slot of the display (IC-CLEAN-2)."""
    state, events = piles.fill(state, action.card, "IC-CLEAN-2")
    return _refill(state, events)


def _refill(state: State, events: tuple[Event, ...]) -> Step[State]:
    if state.variant.follows_cards and None in state.display and state.draw_size:
        return Step(replace(state, phase=Phase.REFILL), events)
    return _next(state, events)


def _next(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Pass the turn on; after the last turns the game ends (IC-CLEAN-4, IC-END-3, IC-END-4)."""
    if state.remaining is None:
        return begin(state, (state.current + 1) % len(state.players), events)
    left = tuple(seat for seat in state.remaining if seat != state.current)
    state = replace(state, remaining=left)
    return begin(state, left[0], events) if left else finish(state, events)


def finish(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Continue with the entries still needed for the end of the game."""
    return ending.advance(state, events)


END: Final = Act(EndTurn, end_turn, why_not_end)
FREE_MOVE: Final = Act(FreeMove, free_move, why_not_free, free_moves)
MOVE: Final = Act(Move, move, why_not_move, moves)
FEEL_CARD: Final = Act(Feel, feel, why_not_feel, feels)
DISCARD: Final = choice(
    Discard, discard, card=among(_held, "card-not-held", "IC-CLEAN-1", emotion=emotion_name)
)
