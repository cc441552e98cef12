"""Invariants of the state, checked after every action."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.engine.game import Step
from companion.games.compass_jewels import entering, turn
from companion.games.compass_jewels.area import SQUARES, on
from companion.games.compass_jewels.cards import COPIES, KINDS, is_card, kind
from companion.games.compass_jewels.declaring import total
from companion.games.compass_jewels.events import CardCollected, CardPut
from companion.games.compass_jewels.jewels import is_jewel
from companion.games.compass_jewels.state import Phase, State, Told
from companion.games.compass_jewels.variant import CHECKERS

_SETUP: Final = frozenset({Phase.DEAL, Phase.LAY, Phase.TURN, Phase.START, Phase.CHECKERS})
_PLAY: Final = frozenset({Phase.MOVE, Phase.BLOCKED, Phase.PUT, Phase.ROTATE})


def violations(before: State, step: Step[State]) -> tuple[str, ...]:
    """Return the invariants that the action leading from ``before`` to ``step`` broke."""
    after = step.state
    if isinstance(after, Told):
        return entering.violations(after)
    broken = [*_cards(after), *_jewels(after)]
    if after.phase not in _SETUP:
        broken += [*_area(after), *_checkers(after), *_table(before, step)]
    if after.phase in _PLAY:
        broken += _blocked(after)
    return tuple(broken)


def _everywhere(state: State) -> list[str]:
    """Return all cards in the game, on and off the table, in any orientation."""
    cards = [card for card in state.layout if card is not None]
    cards += [card for player in state.players for card in player.cards]
    return cards + ([] if state.chosen is None else [state.chosen])


def _cards(state: State) -> Iterator[str]:
    cards = _everywhere(state)
    wrong = [card for card in cards if not is_card(card)]
    if wrong:
        yield f"{wrong[0]} is not a card"
        return
    for token, count in Counter(map(kind, cards)).items():
        if count > COPIES or token not in KINDS:
            yield f"there are {count} cards {token}"


def _area(state: State) -> Iterator[str]:
    cards = _everywhere(state)
    if len(state.layout) != len(SQUARES) or len(cards) != len(SQUARES):
        yield f"{len(cards)} cards are in the game, on {len(state.layout)} squares"


def _checkers(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if len(player.checkers) != CHECKERS:
            yield f"seat {seat} has {len(player.checkers)} checkers"
    if len(state.taken) != CHECKERS * len(state.players):
        yield "two checkers are on one square"
    empty = [square for square in sorted(state.taken) if on(state.layout, square) is None]
    if empty:
        yield f"the checker on {empty[0]} stands on no card"


def _table(before: State, step: Step[State]) -> Iterator[str]:
    """Check that cards leave the table only by being collected and come back only by being put."""
    if before.phase in _SETUP:
        return
    collected = sum(isinstance(event, CardCollected) for event in step.events)
    put = sum(isinstance(event, CardPut) for event in step.events)
    put += step.state.phase is Phase.ROTATE
    put -= before.phase is Phase.ROTATE
    change = before.layout.count(None) - step.state.layout.count(None)
    if change != put - collected:
        yield f"{change} cards more on the table, but {put} were put and {collected} taken"


def _blocked(state: State) -> Iterator[str]:
    if (state.phase is Phase.MOVE) != bool(turn.moves(state)) and state.phase is not Phase.ROTATE:
        yield f"{state.phase} with the moves {turn.moves(state)}"


def _jewels(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        used = Counter(kind(card) for jewel in player.jewels for card in jewel)
        if (used + Counter(map(kind, player.laying))) - Counter(player.cards):
            yield f"seat {seat} has used {used} of {player.cards}"
        if not all(map(is_jewel, player.jewels)):
            yield f"seat {seat} has declared {player.jewels}"
    for player, best in zip(state.players, state.best, strict=False):
        if best.exact and best.points < total(player):
            yield f"{total(player)} points are better than the best, {best.points}"
