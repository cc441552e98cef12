"""Questions about the quality tiles and the final scoring (section 5)."""

from msgspec.structs import replace

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.inner_compass import scoring
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.qualities import QUALITIES, quality
from companion.games.inner_compass.state import Phase, Player, State


def tile(fields: Fields) -> Struct:
    """Answer how often a tile counts for a player and what that is worth (section 5.1)."""
    land = terms.land(fields)
    cubes = fields.fields("cubes")
    names = cubes.names
    seat = terms.seat(fields, "player", names)
    name = fields.text("tile")
    if not terms.is_tile(name):
        raise fields.wrong("tile", say("one of {known}", known=", ".join(QUALITIES)))
    players = tuple(Player(cubes=terms.spaces(cubes, name, land)) for name in names)
    state = State(terms.DEFAULT, players, board=land.rows)
    count, ep = _scored(state, seat, name)
    return {"count": count, "ep": ep}


def _scored(state: State, seat: int, name: str) -> tuple[int, int]:
    count = len(scoring.evidence(state, seat, name))
    return count, quality(name).points(count)


def final(fields: Fields) -> Struct:
    """Answer the totals and who wins (IC-END-5, IC-TIE-1, IC-TIE-2)."""
    land = terms.land(fields)
    names = terms.players(fields)
    values = terms.value_tokens(fields, names)
    cubes = fields.fields("cubes").each_of(names, lambda f, n: terms.spaces(f, n, land), ())
    ep = fields.fields("ep").each_of(names, Fields.whole, 0)
    hands = fields.fields("hand").each_of(names, Fields.whole, 0)
    players = tuple(
        Player(cubes=own, ep_track=collected, cards_left=cards)
        for own, collected, cards in zip(cubes, ep, hands, strict=True)
    )
    state = State(
        replace(terms.DEFAULT, level="scoring"),
        players,
        Phase.OVER,
        board=land.rows,
        tiles=tuple(dict.fromkeys(name for _, name in values)),
        values=values,
        compass=terms.maybe_seat(fields, "compass", names),
    )
    tiles = {
        name: {quality_name: _scored(state, seat, quality_name)[1] for quality_name in QUALITIES}
        for seat, name in enumerate(names)
    }
    return {**result(state, names), "all_tiles": tiles}


def result(state: State, names: tuple[str, ...]) -> dict[str, object]:
    """Return the totals, and the winners of a game that is over."""
    return {
        "totals": dict(zip(names, scoring.returns(state), strict=True)),
        "winners": [names[seat] for seat in scoring.winners(state)],
    }
