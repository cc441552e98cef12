"""Finds ways for the tracks of a board with two layers: A* on a grid, one net after the other.

Copper is kept apart by rasterizing what is there with the distance that a new track or via needs.
Lengths are in millimetres. A net that finds no way goes first in the next attempt.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil, floor, hypot
from typing import Final, TypeAlias

GRID: Final = 0.25
CLEARANCE: Final = 0.2
VIA: Final = 0.35
"""Radius of a via."""
_VIA_COST: Final = 12.0
_ATTEMPTS: Final = 60
_BLOCKED: Final = -1
_FREE: Final = 0
Node: TypeAlias = tuple[int, int, int]
"""Layer (0 above, 1 below), column and row."""
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of copper or a hole: a rectangle with a radius around it, on some layers."""

    net: str
    layers: tuple[int, ...]
    low: Point
    high: Point
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad to be reached, and its copper."""

    net: str
    at: Point
    layers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of track, or a via if start and end are the same."""

    net: str
    layer: int
    start: Point
    end: Point
    width: float


class NoWayError(Exception):
    """Some net found no way; its name is the message."""


@dataclass(slots=True)
class Raster:
    """What each cell may be used for by the middle of a track of some half width."""

    size: tuple[float, float]
    half: float
    numbers: Mapping[str, int]
    cells: list[list[int]] = field(init=False)
    columns: int = field(init=False)
    rows: int = field(init=False)

    def __post_init__(self) -> None:
        """Block the edge of the board."""
        self.columns, self.rows = (round(side / GRID) + 1 for side in self.size)
        self.cells = [[_FREE] * (self.columns * self.rows) for _ in range(2)]
        margin = ceil((0.5 + self.half) / GRID)
        for layer in self.cells:
            for row in range(self.rows):
                for column in range(self.columns):
                    near = min(column, row, self.columns - 1 - column, self.rows - 1 - row)
                    if near < margin:
                        layer[row * self.columns + column] = _BLOCKED

    def add(self, shape: Shape) -> None:
        """Keep others away from a shape."""
        reach = shape.radius + CLEARANCE + self.half
        net = self.numbers.get(shape.net, _BLOCKED)
        (left, top), (right, bottom) = shape.low, shape.high
        for row in range(
            max(0, ceil((top - reach) / GRID)),
            min(self.rows - 1, floor((bottom + reach) / GRID)) + 1,
        ):
            y = row * GRID
            down = max(top - y, 0.0, y - bottom)
            for column in range(
                max(0, ceil((left - reach) / GRID)),
                min(self.columns - 1, floor((right + reach) / GRID)) + 1,
            ):
                x = column * GRID
                if hypot(max(left - x, 0.0, x - right), down) < reach - 1e-6:
                    self._claim(shape.layers, row * self.columns + column, net)

    def _claim(self, layers: Iterable[int], index: int, net: int) -> None:
        for layer in layers:
            before = self.cells[layer][index]
            if before == _FREE:
                self.cells[layer][index] = net
            elif before != net:
                self.cells[layer][index] = _BLOCKED

    def free(self, node: Node, net: int) -> bool:
        """Tell whether a net may be here."""
        return self.cells[node[0]][node[2] * self.columns + node[1]] in (_FREE, net)


def routed(
    size: tuple[float, float],
    shapes: Sequence[Shape],
    pads: Mapping[str, Sequence[Pad]],
    widths: Mapping[str, float],
) -> list[Track]:
    """Return tracks and vias that join the pads of each net. Raises ``NoWayError``."""
    order = sorted(pads, key=lambda net: _extent(pads[net]))
    for _ in range(_ATTEMPTS):
        try:
            return _attempt(size, shapes, pads, widths, order)
        except NoWayError as error:
            failed = str(error)
            order.remove(failed)
            order.insert(0, failed)
    raise NoWayError(f"no way for {order[0]}")


def _extent(pads: Sequence[Pad]) -> float:
    xs, ys = zip(*(pad.at for pad in pads), strict=True)
    return float(max(xs) - min(xs) + max(ys) - min(ys))


def _attempt(
    size: tuple[float, float],
    shapes: Sequence[Shape],
    pads: Mapping[str, Sequence[Pad]],
    widths: Mapping[str, float],
    order: Sequence[str],
) -> list[Track]:
    numbers = {net: i for i, net in enumerate(pads, 1)}
    halves = sorted({width / 2 for width in widths.values()} | {VIA})
    rasters = {half: Raster(size, half, numbers) for half in halves}
    for shape in shapes:
        for raster in rasters.values():
            raster.add(shape)
    tracks: list[Track] = []
    for net in order:
        width = widths[net]
        found = list(_net(net, pads[net], width, rasters))
        for track in found:
            for raster in rasters.values():
                raster.add(_copper(track))
        tracks += found
    return tracks


def _copper(track: Track) -> Shape:
    if track.start == track.end:
        return Shape(track.net, (0, 1), track.start, track.end, VIA)
    low = (min(track.start[0], track.end[0]), min(track.start[1], track.end[1]))
    high = (max(track.start[0], track.end[0]), max(track.start[1], track.end[1]))
    return Shape(track.net, (track.layer,), low, high, track.width / 2)


def _net(
    net: str, pads: Sequence[Pad], width: float, rasters: Mapping[float, Raster]
) -> Iterator[Track]:
    raster, vias = rasters[width / 2], rasters[VIA]
    number = raster.numbers[net]
    reached: set[Node] = set(_nodes(pads[0]))
    anchors = dict.fromkeys(reached, pads[0].at)
    left = list(pads[1:])
    while left:
        targets = {node: pad for pad in left for node in _nodes(pad)}
        way = _way(reached, targets, raster, vias, number)
        if way is None:
            raise NoWayError(net)
        pad = targets[way[-1]]
        yield from _tracks(net, width, way, anchors.get(way[0]), pad.at)
        reached.update(way)
        reached.update(_nodes(pad))
        anchors |= dict.fromkeys(_nodes(pad), pad.at)
        left.remove(pad)


def _nodes(pad: Pad) -> list[Node]:
    column, row = (round(value / GRID) for value in pad.at)
    return [(layer, column, row) for layer in pad.layers]


def _way(
    starts: set[Node], targets: Mapping[Node, Pad], raster: Raster, vias: Raster, net: int
) -> list[Node] | None:
    ends = [(node[1], node[2]) for node in targets]

    def guess(node: Node) -> float:
        return min(abs(node[1] - x) + abs(node[2] - y) for x, y in ends)

    queue: list[tuple[float, float, Node]] = []
    cost: dict[Node, float] = {}
    before: dict[Node, Node] = {}
    for node in starts:
        cost[node] = 0.0
        heappush(queue, (guess(node), 0.0, node))
    while queue:
        _, spent, node = heappop(queue)
        if node in targets:
            return _back(node, before)
        if spent > cost[node]:
            continue
        for step, price in _steps(node):
            if step not in targets:
                allowed = vias if step[0] != node[0] else raster
                if not allowed.free(step, net) or (
                    step[0] != node[0] and not allowed.free(node, net)
                ):
                    continue
            total = spent + price
            if total < cost.get(step, 1e9):
                cost[step] = total
                before[step] = node
                heappush(queue, (total + guess(step), total, step))
    return None


def _steps(node: Node) -> Iterator[tuple[Node, float]]:
    layer, column, row = node
    # The upper layer prefers to go across, the lower one up and down.
    across, down = (1.0, 1.6) if layer == 0 else (1.6, 1.0)
    yield (layer, column + 1, row), across
    yield (layer, column - 1, row), across
    yield (layer, column, row + 1), down
    yield (layer, column, row - 1), down
    yield (1 - layer, column, row), _VIA_COST


def _back(node: Node, before: Mapping[Node, Node]) -> list[Node]:
    way = [node]
    while node in before:
        node = before[node]
        way.append(node)
    return way[::-1]


def _tracks(
    net: str, width: float, way: Sequence[Node], first: Point | None, last: Point
) -> Iterator[Track]:
    """Yield the pieces of a way, straight ones as one; its ends go to the middles of pads."""
    points = [(node[1] * GRID, node[2] * GRID) for node in way]
    if first is not None and first != points[0]:
        yield Track(net, way[0][0], first, points[0], width)
    start = 0
    for i in range(1, len(way)):
        if way[i][0] != way[i - 1][0]:
            if start != i - 1:
                yield Track(net, way[i - 1][0], points[start], points[i - 1], width)
            yield Track(net, 0, points[i], points[i], 2 * VIA)
            start = i
        elif i - start > 1 and not _straight(points[start], points[i - 1], points[i]):
            yield Track(net, way[i][0], points[start], points[i - 1], width)
            start = i - 1
    if start != len(way) - 1:
        yield Track(net, way[-1][0], points[start], points[-1], width)
    if last != points[-1]:
        yield Track(net, way[-1][0], points[-1], last, width)


def _straight(a: Point, b: Point, c: Point) -> bool:
    return (a[0] == b[0] == c[0]) or (a[1] == b[1] == c[1])
