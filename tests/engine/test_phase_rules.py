"""What follows from a table of phases: where a game begins, and which seat may do what."""

import msgspec
import pytest

from companion.engine.every import act, among
from companion.engine.game import Setup, Step
from companion.engine.phases import PhasedRules, Phases, over, together
from companion.engine.records import SeatAction


class Player(msgspec.Struct, frozen=True):
    laid: int = 0


class State(msgspec.Struct, frozen=True):
    players: tuple[Player, ...]
    seats: int
    phase: str
    heap: int = 7


class Unknown(msgspec.Struct, frozen=True):
    phase: str
    heap: int


class Lay(SeatAction):
    number: int


def stay(state: State, _action: Lay) -> Step[State]:
    return Step(state, ())


def everybody(state: State) -> tuple[int, ...]:
    return tuple(range(state.seats))


SEAT, NUMBER = among(everybody, "no-such-seat", "P-1"), among((1, 2), "no-such-number", "P-1")
LAYING = act(Lay, stay, player=SEAT, number=NUMBER)


class AllLay(PhasedRules[State]):
    id = "all-lay"
    players = range(2, 5)
    phases = Phases({"lay": together("P-1", (LAYING,), everybody), "over": over("P-2")})

    def returns(self, state: State) -> tuple[int, ...]:
        return tuple(player.laid for player in state.players)


def test_a_game_begins_in_its_first_phase_with_a_record_for_each_player() -> None:
    state = AllLay().new_initial_state(Setup(("Ann", "Ben", "Cleo")))
    assert state == State((Player(),) * 3, 3, "lay", 7)


def test_a_title_is_the_id_in_words_unless_another_is_given() -> None:
    assert (AllLay().title, AllLay().rules_version) == ("All Lay", "1")
    assert type("Other", (AllLay,), {"title": "Others"})().title == "Others"


def test_a_seat_may_do_what_names_it_where_all_act_together() -> None:
    game = AllLay()
    state = game.new_initial_state(Setup(("Ann", "Ben")))
    assert game.legal_actions(state, 1) == (Lay(1, 1), Lay(1, 2))


def test_a_state_without_a_beginning_is_named() -> None:
    class Other(PhasedRules[Unknown]):
        id, players, records, phases = "all-lay", range(2, 5), (Unknown, Lay), AllLay.phases

        def returns(self, state: Unknown) -> tuple[int, ...]:
            return (state.heap,)

    told = r"all-lay: Unknown.heap has no value to begin with; give it one, or define begin"
    with pytest.raises(TypeError, match=told):
        Other()
