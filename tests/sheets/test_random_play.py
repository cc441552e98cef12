"""Whatever order, ends of rounds and finish a sheet combines, a declared end comes."""

import random
from itertools import product

import pytest

from tests.sheets.random_play import played
from tests.sheets.test_play import game

ORDERS = ("clockwise", "there-and-back", "least-first", "chosen", "together")
ENDS = ("turns", "passed", "called")
POINTS = "categories: [{id: points, name: Points, when: round, most: 3}]\n"


@pytest.mark.parametrize("finish", ["round", "lap", "turn", "now"])
def test_a_declared_end_comes_although_people_leave_and_come_back(finish: str) -> None:
    source, count = random.Random(finish), 0
    for order, ends, pause, scoring in product(
        ORDERS, ENDS, ("true", "false"), (POINTS, "amounts: [1, -1]\ntarget: 9\n")
    ):
        following = source.choice(["same", "rotate", "most", "token"])
        parts = source.choice(["[]", "[Bids, Tricks]"]) if ends == "turns" else "[]"
        course = (
            f"order: {order}\nround_ends: {ends}\npause: {pause}\nfinish: {finish}\n"
            f"next: {following}\nphases: {parts}\n{scoring}"
        )
        if order == "together" and ends != "turns":
            continue
        rules = game(course)
        for players in (2, 3, 4):
            try:
                played(rules, players, source)
            except Exception as error:
                raise AssertionError(f"{error!r} with {players} players:\n{course}") from error
            count += 1
    assert count == 156
