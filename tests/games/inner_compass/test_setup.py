"""Setup, in the order of section 3."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from companion.engine.game import CHANCE, Event, Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.board import SLOTS, board
from companion.games.inner_compass.events import BonusDrawn, DisplayFilled, PieceMoved, TurnBegan
from companion.games.inner_compass.qualities import QUALITIES
from companion.games.inner_compass.state import Phase, State
from tests.games.inner_compass.tables import NAMES, legal, play, refusal

STICKY = tuple(QUALITIES)[:10]
MEMO = tuple(QUALITIES)[10:]


def begun(seats: int = 2, level: str = "full", **options: object) -> State:
    return GAME.new_initial_state(Setup(NAMES[:seats], level, options))


def until(state: State, phase: Phase) -> State:
    """Let CHANCE and the players always take their first choice until a phase begins."""
    while state.phase is not phase:
        first = GAME.legal_actions(state, GAME.current_player(state))[0]
        state = GAME.apply_action(state, first).state
    return state


class TestPlayers:
    """IC-SETUP-1, IC-SETUP-3, IC-SETUP-5, IC-R46."""

    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_two_to_four(self, seats: int) -> None:
        with pytest.raises(ValueError, match="for 2 to 4 players"):
            GAME.new_initial_state(Setup(tuple("abcde"[:seats])))

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_all_begin_alike(self, seats: int) -> None:
        state = begun(seats)
        assert len(state.players) == seats
        assert len(set(state.players)) == 1
        assert state.players[0].removed == state.players[0].cubes == ()
        assert (state.players[0].ep, state.compass, state.remaining) == (0, None, None)

    def test_only_the_deal_depends_on_their_number(self) -> None:
        turns = [until(begun(seats), Phase.FREE) for seats in (2, 3, 4)]
        assert len({(t.board, t.tiles, t.track, t.display) for t in turns}) == 1

    def test_an_unknown_level_is_named(self) -> None:
        with pytest.raises(ValueError, match="no tracking level 'half', there are table, track"):
            GAME.new_initial_state(Setup(NAMES[:2], "half"))

    def test_a_mistake_in_the_data_is_named_with_its_path(self) -> None:
        with pytest.raises(ValueError, match=r"data\.track\.ep: expected six whole numbers"):
            GAME.new_initial_state(Setup(NAMES[:2], data={"track": {"ep": [1]}}))


class TestSections:
    """IC-SETUP-2."""

    def test_every_section_in_every_rotation_is_equally_likely(self) -> None:
        state = begun()
        for left in (4, 3, 2, 1):
            outcomes = GAME.chance_outcomes(state)
            assert len(outcomes) == 4 * left
            assert {chance for _, chance in outcomes} == {1 / (4 * left)}
            state = GAME.apply_action(state, outcomes[-1][0]).state
        assert [slot for slot, _, _ in state.sections] == list(SLOTS)
        assert state.phase is Phase.TILES

    def test_the_board_is_made_of_them_as_they_lie(self) -> None:
        state = play(
            begun(),
            "place_section(nw,A,1)",
            "place_section(ne,B,0)",
            "place_section(sw,C,0)",
            "place_section(se,D,0)",
        ).state
        assert state.board == ("BBYRRY", "WRYWKY", "YKKWBB", "KWWBKK", "KYRBYW", "BYRRYY")

    def test_none_is_laid_twice_and_slots_are_filled_in_order(self) -> None:
        state = play(begun(), "place_section(nw,A,1)").state
        assert refusal(state, "place_section(ne,A,0)") == ("section-laid", "IC-SETUP-2")
        assert refusal(state, "place_section(sw,B,0)") == ("section-laid", "IC-SETUP-2")
        assert refusal(state, "place_section(ne,B,4)") == ("section-laid", "IC-SETUP-2")

    @pytest.mark.parametrize("level", ["scoring", "full"])
    def test_only_below_scoring_the_board_can_be_laid_at_the_end(self, level: str) -> None:
        """IC-AP-2."""
        assert begun(level=level, arrangement="end").phase is Phase.SECTIONS
        assert begun(level="track", arrangement="end").phase is Phase.TILES


class TestTiles:
    """IC-SETUP-4, IC-R30, IC-R47."""

    def test_two_sticky_notes_then_three_memo_pads(self) -> None:
        state = until(begun(), Phase.TILES)
        for pile in (STICKY, STICKY, MEMO, MEMO, MEMO):
            outcomes = GAME.chance_outcomes(state)
            left = [tile for tile in pile if tile not in state.tiles]
            assert [action for action, _ in outcomes] == [
                GAME.string_to_action(f"draw_tile({tile})") for tile in left
            ]
            assert {chance for _, chance in outcomes} == {1 / len(left)}
            state = GAME.apply_action(state, outcomes[0][0]).state
        assert state.phase is Phase.TRACK

    def test_no_tile_of_the_other_pile_and_none_twice(self) -> None:
        state = play(until(begun(), Phase.TILES), "draw_tile(joy)").state
        for tile in ("joy", "variety", "nonsense"):
            assert refusal(state, f"draw_tile({tile})") == ("tile-not-there", "IC-SETUP-4")

    def test_copies_of_a_tile_are_tiles_of_their_own(self) -> None:
        data = {"tiles": {"sticky": ["joy", "joy"], "memo": ["joy", "variety", "solitude"]}}
        state = until(GAME.new_initial_state(Setup(NAMES[:2], data=data)), Phase.TRACK)
        assert state.tiles == ("joy", "joy-2", "joy-3", "variety", "solitude")


class TestTrack:
    """IC-SETUP-6."""

    def test_all_600_orders_have_one_probability(self) -> None:
        chances = dict(self.orders(until(begun(), Phase.TRACK), Fraction(1)))
        assert len(chances) == 600
        assert set(chances.values()) == {Fraction(1, 600)}

    def orders(self, state: State, chance: Fraction) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        if state.phase is not Phase.TRACK:
            yield state.track, chance
            return
        for action, probability in GAME.chance_outcomes(state):
            exact = Fraction(probability).limit_denominator(10)
            yield from self.orders(GAME.apply_action(state, action).state, chance * exact)

    def test_x_is_refused_on_top(self) -> None:
        state = until(begun(), Phase.TRACK)
        assert refusal(state, "place_token(X)") == ("x-on-top", "IC-SETUP-6")
        assert refusal(play(state, "place_token(Y)").state, "place_token(X)") is None

    def test_each_token_is_laid_once(self) -> None:
        state = play(until(begun(), Phase.TRACK), "place_token(Y)").state
        assert refusal(state, "place_token(Y)") == ("token-laid", "IC-SETUP-6")


class TestCards:
    """IC-SETUP-8, IC-SETUP-9, IC-R11, IC-R44."""

    def test_four_cards_are_turned_up_north_east_south_west(self) -> None:
        step = play(until(begun(), Phase.DISPLAY), *[f"deal({card})" for card in "YBKW"])
        assert step.state.display == tuple("YBKW")
        facts = [event for event in step.events if isinstance(event, DisplayFilled)]
        assert [(fact.direction, fact.card) for fact in facts] == list(
            zip("NESW", "YBKW", strict=True)
        )
        assert {fact.rule for fact in facts} == {"IC-SETUP-8"}

    def test_cards_come_as_they_are_spread_in_the_deck(self) -> None:
        state = until(begun(), Phase.DISPLAY)
        expected = dict(zip("YBKWR", (11, 13, 13, 16, 16), strict=True))
        for action, chance in GAME.chance_outcomes(state):
            assert chance == expected[GAME.to_struct(action)["card"]] / 69  # type: ignore[index]

    @pytest.mark.parametrize("start", range(4))
    def test_one_card_for_the_first_player_two_for_the_second(self, start: int) -> None:
        state = play(until(begun(4), Phase.START), f"choose_start({start})").state
        order = []
        while state.phase is Phase.DEAL:
            order.append(state.dealt_to)
            step = play(state, "deal(Y)" if state.pool[0] else "deal(B)")
            assert [(e.rule, e.player) for e in step.events if isinstance(e, BonusDrawn)] == [
                ("IC-SETUP-9", order[-1])
            ]
            state = step.state
        seats = [(start + i) % 4 for i in range(4)]
        assert [state.players[seat].hand_size for seat in seats] == [1, 2, 3, 4]
        assert order == [seat for i, seat in enumerate(seats) for _ in range(i + 1)]

    def test_everybody_may_be_the_start_player(self) -> None:
        outcomes = GAME.chance_outcomes(until(begun(3), Phase.START))
        assert [chance for _, chance in outcomes] == [1 / 3] * 3

    def test_a_deck_too_small_for_the_deal_is_dealt_as_far_as_it_goes(self) -> None:
        """IC-R36."""
        data = {"cards": dict.fromkeys("YBKWR", 1)}
        state = GAME.new_initial_state(Setup(NAMES, data=data))
        state = until(state, Phase.FREE)
        assert sum(player.hand_size for player in state.players) == 1
        assert None not in state.display

    def test_below_full_nothing_is_dealt(self) -> None:
        state = begun(level="scoring")
        seen = set()
        while state.phase is not Phase.MEMORY:
            assert GAME.current_player(state) == CHANCE
            seen.add(state.phase)
            state = GAME.apply_action(state, GAME.chance_outcomes(state)[0][0]).state
        assert seen == {Phase.SECTIONS, Phase.TILES, Phase.TRACK, Phase.START}


class TestPieces:
    """IC-SETUP-10."""

    @pytest.mark.parametrize("start", range(4))
    def test_from_the_last_seat_back_to_the_first(self, start: int) -> None:
        state = play(until(begun(4), Phase.START), f"choose_start({start})").state
        state = until(state, Phase.PIECES)
        events: list[Event] = []
        while state.phase is Phase.PIECES:
            first = GAME.legal_actions(state, GAME.current_player(state))[0]
            step = GAME.apply_action(state, first)
            state, events = step.state, [*events, *step.events]
        placed = [event.player for event in events if isinstance(event, PieceMoved)]
        assert placed == [(start + i) % 4 for i in (3, 2, 1, 0)]
        assert events[-1] == TurnBegan("IC-CLEAN-4", start, None)

    def test_any_space_whose_group_has_no_piece(self) -> None:
        state = until(begun(), Phase.PIECES)
        land = board(state.board or ())
        assert legal(state) == {f"place_piece({space})" for space in land.spaces}
        first = land.spaces[0]
        after = play(state, f"place_piece({first})").state
        free = set(land.spaces) - set(land.group[first])
        assert legal(after) == {f"place_piece({space})" for space in free}
        for space in land.group[first]:
            assert refusal(after, f"place_piece({space})") == ("group-taken", "IC-SETUP-10")
        assert refusal(after, "place_piece(g1)") == ("no-such-space", "IC-R1")
