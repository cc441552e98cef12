"""Whose a task is: the player's who is named in it, else that of whoever has acted."""

from itertools import product

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import Seat, Text, text
from companion.games.essence.actions import EndRound
from companion.table.task import Task, by_seat, tasks_after

GAME = registry.load("essence")
STATE = GAME.new_initial_state(Setup(("Ann", "Ben", "Cleo"), "full"))
BENS = text("do.stepped_back", player=Seat(1), field=2)
CLEOS = text("do.stepped_back", player=Seat(2), field=2)
ALL = text("do.round_void")


def seats(actor: int | None, *todo: Text) -> list[int | None]:
    return [task.seat for task in tasks_after(GAME, STATE, EndRound(), actor, todo)]


@pytest.mark.parametrize("actor", [0, 1, 2])
def test_a_task_is_the_named_players_whoever_has_acted(actor: int) -> None:
    assert seats(actor, BENS, BENS) == [1, 1]
    assert seats(actor, ALL) == [actor]


def test_what_several_players_have_to_do_is_everybodys() -> None:
    assert seats(0, CLEOS, BENS, ALL) == [None] * 3
    assert seats(0, BENS, ALL) == [None] * 2
    assert seats(1, BENS, ALL) == [1, 1]


def test_the_setup_is_everybodys() -> None:
    assert seats(None, BENS, ALL) == [None] * 2


def test_nothing_is_left_to_somebody_who_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "gone", lambda _self, _state: (1,))
    assert seats(2, BENS) == [None]
    assert seats(2, CLEOS) == [2]


def test_tasks_stand_seat_by_seat_in_their_order() -> None:
    mixed = [Task(text(f"do.{n}"), EndRound(), seat) for n, seat in product("ab", (2, None, 0))]
    assert [(task.what.key, task.seat) for task in by_seat(mixed)] == [
        ("do.a", 2),
        ("do.b", 2),
        ("do.a", None),
        ("do.b", None),
        ("do.a", 0),
        ("do.b", 0),
    ]
