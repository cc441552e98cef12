"""Phase two: the players declare their jewels, ``A`` first, card by card.

The rules set no time limit here; if the players have agreed on one, the table's clock shows it
(CJ-R17).
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.compass_jewels import best
from companion.games.compass_jewels.actions import AddCard, ClearCards, Done, TakeApart
from companion.games.compass_jewels.cards import KINDS, border, card, middle
from companion.games.compass_jewels.cards import kind as kind_of
from companion.games.compass_jewels.events import (
    GameOver,
    JewelDeclared,
    JewelsCounted,
    JewelTakenApart,
)
from companion.games.compass_jewels.jewels import SCORE_RULES, SIZE, Four, colours, laid, nearest
from companion.games.compass_jewels.jewels import points as worth
from companion.games.compass_jewels.refusals import card_name, no_such_card
from companion.games.compass_jewels.state import Phase, Player, State


def begin(state: State, events: Sequence[Event]) -> Step[State]:
    """Begin phase two with the collected cards only (CJ-PHASE-2).

    Cards on the table, even those under checkers, belong to nobody (CJ-PHASE-1, CJ-R7).
    """
    if state.variant.auto_jewels:
        return _over(_declare_best(state), events)
    return _ask(state, (state.start, 1 - state.start), events)


def _ask(state: State, seats: Sequence[int], events: Sequence[Event]) -> Step[State]:
    """Let the first of ``seats`` declare that has four cards; a seat with fewer has no jewels."""
    for seat in seats:
        if len(state.players[seat].cards) >= SIZE:
            return Step(replace(state, current=seat, phase=Phase.DECLARE), tuple(events))
        events = (*events, JewelsCounted("CJ-JEWEL-6", seat, 0))
    return _over(state, events)


def _declare_best(state: State) -> State:
    """Declare the jewels worth the most points for each player (CJ-R9)."""
    for seat, player in enumerate(state.players):
        solution = best.best(player.cards)
        state = state.with_player(seat, jewels=solution.jewels)
    return state


def _over(state: State, events: Sequence[Event]) -> Step[State]:
    """End the game, and work out the best that each player could have declared (CJ-R9)."""
    solutions = tuple(best.best(player.cards) for player in state.players)
    return Step(replace(state, best=solutions, phase=Phase.OVER), (*events, GameOver("CJ-END-1")))


def total(player: Player) -> int:
    """Return what a player's jewels are worth (CJ-SCORE-4)."""
    return sum(worth(jewel) for jewel in player.jewels)


def add_cards(state: State) -> tuple[AddCard, ...]:
    """Return the cards that can be laid next; the fourth must complete a jewel."""
    free = tuple(kind for kind in dict.fromkeys(state.player.cards) if state.player.unused[kind])
    if len(state.player.laying) == SIZE - 1:
        free = tuple(kind for kind in free if laid(_four(state, kind)) is not None)
    return tuple(AddCard(middle(kind), border(kind)) for kind in free)


def _four(state: State, last: str) -> Four:
    one, two, three = state.player.laying
    return one, two, three, last


def why_not_add(state: State, action: AddCard) -> Refusal | None:
    """Return why a card cannot be laid for a jewel."""
    kind = card(action.middle, action.border)
    if kind not in KINDS:
        return no_such_card(action.middle, action.border)
    if kind not in state.player.cards:
        return refuse("not-yours", "CJ-JEWEL-1", card=card_name(kind))
    if not state.player.unused[kind]:
        return refuse("used", "CJ-JEWEL-4", card=card_name(kind))
    if len(state.player.laying) < SIZE - 1 or laid(_four(state, kind)) is not None:
        return None
    edges = nearest(_four(state, kind))
    return refuse("no-jewel", "CJ-JEWEL-2", card=card_name(kind), edges=edges)


def add_card(state: State, action: AddCard) -> Step[State]:
    """Lay a card; the fourth declares the jewel, arranged to be worth the most points."""
    kind = card(action.middle, action.border)
    player = state.player
    if len(player.laying) < SIZE - 1:
        return Step(state.with_player(state.current, laying=(*player.laying, kind)), ())
    jewel = laid(_four(state, kind))
    assert jewel is not None  # noqa: S101 - why_not_add asked
    jewels = (*player.jewels, jewel)
    event = JewelDeclared(
        SCORE_RULES[colours(jewel)], state.current, len(jewels), *jewel, worth(jewel)
    )
    return Step(state.with_player(state.current, jewels=jewels, laying=()), (event,))


def best_next(state: State) -> Action:
    """Return the next step towards the best jewels of what the current player has not used."""
    player = state.player
    free = (*player.unused.elements(), *player.laying)
    for jewel in best.best(free).jewels:
        left = Counter(map(kind_of, jewel))
        if Counter(player.laying) <= left:
            following = next(iter(left - Counter(player.laying)))
            return AddCard(middle(following), border(following))
    return ClearCards() if player.laying else Done()


def why_not_clear(state: State, _action: Action) -> Refusal | None:
    """Return why nothing can be taken back."""
    return None if state.player.laying else refuse("nothing-laid", "CJ-JEWEL-1")


def clear_cards(state: State, _action: Action) -> Step[State]:
    """Take back the cards that were laid for the next jewel."""
    return Step(state.with_player(state.current, laying=()), ())


def take_aparts(state: State) -> tuple[TakeApart, ...]:
    """Return the declared jewels."""
    return tuple(TakeApart(number) for number in range(1, len(state.player.jewels) + 1))


def why_not_apart(state: State, action: TakeApart) -> Refusal | None:
    """Return why a jewel cannot be taken apart."""
    known = action.jewel in range(1, len(state.player.jewels) + 1)
    return None if known else refuse("no-such-jewel", "CJ-JEWEL-6")


def take_apart(state: State, action: TakeApart) -> Step[State]:
    """Take a declared jewel back; its cards can be used again."""
    kept = list(state.player.jewels)
    del kept[action.jewel - 1]
    event = JewelTakenApart("CJ-JEWEL-6", state.current, action.jewel)
    return Step(state.with_player(state.current, jewels=tuple(kept)), (event,))


def done(state: State, _action: Action) -> Step[State]:
    """End a player's declaration; cards left over count for nothing (CJ-JEWEL-6)."""
    seat = state.current
    state = state.with_player(seat, laying=())
    events = (JewelsCounted("CJ-JEWEL-6", seat, total(state.players[seat])),)
    return _ask(state, (1 - seat,) if seat == state.start else (), events)
