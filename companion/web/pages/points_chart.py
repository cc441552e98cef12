"""Chart of the points of a game as SVG; dashes distinguish the lines without colour.

There is a line for each seat, or for each team, with the sum of its points.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from companion.engine.ranking import points_of, team_of
from companion.protocol.http.html import Markup, tag
from companion.table.state import Table

_WIDTH: Final = 640
_HEIGHT: Final = 240
_LEFT: Final = 40
_RIGHT: Final = 130
"""Room for the names at the ends of the lines."""
_EDGE: Final = 14
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 5")
_GAP: Final = 15
"""The least distance between two names."""


def points_chart(table: Table, title: str) -> Markup:
    """Return the chart of the points after each step of a game."""
    states = [*(log_step.state for log_step in table.steps), table.state]
    points = [points_of(table.game, state) for state in states]
    low = min(0, *(min(each) for each in points))
    high = max(1, *(max(each) for each in points))
    inner = _WIDTH - _LEFT - _RIGHT

    def x(step: int) -> float:
        return round(_LEFT + inner * step / max(1, len(points) - 1), 1)

    def y(value: int) -> float:
        return round(_HEIGHT - _EDGE - (_HEIGHT - 2 * _EDGE) * (value - low) / (high - low), 1)

    players = table.setup.players
    sides = tuple(dict.fromkeys(team_of(table.game, seat) for seat in range(len(players))))
    names = _spread([y(points[-1][side[0]]) for side in sides], [len(side) for side in sides])
    return tag(
        "svg",
        tag("title", title),
        [_scale(value, y(value)) for value in sorted({low, 0, high})],
        [
            _line([(x(i), y(each[side[0]])) for i, each in enumerate(points)], n)
            for n, side in enumerate(sides)
        ],
        [
            _label([players[seat] for seat in side], points[-1][side[0]], top)
            for side, top in zip(sides, names, strict=True)
        ],
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        class_="points-chart",
    )


def _scale(value: int, y: float) -> Markup:
    line = tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=f"{y}", y2=f"{y}", class_="chart-scale")
    number = tag("text", value, x=_LEFT - 6, y=f"{y + 4}", class_="chart-number")
    return Markup(line + number)


def _label(players: Sequence[str], points: int, y: float) -> Markup:
    """Return the names of a side, one below the other, and its final points."""
    lines = [*players[:-1], f"{players[-1]} {points}"]
    left = _WIDTH - _RIGHT + 8
    return tag(
        "text",
        [tag("tspan", line, x=left, y=f"{y + i * _GAP:.1f}") for i, line in enumerate(lines)],
        class_="chart-name",
    )


def _line(points: Sequence[tuple[float, float]], side: int) -> Markup:
    """Return a polyline through points, without those that change nothing."""
    kept = [
        point
        for i, point in enumerate(points)
        if i in (0, len(points) - 1) or points[i - 1][1] != point[1] or points[i + 1][1] != point[1]
    ]
    path = " ".join(f"{x:g},{y:g}" for x, y in kept)
    return tag(
        "polyline",
        points=path,
        class_=f"chart-line chart-line-{side % len(_DASHES)}",
        stroke_dasharray=_DASHES[side % len(_DASHES)] or None,
    )


def _spread(heights: Sequence[float], lines: Sequence[int]) -> list[float]:
    """Move overlapping names apart, from the top down and back from the bottom.

    ``lines`` is the number of names below one another at each height.
    """
    order = sorted(range(len(heights)), key=lambda side: heights[side])
    spread = [height + 4 for height in heights]
    for above, below in pairwise(order):
        spread[below] = max(spread[below], spread[above] + _GAP * lines[above])
    bottom = float(_HEIGHT - 4 + _GAP)
    for side in reversed(order):
        bottom = spread[side] = min(spread[side], bottom - _GAP * lines[side])
    return spread
