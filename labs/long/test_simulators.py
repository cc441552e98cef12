"""Hundreds of games in which the engine must agree with simulators written from the rules alone."""

import random
import sys
from collections.abc import Iterator
from itertools import count, product

import pytest

from companion.engine.game import Setup
from tests.games.simulators.gilded_compass import GildedCompass
from tests.games.simulators.inner_compass import Simulator as InnerCompass
from tests.games.simulators.inner_compass_scoring import ScoringSimulator as InnerCompassBoards
from tests.games.simulators.referee import Match, Tally

GAMES = 300

PLAYER_BOARD = {"squares": ["YBKWR"] * 3, "advanced_rows": ["wild", "ep", "shift"]}
INNER_COMPASS_COPIES: tuple[dict[str, object], ...] = (
    {},
    {"track": {"ep": [9, 0, 7, 7, 1, 2]}},
    {"cards": {"Y": 4, "B": 4, "K": 3, "W": 3, "R": 3}},  # both piles can be empty (IC-R36)
    {"player_board": {**PLAYER_BOARD, "advanced_rows": ["ep", "shift", "wild"]}},
    {  # many double clears (IC-R23, IC-R50) and ties (IC-TIE-1)
        "player_board": {**PLAYER_BOARD, "squares": ["YB", "KW", "RY"]},
        "track": {"ep": [1, 1, 1, 1, 1, 1]},
    },
    {
        "board": {
            "sections": {"A": ["YB", "KW"], "B": ["RR", "YB"], "C": ["WK", "RY"], "D": ["BY", "YK"]}
        }
    },
    {  # IC-R47
        "player_board": {**PLAYER_BOARD, "squares": ["YYBBK", "KWWRR", "YBKWR"]},
        "tiles": {
            "sticky": ["joy", "joy", "bravery"],
            "memo": ["equilibrium", "equilibrium", "variety", "variety", "structure"],
        },
    },
)
"""What owners can have in the box, the usual first."""


def inner_compass_options() -> Iterator[dict[str, object]]:
    """Every combination of the rulings that owners can choose."""
    rulings: dict[str, tuple[object, ...]] = {
        "mode": ("advanced", "standard"),
        "discount": ("emotions", "spaces"),
        "floor": ("total", "emotion"),
        "double_clear": ("end", "go_on"),
        "exact_move": (False, True),
        "first_bonus": (3, 0, 6),
    }
    for values in product(*rulings.values()):
        yield dict(zip(rulings, values, strict=True))


@pytest.mark.parametrize(
    ("level", "simulator"), [("full", InnerCompass), ("scoring", InnerCompassBoards)]
)
def test_inner_compass(
    level: str, simulator: type[InnerCompass], capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    every = list(inner_compass_options())
    for seed in count():
        if tally.games == GAMES:
            break
        players = 2 + seed % 3
        options = every[seed // 3 % len(every)]
        data = INNER_COMPASS_COPIES[seed % len(INNER_COMPASS_COPIES)]
        setup = Setup(("Ann", "Ben", "Cleo", "Dan")[:players], level, options, data)
        match = Match("inner-compass", setup, simulator(players, options, data), seed, tally)
        match.play(scores_throughout=True)
    with capsys.disabled():
        sys.stdout.write(f"\nInner Compass, {level}: {tally}\n")
    assert tally.unfinished < GAMES / 20


def gilded_compass_boards() -> Iterator[tuple[int, dict[str, object]]]:
    """Every number of players with every choice of buildings and variant."""
    c_buildings = ("temple", "illuminati", "galleon", "tower")
    for b_building, players in product(("auction_house", "guild"), range(2, 6)):
        for variant in ("none", "dummy") if players < 4 else ("none",):
            for c_building in c_buildings:
                board: dict[str, object] = {"b_building": b_building, "c_building": c_building}
                yield players, board | ({"variant": variant} if players < 4 else {})
        if players < 4:
            yield players, {"b_building": b_building, "variant": "fewer_buildings"}


RULINGS: dict[str, tuple[object, ...]] = {
    "dice": ("rolled", "rolled", "placed"),
    "unplaced_dice": ("library", "nothing"),
    "university_resolves": ("after_c", "after_archives", "first"),
    "extend_per_end": (1, "unlimited"),
    "specialists_on_mission_maps": (True, False),
    "items_on_mission_maps": (False, True),
    "tie_by_value": (False, True),
    "dummy_galleon_strict": (True, False),
    "artifacts_open": (True, False),
    "rerolls_after_placing": (False, True),
}


def test_gilded_compass(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    boards = list(gilded_compass_boards())
    for seed in range(GAMES):
        players, board = boards[seed % len(boards)]
        # The first time the usual rulings, then any.
        chance = random.Random(seed)
        usual = seed < len(boards)
        rulings = {
            name: values[0] if usual else chance.choice(values) for name, values in RULINGS.items()
        }
        options = board | rulings
        setup = Setup(("Ann", "Ben", "Cleo", "Dan", "Eve")[:players], "full", options)
        match = Match("gilded-compass", setup, GildedCompass(players, options), seed, tally)
        match.play(scores_throughout=True)
    with capsys.disabled():
        sys.stdout.write(f"\nOrder of the Gilded Compass: {tally}\n")
    assert tally.games == GAMES
