"""Writes the board as a schematic of KiCad 9: each component a box, each pin with its net.

Run as `python -m tools.board.schematic FILE`.
"""

import sys
import uuid
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Final

from tools.board.plan import HEADER, Component, components, load

_SPACE: Final = uuid.UUID("6f1a3d1e-6d0c-4a55-9b7e-0d5a9b0e8f10")
_STEP: Final = 2.54
_LEFT, _TOP, _LOWEST, _COLUMN, _BETWEEN = 16, 12, 104, 22, 5
"""Where components stand on the sheet, in steps, and how far they are apart."""
_DRIVES: Final = frozenset({f"{HEADER}.2", f"{HEADER}.1", f"{HEADER}.6", "U1.2"})
"""The pins that supply their nets; everything else is passive for the electrical check."""


def identity(*names: object) -> str:
    """Return a number that is the same whenever the schematic is written."""
    return str(uuid.uuid5(_SPACE, "/".join(map(str, names))))


def written() -> str:
    """Return the schematic."""
    board = load()
    parts = components(board)
    root = identity("root")
    lines = [
        '(kicad_sch (version 20250114) (generator "companion") (generator_version "9.0")',
        f'(uuid "{root}") (paper "A3")',
        f'(title_block (title "{board["name"]}") (comment 1 "Made by make pcb from box.yaml"))',
        "(lib_symbols",
        *(_symbol(part) for part in parts),
        ")",
    ]
    x, y = _LEFT, _TOP
    for part in parts:
        height = len(part.nets) + _BETWEEN
        if y + height > _LOWEST:
            x, y = x + _COLUMN, _TOP
        lines += _placed(part, x * _STEP, y * _STEP, root, board["name"])
        y += height
    lines += ['(sheet_instances (path "/" (page "1")))', "(embedded_fonts no))", ""]
    return "\n".join(lines)


def _symbol(part: Component) -> str:
    pins = "".join(_pin(part, i, pin) for i, pin in enumerate(part.nets))
    height = (len(part.nets)) * _STEP
    body = (
        f"(rectangle (start 0 {_STEP}) (end 10.16 {-height:.2f}) "
        "(stroke (width 0.254) (type default)) (fill (type background)))"
    )
    return (
        f'(symbol "table:{part.name}" (pin_names (offset 0.5)) (in_bom yes) (on_board yes) '
        f"{_property('Reference', part.name[0], 0, 5.08)}{_property('Value', part.value, 0, 3.81)}"
        f'(symbol "{part.name}_0_1" {body}) (symbol "{part.name}_1_1" {pins}))'
    )


def _pin(part: Component, i: int, pin: str) -> str:
    kind = "power_out" if f"{part.name}.{pin}" in _DRIVES else "passive"
    return (
        f"(pin {kind} line (at -2.54 {-i * _STEP:.2f} 0) (length 2.54) "
        f'(name "{part.nets[pin] or "~"}" (effects (font (size 1 1)))) '
        f'(number "{pin}" (effects (font (size 1 1)))))'
    )


def _property(name: str, value: str, x: float, y: float, *, hide: bool = False) -> str:
    hidden = " (hide yes)" if hide else ""
    at = f"(at {x:.2f} {y:.2f} 0){hidden}"
    return f'(property "{name}" "{value}" {at} (effects (font (size 1.27 1.27))))'


def _placed(part: Component, x: float, y: float, root: str, project: str) -> Iterator[str]:
    yield f'(symbol (lib_id "table:{part.name}") (at {x:.2f} {y:.2f} 0) (unit 1)'
    yield "(exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no)"
    yield f'(uuid "{identity(part.name)}")'
    yield _property("Reference", part.name, x, y - 5.08)
    yield _property("Value", part.value, x, y - 3.81)
    yield _property("Footprint", part.footprint, x, y, hide=True)
    yield _property("Number", part.number, x, y, hide=True)
    yield _property("Purpose", part.purpose, x, y, hide=True)
    yield from (f'(pin "{pin}" (uuid "{identity(part.name, pin)}"))' for pin in part.nets)
    yield f'(instances (project "{project}" (path "/{root}" (reference "{part.name}") (unit 1)))))'
    for i, (pin, net) in enumerate(part.nets.items()):
        at = f"{x - 2.54:.2f} {y + i * _STEP:.2f}"
        number = identity("at", part.name, pin)
        if net:
            yield f'(global_label "{net}" (shape passive) (at {at} 180) '
            yield f'(effects (font (size 1.27 1.27)) (justify right)) (uuid "{number}"))'
        else:
            yield f'(no_connect (at {at}) (uuid "{number}"))'


def library() -> str:
    """Return the symbols as a library of their own, for which KiCad asks."""
    symbols = (_symbol(part).replace('"table:', '"', 1) for part in components(load()))
    head = '(kicad_symbol_lib (version 20241209) (generator "companion") (generator_version "9.0")'
    return "\n".join((head, *symbols, ")", ""))


TABLE: Final = (
    "(sym_lib_table\n  (version 7)\n"
    '  (lib (name "table")(type "KiCad")(uri "${KIPRJMOD}/table.kicad_sym")'
    '(options "")(descr ""))\n)\n'
)
"""Where KiCad finds that library."""


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(written(), encoding="utf-8")
    target.with_name("table.kicad_sym").write_text(library(), encoding="utf-8")
    target.with_name("sym-lib-table").write_text(TABLE, encoding="utf-8")
    project = {"meta": {"filename": f"{target.stem}.kicad_pro", "version": 3}}
    target.with_suffix(".kicad_pro").write_text(dumps(project) + "\n", encoding="utf-8")
