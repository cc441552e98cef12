"""The parts that are printed: box and lid, the trays and covers of the track, a seat's housing.

Nothing in them hangs in the air when they stand as `on_bed` turns them. The box has the origin of
the Pi's board: x along the header, y towards it, z = 0 under the floor. Lengths are in `box.yaml`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from manifold3d import CrossSection, Manifold

from tools.case.solids import box, hull, load, piece, rod, rounded, union

FLAT: Final = 0.01
"""How far bodies overlap that become one."""


class Levels(NamedTuple):
    """Heights in the box, from the bed."""

    pi: float
    """Underside of the Pi's board."""
    bonnet: float
    """Underside of the bonnet's board."""
    rim: float
    """Upper edge of the wall, where the lid lies."""
    reader: float
    """Underside of the reader's board."""


class Inside(NamedTuple):
    """The inner faces of the box's walls."""

    left: float
    right: float
    front: float
    back: float


def levels(case: Mapping[str, Any]) -> Levels:
    """Return the heights that follow from the lengths."""
    measured = load()
    pi = case["wall"] + case["post"]
    bonnet = pi + piece(measured["pi"], "board")["size"][2] + case["stack"]
    panel = piece(measured["bonnet"], "panel")
    rim = bonnet + panel["at"][2] + panel["size"][2] + case["air"]
    parts = piece(measured["pn532"], "small parts")
    reader = rim - case["air"] - parts["at"][2] - parts["size"][2]
    return Levels(pi, bonnet, rim, reader)


def inside(case: Mapping[str, Any]) -> Inside:
    """Return where the walls begin."""
    left, right, front, back = case["inside"]
    return Inside(left, right, front, back)


def case_box(case: Mapping[str, Any]) -> Manifold:
    """Return the box: posts for the Pi, pillars for the reader, bosses for the lid's screws."""
    walls, high = inside(case), levels(case)
    wall = case["wall"]
    size = (walls.right - walls.left, walls.back - walls.front)
    outer = rounded(size[0] + 2 * wall, size[1] + 2 * wall, 4)
    body = Manifold.extrude(outer, high.rim).translate((walls.left - wall, walls.front - wall, 0))
    hollow = Manifold.extrude(rounded(*size, 2), high.rim)
    body -= hollow.translate((walls.left, walls.front, wall))
    for x, y in load()["pi"]["holes"]["at"]:
        body += rod((x, y, wall - FLAT), case["thick"], case["post"] + FLAT)
    for x, y in case["lid_screws"]:
        body += _boss(case, x, y, high.rim)
    body += _pillars(case, high)
    body -= _threads(case, high)
    return body - _openings(case, high)


def _boss(case: Mapping[str, Any], x: float, y: float, height: float) -> Manifold:
    return rod((x, y, case["wall"] - FLAT), case["thick"], height - case["wall"] + FLAT)


def _threads(case: Mapping[str, Any], high: Levels) -> Manifold:
    """Return the pilot holes into which the screws cut their threads."""
    pilot = case["pilot"]
    posts = (
        rod((x, y, high.pi - pilot["posts"]), pilot["diameter"], pilot["posts"] + 1)
        for x, y in load()["pi"]["holes"]["at"]
    )
    bosses = (
        rod((x, y, high.rim - pilot["lid"]), pilot["diameter"], pilot["lid"] + 1)
        for x, y in case["lid_screws"]
    )
    return union(*posts, *bosses)


def _pillars(case: Mapping[str, Any], high: Levels) -> Manifold:
    """Return four pillars under the corners of the reader, each with a fence around the corner."""
    reader = case["reader"]
    x, y = reader["at"]
    wide, deep, thick = piece(load()["pn532"], "board")["size"]
    play, fence, under = reader["play"], reader["fence"], reader["under"]
    pillars = Manifold()
    for right in (False, True):
        for back in (False, True):
            corner = (x + wide + play if right else x - play, y + deep + play if back else y - play)
            out = (fence if right else -fence, fence if back else -fence)
            into = (-under if right else under, -under if back else under)
            spans = [sorted((corner[i] + out[i], corner[i] + into[i])) for i in (0, 1)]
            base = spans[0][0], spans[1][0], case["wall"] - FLAT
            size = spans[0][1] - spans[0][0], spans[1][1] - spans[1][0]
            pillar = box(base, (*size, high.reader + thick - case["wall"] + FLAT))
            room = [sorted((corner[i], corner[i] + 2 * into[i])) for i in (0, 1)]
            cut = box(
                (room[0][0], room[1][0], high.reader),
                (room[0][1] - room[0][0], room[1][1] - room[1][0], thick + 1),
            )
            pillars += pillar - cut
    return pillars


def gable(x: float, width: float, low: float, high: float) -> CrossSection:
    """Return an opening in a wall: upright sides, and a roof of 45 degrees, which prints."""
    half = width / 2
    corners = [
        (x - half, low),
        (x + half, low),
        (x + half, high),
        (x, high + half),
        (x - half, high),
    ]
    return CrossSection([corners])


def _openings(case: Mapping[str, Any], high: Levels) -> Manifold:
    """Return what is cut out of the walls: for plugs, the card, and wires to seats and lamps."""
    walls, wall = inside(case), case["wall"]
    through = 3 * wall
    openings = Manifold()
    for opening in case["openings"]:
        low, top = (high.pi + opening["from"], high.pi + opening["to"])
        shape = Manifold.extrude(gable(0, opening["width"], low, top), through).rotate((90, 0, 0))
        at = opening["at"]
        if opening["wall"] == "front":
            openings += shape.translate((at, walls.front + wall, 0))
        elif opening["wall"] == "back":
            openings += shape.translate((at, walls.back + 2 * wall, 0))
        else:
            openings += shape.rotate((0, 0, 90)).translate((walls.left - 2 * wall, at, 0))
    return openings


def lid(case: Mapping[str, Any]) -> Manifold:
    """Return the lid with its underside at z = 0, and the pegs that hold the reader down."""
    walls, wall = inside(case), case["wall"]
    size = (walls.right - walls.left, walls.back - walls.front)
    outer = rounded(size[0] + 2 * wall, size[1] + 2 * wall, 4)
    plate = Manifold.extrude(outer, case["lid"])
    plate = plate.translate((walls.left - wall, walls.front - wall, 0)) - _windows(case)
    for x, y in case["lid_screws"]:
        plate -= rod((x, y, -1), case["screw"]["clear"], case["lid"] + 2)
    return plate + _pegs(case)


def _pegs(case: Mapping[str, Any]) -> Manifold:
    reader, high = case["reader"], levels(case)
    wide, deep, thick = piece(load()["pn532"], "board")["size"]
    long, side = high.rim - high.reader - thick - reader["play"], reader["peg"]
    x, y = reader["at"]
    corners = [(left, front) for left in (x, x + wide - side) for front in (y, y + deep - side)]
    return union(*(box((*at, -long), (side, side, long + FLAT)) for at in corners))


def _windows(case: Mapping[str, Any]) -> Manifold:
    """Return the holes of the lid: the lit part of the panel, the joystick, both keys together."""
    bonnet = load()["bonnet"]
    through = case["lid"] + 2
    lit = bonnet["window"]
    window = box(
        (*(at - 0.5 for at in lit["at"]), -1), (*(side + 1.0 for side in lit["size"]), through)
    )
    keys = {name: _around(case, piece(bonnet, what)) for name, what in bonnet["keys"].items()}
    return union(window, keys["joystick"], hull(keys["a"], keys["b"]))


def _around(case: Mapping[str, Any], key: Mapping[str, Any]) -> Manifold:
    """Return the room that a key needs in the lid."""
    spare = case["spare"]
    at, size = key["at"], key["size"]
    return box(
        (at[0] - spare, at[1] - spare, -1),
        (size[0] + 2 * spare, size[1] + 2 * spare, case["lid"] + 2),
    )


def tray(track: Mapping[str, Any]) -> Manifold:
    """Return half of the track: readers side by side on rails, and a bay for the Pico.

    The bus runs below the readers, between the rails, and leaves through both ends.
    """
    wall, size = track["wall"], tray_size(track)
    body = Manifold.extrude(rounded(size[0], size[1], 4), track["height"])
    body -= box((wall, wall, wall), (size[0] - 2 * wall, size[1] - 2 * wall, track["height"]))
    body += union(*_rests(track), *_pedestals(track))
    for x, y in tray_screws(track):
        body += rod((x, y, wall - FLAT), track["boss"], track["height"] - wall + FLAT)
    for x, y in tray_screws(track):
        body -= rod((x, y, track["height"] - track["pilot"]), 2.1, track["pilot"] + 1)
    return body - _notches(track)


def _rests(track: Mapping[str, Any]) -> Iterator[Manifold]:
    """Yield what the corners of boards lie on, with a rib between two boards."""
    wall, low = track["wall"], track["below"]
    width, deep = track["rail"]
    sides = (wall - FLAT, tray_size(track)[0] - wall - width + FLAT)
    for i in range(track["tokens"] + 1):
        y = slot(track, i)
        for x in sides:
            yield box((x, y - deep, wall - FLAT), (width, 2 * deep, low + FLAT))
            rib = (x, y - track["rib"] / 2, wall - FLAT)
            yield box(rib, (width, track["rib"], low + track["board"] + FLAT))


def _pedestals(track: Mapping[str, Any]) -> Iterator[Manifold]:
    """Yield the two blocks under the ends of the Pico, between its rows of pins."""
    long, wide, _ = piece(load()["pico"], "board")["size"]
    x, y = pico(track)
    for left in (x + 1, x + long - 6):
        size = (5, wide - 10, track["below"] + FLAT)
        yield box((left, y + 5, track["wall"] - FLAT), size)


def slot(track: Mapping[str, Any], number: int) -> float:
    """Return where a reader's share of the tray begins, along it; the first is number 0."""
    return float(track["wall"] + track["lead"] + number * track["pitch"])


def pico(track: Mapping[str, Any]) -> tuple[float, float]:
    """Return where the corner of the Pico's board is, across and along the tray."""
    long = piece(load()["pico"], "board")["size"][0]
    return (tray_size(track)[0] - long) / 2, slot(track, track["tokens"]) + track["rail"][1] + 1


def tray_size(track: Mapping[str, Any]) -> tuple[float, float]:
    """Return outer width and length of a tray."""
    wall = track["wall"]
    long = track["lead"] + track["tokens"] * track["pitch"] + track["bay"] + 2 * wall
    return track["inside"] + 2 * wall, long


def tray_screws(track: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    """Return where the cover is screwed on: in the four corners."""
    width, long = tray_size(track)
    edge = track["wall"] + track["boss"] / 2 - 0.4
    return tuple((x, y) for x in (edge, width - edge) for y in (edge, long - edge))


def _notches(track: Mapping[str, Any]) -> Manifold:
    """Return the gaps, open above, through which the bus leaves, and the USB cable at the side."""
    width, long = tray_size(track)
    gap, wall = track["gap"], track["wall"]
    size = (gap, 3 * wall, track["height"])
    ends = (box((width / 2 - gap / 2, y, wall), size) for y in (-wall, long - 2 * wall))
    board, usb = piece(load()["pico"], "board"), piece(load()["pico"], "USB")
    middle = pico(track)[1] + board["size"][1] / 2
    low = track["wall"] + track["below"] + usb["at"][2] + usb["size"][2] / 2 - track["plug"][1] / 2
    plug = box((-wall, middle - track["plug"][0] / 2, low), (3 * wall, track["plug"][0], 50))
    return union(*ends, plug)


def cover(track: Mapping[str, Any]) -> Manifold:
    """Return a tray's cover: a floor, and in it a recess for each token over its antenna."""
    width, long = tray_size(track)
    body = Manifold.extrude(rounded(width, long, 4), track["floor"] + track["recess"])
    for token in range(track["tokens"]):
        y = slot(track, token) + track["pitch"] / 2
        body -= rod((antenna(track), y, track["floor"]), track["token"], track["recess"] + 1, 96)
    for x, y in tray_screws(track):
        body -= rod((x, y, -1), track["clear"], track["floor"] + track["recess"] + 2)
    return body


def antenna(track: Mapping[str, Any]) -> float:
    """Return where the middle of a reader's antenna is, across the tray."""
    return float(tray_size(track)[0] / 2 + track["antenna"])


def seat(case: Mapping[str, Any]) -> Manifold:
    """Return the housing of a seat's button and lamp, with its face on the bed, open above."""
    wall, (width, depth, height) = case["wall"], case["size"]
    body = Manifold.extrude(rounded(width, depth, 4), height)
    body -= Manifold.extrude(rounded(width - 2 * wall, depth - 2 * wall, 2), height).translate(
        (wall, wall, wall)
    )
    for key, diameter in (("button", case["thread"]), ("lamp", case["led"])):
        body -= rod((*case[key], -1), diameter, wall + 2)
    return body - box((width / 2 - 3, depth - 2 * wall, height - 4), (6, 3 * wall, 5))


def on_bed(name: str, body: Manifold) -> Manifold:
    """Return a part as it is printed: the lid with its face down, everything else as it stands."""
    turned = body.rotate((180, 0, 0)) if name == "lid" else body
    return turned.translate((0, 0, -turned.bounding_box()[2]))


def parts(box_yaml: Mapping[str, Any]) -> Mapping[str, Manifold]:
    """Return all printed parts by name."""
    case, track = box_yaml["case"], box_yaml["case"]["track"]
    return MappingProxyType(
        {
            "box": case_box(case),
            "lid": lid(case),
            "tray": tray(track),
            "cover": cover(track),
            "seat": seat(case["seat"]),
        }
    )
