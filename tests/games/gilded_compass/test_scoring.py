"""Gold at the table: score lines, open scores, winners (GC-END)."""

from msgspec.structs import replace

from companion.games.gilded_compass import GAME, scoring
from companion.games.gilded_compass.state import Phase, Player, State
from tests.games.gilded_compass.tables import setup, table

RICH = Player(
    knowledge=7,
    maps=("fire-2-1",),
    specialists=("cartographer-fire-2", "excavator-fire-3", "cartographer-dark-1"),
    items=("cartographer-fire",),
    missions=("embrace_the_guild", "dual_map-fire-dark"),
    artifacts=("desert", "fire"),
    abilities=("persuasion",),
    treasures=("3",),
    trophies=("gold-2", "bronze-0"),
    collection="desert-fire",
)


def over(*players: Player) -> State:
    return replace(table(setup(len(players))), players=players, phase=Phase.OVER)


def test_everything_that_a_player_has_counts() -> None:
    """GC-END-1, GC-END-MAP, GC-END-SPEC, GC-END-ITEM, GC-TEMPLE-5, GC-ILLUMINATI-7."""
    holdings = scoring.holdings(RICH)
    assert (len(holdings.maps), len(holdings.items), holdings.abilities) == (1, 1, 1)
    lines = GAME.score_breakdown(over(RICH, Player()))
    assert sum(line.points for line in lines) == sum(GAME.returns(over(RICH, Player())))
    rules = {line.rule for line in lines if line.player == 0}
    assert rules >= {"GC-END-MAP", "GC-END-SPEC", "GC-END-KNOW", "GC-END-ART", "GC-END-ABIL"}
    assert rules >= {"GC-END-TREAS", "GC-END-TROPHY", "GC-MISSION-EMBRACE"}


def test_what_the_box_does_not_see_counts_nothing() -> None:
    unseen = Player(missions=("unseen",), items=("unseen-25",), trophies=("gold-unseen",))
    assert GAME.returns(over(replace(unseen, collection="unseen"), Player())) == (0, 0)


def test_the_open_score_leaves_secret_tiles_out() -> None:
    """GC-R33: missions, items, trophies and collections; artifacts count one each."""
    state = replace(over(RICH, Player()), phase=Phase.PLACE)
    rules = {line.rule for line in GAME.open_score(state)}
    assert not rules & {"GC-MISSION-EMBRACE", "GC-END-TROPHY", "GC-END-ITEM", "GC-MISSION-DUAL"}
    assert sum(line.points for line in GAME.open_score(state) if line.rule == "GC-END-ART") == 2
    assert GAME.open_score(over(RICH, Player())) == GAME.score_breakdown(over(RICH, Player()))


def test_closed_artifacts_are_no_part_of_it() -> None:
    state = table(setup(2, data={"flags": {"artifacts_open": False}}))
    assert scoring.open_part(state, RICH).artifacts == ()


def test_most_gold_wins_then_most_unassigned_specialists() -> None:
    """GC-END-TIE-1 to GC-END-TIE-3, GC-R26."""
    two = Player(knowledge=4, specialists=("cartographer-dark-1",))
    three = Player(knowledge=4, specialists=("cartographer-dark-1", "excavator-dark-1"))
    assert GAME.winners(over(RICH, two)) == (0,)
    assert GAME.winners(over(two, three)) == (1,)
    assert GAME.winners(over(two, two)) == (0, 1)
    assert GAME.winners(replace(over(two, two), phase=Phase.PLACE)) == ()
