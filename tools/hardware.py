"""Make everything in `hardware/` that follows from `box.yaml`: `hardware.py [--draw]`.

Pin tables, parts lists, the power budget and the sources of the wiring drawings are committed as
text. `--draw` also renders the drawings (WireViz, Graphviz) and the case (OpenSCAD).
"""

import argparse
import csv
import io
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml
from gpiozero.pins.pi import PiBoardInfo

ROOT: Final = Path(__file__).parent.parent / "hardware"
BUILD: Final = ROOT.parent / "build" / "hardware"
_ZERO_2W: Final = 0x902120
"""Revision code of a Raspberry Pi Zero 2 W; the 40 pins are the same on all boards."""
_COLOURS: Final = {
    "red": "RD", "black": "BK", "yellow": "YE", "green": "GN", "blue": "BU",
    "violet": "VT", "white": "WH", "orange": "OG", "grey": "GY",
}  # fmt: skip

SUPPLIES: Final = {"5V": (2, 4), "3V3": (1, 17), "GND": (6, 9, 14, 20, 25, 30, 34, 39)}
"""Physical pins of the supplies."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire from a port of one part to a port of another; copies of a part are numbered."""

    source: str
    port: str
    target: str
    end: str
    colour: str


@dataclass(frozen=True, slots=True)
class Build:
    """One variant of the box: how many of each part it has, and all its wires."""

    name: str
    title: str
    parts: Mapping[str, int]
    wires: tuple[Wire, ...]


def load(file: Path = ROOT / "box.yaml") -> Mapping[str, Any]:
    """Return the contents of `box.yaml`."""
    box: Mapping[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return box


def build(box: Mapping[str, Any], name: str) -> Build:
    """Return the build of this name, including everything of the one that it extends."""
    described = box["builds"][name]
    parts: Counter[str] = Counter(described["parts"])
    wires: tuple[Wire, ...] = ()
    if "extends" in described:
        base = build(box, described["extends"])
        parts.update(base.parts)
        wires = base.wires
    own = (wire for description in described["wires"] for wire in _wires(description, parts))
    return Build(name, described["title"], dict(parts), (*wires, *own))


def _wires(described: list[str], parts: Mapping[str, int]) -> Iterator[Wire]:
    """Yield one wire, or one to each copy of the target where its name ends in ``*``."""
    (source, port), (target, end) = (place.split(":") for place in described[:2])
    colour = described[2]
    if not target.endswith("*"):
        yield Wire(source, port, target, end, colour)
        return
    target = target.removesuffix("*")
    ports = port.split()
    for copy in range(1, parts[target] + 1):
        here = ports[copy - 1] if len(ports) > 1 else port.replace("*", str(copy))
        yield Wire(source, here, f"{target}-{copy}", end, colour)


def part_of(instance: str, box: Mapping[str, Any]) -> str:
    """Return the name of the part of which this is an instance, such as ``reader-2``."""
    return instance if instance in box["parts"] else instance.rpartition("-")[0]


def pins(box: Mapping[str, Any], built: Build) -> dict[int, list[str]]:
    """Return the users of each GPIO, by BCM number; more than one is a mistake."""
    used: dict[int, list[str]] = {}
    for part, ports in box["pins"].items():
        for port, pin in ports.items() if part in built.parts else ():
            used.setdefault(pin, []).append(f"{part} {port}")
    for wire in built.wires:
        for near, pin_or_rail, far, port in (
            (wire.source, wire.port, wire.target, wire.end),
            (wire.target, wire.end, wire.source, wire.port),
        ):
            if near == "pi" and pin_or_rail.isdecimal():
                used.setdefault(int(pin_or_rail), []).append(f"{far} {port}")
    return dict(sorted(used.items()))


def currents(box: Mapping[str, Any], built: Build) -> dict[str, int]:
    """Return the current that each rail must supply, in mA.

    The 5 V rail also carries the others, which the Pi regulates down from it.
    """
    drawn = dict.fromkeys(box["rails"], 0)
    for part, count in built.parts.items():
        described = box["parts"][part]
        if "rail" in described:
            drawn[described["rail"]] += count * described["current"]
    drawn["5v"] += sum(drawn[rail] for rail in drawn if rail != "5v")
    return drawn


def physical(pin: int) -> int:
    """Return a GPIO's pin on the 40-pin header, from its BCM number."""
    header = PiBoardInfo.from_revision(_ZERO_2W).headers["J8"]
    return int(next(n for n, info in header.pins.items() if info.name == f"GPIO{pin}"))


def pin_table(box: Mapping[str, Any], built: Build) -> str:
    """Return the users of each pin as a Markdown table."""
    rows = [
        f"| {pin} | {physical(pin)} | {', '.join(users)} |"
        for pin, users in pins(box, built).items()
    ]
    return "\n".join(("| GPIO (BCM) | pin on the header | for |", "| --- | --- | --- |", *rows))


def pico_ports(box: Mapping[str, Any]) -> dict[str, int]:
    """Return the GP number of each port of the Pico; chip selects count from 1."""
    described = box["pico"]
    selects = {f"CS{number}": pin for number, pin in enumerate(described["CS"], 1)}
    return {port: pin for port, pin in described.items() if port != "CS"} | selects


def pico_pin(number: int) -> int:
    """Return the edge pin of GP0 to GP22 on a Pico; from pin 3 on, every fifth pin is ground."""
    return 1 + number + (number + 2) // 4


def pico_table(box: Mapping[str, Any], built: Build) -> str:
    """Return the ports of the Pico and their pins as Markdown; empty for a box without a Pico."""
    used = {wire.port: f"{wire.target} {wire.end}" for wire in built.wires if wire.source == "pico"}
    shared = {
        port: user.partition("-")[0] + "s " + user.partition(" ")[2]
        for port, user in used.items()
        if not port.startswith("CS")
    }
    rows = [
        f"| GP{pin} | {pico_pin(pin)} | {port} | {(used | shared)[port]} |"
        for port, pin in pico_ports(box).items()
        if port in used
    ]
    if not rows:
        return ""
    head = ("| Pico | pin | port | for |", "| --- | --- | --- | --- |")
    return "\n".join(("", "## Pins of the Pico", "", *head, *rows, ""))


def parts_rows(box: Mapping[str, Any], built: Build) -> list[tuple[str, str, str, str]]:
    """Return quantity, name, total price and substitutes of each part, in `box.yaml`'s order."""
    return [
        (
            str(built.parts[part]),
            described["name"],
            f"{built.parts[part] * described['price']:.2f}",
            described.get("substitutes", ""),
        )
        for part, described in box["parts"].items()
        if part in built.parts
    ]


def price(box: Mapping[str, Any], built: Build) -> float:
    """Return the cost of all parts of a build, in euros."""
    return sum(count * float(box["parts"][part]["price"]) for part, count in built.parts.items())


def parts_csv(box: Mapping[str, Any], built: Build) -> str:
    """Return the parts list as CSV, for a spreadsheet."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("quantity", "part", "euros", "substitutes"))
    writer.writerows(parts_rows(box, built))
    return stream.getvalue()


def power_table(box: Mapping[str, Any], built: Build) -> str:
    """Return what each rail can supply and what is drawn from it, as a Markdown table."""
    rows = [
        f"| {rail} | {box['rails'][rail]['from']} | {most} | {drawn} |"
        for rail, drawn in currents(box, built).items()
        if (most := box["rails"][rail]["most"]) and drawn
    ]
    head = ("| rail | from | at most (mA) | drawn at most (mA) |", "| --- | --- | --- | --- |")
    return "\n".join((*head, *rows))


def page(box: Mapping[str, Any], built: Build) -> str:
    """Return the Markdown page of a build: wiring, parts, pins and power."""
    rows = "\n".join("| " + " | ".join(row) + " |" for row in parts_rows(box, built))
    return f"""<!-- Made by `make hardware` from box.yaml: change that file, not this one. -->
# {built.title}

![Wiring of the {built.name} box](wiring-{built.name}.svg)

## Parts, about {price(box, built):.0f} euros

| quantity | part | euros | substitutes |
| --- | --- | --- | --- |
{rows}

The same as a table for a spreadsheet: [parts-{built.name}.csv](parts-{built.name}.csv).

## Pins

{pin_table(box, built)}
{pico_table(box, built)}
## Power

{power_table(box, built)}
"""


def wireviz(box: Mapping[str, Any], built: Build) -> str:
    """Return the source of the wiring drawing, in WireViz's YAML."""
    connectors: dict[str, Any] = {}
    cables: dict[str, Any] = {}
    connections: list[Any] = []
    ends = {name: _ports(built, name, box) for name in _instances(built)}
    for name, ports in ends.items():
        labels = [_label(name, port) for port in ports]
        described = box["parts"][part_of(name, box)]["name"]
        connectors[name] = {"type": described, "pinlabels": labels, "hide_disconnected_pins": True}
    for number, (pair, wires) in enumerate(_bundles(built).items(), 1):
        source, target = pair
        cable = f"W{number}"
        cables[cable] = {
            "wirecount": len(wires),
            "colors": [_COLOURS[wire.colour] for wire in wires],
        }
        connections.append(
            [
                {source: [1 + ends[source].index(wire.port) for wire in wires]},
                {cable: list(range(1, len(wires) + 1))},
                {target: [1 + ends[target].index(wire.end) for wire in wires]},
            ]
        )
    drawn = {"connectors": connectors, "cables": cables, "connections": connections}
    head = "# Made by `make hardware` from box.yaml: change that file, not this one.\n"
    return head + yaml.safe_dump(drawn, sort_keys=False, allow_unicode=True)


def _instances(built: Build) -> list[str]:
    return list(dict.fromkeys(name for wire in built.wires for name in (wire.source, wire.target)))


def _ports(built: Build, name: str, box: Mapping[str, Any]) -> list[str]:
    """Return the ports of a part that have wires: the Pi's by number, others as in `box.yaml`."""
    used = [wire.port for wire in built.wires if wire.source == name]
    used += [wire.end for wire in built.wires if wire.target == name]
    ports = list(dict.fromkeys(used))
    if name != "pi":
        order = box["parts"][part_of(name, box)]["ports"]
        return sorted(ports, key=order.index)
    return sorted(ports, key=lambda port: (port.isdecimal(), int(port) if port.isdecimal() else 0))


def _label(name: str, port: str) -> str:
    if name != "pi" or not (port.isdecimal() or port in SUPPLIES):
        return port
    if port in SUPPLIES:
        return f"{port} (pin {' or '.join(map(str, SUPPLIES[port][:2]))})"
    return f"GPIO{port} (pin {physical(int(port))})"


def _bundles(built: Build) -> dict[tuple[str, str], list[Wire]]:
    """Return the wires between each pair of parts, which share a cable in the drawing."""
    bundles: dict[tuple[str, str], list[Wire]] = {}
    for wire in built.wires:
        bundles.setdefault((wire.source, wire.target), []).append(wire)
    return bundles


def files(box: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the path below `hardware/` and the content of each file that `box.yaml` determines."""
    for name in box["builds"]:
        built = build(box, name)
        yield f"{name}.md", page(box, built)
        yield f"parts-{name}.csv", parts_csv(box, built)
        yield f"wiring-{name}.yml", wireviz(box, built)
    lengths = box["case"]
    yield "case/lengths.scad", _scad(lengths)


def _scad(lengths: Mapping[str, Any]) -> str:
    """Return the lengths as OpenSCAD variables."""
    lines = ["// Made by `make hardware` from box.yaml: change that file, not this one."]
    for key, value in lengths.items():
        if isinstance(value, Mapping):
            lines += [f"{key}_{inner} = {length};" for inner, length in value.items()]
        else:
            lines.append(f"{key} = {value};")
    return "\n".join(lines) + "\n"


def draw(box: Mapping[str, Any]) -> None:
    """Render wiring and case; exit with the remedy if a program is missing."""
    for program, package in (("dot", "graphviz"), ("openscad", "openscad"), ("xvfb-run", "xvfb")):
        if shutil.which(program) is None:
            raise SystemExit(f"{program} is missing: sudo apt install {package}")
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in box["builds"]:
        source = ROOT / f"wiring-{name}.yml"
        print(f"drawing {source.name}", flush=True)
        command = [sys.executable, "-m", "wireviz.wv_cli", "-f", "sp", "-o", str(BUILD)]
        subprocess.run([*command, str(source)], check=True, stdout=subprocess.DEVNULL)
        shutil.copy(BUILD / f"wiring-{name}.svg", ROOT)
    for part in ("box", "lid", "track_plate"):
        print(f"rendering case/{part}.scad", flush=True)
        model = ROOT / "case" / f"{part}.scad"
        _openscad("-o", str(BUILD / f"{part}.stl"), str(model))
        picture = ("--imgsize=900,600", "--viewall", "--autocenter", "--colorscheme=Tomorrow")
        _openscad("-o", str(ROOT / "case" / f"{part}.png"), *picture, str(model))


def _openscad(*arguments: str) -> None:
    subprocess.run(
        [shutil.which("xvfb-run") or "xvfb-run", "-a", "openscad", *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def main() -> int:
    """Write the files, and draw if asked; return the exit status."""
    parser = argparse.ArgumentParser(description="Make what follows from hardware/box.yaml.")
    parser.add_argument("--draw", action="store_true", help="also the drawings and the case")
    options = parser.parse_args()
    box = load()
    for name, content in files(box):
        target = ROOT / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(content, encoding="utf-8")
    if options.draw:
        draw(box)
    return 0


if __name__ == "__main__":
    sys.exit(main())
