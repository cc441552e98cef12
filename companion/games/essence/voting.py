"""Changing answers, votes, the coin and the reveal (sections 5, 6 and 10)."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import act, among, choice
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.essence import actions, decks, rounds
from companion.games.essence.events import CoinPlaced, SteppedBack, VoteLaid, VoteShown
from companion.games.essence.questions import PLAYER_SCALE
from companion.games.essence.state import UNREAD, Phase, State, votable


def votes(state: State, seat: int) -> tuple[Action, ...]:
    """Return the votes of a player (ES-VOTE-1); everybody may vote all the time (ES-ROUND-2).

    They never depend on face-down votes, not even the player's own (ES-R8).
    """
    return tuple(actions.Vote(seat, number) for number in votable(state))


def unread_vote(state: State, seat: int) -> tuple[Action, ...]:
    """Return the unread vote of a player, unless a card is laid already."""
    return () if state.players[seat].vote == UNREAD else (actions.LayUnread(seat),)


def changes(state: State, seat: int) -> Iterator[Action]:
    """Yield the phrase cards that the active player may cover (ES-CHANGE-1)."""
    places = range(1, len(state.shown) + 1) if seat == state.active else ()
    return (each for each in map(actions.Change, places) if why_not_change(state, each) is None)


def why_not_change(state: State, action: actions.Change) -> Refusal | None:
    """Return why answers cannot be changed (ES-CHANGE-1, ES-CHANGE-3, ES-R5, ES-R11).

    The active player's pawn always pays (ES-CHANGE-4).
    """
    if state.waiting != state.seats:
        return refuse("votes-lie", "ES-CHANGE-1")
    if action.place not in range(1, len(state.shown) + 1):
        return refuse("no-phrase-there", "ES-CHANGE-1")
    if not state.players[state.active].field:
        return refuse("no-field-back", "ES-CHANGE-3")
    if not decks.may_draw_phrase(state):
        return refuse("no-phrase-left", "ES-R11")
    return None


def change(state: State, action: actions.Change) -> Step[State]:
    """Go back one field at once, and draw another card (ES-CHANGE-2, ES-R6, ES-R21)."""
    seat = state.active
    state = state.with_player(seat, changes=state.players[seat].changes + 1)
    back = SteppedBack("ES-CHANGE-2", seat, state.players[seat].field)
    return decks.reveal_phrases(replace(state, covering=action.place), (back,))


def why_not_vote(state: State, action: actions.Vote | actions.Show) -> Refusal | None:
    """Return why a vote does not count (ES-VOTE-4, ES-VOTE-6)."""
    if action.number in votable(state):
        return None
    if state.question.scale == PLAYER_SCALE:
        return refuse("no-such-player", "ES-VOTE-4")
    return refuse("off-the-scale", "ES-VOTE-6", most=votable(state)[-1])


def vote(state: State, action: actions.Vote) -> Step[State]:
    """Lay a card face down, or exchange it (ES-VOTE-1, ES-R8)."""
    return _lay(state, action.player, action.number)


def why_not_unread(state: State, action: actions.LayUnread) -> Refusal | None:
    """Return why a seat cannot lay an unread card."""
    lies = state.players[action.player].vote == UNREAD
    return refuse("lies-already", "ES-VOTE-1") if lies else None


def lay_unread(state: State, action: actions.LayUnread) -> Step[State]:
    """Lay a card face down that the box has not read (ES-VOTE-1)."""
    return _lay(state, action.player, UNREAD)


def why_not_rest(state: State, _action: actions.LayRest) -> Refusal | None:
    """Return why there is no card left to lay."""
    return None if state.waiting else refuse("lies-already", "ES-VOTE-1")


def rest(state: State, seat: int) -> tuple[Action, ...]:
    """Return the action that all cards are laid, which the first seat takes for the table."""
    return (actions.LayRest(),) if state.waiting and seat == state.seats[0] else ()


def lay_rest(state: State, _action: actions.LayRest) -> Step[State]:
    """Lay the cards that are missing, all at once; they are turned over if no coin can be placed.

    Players do both at once, so it is one action (ES-VOTE-1, ES-COIN-2).
    """
    events: tuple[Event, ...] = ()
    for seat in state.waiting:
        state = state.with_player(seat, vote=UNREAD)
        events = (*events, VoteLaid("ES-VOTE-1", seat))
    state = settle(state)
    if why_not_coin(state, actions.PlaceCoin()) is None:
        return Step(state, events)
    shown = reveal(state, actions.Reveal())
    return Step(shown.state, (*events, *shown.events))


def _lay(state: State, seat: int, number: int) -> Step[State]:
    """Lay a card; exchanging one causes no event, so that it goes unnoticed (ES-R8)."""
    first = state.players[seat].vote is None
    state = state.with_player(seat, vote=number)
    return Step(settle(state), (VoteLaid("ES-VOTE-1", seat),) if first else ())


def settle(state: State) -> State:
    """Return the state, ready for the reveal if all cards have been laid (ES-VOTE-6)."""
    return state if state.waiting else replace(state, phase=Phase.REVEAL)


def why_not_coin(state: State, _action: actions.PlaceCoin) -> Refusal | None:
    """Return why no coin can be placed (ES-COIN-1, ES-COIN-2)."""
    coins = state.players[state.active].coins
    if coins is None:
        return refuse("no-coins", "ES-COIN-1")
    if not coins:
        return refuse("coins-spent", "ES-COIN-1")
    return refuse("one-coin", "ES-COIN-2") if state.coin else None


def place_coin(state: State, _action: actions.PlaceCoin) -> Step[State]:
    """Put a coin on one's card, openly, while the cards still lie face down (ES-R16)."""
    return Step(replace(state, coin=True), (CoinPlaced("ES-COIN-2", state.active),))


def reveal(state: State, _action: actions.Reveal) -> Step[State]:
    """Turn over all cards together (ES-VOTE-1)."""
    read = (seat for seat in state.seats if seat not in state.unread)
    shown = (VoteShown("ES-VOTE-1", seat, state.players[seat].vote or UNREAD) for seat in read)
    return go_on(state, tuple(shown))


def go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Request the next face-up card that the box has not read, or evaluate without one."""
    if state.unread:
        return Step(replace(state, phase=Phase.SHOW), events)
    return rounds.evaluate(state, events)


def shown_next(state: State) -> int:
    """Return the seat whose face-up card is entered next."""
    return state.unread[0]


def show(state: State, action: actions.Show) -> Step[State]:
    """Record the number on a face-up card, which is final (ES-R8)."""
    shown = VoteShown("ES-VOTE-1", action.player, action.number)
    return go_on(state.with_player(action.player, vote=action.number), (shown,))


_SEAT: Final = among(attrgetter("seats"), "no-such-seat", "ES-VOTE-1")
VOTING: Final = (
    Act(actions.LayRest, lay_rest, why_not_rest, for_seat=rest),
    act(actions.Vote, vote, why_not_vote, for_seat=votes, player=_SEAT),
    act(actions.LayUnread, lay_unread, why_not_unread, for_seat=unread_vote, player=_SEAT),
    Act(actions.Change, change, why_not_change, for_seat=changes),
)
"""Actions while cards are laid."""
REVEAL: Final = Act(actions.Reveal, reveal)
COIN: Final = Act(actions.PlaceCoin, place_coin, why_not_coin)
SHOW: Final = choice(
    actions.Show,
    show,
    why_not_vote,
    player=among(lambda state: state.unread[:1], "not-asked", "ES-VOTE-1"),
    number=votable,
)
