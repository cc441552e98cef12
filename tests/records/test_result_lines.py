"""Results of games, a line each: what is written is read again, what is not ours is refused."""

import json

import pytest

from companion.records.jsonl import RecordError
from companion.records.result_lines import line_of, read
from tests.records.exports.played import left, played


def test_what_is_written_is_read_again() -> None:
    (game,) = played("inner-compass", 1)
    (read_again,) = read([line_of(game), ""])
    assert read_again.result == game.result
    assert read_again.players == game.setup.players
    assert read_again.game == game.game


def test_a_game_that_was_left_is_one_that_is_not_over() -> None:
    (read_again,) = read([line_of(left("inner-compass"))])
    assert not read_again.result.over
    assert read_again.result.winners == ()


def test_points_by_rule_and_times_add_up() -> None:
    for game in played("inner-compass", 3):
        assert game.result is not None
        for seat, points in enumerate(game.result.points):
            assert sum(n for s, n, _ in game.result.lines if s == seat) == points
        together = sum(seconds for _, _, seconds in game.result.spent)
        assert together <= game.result.length
        assert together >= game.result.length - len(game.result.spent)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "companion-result/2"},
        {"result": {}},
        {"players": ["one"]},
        {"players": "all"},
        {"game": 7},
        {"options": 3},
        {"robots": ["x"]},
        {"robots": [1e999]},
        {"robots": [9, -7]},
        {"robots": [0, 0]},
        {"players": [[1], [2]]},
        {"players": ["Ann", "\x1b[2J"]},
        {"players": ["Ann", "B\nen"]},
        {"players": ["Ann", "B" * 101]},
        {"players": ["Ann", "\ud800"]},
        {"level": "\ud800"},
        {"options": {"a": 1e999}},
    ],
)
def test_a_line_that_is_none_is_named(change: dict[str, object]) -> None:
    (game,) = played("inner-compass", 1)
    line = line_of(game)
    broken = json.dumps({**json.loads(line), **change})
    with pytest.raises(RecordError, match="line 2 is not the result"):
        list(read([line, broken]))


@pytest.mark.parametrize(
    "change",
    [
        {"winners": [-9]},
        {"starter": 9},
        {"points": [10**300, 0]},
        {"seconds": [-1, 0]},
        {"ended": 1e300},
        {"ended": float("nan")},
        {"lines": [[99, 1, "R-1"]]},
        {"spent": [[0, "turn", 1e999]]},
        {"handed": [[0, "\x1b[2J"]]},
    ],
)
def test_a_result_that_none_can_be_is_named(change: dict[str, object]) -> None:
    (game,) = played("inner-compass", 1)
    struct = json.loads(line_of(game))
    struct["result"] |= change
    with pytest.raises(RecordError, match="line 1 is not the result"):
        list(read([json.dumps(struct)]))


@pytest.mark.parametrize("broken", ["[" * 100_000, "{", "[]", "7", "null", '"' + "[" * 9])
def test_what_is_no_object_is_named(broken: str) -> None:
    with pytest.raises(RecordError, match="line 1"):
        list(read([broken]))
