"""Questions about the quality tiles and the final scoring (section 5)."""

from msgspec.structs import replace

from companion.engine.game import Struct
from companion.engine.questions import each_of, seat_of, without_duplicates
from companion.games.inner_compass import scoring
from companion.games.inner_compass.ask import position, terms
from companion.games.inner_compass.qualities import QUALITIES, quality
from companion.games.inner_compass.state import Phase, Player, State
from companion.schema.bounds import Count, Named, Word


def tile(board: terms.Grid, cubes: terms.Cubes, tile: terms.Tile, player: Word) -> Struct:
    """Answer how often a tile counts for a player and its points (section 5.1)."""
    land = terms.land(board)
    seat = seat_of(player, tuple(cubes), "player")
    players = (Player(cubes=terms.spaces(own, land, "cubes", name)) for name, own in cubes.items())
    count, ep = _scored(State(terms.DEFAULT, tuple(players), board=land.rows), seat, tile)
    return {"count": count, "ep": ep}


def _scored(state: State, seat: int, name: str) -> tuple[int, int]:
    count = len(scoring.evidence(state, seat, name))
    return count, quality(name).points(count)


def final(
    *,
    board: terms.Grid,
    players: terms.Names,
    cubes: terms.Cubes,
    values: terms.Tokens,
    ep: Named[Count],
    hand: Named[Count],
    compass: Word | None = None,
) -> Struct:
    """Answer the totals and the winners (IC-END-5, IC-TIE-1, IC-TIE-2)."""
    land, names = terms.land(board), without_duplicates(players, "players")
    tokens = terms.value_tokens(values, names, None)
    seats = tuple(
        Player(cubes=terms.spaces(own, land, "cubes"), ep_track=collected, cards_left=cards)
        for own, collected, cards in zip(
            each_of(names, cubes, "cubes", absent=()),
            each_of(names, ep, "ep", absent=0),
            each_of(names, hand, "hand", absent=0),
            strict=True,
        )
    )
    state = State(
        replace(terms.DEFAULT, level="scoring"),
        seats,
        Phase.OVER,
        board=land.rows,
        tiles=tuple(dict.fromkeys(name for _, name in tokens)),
        values=tokens,
        compass=None if compass is None else seat_of(compass, names, "compass"),
    )
    tiles = {
        name: {quality_name: _scored(state, seat, quality_name)[1] for quality_name in QUALITIES}
        for seat, name in enumerate(names)
    }
    return {**position.result(state, names), "all_tiles": tiles}
