"""Imprinting a memory: its space, square and cards (sections 4.4 and 4.5)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.inner_compass import piles, row_actions, turn
from companion.games.inner_compass.actions import Imprint
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.events import MemoryMade, Paid
from companion.games.inner_compass.player_board import Layout, PlayerBoard, player_board, row_of
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import State
from companion.games.inner_compass.track import Track, cost
from companion.games.inner_compass.variant import CUBES


@lru_cache(maxsize=256)
def _track_actions(track: Track) -> tuple[Action, ...]:
    """Return the memories at ``track`` level, where only the emotion is entered, the dearest first.

    The joystick comes to the likely ones soonest.
    """
    return tuple(Imprint(colour, None, None, None) for colour in track if colour in COLOURS)


def imprints(state: State) -> Iterable[Action]:
    """Return all legal memories; none with an empty player board (IC-IMPRINT-7, IC-R19).

    If the box follows the board, a space implies emotion and price, so players only choose the
    space and the square, and perhaps a wild card (IC-AP-1).
    """
    player = state.players[state.current]
    if player.memories >= CUBES:
        return ()
    if not state.variant.follows_cubes:
        return _track_actions(state.track)
    if state.variant.follows_cards:
        return _imprints_at(state, turn.piece_of(state))
    squares = player_board(state.variant.layout).by_colour(player.removed)
    memories = {emotion: _unpaid(emotion, squares[emotion]) for emotion in COLOURS}
    colours = turn.geometry(state).colour.items()
    cubes = frozenset(player.cubes)
    return chain.from_iterable(
        [memories[emotion][at] for at, emotion in colours if at not in cubes]
    )


class _Unpaid(dict[str, tuple[Action, ...]]):
    """The memories of an emotion by space, where the box does not track cards; created lazily."""

    def __init__(self, emotion: str, squares: tuple[str, ...]) -> None:
        super().__init__()
        self._emotion, self._squares = emotion, squares

    def __missing__(self, space: str) -> tuple[Action, ...]:
        """Create the memories of one space, from each of the squares."""
        on_space = _on_space(self._emotion, space)
        made = self[space] = tuple([on_space[square] for square in self._squares])
        return made


@lru_cache(maxsize=2048)
def _unpaid(emotion: str, squares: tuple[str, ...]) -> _Unpaid:
    return _Unpaid(emotion, squares)


class _OnSpace(dict[str, Action]):
    """The memories of an emotion on a space by the square of the cube; created lazily."""

    def __init__(self, emotion: str, space: str) -> None:
        super().__init__()
        self._emotion, self._space = emotion, space

    def __missing__(self, square: str) -> Action:
        """Create the memory with the cube of one square."""
        made = self[square] = Imprint(self._emotion, self._space, square, None)
        return made


@lru_cache(maxsize=1024)
def _on_space(emotion: str, space: str) -> _OnSpace:
    return _OnSpace(emotion, space)


def distinct(state: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return actions with only one memory among those that only differ in the row.

    In the standard game the rows are equivalent. Among squares of a colour with the same
    consequences, the topmost is assumed, named, and can be corrected. But where one clears a row
    and another does not, the value token and the end depend on it, and a player may want neither:
    so the player chooses (IC-AP-1), as in the last turns and with advanced rows.
    """
    variant, candidates = state.variant, tuple(actions)
    if variant.advanced or not state.variant.follows_cubes or state.remaining is not None:
        return candidates
    if not _rows_are_alike(variant.layout):
        return candidates
    removed = state.players[state.current].removed
    return tuple(_topmost(candidates, player_board(variant.layout), removed))


def _rows_are_alike(layout: Layout) -> bool:
    """Return whether every column of a player board has its own colour."""
    return len(set(layout)) == 1 and len(set(layout[0])) == len(layout[0])


def _topmost(
    actions: Sequence[Action], squares: PlayerBoard, removed: tuple[str, ...]
) -> Iterator[Action]:
    """Yield actions, of the memories from squares of their own colour those from the topmost.

    One for each number of lines that the squares clear.
    """
    first: dict[tuple[object, ...], str] = {}
    for action in actions:
        square = "" if not isinstance(action, Imprint) else action.square or ""
        if not isinstance(action, Imprint) or squares.colour.get(square) != action.emotion:
            yield action
            continue
        lines = len(squares.cleared_by(removed, square))
        where = (action.emotion, action.space, action.pay, lines)
        if square == first.setdefault(where, square):
            yield action


def _imprints_at(state: State, space: str) -> tuple[Action, ...]:
    """Return the memories possible on the space under the piece, with every possible payment."""
    player = state.players[state.current]
    if space in player.cubes:
        return ()
    emotion = turn.geometry(state).colour[space]
    wild = state.variant.wild_row
    if wild is None and not player.could_have(emotion):
        return ()
    price = price_of(state, emotion, space)
    if player.hand_size < price:
        return ()
    usual = _payments(state, emotion, price, wild=False)
    odd = _payments(state, emotion, price, wild=True) if wild else usual
    if not odd:
        return ()
    return tuple(
        Imprint(emotion, space, square, pay)
        for square in player_board(state.variant.layout).sources(player.removed, emotion)
        for pay in (odd if row_of(square) == wild else usual)
    )


def seems_possible(state: State) -> bool:
    """Return whether a memory is possible, judged by public information.

    Cards in hand are only counted: public texts must not reveal whether they have the right colour.
    """
    player = state.players[state.current]
    if not state.variant.follows_cards:
        return any(True for _ in imprints(state))
    space = turn.piece_of(state)
    if player.memories >= CUBES or space in player.cubes:
        return False
    emotion = turn.geometry(state).colour[space]
    squares = player_board(state.variant.layout).sources(player.removed, emotion)
    return bool(squares) and player.hand_size >= price_of(state, emotion, space)


def price_of(state: State, emotion: str, space: str | None) -> int:
    """Return how many cards a memory costs now (section 4.5); an unknown space counts as unshared.

    Pieces and the player's own cubes do not raise the price (IC-R16).
    """
    rulings = state.variant
    shared = space is not None and state.is_shared(space)
    return cost(state.track, emotion, shared=shared, discount=rulings.discount, floor=rulings.floor)


def payments(state: State, emotion: str, price: int, row: int) -> tuple[str, ...]:
    """Return the possible payments for a memory from a row: exactly as many cards as its price.

    All cards have the memory's colour, except that the wild row allows one wild card, which may
    also replace the extra card or the only card (IC-COST-2, IC-COST-6, IC-R17, IC-ADV-2, IC-R38).
    """
    return _payments(state, emotion, price, wild=row == state.variant.wild_row)


def _payments(state: State, emotion: str, price: int, *, wild: bool) -> tuple[str, ...]:
    player = state.players[state.current]
    plain = emotion * price
    possible = [plain] if piles.can_pay(state, player, plain) else []
    if wild:
        mixed = (_pay(emotion * (price - 1) + odd) for odd in COLOURS if odd != emotion)
        possible += [pay for pay in mixed if piles.can_pay(state, player, pay)]
    return tuple(possible)


def _pay(letters: str) -> str:
    return "".join(sorted(letters, key=COLOURS.index))


def why_not_imprint(state: State, action: Imprint) -> Refusal | None:
    """Return the refusal of a memory."""
    player = state.players[state.current]
    if player.memories >= CUBES:
        return refuse("board-empty", "IC-IMPRINT-7")
    if not state.variant.follows_cubes:
        if action in imprints(state):
            return None
        return refuse("no-such-emotion", "IC-TRACK-3", emotion=emotion_name(action.emotion))
    refusal = _why_not_space(state, action)
    if refusal is None:
        refusal = _why_not_square(state, action)
    return _why_not_pay(state, action) if refusal is None else refusal


def why_not_entered(state: State, action: Imprint) -> Refusal | None:
    """Return why a memory cannot have been made before, independent of the piece's position."""
    if state.players[state.current].memories >= CUBES:
        return refuse("board-empty", "IC-IMPRINT-7")
    return _why_not_space(state, action, elsewhere=True) or _why_not_square(state, action)


def _why_not_space(state: State, action: Imprint, *, elsewhere: bool = False) -> Refusal | None:
    space = action.space
    land = turn.geometry(state)
    if space is None or space not in land.colour:
        return refuse("no-such-space", "IC-R1", space=space or "-")
    if state.variant.follows_cards and not elsewhere and space != turn.piece_of(state):
        return refuse("piece-elsewhere", "IC-IMPRINT-1", space=turn.piece_of(state))
    if action.emotion != land.colour[space]:
        name = emotion_name(land.colour[space])
        return refuse("other-emotion", "IC-IMPRINT-1", space=space, emotion=name)
    if space in state.players[state.current].cubes:
        return refuse("own-cube", "IC-IMPRINT-6", space=space)
    return None


def _why_not_square(state: State, action: Imprint) -> Refusal | None:
    player = state.players[state.current]
    squares = player_board(state.variant.layout)
    square = action.square
    if square is None or square not in squares.colour:
        return refuse("no-such-square", "IC-R39", square=square or "-")
    if square in player.removed:
        return refuse("square-empty", "IC-IMPRINT-3", square=square)
    if not squares.is_source(player.removed, action.emotion, square):
        return refuse("square-colour", "IC-IMPRINT-4", emotion=emotion_name(action.emotion))
    return None


def _why_not_pay(state: State, action: Imprint) -> Refusal | None:
    if not state.variant.follows_cards:
        return None if action.pay is None else refuse("no-hands", "IC-COST-6")
    price = price_of(state, action.emotion, action.space)
    pay = action.pay or ""
    row = row_of(action.square or "r1c1")
    if len(pay) == price and pay in payments(state, action.emotion, price, row):
        return None
    name = emotion_name(action.emotion)
    if len(pay) != price:
        return refuse("wrong-price", "IC-COST-6", emotion=name, cost=price)
    if pay == action.emotion * price:
        return refuse("cards-missing", "IC-COST-2", emotion=name, cost=price)
    return refuse("wrong-cards", "IC-COST-2", emotion=name, cost=price)


def imprint(state: State, action: Imprint) -> Step[State]:
    """Pay, place the cube and take the row's action; then follow EP, the track and lines."""
    seat = state.current
    events: list[Event] = []
    if action.pay is not None:
        state = piles.give_up(state, seat, action.pay)
        state, shuffled = piles.reshuffle(state)
        events += [Paid("IC-IMPRINT-2", seat, action.pay), *shuffled]
    player = state.players[seat]
    players = state.players_with(
        seat,
        memories=player.memories + 1,
        removed=player.removed if action.square is None else (*player.removed, action.square),
        cubes=player.cubes if action.space is None else (*player.cubes, action.space),
    )
    events.append(MemoryMade("IC-IMPRINT-3", seat, action.emotion, action.space, action.square))
    state = replace(
        state,
        players=players,
        memory_by=seat,
        memory_lines=0,
        row_taken=False,
    )
    return row_actions.act(state, action.emotion, action.square, events)


IMPRINT: Final = Act(Imprint, imprint, why_not_imprint, imprints)
