"""Corrections: changes by hand outside the rules, marked in the log (IC-AP-4)."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import act, among, only_in, seats
from companion.engine.figures import figure
from companion.engine.game import Correction, Event, Refusal, Step
from companion.engine.holdings import Reopen
from companion.engine.wording import refuse
from companion.games.inner_compass import actions, ending, memory, rewards, turn
from companion.games.inner_compass.board import board
from companion.games.inner_compass.card_corrections import CARDS
from companion.games.inner_compass.entering import ENTERING
from companion.games.inner_compass.events import Corrected, ValuePlaced
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.refusals import emotion_name, tile_name
from companion.games.inner_compass.state import BY_HAND, Phase, State
from companion.games.inner_compass.track import TOKENS, is_start
from companion.games.inner_compass.variant import CUBES, VALUE_TOKENS

_CHANGES: Final = among([*range(-10, 0), *range(1, 11)], "ep-change", "IC-AP-4", most=10)
_MEMORIES: Final = among(range(CUBES + 1), "cubes-at-most", "IC-AP-4", most=CUBES)
_RANKED: Final = frozenset({Phase.HANDS, Phase.OVER})
"""Phases in which the leaders are known; new ones may have to enter their cards (IC-TIE-1)."""
_SET: Final = (Corrected("IC-AP-4"),)
_IN_PLAY: Final = frozenset({Phase.FREE, Phase.STEP, Phase.ACT, Phase.MEMORY, Phase.CLOSE})


def why_no_correction(state: State, action: Correction) -> Refusal | None:
    """Return the refusal of every correction: the track is not laid, or its seat."""
    if isinstance(action, Reopen):
        return None
    if len(state.track) < len(TOKENS):
        return refuse("not-yet", "IC-AP-4")
    if getattr(action, "player", state.current) not in range(len(state.players)):
        return refuse("no-such-seat", "IC-AP-4")
    return None


def _why_not_ep(state: State, action: actions.CorrectEP) -> Refusal | None:
    below = state.players[action.player].ep + action.change < 0
    return refuse("ep-negative", "IC-AP-4") if below else None


def _why_not_track(state: State, action: actions.CorrectTrack) -> Refusal | None:
    if action.emotion not in TOKENS or action.place not in range(1, len(TOKENS) + 1):
        return refuse("no-such-emotion", "IC-TRACK-3", emotion=action.emotion)
    if not is_start(_moved(state, action)):
        return refuse("x-on-top", "IC-TRACK-3")
    if _moved(state, action) == state.track:
        return refuse("token-there", "IC-AP-4", emotion=emotion_name(action.emotion))
    return None


def _why_not_piece(state: State, action: actions.CorrectPiece) -> Refusal | None:
    piece = state.players[action.player].piece
    if piece is None or state.board is None or state.phase not in _IN_PLAY:
        return refuse("not-now", "IC-AP-4")
    land = board(state.board)
    if action.space not in land.colour:
        return refuse("no-such-space", "IC-R1", space=action.space)
    if action.space == piece:
        return refuse("piece-there", "IC-AP-4", space=action.space)
    stepping = state.phase is Phase.STEP and action.player == state.current
    if stepping and not land.exits(action.space):
        return refuse("no-way-out", "IC-R6", space=action.space)
    return None


def _why_not_value(state: State, action: actions.CorrectValue) -> Refusal | None:
    if state.variant.follows_cubes:
        return refuse("lines-are-seen", "IC-VALUE-1")
    tokens = [tile for seat, tile in state.values if seat == action.player]
    if action.tile not in state.tiles or action.tile in tokens:
        return refuse("value-same-tile-twice", "IC-VALUE-2", tile=tile_name(action.tile))
    if len(tokens) + state.value_due >= VALUE_TOKENS or state.phase not in _IN_PLAY:
        return refuse("not-now", "IC-AP-4")
    return None


def _why_not_followed(state: State, _action: actions.CorrectMemories) -> Refusal | None:
    return refuse("memories-are-seen", "IC-AP-4") if state.variant.follows_cubes else None


def _why_not_memories(state: State, action: actions.CorrectMemories) -> Refusal | None:
    same = state.players[action.player].memories == action.memories
    return refuse("not-now", "IC-AP-4") if same or state.phase not in _IN_PLAY else None


def _why_not_cube(state: State, action: actions.CorrectCube) -> Refusal | None:
    colour = board(state.board).colour if state.board else {}
    own = state.players[action.player].cubes
    if action.source not in own:
        return refuse("no-cube-there", "IC-AP-4", space=action.source)
    if action.space not in colour:
        return refuse("no-such-space", "IC-R1", space=action.space)
    if action.space in own:
        return refuse("own-cube", "IC-IMPRINT-6", space=action.space)
    if colour[action.space] != colour[action.source]:
        name = emotion_name(colour[action.space])
        return refuse("other-emotion", "IC-IMPRINT-1", space=action.space, emotion=name)
    return None


def _moved(state: State, action: actions.CorrectTrack) -> tuple[str, ...]:
    track = [token for token in state.track if token != action.emotion]
    track.insert(action.place - 1, action.emotion)
    return tuple(track)


def _spaces(state: State) -> tuple[str, ...]:
    return board(state.board).spaces if state.board else ()


def _cubes(state: State) -> Iterator[Correction]:
    """Yield the possible intended spaces of each cube."""
    colour = board(state.board).colour if state.board else {}
    for seat, player in enumerate(state.players):
        for source in player.cubes:
            for space in colour:
                if colour[space] == colour[source] and space not in player.cubes:
                    yield actions.CorrectCube(seat, source, space)


def _ep(state: State, seat: int) -> int:
    return state.players[seat].ep


def _add_ep(state: State, seat: int, change: int) -> Step[State]:
    state = state.with_player(seat, ep_corrected=state.players[seat].ep_corrected + change)
    return ending.advance(state, _SET) if state.phase in _RANKED else Step(state, _SET)


def _set_track(state: State, action: actions.CorrectTrack) -> Step[State]:
    return Step(replace(state, track=_moved(state, action)), _SET)


def _set_piece(state: State, action: actions.CorrectPiece) -> Step[State]:
    return Step(state.with_player(action.player, piece=action.space), _SET)


def _set_turn(state: State, action: actions.CorrectTurn) -> Step[State]:
    return turn.begin(replace(state, value_due=0), action.player, _SET)


def _set_memories(state: State, action: actions.CorrectMemories) -> Step[State]:
    return Step(state.with_player(action.player, memories=action.memories), _SET)


def _set_cube(state: State, action: actions.CorrectCube) -> Step[State]:
    player = state.players[action.player]
    cubes = tuple(action.space if cube == action.source else cube for cube in player.cubes)
    state = state.with_player(action.player, cubes=cubes)
    return ending.advance(state, _SET) if state.phase in _RANKED else Step(state, _SET)


def _is_before_a_turn(state: State) -> bool:
    """Return whether this turn has no moves yet, in a game whose cubes the box tracks."""
    begin = Phase.FREE if state.variant.follows_cards else Phase.MEMORY
    return state.variant.follows_cubes and state.phase is begin


def _why_not_put(state: State, action: actions.PutCube) -> Refusal | None:
    if not _is_before_a_turn(state):
        return refuse("not-now", "IC-AP-4")
    emotion = (board(state.board).colour if state.board else {}).get(action.space, "")
    made = actions.Imprint(emotion, action.space, action.square, None)
    refusal = memory.why_not_entered(replace(state, current=action.player), made)
    if refusal is not None:
        return refusal
    player = state.players[action.player]
    new = player_board(state.variant.layout).cleared_by(player.removed, action.square)
    after = player.lines + len(new)
    ends = state.compass is None and rewards.ends(state.variant, player.lines, after)
    return refuse("line-ends", "IC-END-1") if ends else None


def _puts(state: State) -> Iterator[Correction]:
    """Yield the memories that a player may have made without the box."""
    if not _is_before_a_turn(state):
        return
    squares = player_board(state.variant.layout)
    for seat, player in enumerate(state.players):
        sources = squares.by_colour(player.removed)
        for space, emotion in board(state.board or ()).colour.items():
            yield from (actions.PutCube(seat, space, square) for square in sources[emotion])


def _put_cube(state: State, action: actions.PutCube) -> Step[State]:
    player = state.players[action.player]
    new = player_board(state.variant.layout).cleared_by(player.removed, action.square)
    state = state.with_player(
        action.player,
        memories=player.memories + 1,
        removed=(*player.removed, action.square),
        cubes=(*player.cubes, action.space),
    )
    if not new:
        return Step(state, _SET)
    owing = replace(state, memory_by=action.player, memory_lines=BY_HAND)
    return rewards.clear(owing, action.player, new, list(_SET))


def _set_value(state: State, action: actions.CorrectValue) -> Step[State]:
    """Place a forgotten value token: its line counts, and it may be the first (IC-VALUE-3)."""
    seat = action.player
    placed = ValuePlaced("IC-VALUE-1", seat, action.tile)
    first = all(tile != action.tile for _, tile in state.values)
    tokens = sum(owner == seat for owner, _ in state.values) + 1
    state = state.with_player(seat, lines=max(state.players[seat].lines, tokens))
    state = replace(state, values=(*state.values, (seat, action.tile)))
    gained: tuple[Event, ...] = ()
    if first:
        state, gained = rewards.gain(state, seat, state.variant.first_bonus, "first", "IC-VALUE-3")
    return Step(state, (*_SET, placed, *gained))


CORRECTIONS: Final = (
    *figure(actions.CorrectEP, _CHANGES, _ep, _add_ep, _why_not_ep, rule="IC-AP-4"),
    act(
        actions.CorrectTrack,
        _set_track,
        _why_not_track,
        emotion=TOKENS,
        place=range(1, len(TOKENS) + 1),
    ),
    act(actions.CorrectPiece, _set_piece, _why_not_piece, player=seats, space=_spaces),
    act(actions.CorrectTurn, _set_turn, only_in(_IN_PLAY, "not-now", "IC-AP-4"), player=seats),
    act(actions.CorrectValue, _set_value, _why_not_value, player=seats, tile=attrgetter("tiles")),
    act(
        actions.CorrectMemories,
        _set_memories,
        _why_not_memories,
        barred=_why_not_followed,
        player=seats,
        memories=_MEMORIES,
    ),
    *CARDS,
    Act(actions.PutCube, _put_cube, _why_not_put, _puts),
    Act(actions.CorrectCube, _set_cube, _why_not_cube, _cubes),
    ENTERING.correction,
)
