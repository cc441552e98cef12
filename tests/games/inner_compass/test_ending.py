"""The end at track level: cubes or counts entered late, and cards of tied players."""

import pytest
from msgspec.structs import replace

from companion.games.inner_compass import GAME
from companion.games.inner_compass.ending import advance
from companion.games.inner_compass.events import CubesWanted, GameOver
from companion.games.inner_compass.scoring import returns
from companion.games.inner_compass.state import Phase, Player, State
from companion.games.inner_compass.variant import Level
from tests.games.inner_compass.tables import all_of, below_full, legal, play, refusal, start

BEN_TOOK_THREE = (Player(), Player(memories=3, lines=2, ep_track=9))


def ended(*players: Player, values: tuple[tuple[int, str], ...] = (), **changes: object) -> State:
    state = below_full("track", ep={}, **changes)
    return advance(replace(state, players=players, values=values), ()).state


class TestCubes:
    """IC-AP-2: cubes are entered late, and then every tile is scored automatically."""

    VALUES = ((1, "joy"), (1, "solitude"))

    def test_are_asked_of_those_with_tokens_first(self) -> None:
        state = ended(Player(memories=1), BEN_TOOK_THREE[1], values=self.VALUES)
        assert (state.phase, GAME.current_player(state)) == (Phase.CUBES, 1)

    def test_as_many_as_memories_were_made(self) -> None:
        state = ended(Player(memories=1), BEN_TOOK_THREE[1], values=self.VALUES)
        state = play(state, "enter_cube(a1)", "enter_cube(f1)", "enter_cube(c3)").state
        assert (state.phase, GAME.current_player(state)) == (Phase.CUBES, 0)
        step = play(state, "enter_cube(a1)")
        assert step.events == (GameOver("IC-END-4"),)
        assert returns(step.state) == (0, 9 + 9 + 10)

    def test_one_a_space_and_player(self) -> None:
        state = ended(*BEN_TOOK_THREE, values=self.VALUES)
        state = play(state, "enter_cube(a1)").state
        assert refusal(state, "enter_cube(a1)") == ("own-cube", "IC-IMPRINT-6")
        assert refusal(state, "enter_cube(g1)") == ("no-such-space", "IC-R1")

    def test_exclude_counts(self) -> None:
        state = play(ended(*BEN_TOOK_THREE, values=self.VALUES), "enter_cube(a1)").state
        assert refusal(state, "enter_count(joy,3)") == ("cubes-entered", "IC-AP-2")
        assert all(action.startswith("enter_cube") for action in legal(state))

    def test_are_not_asked_where_nobody_has_a_token(self) -> None:
        state = ended(Player(memories=1, ep_track=2), Player(memories=2))
        assert state.phase is Phase.OVER

    def test_are_wanted_once(self) -> None:
        state = below_full("track", ep={})
        state = replace(state, players=BEN_TOOK_THREE, values=self.VALUES)
        step = advance(state, ())
        assert step.events == (CubesWanted("IC-AP-2"),)
        assert all_of(play(step.state, "enter_cube(a1)"), CubesWanted) == []


class TestCounts:
    """Section 10: people enter the final scores of qualities."""

    VALUES = ((0, "variety"), (1, "joy"), (1, "solitude"))

    def test_of_every_tile_with_an_own_token(self) -> None:
        state = ended(Player(memories=5), BEN_TOOK_THREE[1], values=self.VALUES)
        assert "enter_count(variety,4)" in legal(state)
        assert "enter_count(variety,5)" not in legal(state), "there are four sections"
        state = play(state, "enter_count(variety,2)", "enter_count(solitude,0)").state
        assert legal(state) == {f"enter_count(joy,{count})" for count in range(16)}
        step = play(state, "enter_count(joy,3)")
        assert step.state.phase is Phase.OVER
        assert returns(step.state) == (5, 9 + 9)

    def test_exclude_cubes(self) -> None:
        state = play(ended(*BEN_TOOK_THREE, values=self.VALUES[1:]), "enter_count(joy,3)").state
        assert refusal(state, "enter_cube(a1)") == ("counts-typed", "IC-AP-2")

    def test_not_of_a_tile_without_an_own_token_nor_twice(self) -> None:
        state = ended(*BEN_TOOK_THREE, values=self.VALUES[1:])
        assert refusal(state, "enter_count(variety,1)") == ("no-value-there", "IC-END-5")
        state = play(state, "enter_count(joy,3)").state
        assert refusal(state, "enter_count(joy,2)") == ("no-value-there", "IC-END-5")

    def test_are_scored_by_the_tile_s_table(self) -> None:
        state = play(ended(*BEN_TOOK_THREE, values=((1, "joy"),)), "enter_count(joy,7)").state
        assert returns(state)[1] == 9 + 20


class TestArrangement:
    """With the option ``arrangement: end``, the board is entered only along with the cubes."""

    def test_the_sections_are_asked_for_first(self) -> None:
        state = start("track", arrangement="end")
        assert state.board is None
        state = replace(state, players=BEN_TOOK_THREE, values=((1, state.tiles[0]),))
        step = advance(state, ())
        assert step.state.phase is Phase.SECTIONS
        state = play(
            step.state,
            "place_section(nw,A,0)",
            "place_section(ne,B,0)",
            "place_section(sw,C,0)",
            "place_section(se,D,0)",
        ).state
        assert (state.phase, GAME.current_player(state)) == (Phase.CUBES, 1)


class TestTies:
    """IC-TIE-1: card counts are asked for when needed."""

    def test_only_tied_players_are_asked(self) -> None:
        players = (Player(ep_track=3), Player(ep_track=2), Player(ep_track=3))
        state = ended(*players, players=["p1", "p2", "p3"], pieces={})
        assert (state.phase, GAME.current_player(state)) == (Phase.HANDS, 0)
        assert legal(state) == {f"enter_hand({cards})" for cards in range(11)}
        assert refusal(state, "enter_hand(11)") == ("hand-limit", "IC-CLEAN-1")
        state = play(state, "enter_hand(4)").state
        assert GAME.current_player(state) == 2
        state = play(state, "enter_hand(5)").state
        assert state.phase is Phase.OVER
        assert GAME.winners(state) == (2,)

    def test_nobody_is_asked_without_a_tie(self) -> None:
        assert ended(Player(ep_track=3), Player()).phase is Phase.OVER

    @pytest.mark.parametrize("level", ["scoring", "full"])
    def test_at_full_level_the_box_knows(self, level: Level) -> None:
        state = below_full("scoring", ep={}, cubes={}, removed={})
        state = replace(state, variant=replace(state.variant, level=level))
        phase = advance(state, ()).state.phase
        assert phase is (Phase.OVER if level == "full" else Phase.HANDS)
