"""Plants small mistakes in the program, one at a time, and counts how many the tests find.

    python -m tools.mutants --count 300 --seed 1

The tests must have been recorded: see `make mutants`. Neither mutmut nor cosmic-ray would do: the
one tests a copy of the tree, the other edits the tree, and neither runs only the tests of a line.
Results are JSON lines in `build/mutants`; what was tried is not tried again. Tests in a browser do
not take part, nor does what runs on MicroPython.
"""

import argparse
import importlib
import json
import os
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tools.mutants.imported import VARIABLE
from tools.mutants.operators import Mutant, mutants
from tools.mutants.trial import Chosen, start
from tools.quick import distances, mirrors

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "mutants"
LEFT_OUT: Final = Path("companion/devices/readers/array/firmware")
PRELOADED: Final = ("aiohttp", "hypothesis.extra", "luma.oled.device", "PIL.Image", "babel", "yaml")
"""What every trial would import anew otherwise; nothing of the program's own."""
WORKERS: Final = 2
HARD_LIMIT: Final = 900.0
"""Seconds after which a trial hangs where no alarm wakes it."""


@dataclass(frozen=True)
class Recorded:
    """What `recorder.py` has noted: how long tests take, and which of them run each line."""

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, frozenset[str]]]

    def tests_of(self, mutant: Mutant) -> tuple[str, ...]:
        """Return the tests that may find a mutant: a cheap one of each file, and so on.

        They are those that run its lines, and all in the files that mirror its file: of results
        that are kept only the first test runs the lines.
        """
        lines = self.lines.get(mutant.file, {})
        span = lines if mutant.at_import else range(mutant.line, mutant.last_line + 1)
        own = {str(each) for each in mirrors(Path(mutant.file))}
        tests = {test for test in self.seconds if test.partition("::")[0] in own}
        tests.update(test for line in span for test in lines.get(line, ()))
        files: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            files[test.partition("::")[0]].append(test)
        ranked = [
            (turn, file not in own, self.seconds[test], test)
            for file, inside in files.items()
            for turn, test in enumerate(sorted(inside, key=lambda each: self.seconds[each]))
        ]
        return tuple(test for *_, test in sorted(ranked))


def recorded() -> Recorded:
    """Read what all processes have recorded."""
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in FOLDER.glob("recorded-*.json"):
        found = json.loads(path.read_text(encoding="utf-8"))
        seconds |= dict(found["tests"])
        for file, by_line in found["lines"].items():
            for line, numbers in by_line.items():
                lines[file][int(line)].update(found["tests"][each][0] for each in numbers)
    frozen = {
        file: {line: frozenset(tests) for line, tests in each.items()}
        for file, each in lines.items()
    }
    return Recorded(seconds, frozen)


def drawn(seed: int, count: int) -> list[Mutant]:
    """Draw mutants among all that are possible."""
    possible: list[Mutant] = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        file = path.relative_to(ROOT)
        if LEFT_OUT not in file.parents:
            possible += mutants(str(file), path.read_text(encoding="utf-8"))
    random.Random(seed).shuffle(possible)  # noqa: S311 - repeatable
    return list(islice(filter(compiles, possible), count))


def compiles(mutant: Mutant) -> bool:
    """Tell whether Python reads a mutant at all."""
    try:
        compile(relocated(mutant, ROOT)[1], mutant.file, "exec")
    except SyntaxError:
        return False
    return True


def relocated(mutant: Mutant, root: Path) -> tuple[Mutant, str]:
    """Return a mutant at its place in another tree, and its source there.

    Raises ``ValueError`` if the line is not there, or more than once.
    """
    source = (root / mutant.file).read_text(encoding="utf-8")
    with suppress(ValueError):
        return mutant, mutant.apply(source)
    here = (ROOT / mutant.file).read_bytes()
    begin = here.rfind(b"\n", 0, mutant.start) + 1
    line = here[begin : here.index(b"\n", mutant.end)]
    raw = source.encode()
    if raw.count(line) != 1:
        raise ValueError(f"{mutant.file}:{mutant.line} is not in {root}")
    moved = raw.index(line) - begin
    there = replace(mutant, start=mutant.start + moved, end=mutant.end + moved)
    return there, there.apply(source)


class Campaign:
    """Trials of mutants against the tests of one tree, two at a time."""

    def __init__(self, root: Path, budget: float, output: Path) -> None:
        """Prepare a folder from which programs that tests start learn of the mistake."""
        self.root = root
        self.budget = budget
        self.output = output
        self.recorded = recorded()
        self.site = FOLDER / "site"
        self.site.mkdir(parents=True, exist_ok=True)
        hook = Path(__file__).with_name("imported.py").read_text(encoding="utf-8")
        (self.site / "sitecustomize.py").write_text(f"{hook}\ninstall()\n", encoding="utf-8")
        self.running: dict[int, tuple[int, Mutant, float]] = {}

    def run(self, drawn_: Sequence[Mutant], wanted: Sequence[int]) -> None:
        """Try some of the mutants."""
        os.environ["PYTHONPATH"] = f"{self.site}"
        for number in wanted:
            while len(self.running) >= WORKERS:
                self.reap()
            self.begin(number, drawn_[number])
        while self.running:
            self.reap()

    def begin(self, number: int, mutant: Mutant) -> None:
        """Start a trial."""
        try:
            _, source = relocated(mutant, self.root)
        except (ValueError, FileNotFoundError) as error:
            self.note(number, mutant, {"status": "elsewhere", "killer": str(error)}, 0.0)
            return
        path = self.path(number, "py")
        path.write_text(source, encoding="utf-8")
        self.path(number, "verdict").unlink(missing_ok=True)
        tests = self.recorded.tests_of(mutant)
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        if not files:
            near = sorted(distances([Path(mutant.file)]).items(), key=lambda each: each[1])
            files = [str(each) for each, _ in near]
        same = self.root == ROOT
        order = {test: i for i, test in enumerate(tests)} if same else {}
        chosen = Chosen(self.recorded.seconds, order, self.budget)
        there = [each for each in files if (self.root / each).is_file()]
        pid = start(
            self.root / mutant.file,
            path,
            there,
            chosen,
            self.path(number, "verdict"),
        )
        self.running[pid] = (number, mutant, time.monotonic())

    def path(self, number: int, suffix: str) -> Path:
        """Return the path of a file of a trial."""
        return FOLDER / f"{number}.{suffix}"

    def reap(self) -> None:
        """Wait for a trial to end; end one that hangs."""
        pid, _ = os.waitpid(-1, os.WNOHANG)
        if not pid:
            time.sleep(0.05)
            late = time.monotonic() - HARD_LIMIT
            for each, (_, _, began) in self.running.items():
                if began < late:
                    with suppress(ProcessLookupError):
                        os.killpg(each, signal.SIGKILL)
            return
        if pid not in self.running:
            return
        number, mutant, began = self.running.pop(pid)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        verdict = self.path(number, "verdict")
        found = {"status": "killed", "killer": "no verdict: it hung or crashed", "ran": 0}
        if verdict.exists():
            found = json.loads(verdict.read_text(encoding="utf-8"))
        self.note(number, mutant, found, time.monotonic() - began)

    def note(
        self, number: int, mutant: Mutant, found: Mapping[str, object], seconds: float
    ) -> None:
        """Append a result."""
        line = {"id": number, **asdict(mutant), **found, "seconds": round(seconds, 1)}
        with self.output.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
        place = f"{mutant.file}:{mutant.line}"
        print(number, found["status"], place, found["killer"], flush=True)


def results(output: Path) -> dict[int, dict[str, Any]]:
    """Return the last result of each mutant."""
    lines = output.read_text(encoding="utf-8").splitlines() if output.exists() else []
    return {found["id"]: found for found in map(json.loads, lines)}


def report(found: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    """Yield the share that is found, then what is not, line by line."""
    counts = Counter(each["status"] for each in found.values())
    tried = counts["killed"] + counts["survived"]
    share = 100 * counts["killed"] / tried if tried else 0.0
    yield f"{counts['killed']} of {tried} mistakes are found: {share:.1f} %; {dict(counts)}"
    for number, each in sorted(found.items()):
        if each["status"] != "killed":
            before, after = (" ".join(each[side].split())[:70] for side in ("before", "after"))
            place = f"{each['file']}:{each['line']}"
            yield f"{number:4} {each['status']} {place} {each['kind']}: {before}  ->  {after}"


def main() -> int:
    """Try what has not been tried, and report."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds a mutant; 0: no limit")
    parser.add_argument("--only", choices=("survived", "unfinished"), help="try these again")
    parser.add_argument("--root", type=Path, default=ROOT, help="a tree with other tests")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    output = given.output or FOLDER / f"seed-{given.seed}.jsonl"
    found = results(output)
    chosen = drawn(given.seed, given.count)
    wanted = [number for number in range(given.count) if number not in found]
    if given.only:
        wanted = [number for number, each in found.items() if each["status"] == given.only]
    os.environ.pop(VARIABLE, None)
    for name in PRELOADED:
        importlib.import_module(name)
    os.chdir(given.root)
    Campaign(given.root.resolve(), given.budget, output).run(chosen, wanted)
    print("\n".join(report(results(output))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
