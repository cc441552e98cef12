"""Setup: 36 cards are dealt one by one, one player becomes ``A``, four checkers are placed."""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.data import merge
from companion.engine.every import among, choice, outcome, seats
from companion.engine.game import Action, Refusal, Setup, Step
from companion.engine.shared_actions import ChooseStart
from companion.engine.wording import refuse
from companion.games.compass_jewels import turn
from companion.games.compass_jewels.actions import Deal, EnterTurn, Lay, PlaceChecker
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.cards import (
    COPIES,
    KINDS,
    border,
    card,
    facing,
    kind,
    middle,
)
from companion.games.compass_jewels.events import CheckerPlaced
from companion.games.compass_jewels.refusals import card_name, no_such_card, why_not_north
from companion.games.compass_jewels.state import Phase, Player, State
from companion.games.compass_jewels.variant import CHECKERS, DATA, PLAYERS, variant


def begin(setup: Setup) -> State:
    """Return the state before the first card is laid (CJ-SETUP-1)."""
    settings = variant(setup, merge(DATA, setup.data))
    first = Phase.DEAL if settings.is_virtual else Phase.LAY
    return State(settings, (Player(),) * PLAYERS[0], first)


def left(state: State) -> Counter[str]:
    """Return how many cards of each kind are not on the table yet.

    Cards left over once all 36 are dealt are out of the game, unseen (CJ-SETUP-2, CJ-R1).
    """
    dealt = Counter(kind(lying) for lying in state.layout if lying is not None)
    return Counter(
        {card_kind: COPIES - dealt[card_kind] for card_kind in KINDS if dealt[card_kind] < COPIES}
    )


def chance_outcomes(state: State) -> tuple[tuple[Action, float], ...]:
    """Return the possible next cards with probabilities: every card is equally likely."""
    cards = left(state)
    total = cards.total()
    if state.phase is Phase.LAY:
        return tuple((Lay(middle(lying), border(lying)), n / total) for lying, n in cards.items())
    return tuple(
        (Deal(middle(lying), border(lying), north), n / total / len(border(lying)))
        for lying, n in cards.items()
        for north in border(lying)
    )


def why_not_card(state: State, action: Deal | Lay) -> Refusal | None:
    """Return why a card cannot be laid on the next square."""
    lying = card(action.middle, action.border)
    if lying not in KINDS:
        return no_such_card(action.middle, action.border)
    if not left(state)[lying]:
        return refuse("both-laid", "CJ-COMP-3", card=card_name(lying))
    return None


def why_not_deal(state: State, action: Deal) -> Refusal | None:
    """Return why a card cannot be dealt in an orientation."""
    refused = why_not_card(state, action)
    return refused or why_not_north(card(action.middle, action.border), action.north)


def why_not_turn(state: State, action: EnterTurn) -> Refusal | None:
    """Return why the last card cannot lie in an orientation."""
    return why_not_north(state.layout[-1] or "", action.north)


def deal(state: State, action: Deal) -> Step[State]:
    """Lay a card that the box has dealt, in its orientation (CJ-SETUP-1)."""
    return _laid(state, facing(card(action.middle, action.border), action.north), Phase.DEAL)


def lay(state: State, action: Lay) -> Step[State]:
    """Lay a card; its orientation is entered next, unless all marks point north (CJ-DATA-3)."""
    lying = card(action.middle, action.border)
    if state.variant.source == "mark_north":
        return _laid(state, lying, Phase.LAY)
    return Step(replace(state, layout=(*state.layout, lying), phase=Phase.TURN), ())


def enter_turn(state: State, action: EnterTurn) -> Step[State]:
    """Turn the card that was laid last; from now on its orientation counts (CJ-R12)."""
    lies = facing(state.layout[-1] or "", action.north)
    return _laid(replace(state, layout=state.layout[:-1]), lies, Phase.LAY)


def _laid(state: State, lies: str, following: Phase) -> Step[State]:
    layout = (*state.layout, lies)
    after = following if len(layout) < len(SQUARES) else Phase.START
    return Step(replace(state, layout=layout, phase=after), ())


def choose_start(state: State, action: ChooseStart) -> Step[State]:
    """Set who is ``A``, the player who places first and moves first (CJ-R2)."""
    seat = action.player
    return Step(replace(state, start=seat, current=seat, phase=Phase.CHECKERS), ())


def why_not_place(state: State, action: PlaceChecker) -> Refusal | None:
    """Return why a checker cannot be put on a square; a dead end is possible (CJ-SETUP-4)."""
    is_occupied = action.square in state.taken
    return refuse("checker-there", "CJ-SETUP-4", square=action.square) if is_occupied else None


def place_checker(state: State, action: PlaceChecker) -> Step[State]:
    """Place a checker, in the order A, B, A, B; then ``A`` begins (CJ-SETUP-4, CJ-TURN-1)."""
    seat = state.current
    state = state.with_player(seat, checkers=(*state.players[seat].checkers, action.square))
    placed = CheckerPlaced("CJ-SETUP-4", seat, action.square)
    if len(state.taken) == CHECKERS * len(state.players):
        return turn.begin(state, state.start, (placed,))
    return Step(replace(state, current=1 - seat), (placed,))


DEAL: Final = Act(Deal, deal, why_not_deal)
LAY: Final = Act(Lay, lay, why_not_card)
TURN: Final = outcome(
    EnterTurn, enter_turn, why_not_turn, north=lambda state: sorted(border(state.layout[-1] or ""))
)
START: Final = outcome(ChooseStart, choose_start, player=among(seats, "no-such-seat", "CJ-R2"))
PLACE: Final = choice(
    PlaceChecker,
    place_checker,
    why_not_place,
    square=among(sorted(SQUARES), "no-such-square", "CJ-NOTE-3"),
)
