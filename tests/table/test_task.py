"""Whose a task is: the player's who is named in it, else that of whoever has acted."""

from itertools import product

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.shared_actions import ChooseStart
from companion.engine.text import Seat, Text, text
from companion.games.essence.actions import EndRound
from companion.games.inner_compass.actions import DrawTile, PlaceSection, PlaceToken
from companion.table.task import Task, by_seat, shared_out, tasks_after, without_number

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


def setup_tasks() -> list[Task]:
    """Return a setup with four kinds of pieces: 5 + 5 + 6 + 1 tasks."""
    kinds = {
        PlaceSection("NW", "A", 0): 5,
        DrawTile("empathy"): 5,
        PlaceToken("B"): 6,
        ChooseStart(0): 1,
    }
    return [Task(ALL, action) for action, count in kinds.items() for _ in range(count)]


@pytest.mark.parametrize(
    ("people", "counts"),
    [((0, 1, 2), (5, 5, 7)), ((1, 2), (10, 7)), ((0, 1, 2, 3, 4), (5, 5, 6, 1)), ((2,), (17,))],
)
def test_each_person_lays_out_pieces_of_a_kind(
    people: tuple[int, ...], counts: tuple[int, ...]
) -> None:
    tasks = shared_out(setup_tasks(), people)
    assert [task.number for task in tasks] == [*range(1, 18)]
    owners = [task.seat for task in tasks]
    expected = people if len(people) > 1 else (None,)
    assert [owners.count(owner) for owner in expected[: len(counts)]] == [*counts]


def test_a_task_of_a_setup_is_done_once_in_any_order() -> None:
    tasks = shared_out(setup_tasks(), (0, 1))
    left = without_number(tasks, 7)
    assert [task.number for task in left] == [n for n in range(1, 18) if n != 7]
    assert without_number(left, 7) == left
    plain = (Task(ALL, EndRound()),)
    assert without_number(plain, None) == without_number(plain, 0) == plain


def test_what_names_a_player_is_that_players_task() -> None:
    start = Task(text("do.start", player=Seat(0)), ChooseStart(0))
    tasks = shared_out([*setup_tasks()[:-1], start], (0, 1, 2))
    (named,) = (task for task in tasks if task.what == start.what)
    assert (named.seat, named.number) == (0, 6)
    assert [task.seat for task in tasks] == sorted(task.seat or 0 for task in tasks)
