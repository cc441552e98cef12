"""The level ``final``: the players' holdings are entered at the end (IC-END-5).

Each player enters the EP tokens, the value tokens and the compass, and either how often the tiles
count or the cubes on the Life board, which is then entered as it lies (IC-AP-2).
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.game import Action, Setup, Step
from companion.engine.holdings import (
    Holding,
    HoldingsPhase,
    HoldingsProgress,
    HoldingsQuestion,
    HoldingsWords,
    no_holdings,
    number,
)
from companion.engine.phases import PhaseRules, together
from companion.engine.text import Text, text
from companion.games.inner_compass import ending, scoring, setup
from companion.games.inner_compass.actions import ByCounts, ByCubes, PlaceSection
from companion.games.inner_compass.board import board
from companion.games.inner_compass.qualities import quality
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.row_actions import row_ep
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.variant import (
    CUBES,
    FINAL,
    MEMO_TILES,
    STICKY_TILES,
    VALUE_TOKENS,
    Variant,
)

_EP: Final = "ep"
_VALUES: Final = "values"
_CUBES: Final = "cubes"
_COMPASS: Final = "compass"
_COUNT: Final = "count."
"""Begins the word for how often a tile counts."""


class Ended(State, frozen=True):
    """A game that the box has not tracked, with holdings entered by the players."""

    progress: tuple[HoldingsProgress, ...] = ()


def first(chosen: Setup) -> State:
    """Return the state before anything is laid out, or at ``final`` level, entered."""
    state = setup.first(chosen)
    if chosen.level != FINAL:
        return state
    return Ended(state.variant, state.players, Phase.HOW, progress=no_holdings(len(state.players)))


def _questions(state: Ended, seat: int) -> tuple[HoldingsQuestion, ...]:
    compass = (Holding(_COMPASS, int(state.compass in (None, seat))),)
    return (
        number(_EP, "IC-EP-1", most_ep(state.variant)),
        HoldingsQuestion(_VALUES, "IC-VALUE-2", tuple(_tokens(state, seat)), VALUE_TOKENS),
        *_evidence(state, seat),
        HoldingsQuestion(f"{_COMPASS}?", "IC-END-2", compass, 1),
    )


def most_ep(settings: Variant) -> int:
    """Return the maximum EP of a player, without the compass (IC-EP-1, IC-ADV-4)."""
    row = sum(row_ep(cube) for cube in range(1, len(settings.layout[0]) + 1))
    return CUBES * max(settings.track_values) + VALUE_TOKENS * settings.first_bonus + row


def _tokens(state: Ended, seat: int) -> Iterator[Holding]:
    """Yield the tiles that may be in play: two Sticky Notes, three Memo Pads (IC-SETUP-4)."""
    own = scoring.own_tiles(state, seat)
    for pile, most in ((state.variant.sticky, STICKY_TILES), (state.variant.memo, MEMO_TILES)):
        has_space = sum(tile in state.tiles for tile in pile) < most
        for tile in pile:
            free = len(own) < VALUE_TOKENS and (has_space or tile in state.tiles)
            yield Holding(tile, int(free or tile in own))


def _evidence(state: Ended, seat: int) -> tuple[HoldingsQuestion, ...]:
    if state.typed:
        return tuple(
            number(_COUNT + tile, quality(tile).rule, quality(tile).most(CUBES))
            for tile in scoring.own_tiles(state, seat)
        )
    own = state.players[seat].cubes
    spaces = board(state.board or ()).spaces
    held = tuple(Holding(it, int(len(own) < CUBES or it in own)) for it in spaces)
    return (HoldingsQuestion(_CUBES, "IC-IMPRINT-6", held, CUBES),)


def _count(state: Ended, seat: int, key: str) -> int:
    player = state.players[seat]
    if key == _EP:
        return player.ep_track
    if key == _COMPASS:
        return int(state.compass == seat)
    if key.startswith(_COUNT):
        return dict(player.counts).get(key.removeprefix(_COUNT), 0)
    return int(key in player.cubes or (seat, key) in state.values)


def _put(state: Ended, seat: int, key: str, count: int) -> Ended:
    player = state.players[seat]
    if key == _COMPASS:
        return replace(state, compass=seat if count else None)
    if key == _EP:
        return state.with_player(seat, ep_track=count)
    if key.startswith(_COUNT):
        tile = key.removeprefix(_COUNT)
        counts = {**dict(player.counts), tile: count}
        return state.with_player(seat, counts=tuple(counts.items()))
    if state.board is not None and key in board(state.board).colour:
        cubes = [space for space in player.cubes if space != key] + [key] * count
        return state.with_player(seat, cubes=tuple(cubes), memories=len(cubes))
    values = [it for it in state.values if it != (seat, key)] + [(seat, key)] * count
    played = {tile for _, tile in values}
    options = (*state.variant.sticky, *state.variant.memo)
    tiles = tuple(tile for tile in options if tile in played)
    return replace(state, values=tuple(values), tiles=tiles)


def _finish(state: Ended) -> Step[State]:
    return ending.advance(state, ())


def _resume(state: Ended) -> Ended:
    """Let players enter again; the tie that required the card counts may be gone."""
    players = tuple(replace(player, cards_left=None) for player in state.players)
    return replace(state, players=players, phase=Phase.ENTER)


def _name(key: str) -> Text:
    if key.startswith(_COUNT):
        return tile_name(key.removeprefix(_COUNT))
    if key.removesuffix("?") in (_EP, _VALUES, _CUBES, _COMPASS):
        return text(f"entry.{key.removesuffix('?')}")
    is_space = key[1:].isdigit()
    return text("place.space", space=key) if is_space else tile_name(key)


ENTRIES: Final = HoldingsWords(
    _name, lambda key: key == _EP or key.startswith(_COUNT), lambda n: text("line.total", n=n)
)
ENTERING: Final = HoldingsPhase[Ended](
    "IC-END-5", _questions, _count, _put, _finish, _resume, scoring.returns, ENTRIES
)
"""Possible holdings of a player at the end."""


def _by_counts(state: Ended, _action: Action) -> Step[Ended]:
    return Step(replace(state, typed=True, phase=Phase.ENTER), ())


def _by_cubes(state: Ended, _action: Action) -> Step[Ended]:
    return Step(replace(state, typed=False, phase=Phase.BOARD), ())


def _lay(state: Ended, action: PlaceSection) -> Step[Any]:
    laid = setup.place_section(state, action).state
    return Step(replace(laid, phase=Phase.BOARD if laid.board is None else Phase.ENTER), ())


def _everybody(state: Ended) -> tuple[int, ...]:
    return tuple(range(len(state.players)))


HOW: Final[PhaseRules[Any]] = together(
    "IC-AP-2", (Act(ByCounts, _by_counts), Act(ByCubes, _by_cubes)), _everybody
)
BOARD: Final[PhaseRules[Any]] = together(
    "IC-SETUP-2", (Act(PlaceSection, _lay, setup.why_not_section, setup.sections),), _everybody
)
