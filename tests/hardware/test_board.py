"""The table board that is committed is the one in `box.yaml`: schematic, board, lists, profile."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine import registry
from companion.settings import load
from tools import hardware
from tools.board import plan, production, step
from tools.board.netlist import differences, of_board, of_schematic
from tools.board.schematic import library, written

MADE = hardware.ROOT / "board"
BOX = hardware.load()
DESCRIBED = BOX["board"]
WANTED = plan.nets(DESCRIBED)


@pytest.mark.slow
def test_the_schematic_is_up_to_date() -> None:
    """If this fails: `make pcb`."""
    assert (MADE / "table-board.kicad_sch").read_text(encoding="utf-8") == written()
    assert (MADE / "table.kicad_sym").read_text(encoding="utf-8") == library()


def test_kicad_found_the_nets_of_box_yaml_in_the_schematic() -> None:
    with (MADE / "netlist.csv").open(encoding="utf-8", newline="") as file:
        found = {row["net"]: frozenset(row["pins"].split()) for row in csv.DictReader(file)}
    assert differences(WANTED, found) == []


def test_the_pads_of_the_board_have_the_nets_of_box_yaml() -> None:
    board = (MADE / "table-board.kicad_pcb").read_text(encoding="utf-8")
    assert differences(WANTED, of_board(board)) == []


def test_a_pad_with_another_net_is_found() -> None:
    board = (MADE / "table-board.kicad_pcb").read_text(encoding="utf-8")
    head, pad, tail = board.partition('"LAMP3"')
    while pad and "(pad " not in head[-600:]:
        more, pad, tail = tail.partition('"LAMP3"')
        head += '"LAMP3"' + more
    wrong = differences(WANTED, of_board(f'{head}"LAMP4"{tail}'))
    assert [line.partition(":")[0] for line in wrong] == ["LAMP3", "LAMP4"]


def test_a_net_that_joins_two_is_found() -> None:
    netlist = """<export><nets>
      <net code="1" name="/SDA"><node ref="J1" pin="3"/><node ref="J1" pin="5"/></net>
      <net code="2" name="unconnected-(J1-Pad12)"><node ref="J1" pin="12"/></net>
    </nets></export>"""
    found = of_schematic(netlist)
    assert found == {"SDA": frozenset({"J1.3", "J1.5"})}
    assert any(line.startswith("SCL: ") for line in differences(WANTED, found))


def test_the_header_is_numbered_as_that_of_every_pi() -> None:
    assert {pin: hardware.physical(pin) for pin in plan.BCM} == plan.BCM
    assert plan.SUPPLIES == hardware.SUPPLIES
    assert len(DESCRIBED["gpio"]) == len(set(DESCRIBED["gpio"].values()))


def test_every_net_joins_two_things_at_least() -> None:
    assert [net for net, pins in WANTED.items() if len(pins) < 2] == []


def test_the_profile_has_the_pins_of_the_board(tmp_path: Path) -> None:
    file = tmp_path / "companion.yaml"
    file.write_text("profile: table-board\n", encoding="utf-8")
    settings, gpio = load(file, registry.load), DESCRIBED["gpio"]
    seats = range(1, 9)
    keys = {"up": gpio["UP"], "down": gpio["DOWN"], "a": gpio["A"]}
    assert settings.buttons == keys | {f"seat{i}": gpio[f"BUTTON{i}"] for i in seats}
    assert settings.lamps == {f"seat{i}": gpio[f"LAMP{i}"] for i in seats}
    assert settings.buzzer == gpio["BUZZER"]


def test_the_parts_list_has_every_component_once_with_a_makers_number() -> None:
    with (MADE / "bom.csv").open(encoding="utf-8", newline="") as file:
        written_rows = list(csv.reader(file))
    assert [tuple(row) for row in written_rows] == list(production.bom(plan.components(DESCRIBED)))
    names = [name for row in written_rows[1:] for name in row[1].split(",")]
    assert sorted(names) == sorted(DESCRIBED["parts"])
    assert all(row[4] for row in written_rows[1:])


def test_every_component_has_a_place_on_the_board() -> None:
    with (MADE / "places.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["Designator"] for row in rows) == sorted(DESCRIBED["parts"])


def test_lamps_draw_no_more_than_the_regulator_of_the_pi_gives() -> None:
    """Eight lamps, the panel and the PN532; the array has the board's own regulator."""
    each = BOX["parts"]["led"]["current"]
    drawn = 8 * each + BOX["parts"]["pn532"]["current"] + BOX["parts"]["bonnet"]["current"]
    assert drawn <= BOX["rails"]["3v3"]["most"]


def test_the_circuit_for_the_step_has_the_capacitors_of_box_yaml() -> None:
    circuit = step.circuit(BOX)
    assert "C3 bus esr2 0.00016" in circuit
    assert "PULSE(0 0.952 " in circuit


def test_a_step_that_goes_too_low_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    monkeypatch.setattr("sys.argv", ["step", "--judge", str(log)])
    for volts, status in (("3.1", 0), ("2.91e+00", 1)):
        log.write_text(f"lowest              =  {volts} at=  1.0e-03\n", encoding="utf-8")
        assert step.main() == status
    assert "the readers keep 2.91 V, 3.0 are needed" in capsys.readouterr().out


def test_equal_parts_are_one_row() -> None:
    parts = plan.components(DESCRIBED)
    resistor = next(part for part in parts if part.name == "R11")
    _, row = production.bom([resistor, replace(resistor, name="R99")])
    assert row[1] == "R11,R99"
    assert row[3] == "2"
