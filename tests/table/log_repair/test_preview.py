"""The lines of a preview: what it says of clocks."""

from companion.table.log.consequences import Consequences
from companion.table.log_repair.preview import lines
from companion.table.table import Table


def times(table: Table, *more: int) -> list[object]:
    result = Consequences(points=(), times=tuple(enumerate(more)))
    return [line.right.params["value"] for line in lines(table, result) if line.right is not None]


def test_less_than_a_second_is_no_change_of_a_clock(table: Table) -> None:
    assert times(table, -3000, -999) == ["-0:03"]
    assert times(table, 1000, 999) == ["+0:01"]
    line, *_ = lines(table, Consequences(points=(), times=((0, -1),)))
    assert line.left.key == "log.no_points"
