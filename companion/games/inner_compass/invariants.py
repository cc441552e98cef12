"""Invariants of the state, checked after every action (rules file, section 9).

Invariants 9 (replay, scoring) and 10 (monotonicity of the tiles) are about more than single steps,
so tests check them. Those about the past (7, 8) compare the states before and after an action: if
they hold for every step, they hold for the whole game.
"""

from collections.abc import Iterator
from typing import Final

from companion.engine.game import Step
from companion.engine.piece_conservation import differences
from companion.games.inner_compass.board import COLOURS, board
from companion.games.inner_compass.events import Corrected, EndTriggered, EPGained, TurnBegan
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.state import CARDS, Phase, Player, State
from companion.games.inner_compass.track import TOKENS, is_start
from companion.games.inner_compass.variant import CUBES, END_LINES, FINAL, HAND_LIMIT, VALUE_TOKENS

_TURN: Final = frozenset({Phase.ACT, Phase.MEMORY, Phase.CLOSE, Phase.DISCARD, Phase.REFILL})
"""Phases in which the action that ends a turn can be made."""
_END: Final = frozenset({Phase.SECTIONS, Phase.CUBES, Phase.HANDS, Phase.OVER})
"""Phases that may follow the last turn."""


def violations(before: State, step: Step[State]) -> tuple[str, ...]:
    """Return the invariants that the action leading from ``before`` to ``step`` broke.

    A correction by hand may set EP and turns freely, so invariants 4, 7 and 8 are not checked.
    """
    after = step.state
    if after.variant.level == FINAL:
        return tuple(_declared_violations(after))
    broken = [*_track(after), *_cubes(after), *_values(after), *_trigger(step)]
    if after.variant.follows_cards:
        broken += _cards(after)
    if not any(isinstance(event, Corrected) for event in step.events):
        broken += _ep(before, step)
        if _ends_turn(before, step):
            broken += (*_cleanup(before, after), *_next(before, after))
    return tuple(broken)


def _declared_violations(state: State) -> Iterator[str]:
    """Check the holdings entered at the end of a game that the box has not tracked."""
    for seat, player in enumerate(state.players):
        tokens = [tile for owner, tile in state.values if owner == seat]
        if len(set(tokens)) < len(tokens) or len(tokens) > VALUE_TOKENS:
            yield f"5: seat {seat} has value tokens at {' '.join(tokens)}"
        spaces = board(state.board).spaces if state.board else ()
        if not _are_some(player.cubes, spaces) or len(player.cubes) > CUBES:
            yield f"2: seat {seat} has cubes on {' '.join(player.cubes)}"


def _ends_turn(before: State, step: Step[State]) -> bool:
    passed = any(isinstance(event, TurnBegan) for event in step.events)
    return before.phase in _TURN and (passed or step.state.phase in _END)


def _track(state: State) -> Iterator[str]:
    if len(state.track) == len(TOKENS) and not is_start(state.track):
        yield f"1: the track is {' '.join(state.track)}"


def _cubes(state: State) -> Iterator[str]:
    spaces = board(state.board).spaces if state.board else ()
    squares = player_board(state.variant.layout).colour
    for seat, player in enumerate(state.players):
        if not _are_some(player.cubes, spaces):
            yield f"2: seat {seat} has cubes on {' '.join(player.cubes)}"
        if not _are_some(player.removed, tuple(squares)):
            yield f"2: seat {seat} has taken cubes from {' '.join(player.removed)}"
        placed, removed = len(player.cubes), len(player.removed)
        if not placed <= player.memories <= CUBES:
            yield f"2: seat {seat} has {placed} cubes placed and {player.memories} memories"
        if state.variant.follows_cubes and not placed == removed == player.memories:
            yield f"2: seat {seat} has {placed} cubes placed and {removed} taken"


def _are_some(chosen: tuple[str, ...], allowed: tuple[str, ...]) -> bool:
    return len(set(chosen)) == len(chosen) and set(chosen) <= set(allowed)


def _cards(state: State) -> Iterator[str]:
    deck = dict(zip(COLOURS, state.variant.deck, strict=True))
    for card, more in differences(state, CARDS, deck).items():
        yield f"3: there are {deck.get(card, 0) + more} {card} cards, not {deck.get(card, 0)}"
    if state.draw_size < 0:
        yield f"3: the draw pile has {state.draw_size} cards"


def _cleanup(before: State, after: State) -> Iterator[str]:
    cards = after.players[before.current].hand_size
    if cards > HAND_LIMIT:
        yield f"4: seat {before.current} has {cards} cards after cleanup"
    if (
        after.variant.follows_cards
        and None in after.display
        and (after.draw_size or any(after.discard))
    ):
        yield "4: the display has an empty slot after cleanup"


def _values(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        tiles = tuple(tile for owner, tile in state.values if owner == seat)
        due = state.value_due if state.memory_by == seat else 0
        if not _are_some(tiles, state.tiles) or len(tiles) + due != min(VALUE_TOKENS, player.lines):
            yield f"5: seat {seat} has {player.lines} lines and value tokens at {' '.join(tiles)}"
        if state.variant.follows_cubes and state.phase is not Phase.SHIFT:
            yield from _lines(state, seat, player)
    first = {tile for _, tile in state.values}
    if sum(player.ep_first for player in state.players) != state.variant.first_bonus * len(first):
        yield f"5: not one first bonus for each of {' '.join(sorted(first))}"


def _lines(state: State, seat: int, player: Player) -> Iterator[str]:
    cleared = player_board(state.variant.layout).cleared(player.removed)
    if player.lines != len(cleared):
        yield f"5: seat {seat} has {player.lines} lines, not {' '.join(cleared)}"


def _trigger(step: Step[State]) -> Iterator[str]:
    """Check the bounds of IC-R28 (9 to 13 on the usual player board) and the last turns."""
    state = step.state
    squares = player_board(state.variant.layout)
    lines = END_LINES if state.variant.double_clear == "go_on" else END_LINES - 1
    seats = len(state.players)
    for event in step.events:
        if isinstance(event, EndTriggered):
            memories = state.players[event.player].memories
            if not squares.fewest[END_LINES] <= memories <= squares.most[lines] + 1:
                yield f"6: the compass goes to seat {event.player} with {memories} memories"
            others = tuple((event.player + i) % seats for i in range(1, seats))
            if state.compass != event.player or state.remaining != others:
                yield f"7: after the trigger of seat {event.player}: {state.remaining}"


def _next(before: State, after: State) -> Iterator[str]:
    """Check the next player: clockwise, after the trigger only seats with a turn left."""
    clockwise = ((before.current + 1) % len(before.players),)
    remaining = clockwise if before.remaining is None else before.remaining
    left = tuple(seat for seat in remaining if seat != before.current)
    if left[:1] != (() if after.phase in _END else (after.current,)):
        yield f"7: seat {before.current} is followed by seat {after.current} in {after.phase}"
    if before.remaining is not None and after.remaining != left:
        yield f"7: {after.remaining} remain, not {left}"


def _ep(before: State, step: Step[State]) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before.players, step.state.players, strict=True)):
        if new.ep < old.ep:
            yield f"8: the EP of seat {seat} fall from {old.ep} to {new.ep}"
    gained = [event for event in step.events if isinstance(event, EPGained)]
    for event in gained:
        if event.source == "track" and event.points not in before.variant.track_values:
            yield f"8: a memory brings {event.points} EP"
