"""Writes the board of KiCad 9: outline, footprints, tracks, grounds. Runs with KiCad's own Python.

`python3 -m tools.board.layout FILE`
"""

import sys
from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any, Final

import pcbnew

from tools.board.plan import Component, components, load
from tools.board.route import Pad, Shape, Track, routed
from tools.board.schematic import identity

_LIBRARY: Final = "/usr/share/kicad/footprints"
_ORIGIN: Final = (100.0, 80.0)
"""Where the board's upper left corner is on the sheet."""
_SIGNAL: Final = 0.25
_POWER: Final = 0.5
_POWERED: Final = frozenset({"5V", "3V3", "3V3A", "GND"})
_LAYERS: Final = (pcbnew.F_Cu, pcbnew.B_Cu)
_HEAD: Final = 2.75
"""Radius that the head of a screw M2.5 takes (ISO 7380: 4.7 mm across), and a little more."""
_SMALL: Final = 0.8
"""Height of printed letters in mm where room is scarce."""
_LABELS: Final = {"resistor": (2.9, 0.0), "three": (-0.6, -4.0)}
"""Where the labels of some kinds of parts are, in mm from their place."""
_HOLE: Final = "MountingHole:MountingHole_2.7mm_M2.5"


def _point(x: float, y: float) -> Any:  # noqa: ANN401 - pcbnew carries no types
    return pcbnew.VECTOR2I_MM(_ORIGIN[0] + x, _ORIGIN[1] + y)


def _place(point: Any) -> tuple[float, float]:  # noqa: ANN401
    return (
        round(pcbnew.ToMM(point.x) - _ORIGIN[0], 4),
        round(pcbnew.ToMM(point.y) - _ORIGIN[1], 4),
    )


def made(file: str) -> None:
    """Write the board."""
    described = load()
    pcbnew.KIID.SeedGenerator(1)  # the same ids, and so the same file, each time
    board = pcbnew.NewBoard(file)
    rules = board.GetDesignSettings()
    rules.SetCopperLayerCount(2)
    rules.m_MinResolvedSpokes = 1
    rules.SetAuxOrigin(_point(0, described["size"][1]))
    _outline(board, described["size"])
    nets = {}
    for net in sorted({_net(part, pin) for part in components(described) for pin in part.nets}):
        nets[net] = pcbnew.NETINFO_ITEM(board, net)
        board.Add(nets[net])
    for i, (x, y) in enumerate(described["holes"], 1):
        hole = _footprint(_HOLE, f"H{i}", "", (x, y, 0))
        left_out = pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
        hole.SetAttributes(left_out | pcbnew.FP_BOARD_ONLY)
        hole.Reference().SetVisible(False)  # noqa: FBT003 - pcbnew's way
        board.Add(hole)
        board.Add(_bare(board, x, y))
    for part in components(described):
        footprint = _component(part, nets)
        _label(footprint, part)
        board.Add(footprint)
    _route(board, tuple(described["size"]), nets)
    for layer in _LAYERS:
        _ground(board, layer, described["size"], nets["GND"])
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.Save(file)


def _outline(board: Any, size: list[float]) -> None:  # noqa: ANN401
    """Draw the edge, with the round corners of a HAT."""
    width, height = size
    shape = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_RECT)
    shape.SetStart(_point(0, 0))
    shape.SetEnd(_point(width, height))
    shape.SetLayer(pcbnew.Edge_Cuts)
    shape.SetWidth(pcbnew.FromMM(0.1))
    board.Add(shape)


def _footprint(name: str, reference: str, value: str, at: tuple[float, float, float]) -> Any:  # noqa: ANN401
    library, _, part = name.partition(":")
    footprint = pcbnew.FootprintLoad(f"{_LIBRARY}/{library}.pretty", part)
    if footprint is None:
        raise SystemExit(f"there is no footprint {name}")
    footprint.SetFPID(pcbnew.LIB_ID(library, part))
    footprint.SetReference(reference)
    footprint.SetValue(value)
    footprint.SetPosition(_point(*at[:2]))
    footprint.SetOrientationDegrees(at[2])
    return footprint


def _bare(board: Any, x: float, y: float) -> Any:  # noqa: ANN401
    """Return an area around a hole without copper, for the head of a screw."""
    area = pcbnew.ZONE(board)
    area.SetIsRuleArea(True)  # noqa: FBT003 - pcbnew's way
    area.SetDoNotAllowCopperPour(True)  # noqa: FBT003
    area.SetDoNotAllowTracks(True)  # noqa: FBT003
    area.SetDoNotAllowVias(True)  # noqa: FBT003
    area.SetDoNotAllowPads(False)  # noqa: FBT003
    area.SetDoNotAllowFootprints(False)  # noqa: FBT003
    layers = pcbnew.LSET()
    for layer in _LAYERS:
        layers.AddLayer(layer)
    area.SetLayerSet(layers)
    corners = (
        _point(x + _HEAD * cos(i * pi / 16), y + _HEAD * sin(i * pi / 16)) for i in range(32)
    )
    area.AddPolygon(pcbnew.VECTOR_VECTOR2I(list(corners)))
    return area


def _net(part: Component, pin: str) -> str:
    """Return the name of a pin's net, as KiCad names one that joins nothing."""
    return part.nets[pin] or f"unconnected-({part.name}-Pad{pin})"


def _component(part: Component, nets: dict[str, Any]) -> Any:  # noqa: ANN401
    footprint = _footprint(part.footprint, part.name, part.value, part.at)
    footprint.SetPath(pcbnew.KIID_PATH(f"/{identity(part.name)}"))
    for pad in footprint.Pads():
        pad.SetNet(nets[_net(part, pad.GetNumber())])
    return footprint


def _label(footprint: Any, part: Component) -> None:  # noqa: ANN401
    """Print what a connector is for, and a resistor's name, where neighbours leave room."""
    text = footprint.Reference()
    if part.kind in _LABELS and not part.at[2]:
        dx, dy = _LABELS[part.kind]
        text.SetTextSize(pcbnew.VECTOR2I_MM(_SMALL, _SMALL))
        text.SetTextThickness(pcbnew.FromMM(_SMALL * 0.15))
        text.SetPosition(_point(part.at[0] + dx, part.at[1] + dy))
    if part.kind == "three":
        text.SetVisible(False)  # noqa: FBT003
        named = pcbnew.PCB_TEXT(footprint)
        named.SetText(part.purpose)
        named.SetLayer(pcbnew.F_SilkS)
        named.SetTextSize(text.GetTextSize())
        named.SetTextThickness(text.GetTextThickness())
        named.SetPosition(text.GetPosition())
        footprint.Add(named)


def _shapes(board: Any) -> Iterator[Shape]:  # noqa: ANN401
    for pad in board.GetPads():
        box = pad.GetBoundingBox()
        low = _place(pcbnew.VECTOR2I(box.GetLeft(), box.GetTop()))
        high = _place(pcbnew.VECTOR2I(box.GetRight(), box.GetBottom()))
        layers = tuple(i for i, layer in enumerate(_LAYERS) if pad.IsOnLayer(layer))
        plain = pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH
        yield Shape(
            pad.GetNetname(), (0, 1) if plain else layers, low, high, _HEAD - 1.35 if plain else 0.0
        )


def _route(board: Any, size: tuple[float, float], nets: dict[str, Any]) -> None:  # noqa: ANN401
    pads: dict[str, list[Pad]] = {}
    for pad in board.GetPads():
        if pad.GetNetname():
            layers = tuple(i for i, layer in enumerate(_LAYERS) if pad.IsOnLayer(layer))
            found = Pad(pad.GetNetname(), _place(pad.GetPosition()), layers)
            pads.setdefault(found.net, []).append(found)
    pads = {net: found for net, found in pads.items() if len(found) > 1}
    widths = {net: _POWER if net in _POWERED else _SIGNAL for net in pads}
    for track in routed(size, list(_shapes(board)), pads, widths):
        board.Add(_track(board, track, nets[track.net]))


def _track(board: Any, track: Track, net: Any) -> Any:  # noqa: ANN401
    if track.start == track.end:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(_point(*track.start))
        via.SetFrontWidth(pcbnew.FromMM(track.width))
        via.SetDrill(pcbnew.FromMM(track.width / 2))
        via.SetNet(net)
        return via
    piece = pcbnew.PCB_TRACK(board)
    piece.SetStart(_point(*track.start))
    piece.SetEnd(_point(*track.end))
    piece.SetWidth(pcbnew.FromMM(track.width))
    piece.SetLayer(_LAYERS[track.layer])
    piece.SetNet(net)
    return piece


def _ground(board: Any, layer: int, size: list[float], net: Any) -> None:  # noqa: ANN401
    zone = pcbnew.ZONE(board)
    zone.SetLayer(layer)
    zone.SetNet(net)
    width, height = size
    corners = ((0.5, 0.5), (width - 0.5, 0.5), (width - 0.5, height - 0.5), (0.5, height - 0.5))
    zone.AddPolygon(pcbnew.VECTOR_VECTOR2I([_point(*corner) for corner in corners]))
    zone.SetLocalClearance(pcbnew.FromMM(0.25))
    zone.SetMinThickness(pcbnew.FromMM(0.25))
    zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    board.Add(zone)


if __name__ == "__main__":
    made(sys.argv[1])
