"""Gold: each player's amount with reasons, and the winners (GC-END)."""

from functools import lru_cache

from msgspec.structs import replace

from companion.engine.game import ScoreLine
from companion.engine.text import Text, text
from companion.games.gilded_compass import tiles
from companion.games.gilded_compass.final.tally import Tally, tally
from companion.games.gilded_compass.final.winners import Standing
from companion.games.gilded_compass.final.winners import winners as best
from companion.games.gilded_compass.flags import Flags
from companion.games.gilded_compass.holdings import Collection, Holdings
from companion.games.gilded_compass.state import ALL_OPEN, Phase, Player, State


def holdings(player: Player) -> Holdings:
    """Return a player's tiles that count; tiles unknown to the box do not.

    Items count with specialists (GC-TEMPLE-5), an unused ability tile counts by itself
    (GC-ILLUMINATI-7).
    """
    return Holdings(
        maps=tuple(map(tiles.ancient_map, player.maps)),
        specialists=tuple(map(tiles.specialist, player.specialists)),
        items=tuple(tiles.item(tile) for tile in player.items if not tiles.is_unseen(tile)),
        missions=tuple(
            tiles.mission(tile) for tile in player.missions if not tiles.is_unseen(tile)
        ),
        knowledge=player.knowledge,
        artifacts=tuple(tile for tile in player.artifacts if not tiles.is_unseen(tile)),
        collection=_collection(player),
        abilities=len(player.abilities),
        treasures=tuple(map(tiles.gold, player.treasures)),
        trophies=tuple(tiles.gold(tile) for tile in player.trophies if not tiles.is_unseen(tile)),
    )


def _collection(player: Player) -> Collection | None:
    is_complete = player.collection and not tiles.is_unseen(player.collection)
    return tiles.collection(player.collection) if is_complete else None


def tally_of(state: State, player: Player) -> Tally:
    """Return the score of the best assignment of a player's tiles (GC-END-1, GC-END-ASSIGN)."""
    return tally(holdings(player), state.variant.flags)


def score_breakdown(state: State) -> tuple[ScoreLine, ...]:
    """Return every player's score lines in seat order, as if the game ended now."""
    return tuple(
        line for seat in state.seats for line in lines_of(state, seat, state.players[seat])
    )


def lines_of(state: State, seat: int, player: Player) -> tuple[ScoreLine, ...]:
    """Return the score lines of a seat for the tiles of ``player``."""
    return _lines_of(player, seat, state.variant.flags)


@lru_cache(maxsize=64)
def _lines_of(player: Player, seat: int, flags: Flags) -> tuple[ScoreLine, ...]:
    """Return the score lines, cached because most actions do not change them."""
    tally_lines = tally(holdings(player), flags).lines
    lines = tuple(ScoreLine(seat, line.gold, line.rule, line.because) for line in tally_lines)
    if not player.corrected:
        return lines
    return (*lines, ScoreLine(seat, player.corrected, "GC-END-1", text("score.corrected")))


def open_score(state: State) -> tuple[ScoreLine, ...]:
    """Return the open score lines: without secret tiles; after the end, all (GC-R33)."""
    return tuple(line for seat in state.seats for line in open_lines(state, seat))


def open_lines(state: State, seat: int) -> tuple[ScoreLine, ...]:
    """Return the open score lines of one seat."""
    player = state.players[seat]
    return lines_of(state, seat, player if state.phase in ALL_OPEN else open_part(state, player))


def open_part(state: State, player: Player) -> Player:
    """Return a player without the tiles that only their owner sees (GC-R33)."""
    artifacts = () if state.variant.is_secret("artifacts") else player.artifacts
    return replace(player, items=(), missions=(), trophies=(), collection="", artifacts=artifacts)


def returns(state: State) -> tuple[int, ...]:
    """Return each player's gold if the game ended now."""
    return tuple(tally_of(state, player).total + player.corrected for player in state.players)


def decided(state: State) -> Text | None:
    """Return that the remaining specialists broke the tie, and their number (GC-END-TIE-1)."""
    if state.phase is not Phase.OVER:
        return None
    won, everybody = winners(state), standings(state)
    total = max(standing.total for standing in everybody)
    tied = [seat for seat in state.seats if everybody[seat].total == total]
    if len(tied) == len(won):
        return None
    left = sorted((everybody[seat].unassigned for seat in tied), reverse=True)
    return text("decided.specialists", most=left[0], less=left[len(won)])


def winners(state: State) -> tuple[int, ...]:
    """Return who has won, by gold, then unassigned specialists (GC-END-TIE-1 to GC-END-TIE-3)."""
    return best(standings(state), state.variant.flags) if state.phase is Phase.OVER else ()


def standings(state: State) -> tuple[Standing, ...]:
    """Return the values that determine the winner, for each seat."""
    found = []
    for player in state.players:
        standing = Standing.of(tally_of(state, player))
        found.append(replace(standing, total=standing.total + player.corrected))
    return tuple(found)
