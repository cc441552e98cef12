"""Rolling dice, rerolling them, Persuasion (GC-TURN-1, GC-TURN-2, GC-ABIL-PERS)."""

from collections import Counter
from itertools import product
from math import isclose

import pytest

from companion.games.gilded_compass import GAME, rolling
from companion.games.gilded_compass.actions import (
    Enough,
    Lift,
    Roll,
    RollAll,
    SpendKnowledge,
    TurnDie,
)
from companion.games.gilded_compass.state import Hand, Phase, State
from tests.games.gilded_compass.tables import (
    all_of,
    code,
    do,
    legal,
    place,
    rolled,
    rolls,
    setup,
    table,
    turn,
)


def with_ability(state: State, ability: str) -> State:
    return state.with_player(state.current, abilities=(ability,))


def test_eight_dice_are_entered_by_value_in_at_most_five_choices() -> None:
    """GC-TURN-1: the last value follows from the others."""
    choices = list(rolls("11223346"))
    assert [(die.value, die.count) for die in choices][:3] == [(1, 2), (2, 2), (3, 2)]
    assert rolled(table(), "11223346").hand.own == (1, 1, 2, 2, 3, 3, 4, 6)
    assert rolled(table(), "11111111").hand.own == (1,) * 8
    assert rolled(table(), "66666666").phase is Phase.PLACE


def chance_of(state: State, hand: Hand) -> float:
    """Return the probability of a roll, summed over all ways to report it."""
    if state.phase is not Phase.ROLL:
        return float(state.hand == hand)
    return sum(
        chance * chance_of(do(state, action).state, hand)
        for action, chance in GAME.chance_outcomes(state)
    )


@pytest.mark.parametrize("count", [2, 3, 5])
def test_every_roll_is_as_likely_as_that_of_fair_dice(count: int) -> None:
    """Reported by value or die by die, all 6 ** n outcomes are equally likely."""
    state = table()
    state = state.with_player(state.current, own=count)
    state = rolling.begin(state, state.current, ()).state
    ways = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    for dice in ((1,) * count, tuple(range(1, count + 1)), (6,) * count):
        expected = ways[dice] / 6**count
        assert isclose(chance_of(state, Hand(dice)), expected)


def test_dice_cannot_fall_like_this() -> None:
    assert code(table(), Roll(1, 9)) == "no-such-roll GC-TURN-1"
    assert code(table(), Roll(2, 1)) == "no-such-roll GC-TURN-1"


def test_the_held_dummy_dice_are_rolled_with_the_own_ones() -> None:
    """GC-DUMMY-1, GC-VOC-8."""
    state = rolled(table(setup(variant="dummy")), "11223346", dummy="25")
    assert state.hand == Hand((1, 1, 2, 2, 3, 3, 4, 6), (), (2, 5))


def test_a_knowledge_tile_rolls_chosen_dice_again() -> None:
    """GC-TURN-2, GC-TURN-6: this may be repeated while there is knowledge."""
    state = rolled(table(setup(variant="dummy")), "11223346", dummy="25")
    state = all_of(state, SpendKnowledge(), Lift("6"), Lift("dummy-5"), "roll_lifted").state
    assert state.to_roll == (1, 0, 1)
    state = all_of(state, Roll(4, 1), Roll(1, 1)).state
    assert state.hand == Hand((1, 1, 2, 2, 3, 3, 4, 4), (), (1, 2))
    assert state.player.knowledge == 0
    assert code(state, SpendKnowledge()) == "no-knowledge GC-TURN-2"


def test_all_dice_can_be_rolled_again() -> None:
    state = all_of(rolled(table(), "11223346"), SpendKnowledge(), "roll_all").state
    assert (state.to_roll, state.hand) == ((8, 0, 0), Hand())
    assert rolled(state, "66666666").hand.own == (6,) * 8


def test_the_choice_of_dice_is_not_empty() -> None:
    state = do(rolled(table(), "11223346"), SpendKnowledge()).state
    assert code(state, "roll_lifted") == "lift-first GC-TURN-2"
    assert code(state, Lift("5")) == "no-such-die GC-TURN-2"
    assert code(do(state, Lift("6")).state, "roll_all") == "lifted-already GC-TURN-2"


def test_nothing_is_rolled_again_after_a_placement() -> None:
    """GC-TURN-2, GC-R37: it must be before the turn's first placement, of own or dummy dice."""
    state = rolled(table(setup(variant="dummy")), "11223346", dummy="25")
    state = with_ability(state, "persuasion")
    placed = do(state, place("library", "6")).state
    assert code(placed, SpendKnowledge()) == "placed-already GC-TURN-2"
    assert code(placed, "persuade") == "placed-already GC-TURN-2"
    after = do(state, "place_dummy(library,5,0,0)").state
    assert code(after, SpendKnowledge()) == "placed-already GC-TURN-2"


def test_dice_can_be_rolled_again_between_own_and_dummy_dice_where_that_is_agreed() -> None:
    """GC-R37: only those that may still be placed in this turn; Persuasion stays before placing."""
    opening = setup(c_building="illuminati", variant="dummy", rerolls_after_placing=True)
    state = rolled(table(opening), "11223346", dummy="25")
    state = with_ability(state, "persuasion").with_player(0, knowledge=2)
    placed = do(state, place("library", "6")).state
    assert code(placed, "persuade") == "placed-already GC-TURN-2"
    spent = do(placed, SpendKnowledge()).state
    assert legal(spent) == (RollAll(), Lift("dummy-2"), Lift("dummy-5"))
    again = rolled(do(spent, RollAll()).state, "", dummy="36")
    assert (again.hand.own, again.hand.dummy) == ((1, 1, 2, 2, 3, 3, 4), (3, 6))
    assert do(again, "place_dummy(archives,3,0,0)").state.current == 1
    dummy_first = do(state, "place_dummy(archives,5,0,0)").state
    spent = do(do(dummy_first, SpendKnowledge()).state, RollAll()).state
    assert (spent.to_roll, spent.hand.dummy) == ((8, 0, 0), (2,))


def test_persuasion_turns_up_to_two_dice() -> None:
    """GC-ABIL-PERS, GC-R21: dummy dice may be rerolled too; the tile is used up."""
    state = rolled(table(setup(c_building="illuminati", variant="dummy")), "11223346", dummy="25")
    assert code(state, "persuade") == "no-such-ability GC-ABIL-PERS"
    state = do(with_ability(state, "persuasion"), "persuade").state
    assert code(state, Enough()) == "turn-first GC-ABIL-PERS"
    assert code(state, TurnDie("6", 6)) == "no-such-die GC-ABIL-PERS"
    once = do(state, TurnDie("6", 1)).state
    assert do(once, Enough()).state.hand.own == (1, 1, 1, 2, 2, 3, 3, 4)
    twice = do(once, TurnDie("dummy-5", 6)).state
    assert (twice.phase, twice.hand.dummy, twice.player.abilities) == (Phase.PLACE, (2, 6), ())


def test_a_black_die_goes_before_another_of_its_value() -> None:
    """GC-LIB-4, GC-ABIL-HELP: it is worth as much, and would be lost otherwise."""
    hand = Hand((3, 3, 5), (3, 6))
    assert rolling.without_own(hand, (3, 3)) == Hand((3, 5), (6,))
    assert rolling.names(hand) == ("3", "5", "black-3", "black-6")


def test_what_was_not_placed_is_rolled_in_the_next_turn() -> None:
    """GC-TURN-1."""
    state = turn(table(), "11223346", place("archives", "11"))
    state = turn(state, "11223346", place("archives", "22"))
    assert (state.current, state.to_roll) == (0, (6, 0, 0))
