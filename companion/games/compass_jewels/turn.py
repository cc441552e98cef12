"""Phase one: moving and collecting, what a blocked player can do, repetition, and the end."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act, never
from companion.engine.every import among, choice
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.compass_jewels import area, cards, declaring
from companion.games.compass_jewels.actions import EndPhase, Move, PutCard, TakeCard, TurnCard
from companion.games.compass_jewels.events import (
    CardCollected,
    CardPut,
    CheckerMoved,
    PhaseEnded,
    PlayerBlocked,
    PositionRepeated,
)
from companion.games.compass_jewels.refusals import (
    card_name,
    colour_name,
    no_such_card,
    why_not_north,
)
from companion.games.compass_jewels.state import Phase, State

_DIGEST: Final = 8
"""Length of a position's digest in bytes, enough to tell the positions of a game apart."""


def begin(state: State, seat: int, events: Sequence[Event]) -> Step[State]:
    """Begin a turn, unless the position has occurred too often (CJ-TURN-1, CJ-R10).

    Whether the player is blocked is decided every turn (CJ-BLOCK-7). If both players are blocked
    one after the other, that alone does not end the phase (CJ-R18).
    """
    state = replace(state, current=seat)
    stop = state.variant.repetition_stop
    if stop:
        here = digest(state)
        state = replace(state, seen=(*state.seen, here))
        times = state.seen.count(here)
        if times >= stop:
            return declaring.begin(state, (*events, PositionRepeated("CJ-R10", times)))
    return judge(state, events)


def judge(state: State, events: Sequence[Event] = ()) -> Step[State]:
    """Determine whether the current player can move (CJ-BLOCK-1, CJ-TURN-2)."""
    if _can_move(state):
        return Step(replace(state, phase=Phase.MOVE), tuple(events))
    blocked = PlayerBlocked("CJ-BLOCK-1", state.current)
    return Step(replace(state, phase=Phase.BLOCKED), (*events, blocked))


def digest(state: State) -> str:
    """Return a digest of cards as they lie, checkers, collections and whose turn it is (CJ-R10).

    The checkers of a player are not distinguished, nor are the cards of a kind.
    """
    parts = [lying or "" for lying in state.layout]
    for player in state.players:
        parts += ["|", *sorted(player.checkers), "|", *sorted(player.cards)]
    parts += ["|", str(state.current)]
    return blake2b(" ".join(parts).encode(), digest_size=_DIGEST).hexdigest()


def moves(state: State) -> tuple[Move, ...]:
    """Return the legal moves of the current player (CJ-TURN-1)."""
    occupied = state.taken
    return tuple(
        Move(source, target)
        for source in state.player.checkers
        for target in area.targets(state.layout, source, occupied)
    )


def _can_move(state: State) -> bool:
    occupied = state.taken
    return any(area.has_target(state.layout, source, occupied) for source in state.player.checkers)


def why_not_move(state: State, action: Move) -> Refusal | None:
    """Return why a checker cannot make a move (section 4)."""
    source, target = action.source, action.target
    if source not in area.NUMBER or target not in area.NUMBER:
        return refuse("no-such-square", "CJ-NOTE-3")
    if source not in state.player.checkers:
        return refuse("not-your-checker", "CJ-TURN-1", square=source)
    way = area.direction(source, target)
    if way is None:
        return refuse("not-straight", "CJ-MOVE-1")
    there = area.on(state.layout, target)
    if there is None:
        return refuse("hole", "CJ-MOVE-4", square=target)
    if target in state.taken:
        return refuse("occupied", "CJ-MOVE-4", square=target)
    return _why_not_colour(state, action, way, cards.middle(there))


def _why_not_colour(state: State, action: Move, way: str, target_colour: str) -> Refusal | None:
    """Compare the border that a checker would cross with the middle of the target."""
    colour = cards.side(area.on(state.layout, action.source) or "", way)
    if colour == target_colour:
        return None
    return refuse(
        "wrong-colour",
        "CJ-MOVE-2",
        colour=colour_name(state.variant, colour),
        square=action.target,
        found=colour_name(state.variant, target_colour),
    )


def move(state: State, action: Move) -> Step[State]:
    """Move a checker and collect the card that it left, which leaves a hole (CJ-COLLECT-1)."""
    seat, source = state.current, action.source
    left = area.on(state.layout, source) or ""
    player = state.player
    checkers = tuple(action.target if square == source else square for square in player.checkers)
    own = (*player.cards, cards.kind(left))
    state = state.with_player(seat, checkers=checkers, cards=own)
    state = replace(state, layout=area.laid(state.layout, source, None))
    events = (
        CheckerMoved("CJ-MOVE-2", seat, source, action.target),
        CardCollected("CJ-COLLECT-1", seat, left, source),
    )
    return begin(state, 1 - seat, events)


def why_not_end(state: State, _action: Action) -> Refusal | None:
    """Return why phase one cannot be ended: a player who can move must (CJ-TURN-2, CJ-R3)."""
    return refuse("must-move", "CJ-TURN-2") if state.phase is Phase.MOVE else None


def end_phase(state: State, _action: Action) -> Step[State]:
    """End phase one at once; the opponent is not asked and has no turn (CJ-BLOCK-2, CJ-R5).

    With an empty collection it is the only choice, but still has to be confirmed (CJ-R6).
    """
    return declaring.begin(state, (PhaseEnded("CJ-BLOCK-2", state.current),))


def take_cards(state: State) -> tuple[TakeCard, ...]:
    """Return the kinds in the player's collection (CJ-BLOCK-3), perhaps none (CJ-BLOCK-5)."""
    own = dict.fromkeys(state.player.cards)
    return tuple(TakeCard(cards.middle(lying), cards.border(lying)) for lying in own)


def why_not_take(state: State, action: TakeCard) -> Refusal | None:
    """Return why a card cannot be put back on the table."""
    lying = cards.card(action.middle, action.border)
    if lying not in cards.KINDS:
        return no_such_card(action.middle, action.border)
    if state.phase is Phase.MOVE:
        return refuse("must-move", "CJ-TURN-2")
    if not state.player.cards:
        return refuse("nothing-collected", "CJ-BLOCK-5")
    if lying not in state.player.cards:
        return refuse("not-collected", "CJ-BLOCK-3", card=card_name(lying))
    return None


def take_card(state: State, action: TakeCard) -> Step[State]:
    """Take a card out of the collection, the one of its kind that was collected first."""
    lying = cards.card(action.middle, action.border)
    own = list(state.player.cards)
    own.remove(lying)
    state = state.with_player(state.current, cards=tuple(own))
    return Step(replace(state, chosen=lying, phase=Phase.PUT), ())


def why_not_put(state: State, action: PutCard) -> Refusal | None:
    """Return why a card cannot be put on a square: any hole will do, in line or not (CJ-R15)."""
    is_hole = area.on(state.layout, action.square) is None
    return None if is_hole else refuse("no-hole", "CJ-R15", square=action.square)


def put_card(state: State, action: PutCard) -> Step[State]:
    """Put the card on a hole; its orientation is chosen next."""
    layout = area.laid(state.layout, action.square, state.chosen)
    after = replace(state, layout=layout, chosen=None, square=action.square, phase=Phase.ROTATE)
    return Step(after, ())


def turn_cards(state: State) -> tuple[TurnCard, ...]:
    """Return the four orientations of the card that was put on a hole."""
    return tuple(TurnCard(north) for north in cards.border(_put(state)))


def _put(state: State) -> str:
    return area.on(state.layout, state.square or "") or ""


def why_not_turn(state: State, action: TurnCard) -> Refusal | None:
    """Return why the card that was put on a hole cannot lie in an orientation."""
    return why_not_north(_put(state), action.north)


def turn_card(state: State, action: TurnCard) -> Step[State]:
    """Turn the card, which ends the turn even if a move is possible now (CJ-BLOCK-4).

    From now on it is a card like any other (CJ-BLOCK-6).
    """
    square = state.square or ""
    lies = cards.facing(_put(state), action.north)
    put = CardPut("CJ-BLOCK-3", state.current, lies, square)
    state = replace(state, layout=area.laid(state.layout, square, lies), square=None)
    return begin(state, 1 - state.current, (put,))


MOVE: Final = Act(Move, move, why_not_move, moves)
END: Final = Act(EndPhase, end_phase, why_not_end)
TAKE: Final = Act(TakeCard, take_card, why_not_take, take_cards)
TAKE_NONE: Final = Act(TakeCard, take_card, why_not_take, never)
"""Taking a card while one can move: never possible, but there is a reason (CJ-TURN-2)."""
PUT: Final = choice(
    PutCard,
    put_card,
    why_not_put,
    square=among(sorted(area.SQUARES), "no-such-square", "CJ-R15"),
)
ROTATE: Final = Act(TurnCard, turn_card, why_not_turn, turn_cards)
