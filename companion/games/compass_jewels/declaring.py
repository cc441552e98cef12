"""Phase two: the players declare their jewels, ``A`` first, card by card as they lie (CJ-R9).

The rules set no time limit here; if the players have agreed on one, the table's clock shows it
(CJ-R17).
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act, never
from companion.engine.every import among, choice
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.compass_jewels import best
from companion.games.compass_jewels.actions import AddCard, ClearCards, Done, PlaceCard, TakeApart
from companion.games.compass_jewels.cards import KINDS, border, card, facing, middle, side
from companion.games.compass_jewels.cards import kind as kind_of
from companion.games.compass_jewels.events import (
    GameOver,
    JewelDeclared,
    JewelRefused,
    JewelsCounted,
    JewelTakenApart,
)
from companion.games.compass_jewels.jewels import (
    SCORE_RULES,
    SIZE,
    Four,
    Jewel,
    colours,
    is_jewel,
    laid,
    matching,
)
from companion.games.compass_jewels.jewels import points as worth
from companion.games.compass_jewels.refusals import card_name, no_such_card, why_not_north
from companion.games.compass_jewels.state import Phase, Player, State


def begin(state: State, events: Sequence[Event]) -> Step[State]:
    """Begin phase two with the collected cards only (CJ-PHASE-2).

    Cards on the table, even those under checkers, belong to nobody (CJ-PHASE-1, CJ-R7).
    """
    if state.variant.auto_jewels:
        return _over(_declare_best(state), events)
    return _ask(state, (state.start, 1 - state.start), events)


def _ask(state: State, seats: Sequence[int], events: Sequence[Event]) -> Step[State]:
    """Let the first of ``seats`` with four cards declare; a seat with fewer has no jewels."""
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
    """End the game, and compute the best declaration of each player (CJ-R9)."""
    solutions = tuple(best.best(player.cards) for player in state.players)
    return Step(replace(state, best=solutions, phase=Phase.OVER), (*events, GameOver("CJ-END-1")))


def total(player: Player) -> int:
    """Return the points of a player's jewels (CJ-SCORE-4)."""
    return sum(worth(jewel) for jewel in player.jewels)


def place_cards(state: State) -> tuple[PlaceCard, ...]:
    """Return the cards that can be laid next, each in all orientations (CJ-JEWEL-3).

    The list does not reveal which fourth card makes a jewel: building is the players' task (CJ-R9).
    """
    unused = state.player.unused
    return tuple(
        PlaceCard(middle(kind), border(kind), north)
        for kind in dict.fromkeys(state.player.cards)
        if unused[kind]
        for north in border(kind)
    )


def why_not_place(state: State, action: PlaceCard) -> Refusal | None:
    """Return why a card cannot be laid for a jewel."""
    kind = card(action.middle, action.border)
    refusal = _why_not_kind(state, kind)
    return why_not_north(kind, action.north) if refusal is None else refusal


def place_card(state: State, action: PlaceCard) -> Step[State]:
    """Lay a card as it lies; the fourth declares the jewel if all shared edges match (CJ-R9).

    If they do not, the fourth card is taken back: the other three still lie (CJ-JEWEL-2).
    """
    lying = facing(card(action.middle, action.border), action.north)
    laying = state.player.laying
    if len(laying) < SIZE - 1:
        return Step(state.with_player(state.current, laying=(*laying, lying)), ())
    one, two, three = laying
    four = (one, two, three, lying)
    if is_jewel(four):
        return _declared(state, four)
    return Step(state, (JewelRefused("CJ-JEWEL-2", state.current, matching(four), *four),))


def _four(state: State, last: str) -> Four:
    one, two, three = map(kind_of, state.player.laying)
    return one, two, three, last


def why_not_add(state: State, action: AddCard) -> Refusal | None:
    """Return why a card cannot be laid for a jewel, in a game recorded before version 2."""
    kind = card(action.middle, action.border)
    refusal = _why_not_kind(state, kind)
    if refusal is not None or len(state.player.laying) < SIZE - 1:
        return refusal
    jewel = laid(_four(state, kind))
    return None if jewel else refuse("no-such-jewel", "CJ-JEWEL-2")


def _why_not_kind(state: State, kind: str) -> Refusal | None:
    """Return why a player has no card of a kind to lay."""
    if kind not in KINDS:
        return no_such_card(middle(kind), border(kind))
    if kind not in state.player.cards:
        return refuse("not-yours", "CJ-JEWEL-1", card=card_name(kind))
    if not state.player.unused[kind]:
        return refuse("used", "CJ-JEWEL-4", card=card_name(kind))
    return None


def add_card(state: State, action: AddCard) -> Step[State]:
    """Lay a card of a game recorded before version 2, in which the box arranged the four."""
    kind = card(action.middle, action.border)
    laying = state.player.laying
    if len(laying) < SIZE - 1:
        return Step(state.with_player(state.current, laying=(*laying, kind)), ())
    jewel = laid(_four(state, kind))
    assert jewel is not None  # noqa: S101 - why_not_add asked
    return _declared(state, jewel)


def _declared(state: State, jewel: Jewel) -> Step[State]:
    jewels = (*state.player.jewels, jewel)
    event = JewelDeclared(
        SCORE_RULES[colours(jewel)], state.current, len(jewels), *jewel, worth(jewel)
    )
    return Step(state.with_player(state.current, jewels=jewels, laying=()), (event,))


def best_next(state: State) -> Action:
    """Return the next step towards the best jewels of what the current player has not used."""
    player = state.player
    laying = player.laying
    free = (*player.unused.elements(), *map(kind_of, laying))
    for jewel in best.best(free).jewels:
        if jewel[: len(laying)] == laying:
            following = jewel[len(laying)]
            kind = kind_of(following)
            return PlaceCard(middle(kind), border(kind), side(following, "N"))
    return ClearCards() if laying else Done()


def why_not_clear(state: State, _action: Action) -> Refusal | None:
    """Return why nothing can be taken back."""
    return None if state.player.laying else refuse("nothing-laid", "CJ-JEWEL-1")


def clear_cards(state: State, _action: Action) -> Step[State]:
    """Take back the cards that were laid for the next jewel."""
    return Step(state.with_player(state.current, laying=()), ())


def _declared_so_far(state: State) -> range:
    return range(1, len(state.player.jewels) + 1)


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


DECLARING: Final = (
    Act(PlaceCard, place_card, why_not_place, place_cards),
    Act(AddCard, add_card, why_not_add, never, former=True),
    Act(ClearCards, clear_cards, why_not_clear),
    choice(TakeApart, take_apart, jewel=among(_declared_so_far, "no-such-jewel", "CJ-JEWEL-6")),
    Act(Done, done),
)
"""Actions of a player while declaring."""
