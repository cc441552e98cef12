"""The step of the array's 3.3 V when eight fields switch on at once, for ngspice.

`python3 -m tools.board.step CIRCUIT` writes it, `... --judge LOG` reads what ngspice measured.
Eight is four times what the firmware does (two).
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from tools.board.plan import ROOT

FIELDS: Final = 8
LEAST: Final = 3.0
"""Volts that the readers must keep: well above the 2.5 V of the MFRC522's data sheet."""
READERS: Final = 16


def circuit(box: Mapping[str, Any]) -> str:
    """Return the circuit: regulator, capacitors of the board, half a metre of wires, readers.

    The regulator is its data sheet's 3.3 V behind 0.1 ohm, with a loop of about 10 kHz (3 uH). The
    readers are at the far end of the bus, which is worse than along it.
    """
    parts = box["parts"]
    small, each = float(parts["c100n"]["farads"]), float(parts["c10u"]["farads"])
    tank, field = float(parts["c100u"]["farads"]), parts["mfrc522"]["field"]["current"]
    amperes = FIELDS * field / 1000
    return f"""* made by tools/board/step.py
V1 source 0 DC 3.3
R1 source inner 0.1
L1 inner board 3u
C1 board esr1 {tank}
R2 esr1 0 0.5
C2 board 0 10u
R3 board wire 0.05
L2 wire bus 0.4u
C3 bus esr2 {READERS * each}
R4 esr2 0 {1.0 / READERS}
C4 bus 0 {READERS * small}
I1 bus 0 PULSE(0 {amperes} 1m 1u 1u 5m 20m)
.tran 1u 8m
.meas tran lowest MIN v(bus) FROM=1m TO=6m
.meas tran settled AVG v(bus) FROM=5m TO=6m
.end
"""


def lowest(log: str) -> float:
    """Return the lowest voltage that ngspice has measured. Raises ``ValueError``."""
    found = re.search(r"^lowest\s*=\s*([\d.e+-]+)", log, re.MULTILINE)
    if found is None:
        raise ValueError("ngspice measured nothing")
    return float(found[1])


def main() -> int:
    """Write the circuit, or judge the log."""
    if sys.argv[1] == "--judge":
        volts = lowest(Path(sys.argv[2]).read_text(encoding="utf-8"))
        print(f"{FIELDS} fields at once: the readers keep {volts:.2f} V, {LEAST} are needed")
        return 0 if volts >= LEAST else 1
    box = yaml.safe_load((ROOT / "hardware" / "box.yaml").read_text(encoding="utf-8"))
    Path(sys.argv[1]).write_text(circuit(box), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
