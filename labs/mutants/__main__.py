"""Plant small mistakes in the program, one at a time, and count how many the tests find.

    python -m labs.mutants --count 300 --seed 1

The tests must have been recorded first: see `make mutants`. Neither mutmut nor cosmic-ray would do:
one tests a copy of the tree, the other edits the tree, and neither runs only the tests of a line.
Results are JSON lines in `build/mutants`; no mutant is tried twice. Tests in a browser are left
out, and so is code that runs on MicroPython.
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
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from labs.mutants.imported import VARIABLE
from labs.mutants.operators import Mutant, mutants
from labs.mutants.trial import Chosen, start
from tools.quick import distances, mirrors

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "mutants"
LEFT_OUT: Final = Path("companion/devices/readers/array/firmware")
PRELOADED: Final = ("aiohttp", "hypothesis.extra", "luma.oled.device", "PIL.Image", "babel", "yaml")
"""Libraries that every trial would otherwise import again; no modules of our own."""
WORKERS: Final = 2
HARD_LIMIT: Final = 900.0
"""Seconds after which a trial must be hanging where no alarm can interrupt it."""


@dataclass(frozen=True)
class Recorded:
    """What `recorder.py` has recorded: how long tests take, and which of them run each line."""

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, frozenset[str]]]

    def tests_of(self, mutant: Mutant) -> tuple[str, ...]:
        """Return the tests that may find a mutant: the cheapest of each file first.

        They are those that run its lines, and all in the files that mirror its file, because where
        results are cached only the first test runs the lines.
        """
        lines = self.lines.get(mutant.file, {})
        span = lines if mutant.at_import else range(mutant.line, mutant.last_line + 1)
        own = {str(path) for path in mirrors(Path(mutant.file))}
        tests = {test for test in self.seconds if test.partition("::")[0] in own}
        tests.update(test for line in span for test in lines.get(line, ()))
        files: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            files[test.partition("::")[0]].append(test)
        ranked = [
            (turn, file not in own, self.seconds[test], test)
            for file, inside in files.items()
            for turn, test in enumerate(sorted(inside, key=self.seconds.__getitem__))
        ]
        return tuple(test for *_, test in sorted(ranked))


def recorded() -> Recorded:
    """Read the recordings of all processes."""
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in FOLDER.glob("recorded-*.json"):
        recording = json.loads(path.read_text(encoding="utf-8"))
        seconds |= dict(recording["tests"])
        for file, by_line in recording["lines"].items():
            for line, numbers in by_line.items():
                lines[file][int(line)].update(recording["tests"][number][0] for number in numbers)
    frozen = {
        file: {line: frozenset(tests) for line, tests in by_line.items()}
        for file, by_line in lines.items()
    }
    return Recorded(seconds, frozen)


def drawn(seed: int, count: int) -> list[Mutant]:
    """Draw random mutants from all that are possible."""
    possible: list[Mutant] = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        file = path.relative_to(ROOT)
        if LEFT_OUT not in file.parents:
            possible += mutants(str(file), path.read_text(encoding="utf-8"))
    random.Random(seed).shuffle(possible)
    return list(islice(filter(compiles, possible), count))


def compiles(mutant: Mutant) -> bool:
    """Return whether a mutant is valid Python at all."""
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
    ours = (ROOT / mutant.file).read_bytes()
    begin = ours.rfind(b"\n", 0, mutant.start) + 1
    line = ours[begin : ours.index(b"\n", mutant.end)]
    raw = source.encode()
    if raw.count(line) != 1:
        raise ValueError(f"{mutant.file}:{mutant.line} is not in {root}")
    offset = raw.index(line) - begin
    moved = replace(mutant, start=mutant.start + offset, end=mutant.end + offset)
    return moved, moved.apply(source)


class Campaign:
    """Trials of mutants against the tests of one tree, two at a time."""

    def __init__(self, root: Path, budget: float, output: Path) -> None:
        """Prepare a folder through which programs started by tests import the mistake too."""
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
            near = sorted(distances([Path(mutant.file)]).items(), key=itemgetter(1))
            files = [str(path) for path, _ in near]
        same = self.root == ROOT
        order = {test: i for i, test in enumerate(tests)} if same else {}
        chosen = Chosen(self.recorded.seconds, order, self.budget)
        existing = [path for path in files if (self.root / path).is_file()]
        pid = start(
            self.root / mutant.file,
            path,
            existing,
            chosen,
            self.path(number, "verdict"),
        )
        self.running[pid] = (number, mutant, time.monotonic())

    def path(self, number: int, suffix: str) -> Path:
        """Return the path of one of a trial's files."""
        return FOLDER / f"{number}.{suffix}"

    def reap(self) -> None:
        """Wait for a trial to end; kill one that hangs."""
        pid, _ = os.waitpid(-1, os.WNOHANG)
        if not pid:
            time.sleep(0.05)
            late = time.monotonic() - HARD_LIMIT
            for running_pid, (_, _, began) in self.running.items():
                if began < late:
                    with suppress(ProcessLookupError):
                        os.killpg(running_pid, signal.SIGKILL)
            return
        if pid not in self.running:
            return
        number, mutant, began = self.running.pop(pid)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        verdict = self.path(number, "verdict")
        result = {"status": "killed", "killer": "no verdict: it hung or crashed", "ran": 0}
        if verdict.exists():
            result = json.loads(verdict.read_text(encoding="utf-8"))
        self.note(number, mutant, result, time.monotonic() - began)

    def note(
        self, number: int, mutant: Mutant, result: Mapping[str, object], seconds: float
    ) -> None:
        """Append a result."""
        line = {"id": number, **asdict(mutant), **result, "seconds": round(seconds, 1)}
        with self.output.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
        place = f"{mutant.file}:{mutant.line}"
        print(number, result["status"], place, result["killer"], flush=True)


def results(output: Path) -> dict[int, dict[str, Any]]:
    """Return the last result of each mutant."""
    lines = output.read_text(encoding="utf-8").splitlines() if output.exists() else []
    return {result["id"]: result for result in map(json.loads, lines)}


def report(tried: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    """Yield the share of mistakes that were found, then a line for each that was not."""
    counts = Counter(result["status"] for result in tried.values())
    decided = counts["killed"] + counts["survived"]
    share = 100 * counts["killed"] / decided if decided else 0.0
    yield f"{counts['killed']} of {decided} mistakes are found: {share:.1f} %; {dict(counts)}"
    for number, result in sorted(tried.items()):
        if result["status"] != "killed":
            before, after = (" ".join(result[side].split())[:70] for side in ("before", "after"))
            place = f"{result['file']}:{result['line']}"
            yield f"{number:4} {result['status']} {place} {result['kind']}: {before}  ->  {after}"


def main() -> int:
    """Try the mutants that have not been tried, and report."""
    parser = argparse.ArgumentParser(prog="python -m labs.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds a mutant; 0: no limit")
    parser.add_argument("--only", choices=("survived", "unfinished"), help="try these again")
    parser.add_argument("--root", type=Path, default=ROOT, help="a tree with other tests")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    output = options.output or FOLDER / f"seed-{options.seed}.jsonl"
    tried = results(output)
    chosen = drawn(options.seed, options.count)
    wanted = [number for number in range(options.count) if number not in tried]
    if options.only:
        wanted = [number for number, result in tried.items() if result["status"] == options.only]
    os.environ.pop(VARIABLE, None)
    for name in PRELOADED:
        importlib.import_module(name)
    os.chdir(options.root)
    Campaign(options.root.resolve(), options.budget, output).run(chosen, wanted)
    print("\n".join(report(results(output))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
