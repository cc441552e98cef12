"""Builds an environment of its own, measures everything in turn, and writes docs/compare.md.

A figure that is more than 15 % worse than in the committed page is marked. The measurements run
one after the other, three rounds of all of them, and the best counts: what else the machine does
can only make a figure worse.
"""

import json
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "compare.md"
PLACE = ROOT / "build" / "compare"
ROUNDS = 3
WORSE = 0.15
_LONG = 100
PACKAGES = (
    *("chess", "open_spiel", "ortools", "aiomqtt<3", "pyzmq", "python-mpd2", "ruamel.yaml"),
    "eyed3",
)
"""The peers, each of which may be missing for this machine."""
PICOCHESS = "PicoChess: in no package index; `usual program` does what its parts for pins do"


@dataclass(frozen=True)
class Row:
    """Ours beside a peer: two measurements, and whether more is better."""

    what: str
    ours: str
    peer: str
    unit: str
    more: bool = False


ROWS = (
    Row(
        "moves: Inner Compass and python-chess",
        *("moves_inner_compass", "moves_chess", "1/s"),
        more=True,
    ),
    Row(
        "moves: Inner Compass and OpenSpiel's dominoes, in Python",
        *("moves_inner_compass", "moves_openspiel_python", "1/s"),
        more=True,
    ),
    Row(
        "moves: Inner Compass and OpenSpiel's breakthrough, in C++",
        *("moves_inner_compass", "moves_openspiel_native", "1/s"),
        more=True,
    ),
    Row(
        "moves: Compass Points and boardgame.io's reducer",
        *("moves_compass_points", "moves_boardgame_io", "1/s"),
        more=True,
    ),
    Row("exact final score and CP-SAT", "scoring_ours", "scoring_cp_sat", "ms"),
    Row("wake-ups when idle and a usual program's", "idle_ours", "idle_usual", "1/s"),
    Row("import and a usual program's", "import_ours", "import_usual", "ms"),
    Row("import and Phoniebox's packages", "import_ours", "import_phoniebox", "ms"),
    Row("bytes on the bus for one figure and luma.oled", "bus_ours", "bus_luma", "B"),
    Row("wake-ups at a broker and paho's thread", "broker_ours", "broker_paho", "1/s"),
    Row("wake-ups at a broker and aiomqtt", "broker_ours", "broker_aiomqtt", "1/s"),
)


def main() -> int:
    """Measure, write the page, and say what is worse; the exit status does, too."""
    python, missing = _environment()
    found, skipped = _measured(python)
    before = _last()
    text, worse = _page(found, {**missing, **skipped}, before, _versions(python))
    PAGE.write_text(text, encoding="utf-8")
    print(text)
    return 1 if worse else 0


def _environment() -> tuple[Path, dict[str, str]]:
    """Build the environment; return its Python, and the peers that cannot be had, with reasons."""
    python = PLACE / "env" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PLACE / "env")], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    base = ["--editable", f"{ROOT}[web,fleet]", "pytest", "hypothesis"]
    subprocess.run([*pip, *base], check=True)
    missing = {}
    for package in PACKAGES:
        done = subprocess.run([*pip, package], check=False, capture_output=True, text=True)
        if done.returncode:
            missing[package] = "it cannot be installed here"
    npm = shutil.which("npm")
    node = PLACE / "node"
    if npm is None:
        missing["boardgame.io"] = "there is no npm"
    elif not (node / "node_modules" / "boardgame.io").exists():
        node.mkdir(parents=True, exist_ok=True)
        (node / "package.json").write_text('{"private": true}')
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "boardgame.io"]
        if subprocess.run(command, check=False, cwd=node).returncode:
            missing["boardgame.io"] = "it cannot be installed here"
    return python, missing


def _measured(python: Path) -> tuple[dict[str, float], dict[str, str]]:
    """Return the best figure of each measurement, and those that were skipped, with reasons."""
    names = dict.fromkeys(name for row in ROWS for name in (row.ours, row.peer))
    more = {name for row in ROWS if row.more for name in (row.ours, row.peer)}
    figures: dict[str, list[float]] = {}
    skipped: dict[str, str] = {}
    for turn in range(ROUNDS):
        for name in names:
            if name in skipped:
                continue
            print(f"round {turn + 1}: {name}", file=sys.stderr, flush=True)
            command = [str(python), "-m", "labs.compare.measures", name]
            done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                errors = done.stderr.strip().splitlines() or ["?"]
                skipped[name] = errors[-1].removeprefix("skipped: ")
            else:
                figures.setdefault(name, []).append(float(done.stdout.split()[-1]))
    best = {name: max(all_) if name in more else min(all_) for name, all_ in figures.items()}
    return best, skipped


def _last() -> Mapping[str, float]:
    """Return the ratios in the page as it is."""
    if not PAGE.exists():
        return {}
    match = re.search(r"<!-- (\{.*?\}) -->", PAGE.read_text(encoding="utf-8"))
    last: dict[str, float] = json.loads(match[1]) if match else {}
    return last


def _page(
    found: Mapping[str, float],
    skipped: Mapping[str, str],
    before: Mapping[str, float],
    versions: Sequence[str],
) -> tuple[str, list[str]]:
    """Return the page, and what of it is worse than the last time."""
    ratios = dict(_ratios(found))
    worse = [
        what
        for what, ratio in ratios.items()
        if what in before and ratio < before[what] * (1 - WORSE)
    ]
    lines = [
        "# Beside its peers",
        "",
        "`make compare` measures all of this in one run and writes this page. Ratios are how many",
        "times better we are; the figures themselves depend on the machine. Games differ, so moves",
        "only show the order of magnitude. The usual program has gpiozero's buttons and a thread",
        "that reads a serial port with a timeout, as many tutorials do.",
        "",
        "| what | ours | theirs | ratio | |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in ROWS:
        if row.what in ratios:
            ours, peer = found[row.ours], found[row.peer]
            mark = f"worse: was {before[row.what]:.3g}" if row.what in worse else ""
            unit = row.unit
            figures = f"{_plain(ours)} {unit} | {_plain(peer)} {unit}"
            lines.append(f"| {row.what} | {figures} | {ratios[row.what]:.3g} | {mark} |")
    lines += ["", *(f"Skipped: {name}: {why}." for name, why in sorted(skipped.items()))]
    lines += [
        f"Skipped: {PICOCHESS}.",
        "",
        *versions,
        "",
        f"<!-- {json.dumps({**before, **ratios})} -->",
        "",
    ]
    return "\n".join(lines), worse


def _ratios(found: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield how many times better we are; nothing is treated as a tenth, to divide by."""
    for row in ROWS:
        if row.ours in found and row.peer in found:
            ours, peer = max(found[row.ours], 0.1), max(found[row.peer], 0.1)
            yield row.what, round(ours / peer if row.more else peer / ours, 4)


def _plain(value: float) -> str:
    """Return a figure with three digits, or all of those before the point."""
    return f"{value:.3g}" if value < _LONG else f"{value:,.0f}"


def _versions(python: Path) -> list[str]:
    """Return the day, the kind of machine, and the versions of what was measured."""
    listed = subprocess.run(
        [str(python), "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    wanted = ("chess=", "open_spiel=", "ortools=", "aiomqtt=", "paho-mqtt=", "luma.oled=")
    more = ("gpiozero=", "pyzmq=", "python-mpd2=", "eyed3=", "eyeD3=")
    known = [each.replace("==", " ") for each in listed if each.startswith((*wanted, *more))]
    day = datetime.now(UTC).date().isoformat()
    cores = len(Path("/proc/cpuinfo").read_text(encoding="utf-8").split("processor\t")) - 1
    machine = f"{platform.machine()}, {cores} cores, Python {platform.python_version()}"
    return [f"{day}; {machine}; {', '.join(known)}."]


if __name__ == "__main__":
    sys.exit(main())
