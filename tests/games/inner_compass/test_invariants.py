"""Invariants that hold after every action of every game (section 9 of the rules)."""

import random

import pytest
from msgspec.structs import replace

from companion.engine.game import Setup, Step
from companion.games.inner_compass import GAME
from companion.games.inner_compass.board import board, turned
from companion.games.inner_compass.events import Corrected, EndTriggered, EPGained, TurnBegan
from companion.games.inner_compass.invariants import violations
from companion.games.inner_compass.qualities import QUALITIES, quality
from companion.games.inner_compass.scoring import returns, winners
from companion.games.inner_compass.state import Phase, Player, State, add
from tests.games.inner_compass.tables import NAMES, Moment, games, walk

CHUNKS = [("full", chunk) for chunk in range(5)]
CHUNKS += [("scoring", chunk) for chunk in range(4)]
CHUNKS += [("track", chunk) for chunk in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "chunk"), CHUNKS)
def test_random_games_keep_all_invariants(level: str, chunk: int) -> None:
    """labs/long plays thousands."""
    for game in games(5, level, seed=25 * chunk):
        *_, last = map(checked, game)
        assert last.step.state.phase is Phase.OVER


def checked(moment: Moment) -> Moment:
    """Fail unless all invariants hold; with 69 cards the display is full between turns (4)."""
    assert violations(moment.before, moment.step) == ()
    begun = any(isinstance(event, TurnBegan) for event in moment.step.events)
    if begun and moment.step.state.variant.follows_cards:
        assert None not in moment.step.state.display
    return moment


@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_7_after_the_trigger_everybody_else_has_exactly_one_turn(level: str, seats: int) -> None:
    for seed in range(2):
        game = walk(Setup(NAMES[:seats], level), seed)
        events = [event for moment in game for event in moment.step.events]
        (trigger,) = (event for event in events if isinstance(event, EndTriggered))
        began = [e for e in events[events.index(trigger) :] if isinstance(e, TurnBegan)]
        assert [e.player for e in began] == [(trigger.player + i) % seats for i in range(1, seats)]
        assert [e.left for e in began] == list(range(seats - 1, 0, -1))


@pytest.fixture(scope="module")
def moment() -> Moment:
    """Return the end of a turn in a game of three who have all placed value tokens."""
    return next(
        moment
        for moment in walk(Setup(NAMES[:3], "full", {"mode": "advanced"}), 1)
        if moment.step.state.phase is Phase.FREE
        and moment.before.phase is Phase.REFILL
        and len({seat for seat, _ in moment.step.state.values}) == 3
    )


class TestACheckerThatFindsNothingProvesNothing:
    """Each invariant is broken on purpose, and the checker must name it."""

    def test_1_x_on_top(self, moment: Moment) -> None:
        after = moment.step.state
        track = ("X", *(emotion for emotion in after.track if emotion != "X"))
        assert broken(moment, replace(after, track=track)) == {"1"}

    def test_1_a_token_twice(self, moment: Moment) -> None:
        after = moment.step.state
        assert broken(moment, replace(after, track=("Y", *"YBKWR"))) == {"1"}

    def test_2_a_cube_too_many(self, moment: Moment) -> None:
        after = moment.step.state
        cubes = after.players[0].cubes
        free = next(space for space in board(after.board or ()).spaces if space not in cubes)
        assert broken(moment, changed(after, cubes=(*cubes, free))) == {"2"}

    def test_2_two_own_cubes_on_a_space(self, moment: Moment) -> None:
        after = moment.step.state
        cubes = after.players[0].cubes
        assert broken(moment, changed(after, cubes=(cubes[1], *cubes[1:]))) == {"2"}

    def test_2_a_square_that_does_not_exist(self, moment: Moment) -> None:
        after = moment.step.state
        removed = after.players[0].removed
        assert "2" in broken(moment, changed(after, removed=("r4c1", *removed[1:])))

    def test_3_a_card_has_gone(self, moment: Moment) -> None:
        after = moment.step.state
        fewer = add(after.players[0].hand or after.pool, "Y", -1)
        assert broken(moment, changed(after, hand=fewer)) == {"3"}

    def test_3_a_card_has_changed_its_colour(self, moment: Moment) -> None:
        after = moment.step.state
        pool = add(add(after.pool, "Y", -1), "B")
        assert broken(moment, replace(after, pool=pool)) == {"3"}

    def test_3_more_unseen_cards_in_hands_than_there_are(self, moment: Moment) -> None:
        after = moment.step.state
        assert "3" in broken(moment, changed(after, unknown=sum(after.pool) + 1))

    def test_4_eleven_cards_after_cleanup(self, moment: Moment) -> None:
        after = moment.step.state
        seat = moment.before.current
        more = 11 - after.players[seat].hand_size
        assert after.draw_size >= more
        assert broken(moment, after.with_player(seat, unknown=more)) == {"4"}

    def test_4_an_empty_slot_after_cleanup(self, moment: Moment) -> None:
        after = moment.step.state
        north, *others = after.display
        pool = add(after.pool, north or "Y")
        assert broken(moment, replace(after, display=(None, *others), pool=pool)) == {"4"}

    def test_5_both_tokens_on_one_tile(self, moment: Moment) -> None:
        after = moment.step.state
        seat, tile = after.values[0]
        values = (
            *(value for value in after.values if value[0] != seat),
            (seat, tile),
            (seat, tile),
        )
        assert "5" in broken(moment, replace(after, values=values))

    def test_5_a_token_too_few(self, moment: Moment) -> None:
        after = moment.step.state
        assert "5" in broken(moment, replace(after, values=after.values[1:]))

    def test_5_a_line_that_does_not_exist(self, moment: Moment) -> None:
        after = moment.step.state
        lines = after.players[0].lines + 1
        assert broken(moment, changed(after, lines=lines)) == {"5"}

    def test_5_a_first_bonus_too_many(self, moment: Moment) -> None:
        after = moment.step.state
        assert broken(moment, changed(after, ep_first=after.players[0].ep_first + 3)) == {"5"}

    @pytest.mark.parametrize("memories", range(16))
    def test_6_the_compass_before_nine_or_after_thirteen_memories(
        self, moment: Moment, memories: int
    ) -> None:
        after = changed(moment.step.state, memories=memories)
        after = replace(after, compass=0, remaining=(1, 2))
        messages = violations(moment.before, Step(after, (EndTriggered("IC-END-1", 0),)))
        assert ("6" in numbers(messages)) == (not 9 <= memories <= 13)

    def test_7_the_wrong_players_remain(self, moment: Moment) -> None:
        after = replace(moment.step.state, compass=0, remaining=(2, 1))
        messages = violations(moment.before, Step(after, (EndTriggered("IC-END-1", 0),)))
        assert "7" in numbers(messages)

    def test_7_a_player_is_skipped(self, moment: Moment) -> None:
        after = moment.step.state
        skipped = replace(after, current=(after.current + 1) % 3)
        assert broken(moment, skipped) == {"7"}

    def test_7_the_game_ends_too_soon(self, moment: Moment) -> None:
        assert broken(moment, replace(moment.step.state, phase=Phase.OVER)) == {"7"}

    def test_7_a_last_turn_too_many(self, moment: Moment) -> None:
        before = replace(moment.before, remaining=(moment.before.current,))
        messages = violations(before, moment.step)
        assert numbers(messages) == {"7"}

    def test_8_ep_fall(self, moment: Moment) -> None:
        after = moment.step.state
        poorer = changed(after, ep_track=after.players[0].ep_track - 1)
        assert broken(moment, poorer) == {"8"}

    def test_8_a_memory_brings_a_number_that_the_track_has_not(self, moment: Moment) -> None:
        event = EPGained("IC-EP-1", 0, 7, "track")
        messages = violations(moment.before, Step(moment.step.state, (*moment.step.events, event)))
        assert numbers(messages) == {"8"}

    def test_corrections_may_take_ep_away(self, moment: Moment) -> None:
        after = changed(moment.step.state, ep_corrected=-1)
        assert violations(moment.before, Step(after, (Corrected("IC-AP-4"),))) == ()


def broken(moment: Moment, after: State) -> set[str]:
    return numbers(violations(moment.before, Step(after, moment.step.events)))


def numbers(messages: tuple[str, ...]) -> set[str]:
    return {violation.split(":")[0] for violation in messages}


def changed(state: State, **fields: object) -> State:
    return state.with_player(0, **fields)


class TestScoringDoesNotDependOnWhereOneSits:
    """Invariant 9."""

    def test_not_on_the_order_of_the_players(self) -> None:
        source = random.Random(9)
        for game in games(15, "scoring", seed=700):
            *_, last = game
            state = last.step.state
            order = source.sample(range(len(state.players)), len(state.players))
            seat_of = {seat: i for i, seat in enumerate(order)}
            moved = replace(
                state,
                players=tuple(state.players[seat] for seat in order),
                values=tuple((seat_of[seat], tile) for seat, tile in state.values),
                compass=None if state.compass is None else seat_of[state.compass],
            )
            assert returns(moved) == tuple(returns(state)[seat] for seat in order)
            assert set(winners(moved)) == {seat_of[seat] for seat in winners(state)}

    @pytest.mark.slow
    def test_not_on_rotating_the_whole_board(self) -> None:
        for game in games(9, "full", seed=700):
            *_, last = game
            state = last.step.state
            rotated = state
            for _ in range(4):
                rotated = quarter_turn(rotated)
                for seat in range(len(state.players)):
                    assert counts(rotated, seat) == counts(state, seat)
            assert rotated == state


def quarter_turn(state: State) -> State:
    """Return the state with its board, and everything on it, turned clockwise."""
    rows = state.board or ()

    def moved(space: str) -> str:
        x, y = ord(space[0]) - ord("a"), int(space[1:]) - 1
        return f"{chr(ord('a') + len(rows) - 1 - y)}{x + 1}"

    def of(player: Player) -> Player:
        piece = None if player.piece is None else moved(player.piece)
        return replace(player, cubes=tuple(map(moved, player.cubes)), piece=piece)

    return replace(state, board=turned(rows, 1), players=tuple(map(of, state.players)))


def counts(state: State, seat: int) -> dict[str, int]:
    land = board(state.board or ())
    own, others = state.players[seat].cubes, state.others_cubes(seat)
    return {name: len(tile.count(land, own, others)) for name, tile in QUALITIES.items()}


class TestOneMoreCube:
    """Invariant 10."""

    def test_never_lowers_a_tile_but_individuality(self) -> None:
        source = random.Random(10)
        for game in games(15, "scoring", seed=600):
            *_, last = game
            state = last.step.state
            own = state.players[0].cubes
            free = [space for space in board(state.board or ()).spaces if space not in own]
            for space in source.sample(free, 5):
                fewer, more = counts(state, 0), counts(changed(state, cubes=(*own, space)), 0)
                for tile in QUALITIES.keys() - {"individuality"}:
                    assert quality(tile).points(more[tile]) >= quality(tile).points(fewer[tile])

    def test_can_lower_individuality(self) -> None:
        *_, last = walk(Setup(NAMES[:2], "scoring"), 3)
        apart = changed(last.step.state, cubes=("a1", "a3"))
        joined = changed(last.step.state, cubes=("a1", "a3", "a2"))
        assert counts(apart, 0)["individuality"] == 2
        assert counts(joined, 0)["individuality"] == 1
