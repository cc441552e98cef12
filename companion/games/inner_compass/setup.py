"""Setup, in the order of the rules: CHANCE draws everything random, one item at a time.

Either the box draws ("automated shuffling") or the table is entered: the actions are the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.data import merge
from companion.engine.every import among, outcome, seats
from companion.engine.game import Action, Refusal, Setup, Step
from companion.engine.shared_actions import ChooseStart
from companion.engine.wording import refuse
from companion.games.inner_compass import piles, turn
from companion.games.inner_compass.actions import (
    Deal,
    DrawTile,
    PlacePiece,
    PlaceSection,
    PlaceToken,
)
from companion.games.inner_compass.board import SLOTS, assemble, board, turned
from companion.games.inner_compass.events import PieceMoved
from companion.games.inner_compass.refusals import emotion_name, tile_name
from companion.games.inner_compass.state import NO_CARDS, Phase, Player, State
from companion.games.inner_compass.track import JOKER, TOKENS
from companion.games.inner_compass.variant import DATA, MEMO_TILES, STICKY_TILES, Variant, variant

_TURNS = range(4)


def first(setup: Setup) -> State:
    """Return the state before anything is laid out (IC-SETUP-1)."""
    return begin(variant(setup, merge(DATA, setup.data)), len(setup.players))


def begin(settings: Variant, players: int) -> State:
    """Return the state in which nothing has been laid out yet (IC-SETUP-1 to IC-SETUP-3).

    The compass token lies on the qualities board (IC-SETUP-5).
    """
    full = settings.level == "full"
    late = settings.level == "track" and settings.arrangement == "end"
    phase = Phase.TILES if late else Phase.SECTIONS
    player = Player(hand=NO_CARDS if full else None)
    return State(settings, (player,) * players, phase, pool=settings.deck if full else NO_CARDS)


def to_place(state: State) -> int:
    """Return the next seat to place a piece, from the last seat back to the first (IC-SETUP-10)."""
    seats = len(state.players)
    order = [(state.start + i) % seats for i in reversed(range(seats))]
    return next(seat for seat in order if state.players[seat].piece is None)


def placements(state: State) -> tuple[str, ...]:
    """Return the spaces whose whole group has no pieces (IC-SETUP-10)."""
    geometry = board(state.board or ())
    used_groups = {geometry.group[p.piece] for p in state.players if p.piece is not None}
    return tuple(space for space in geometry.spaces if geometry.group[space] not in used_groups)


def place_pieces(state: State) -> tuple[Action, ...]:
    """Return the ways to put a piece on the board (IC-SETUP-10)."""
    return tuple(map(PlacePiece, placements(state)))


def sections(state: State) -> tuple[Action, ...]:
    """Return the sections that may lie in the next quarter of the Life board (IC-SETUP-2)."""
    slot = SLOTS[len(state.sections)]
    laid = {section for _, section, _ in state.sections}
    names = tuple(name for name, _ in state.variant.sections if name not in laid)
    return _sections(slot, names)


@lru_cache(maxsize=64)
def _sections(slot: str, names: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(PlaceSection(slot, name, turns) for name in names for turns in _TURNS)


def _tiles_left(state: State) -> tuple[str, ...]:
    sticky = len(state.tiles) < STICKY_TILES
    pile = state.variant.sticky if sticky else state.variant.memo
    return tuple(tile for tile in pile if tile not in state.tiles)


def _tokens_left(state: State) -> list[str]:
    return [token for token in TOKENS if token not in state.track]


def why_not_section(state: State, action: PlaceSection) -> Refusal | None:
    """Return why a section cannot lie in a quarter of the Life board (IC-SETUP-2)."""
    if action in sections(state):
        return None
    return refuse("section-laid", "IC-SETUP-2", section=action.section, slot=action.slot)


def _why_not_token(state: State, action: PlaceToken) -> Refusal | None:
    on_top = action.emotion == JOKER and not state.track
    return refuse("x-on-top", "IC-SETUP-6") if on_top else None


def why_not_place(state: State, action: PlacePiece) -> Refusal | None:
    """Return why a piece cannot be put on a space (IC-SETUP-10)."""
    space = action.space
    geometry = board(state.board or ())
    if space not in geometry.colour:
        return refuse("no-such-space", "IC-R1", space=space)
    if space not in placements(state):
        return refuse("group-taken", "IC-SETUP-10", space=space)
    return None


def place_section(state: State, action: PlaceSection) -> Step[State]:
    """Lay a section; the fourth completes the board (IC-SETUP-2)."""
    sections = (*state.sections, (action.slot, action.section, action.turns))
    if len(sections) < len(SLOTS):
        return Step(replace(state, sections=sections), ())
    rows = dict(state.variant.sections)
    laid = assemble({slot: turned(rows[name], turns) for slot, name, turns in sections})
    state = replace(state, sections=sections, board=laid)
    if not state.tiles:
        return Step(replace(state, phase=Phase.TILES), ())
    return turn.finish(state, ())


def draw_tile(state: State, action: DrawTile) -> Step[State]:
    """Put a tile into play: two Sticky Notes, then three Memo Pads (IC-SETUP-4, IC-R30)."""
    tiles = (*state.tiles, action.tile)
    done = len(tiles) == STICKY_TILES + MEMO_TILES
    return Step(replace(state, tiles=tiles, phase=Phase.TRACK if done else Phase.TILES), ())


def place_token(state: State, action: PlaceToken) -> Step[State]:
    """Put a token on the next space of the track (IC-SETUP-6)."""
    track = (*state.track, action.emotion)
    if len(track) < len(TOKENS):
        return Step(replace(state, track=track), ())
    after = Phase.DISPLAY if state.variant.follows_cards else Phase.START
    return Step(replace(state, track=track, phase=after), ())


def choose_start(state: State, action: ChooseStart) -> Step[State]:
    """Set the start player; below ``full`` the first turn begins (IC-SETUP-9)."""
    state = replace(state, start=action.player, current=action.player)
    if state.variant.follows_cards:
        return Step(replace(state, phase=Phase.DEAL), ())
    return turn.begin(state, action.player, ())


def deal(state: State, action: Deal) -> Step[State]:
    """Turn up a display card, or deal one to a player (IC-SETUP-8, IC-SETUP-9).

    If the owner's deck is small, it may run out before all cards are dealt (IC-R36).
    """
    if state.phase is Phase.DISPLAY:
        state, events = piles.fill(state, action.card, "IC-SETUP-8")
        done = None not in state.display
        return Step(replace(state, phase=Phase.START if done else Phase.DISPLAY), events)
    state, events = piles.draw(state, state.dealt_to, action.card, "IC-SETUP-9")
    seats = len(state.players)
    last = (state.start + seats - 1) % seats
    done = state.players[last].hand_size == seats or not state.draw_size
    return Step(replace(state, phase=Phase.PIECES if done else Phase.DEAL), events)


def place_piece(state: State, action: PlacePiece) -> Step[State]:
    """Put a piece on the board; after the first player's the first turn begins (IC-SETUP-10)."""
    seat = to_place(state)
    state = state.with_player(seat, piece=action.space)
    events: Sequence[PieceMoved] = (PieceMoved("IC-SETUP-10", seat, action.space),)
    if seat == state.start:
        return turn.begin(state, seat, events)
    return Step(state, tuple(events))


_TILE: Final = among(_tiles_left, "tile-not-there", "IC-SETUP-4", tile=tile_name)
_TOKEN: Final = among(_tokens_left, "token-laid", "IC-SETUP-6", emotion=emotion_name)
_START: Final = among(seats, "no-such-seat", "IC-SETUP-9")
SECTION: Final = Act(PlaceSection, place_section, why_not_section, sections)
TILE: Final = outcome(DrawTile, draw_tile, tile=_TILE)
TOKEN: Final = outcome(PlaceToken, place_token, _why_not_token, emotion=_TOKEN)
START: Final = outcome(ChooseStart, choose_start, player=_START)
PIECE: Final = Act(PlacePiece, place_piece, why_not_place, place_pieces)
