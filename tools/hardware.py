"""Make everything in `hardware/` that follows from `box.yaml`: `hardware.py [--draw]`.

Pin tables, parts lists, the power budget and the sources of the wiring drawings are committed as
text. `--draw` also renders the drawings (WireViz, Graphviz). The case is `tools/case`.
"""

import argparse
import csv
import io
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
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
    rails: Mapping[str, str]
    """Rails of parts that are supplied otherwise than in the other builds."""


def load(file: Path = ROOT / "box.yaml") -> Mapping[str, Any]:
    """Return the contents of `box.yaml`."""
    box: Mapping[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return box


def build(box: Mapping[str, Any], name: str) -> Build:
    """Return the build of this name, including everything of the one that it extends."""
    described = box["builds"][name]
    parts: Counter[str] = Counter(described["parts"])
    wires: tuple[Wire, ...] = ()
    rails: dict[str, str] = dict(described.get("rails", {}))
    if "extends" in described:
        base = build(box, described["extends"])
        parts.update(base.parts)
        wires = base.wires
        rails = {**base.rails, **rails}
    own = (wire for description in described["wires"] for wire in _wires(description, parts))
    return Build(name, described["title"], dict(parts), (*wires, *own), rails)


def _wires(described: list[str], parts: Mapping[str, int]) -> Iterator[Wire]:
    """Yield one wire, or one to each copy of the target where its name ends in ``*``.

    A source with ``*`` is the copy of the same number.
    """
    (source, port), (target, end) = (place.split(":") for place in described[:2])
    colour = described[2]
    if not target.endswith("*"):
        yield Wire(source, port, target, end, colour)
        return
    target = target.removesuffix("*")
    ports = port.split()
    for copy in range(1, parts[target] + 1):
        here = ports[copy - 1] if len(ports) > 1 else port.replace("*", str(copy))
        near = f"{source.removesuffix('*')}-{copy}" if source.endswith("*") else source
        yield Wire(near, here, f"{target}-{copy}", end, colour)


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
    """Return the current that each rail must supply at most, in mA, with what it feeds.

    Of parts with a field, only so many have it on ``at_once``.
    """
    drawn = dict.fromkeys(box["rails"], 0.0)
    for part, count in built.parts.items():
        described = box["parts"][part]
        rail = built.rails.get(part, described.get("rail"))
        if rail is not None:
            field = described.get("field", {"current": 0, "at_once": 0})
            lit = min(count, field["at_once"])
            drawn[rail] += count * described["current"] + lit * field["current"]
    for rail, described in reversed(box["rails"].items()):
        if "fed_by" in described:
            above = described["fed_by"]
            ratio = described["volts"] / box["rails"][above]["volts"]
            share = ratio / described["efficiency"] if "efficiency" in described else 1.0
            drawn[above] += drawn[rail] * share
    return {rail: round(current) for rail, current in drawn.items()}


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
    behind = {
        wire.source: f"{wire.target.partition('-')[0]}s {wire.end}"
        for wire in built.wires
        if wire.source.startswith("r33")
    }
    for port, user in used.items():
        if user.partition(" ")[0] in behind:
            resistor = user.partition(" ")[0]
            shared[port] = f"{box['parts']['r33']['ohms']} Ohm, then {behind[resistor]}"
    rows = [
        f"| GP{pin} | {pico_pin(pin)} | {port} | {(used | shared)[port]} |"
        for port, pin in pico_ports(box).items()
        if port in used
    ]
    if not rows:
        return ""
    head = ("| Pico | pin | port | for |", "| --- | --- | --- | --- |")
    return "\n".join(("", "## Pins of the Pico", "", *head, *rows, ""))


def parts_rows(box: Mapping[str, Any], built: Build) -> list[tuple[str, str, str, str, str]]:
    """Return quantity, name, maker's number, total price and substitutes of each part, in order."""
    return [
        (
            str(built.parts[part]),
            described["name"],
            described.get("number", ""),
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
    writer.writerow(("quantity", "part", "number", "euros", "substitutes"))
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

{drawing(box, built)}

## Parts, about {price(box, built):.0f} euros

| quantity | part | maker's number | euros | substitutes |
| --- | --- | --- | --- | --- |
{rows}

The same as a table for a spreadsheet: [parts-{built.name}.csv](parts-{built.name}.csv).

## Pins

{pin_table(box, built)}
{pico_table(box, built)}{soldered_table(box, built)}
## Power

{power_table(box, built)}

## To print

{prints_table(box, built)}
"""


def drawing(box: Mapping[str, Any], built: Build) -> str:
    """Return the link to the wiring drawing; a build that repeats another's has none."""
    like = box["builds"][built.name].get("wired_like")
    if like:
        return f"Wired like the readers of [{like}]({like}.md#pins-of-the-pico), with more of them."
    return f"![Wiring of the {built.name} box](wiring-{built.name}.svg)"


def is_drawn(box: Mapping[str, Any], name: str) -> bool:
    """Return whether there is a wiring drawing of a build."""
    return "wired_like" not in box["builds"][name]


def soldered_table(box: Mapping[str, Any], built: Build) -> str:
    """Return what is soldered right at another part, which the drawing leaves out, as Markdown."""
    kinds = Counter(
        (part_of(wire.target, box), part_of(wire.source, box), f"{wire.port} ({wire.end})")
        for wire in built.wires
        if is_soldered(box, wire)
    )
    places: dict[tuple[str, str], list[str]] = {}
    for part, at, port in kinds:
        places.setdefault((part, at), []).append(port)
    if not places:
        return ""
    rows = [
        f"| {box['parts'][part]['name']} | {at} | {' and '.join(ports)} |"
        for (part, at), ports in places.items()
    ]
    head = ("| part | at | between |", "| --- | --- | --- |")
    return "\n".join(("", "## Soldered right at another part", "", *head, *rows, ""))


def is_soldered(box: Mapping[str, Any], wire: Wire) -> bool:
    """Return whether a wire is nothing but the leg of a part that is soldered right there."""
    return bool(box["parts"][part_of(wire.target, box)].get("soldered", False))


def prints_table(box: Mapping[str, Any], built: Build) -> str:
    """Return what is printed for a build, with time and plastic as the slicer has them."""
    with (ROOT / "case" / "prints.csv").open(encoding="utf-8", newline="") as file:
        found = {row["part"]: row for row in csv.DictReader(file)}
    rows, minutes, grams = [], 0, 0.0
    for part in built.parts:
        for name, count in box["parts"][part].get("printed", {}).items():
            each = int(found[name]["minutes"]), float(found[name]["grams"])
            rows.append(f"| {count} | {name} | {_hours(each[0])} | {each[1]:g} |")
            minutes, grams = minutes + count * each[0], grams + count * each[1]
    total = f"| | together | {_hours(minutes)} | {grams:g} |"
    head = ("| pieces | part | time for each (h:mm) | grams each |", "| --- | --- | --- | --- |")
    return "\n".join((*head, *rows, total))


def _hours(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def wireviz(box: Mapping[str, Any], built: Build) -> str:
    """Return the source of the wiring drawing, in WireViz's YAML."""
    built = replace(built, wires=tuple(it for it in built.wires if not is_soldered(box, it)))
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
        if is_drawn(box, name):
            yield f"wiring-{name}.yml", wireviz(box, built)


def draw(box: Mapping[str, Any]) -> None:
    """Draw the wiring; exit with the remedy if the program is missing."""
    if shutil.which("dot") is None:
        raise SystemExit("dot is missing: sudo apt install graphviz")
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in filter(partial(is_drawn, box), box["builds"]):
        source = ROOT / f"wiring-{name}.yml"
        print(f"drawing {source.name}", flush=True)
        command = [sys.executable, "-m", "wireviz.wv_cli", "-f", "sp", "-o", str(BUILD)]
        subprocess.run([*command, str(source)], check=True, stdout=subprocess.DEVNULL)
        shutil.copy(BUILD / f"wiring-{name}.svg", ROOT)


def main() -> int:
    """Write the files, and draw if asked; return the exit status."""
    parser = argparse.ArgumentParser(description="Make what follows from hardware/box.yaml.")
    parser.add_argument("--draw", action="store_true", help="also the drawings")
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
