"""The builds as they are put together: printed parts, bought parts, screws, cables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from manifold3d import Manifold

from tools.case.printed import levels, parts, pico, slot, tray_screws, tray_size
from tools.case.solids import hull, load, piece, solid

Point: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Screw:
    """A screw that goes down from its head into plastic; ``through`` is what it clamps, in mm."""

    name: str
    head: Point
    diameter: float
    length: float
    down: float = -1.0
    """Direction of its tip along z."""

    def reaches(self, start: float, end: float, diameter: float) -> Manifold:
        """Return its core between two distances from the head."""
        x, y, z = self.head
        low = min(z + self.down * start, z + self.down * end)
        body = Manifold.cylinder(end - start, diameter / 2, circular_segments=48)
        return body.translate((x, y, low))


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable or a bundle of wires along a line, from what it joins to the open air."""

    name: str
    path: tuple[Point, ...]
    diameter: float
    inside: bool = False
    """Whether it joins two things in the case, and need not leave it."""

    def body(self) -> Manifold:
        """Return it as a solid."""
        ball = Manifold.sphere(self.diameter / 2, 16)
        links = [hull(ball.translate(a), ball.translate(b)) for a, b in pairwise(self.path)]
        return Manifold.compose(links) if len(links) == 1 else sum(links[1:], links[0])


@dataclass(frozen=True, slots=True)
class Assembly:
    """What is put together: all in the same place as in the finished thing."""

    name: str
    printed: Mapping[str, Manifold]
    bought: Mapping[str, Manifold]
    screws: tuple[Screw, ...]
    cables: tuple[Cable, ...]
    keys: Mapping[str, Manifold]
    """The room above each key and above what is lit, which has to stay free."""
    layers: tuple[tuple[str, ...], ...]
    """What lies above what, from the bottom, by the beginnings of the names."""


def assemblies(box: Mapping[str, Any]) -> tuple[Assembly, ...]:
    """Return the box, half of the track, and a seat."""
    printed = parts(box)
    return pocket(box["case"], printed), track(box["case"]["track"], printed), seat(box, printed)


def pocket(case: Mapping[str, Any], printed: Mapping[str, Manifold]) -> Assembly:
    """Return the box with Pi, bonnet and reader."""
    measured, high = load(), levels(case)
    bought = {
        "pi": solid(measured["pi"]).translate((0, 0, high.pi)),
        "bonnet": solid(measured["bonnet"]).translate((0, 0, high.bonnet)),
        "pn532": solid(measured["pn532"]).translate((*case["reader"]["at"], high.reader)),
    }
    lid = high.rim + case["lid"]
    screw, stud = case["screw"], case["standoff"]
    board = piece(measured["pi"], "board")["size"][2]
    screws = [
        Screw(f"lid screw {i}", (x, y, lid), screw["diameter"], screw["length"])
        for i, (x, y) in enumerate(case["lid_screws"], 1)
    ]
    screws += [
        Screw(f"standoff {i}", (x, y, high.pi + board), stud["diameter"], stud["length"])
        for i, (x, y) in enumerate(measured["pi"]["holes"]["at"], 1)
    ]
    keys = {
        name: _above(piece(measured["bonnet"], what), high.bonnet, 0.5, 10)
        for name, what in measured["bonnet"]["keys"].items()
    }
    lit = measured["bonnet"]["window"]
    keys["panel"] = Manifold.cube((*lit["size"], 20)).translate((*lit["at"], high.rim))
    placed = {"box": printed["box"], "lid": printed["lid"].translate((0, 0, high.rim))}
    layers = (("box",), ("pi",), ("standoff", "pn532"), ("bonnet",), ("lid",), ("lid screw",))
    return Assembly("pocket", placed, bought, tuple(screws), tuple(_wires(case)), keys, layers)


def _above(key: Mapping[str, Any], board: float, spare: float, high: float) -> Manifold:
    """Return the room around and above a key, with something to spare on each side."""
    x, y, z = key["at"]
    wide, deep, _ = key["size"]
    room = Manifold.cube((wide + 2 * spare, deep + 2 * spare, high))
    return room.translate((x - spare, y - spare, board + z))


def _wires(case: Mapping[str, Any]) -> Iterator[Cable]:
    """Yield the cables of the box; plugs are as thick as their handles."""
    high, measured = levels(case), load()
    for name in ("power", "USB"):
        plug = piece(measured["pi"], name)
        x = plug["at"][0] + plug["size"][0] / 2
        z = high.pi + plug["at"][2] + plug["size"][2] / 2
        yield Cable(f"{name} cable", ((x, -4.8, z), (x, -40, z)), 7.5)
    under = high.pi - 4.0
    x, y = case["reader"]["at"]
    inner = ((52, 32, 5), (68, 31, 6), (x + 10, y + 20, 14))
    yield Cable("wires to the reader", inner, 3.5, inside=True)
    outer = ((30, 34, under + 1), (40, 37, high.pi + 1), (40, 70, high.pi + 1))
    yield Cable("wires to the seats", outer, 5)


def track(lengths: Mapping[str, Any], printed: Mapping[str, Manifold]) -> Assembly:
    """Return half of the track: tray, cover, readers, the Pico."""
    measured = load()
    floor = lengths["wall"] + lengths["below"]
    width, long = tray_size(lengths)
    board = piece(measured["rc522"], "board")["size"]
    bought = {
        f"rc522-{i + 1}": solid(measured["rc522"]).translate(
            ((width - board[0]) / 2, slot(lengths, i) + (lengths["pitch"] - board[1]) / 2, floor)
        )
        for i in range(lengths["tokens"])
    }
    bought["pico"] = solid(measured["pico"]).translate((*pico(lengths), floor))
    lid = lengths["height"] + lengths["floor"] + lengths["recess"]
    screws = tuple(
        Screw(f"cover screw {i}", (x, y, lid), 2.5, 8.0)
        for i, (x, y) in enumerate(tray_screws(lengths), 1)
    )
    usb = piece(measured["pico"], "USB")
    y = pico(lengths)[1] + usb["at"][1] + usb["size"][1] / 2
    z = floor + usb["at"][2] + usb["size"][2] / 2
    bus = lengths["wall"] + 2.0
    cables = (
        Cable("USB cable", ((-1, y, z), (-40, y, z)), 7.5),
        Cable("bus", ((width / 2, 40, bus), (width / 2, -30, bus)), 3.8),
        Cable("bus to the other tray", ((width / 2, 60, bus), (width / 2, long + 30, bus)), 3.8),
    )
    placed = {
        "tray": printed["tray"],
        "cover": printed["cover"].translate((0, 0, lengths["height"])),
    }
    layers = (("tray",), ("rc522", "pico"), ("cover",), ("cover screw",))
    return Assembly("track", placed, bought, screws, cables, {}, layers)


def seat(box: Mapping[str, Any], printed: Mapping[str, Manifold]) -> Assembly:
    """Return a seat's housing as it stands on the table, with its button and lamp."""
    lengths, measured = box["case"]["seat"], load()
    bought = {
        name: solid(measured[name]).translate((lengths[at][0], -lengths[at][1], 0))
        for name, at in (("button", "button"), ("led", "lamp"))
    }
    width, depth, height = lengths["size"]
    low = 2.0 - height
    out = Cable("wires", ((width / 2, -depth / 2, low), (width / 2, -depth - 20, low)), 3.0)
    placed = {"seat": printed["seat"].rotate((180, 0, 0))}
    return Assembly("seat", placed, bought, (), (out,), {}, (("led",), ("seat",), ("button",)))
