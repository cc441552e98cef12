"""Plant small mistakes in `companion/` and count how many of them the tests notice.

``python -m tools.mutants [--count 300] [--seed 1] [--out build/mutants.jsonl]``. A mutant is one
changed operator, constant or condition, or one call left out. It replaces its module by an import
hook (`tools/mutant_hook/`), also in processes that tests start, so no file is changed. The tests
that cover its line are run, the quickest first, until one fails. Which tests these are is measured
once, with `pytest-cov`, into ``build/coverage``. What has been tried is kept: a run that was ended
goes on. Everything else is reported as survived, with its line, for somebody to read.
"""

import argparse
import ast
import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tools.mutant_hook.mutations import Mutation, mutations

ROOT: Final = Path(__file__).resolve().parent.parent
HOOK: Final = Path(__file__).resolve().parent / "mutant_hook"
COVERAGE: Final = Path("build/coverage")
PATIENCE: Final = 300
"""Seconds for the tests of one mutant; one that makes them hang is noticed."""
MOST: Final = 400
"""Tests of one mutant at the most, the quickest first."""
BATCHES: Final = (5, MOST)
"""Tests tried at once: a few that surely look at the line, then the rest."""
UNTESTED: Final = ("companion/moved.py", "companion/devices/readers/array/firmware/")
"""What runs on a board, or goes soon."""


@dataclass(frozen=True, slots=True)
class Result:
    """A mutant and what became of it: ``killed``, ``survived``, or ``uncovered``."""

    file: str
    number: int
    line: int
    was: str
    now: str
    end: str
    by: str = ""


def sources(root: Path) -> list[Path]:
    """Return the files in which mistakes are planted."""
    files = sorted((root / "companion").rglob("*.py"))
    return [each for each in files if not each.relative_to(root).as_posix().startswith(UNTESTED)]


def sample(root: Path, count: int, seed: int) -> list[tuple[str, Mutation]]:
    """Return a random choice of all mistakes that could be planted."""
    found = [
        (path.relative_to(root).as_posix(), mutation)
        for path in sources(root)
        for mutation in mutations(ast.parse(path.read_text(encoding="utf-8")))
    ]
    return random.Random(seed).sample(  # noqa: S311 - repeatable, not secret
        found, min(count, len(found))
    )


def measure(root: Path, python: str) -> None:
    """Note which tests run which lines, unless that is known."""
    folder = root / COVERAGE
    if (folder / "data").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    command = [python, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-q", "--durations=0"]
    command += ["-vv", "--ignore=tests/web/browser", "--cov=companion", "--cov-context=test"]
    command += ["--cov-report=", "-p", "no:cacheprovider", "--durations-min=0"]
    environment = {**os.environ, "COVERAGE_FILE": str(folder / "data.new")}
    with (folder / "log").open("w") as log:
        subprocess.run(command, cwd=root, env=environment, stdout=log, check=False)
    (folder / "data.new").rename(folder / "data")


def covering(root: Path) -> Mapping[str, Mapping[int, list[str]]]:
    """Return the tests that run each line of each file, the quickest first."""
    from coverage import CoverageData

    cost = dict(_durations((root / COVERAGE / "log").read_text(encoding="utf-8")))
    data = CoverageData(str(root / COVERAGE / "data"))
    data.read()
    found: dict[str, dict[int, list[str]]] = {}
    for file in data.measured_files():
        lines = {
            line: sorted(
                {context.partition("|")[0] for context in contexts if context},
                key=lambda test: (cost.get(test, 0.0), test),
            )
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        found[Path(file).relative_to(root).as_posix()] = lines
    return found


def _durations(log: str) -> Iterator[tuple[str, float]]:
    total: defaultdict[str, float] = defaultdict(float)
    for line in log.splitlines():
        seconds, _, rest = line.strip().partition("s ")
        phase, _, test = rest.partition(" ")
        if phase in {"call", "setup", "teardown"} and "::" in test:
            total[test.strip()] += float(seconds)
    yield from total.items()


def attempt(root: Path, python: str, file: str, mutation: Mutation, tests: Sequence[str]) -> Result:
    """Plant one mistake and return whether the tests notice it."""
    told = (file, mutation.number, mutation.line, mutation.was, mutation.now)
    if not tests:
        return Result(*told, end="uncovered")
    environment = {
        **os.environ,
        "MUTANT": f"{file}:{mutation.number}",
        "PYTHONPATH": str(HOOK),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    first = 0
    for last in BATCHES:
        batch = tests[first : min(last, MOST)]
        if not batch:
            break
        try:
            done = subprocess.run(
                [*command, *batch],
                cwd=root,
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Result(*told, end="killed", by="time")
        if done.returncode:
            return Result(*told, end="killed", by=_first_failure(done.stdout))
        first = last
    return Result(*told, end="survived")


def _first_failure(said: str) -> str:
    lines = (line for line in said.splitlines() if line.startswith(("FAILED", "ERROR", "____")))
    return next(lines, said.strip().splitlines()[-1] if said.strip() else "it did not start")[:200]


def main(arguments: Sequence[str]) -> int:
    """Try a sample of mutants; print the share that was noticed, and each of the others."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/mutants.jsonl"))
    options = parser.parse_args(arguments)
    measure(ROOT, sys.executable)
    tests = covering(ROOT)
    wanted = sample(ROOT, options.count, options.seed)
    out = ROOT / options.out
    known = {(each.file, each.number): each for each in _read(out)}
    with ThreadPoolExecutor(2) as pool, out.open("a", encoding="utf-8") as stream:
        new = [each for each in wanted if (each[0], each[1].number) not in known]
        results = pool.map(
            lambda each: attempt(
                ROOT,
                sys.executable,
                each[0],
                each[1],
                tests.get(each[0], {}).get(each[1].line, []),
            ),
            new,
        )
        for done, result in enumerate(results, 1):
            stream.write(json.dumps(asdict(result)) + "\n")
            stream.flush()
            known[result.file, result.number] = result
            print(f"\r{done}/{len(new)} ", end="", file=sys.stderr, flush=True)
    report([known[file, mutation.number] for file, mutation in wanted])
    return 0


def _read(out: Path) -> list[Result]:
    if not out.exists():
        return []
    return [Result(**json.loads(line)) for line in out.read_text(encoding="utf-8").splitlines()]


def report(results: Sequence[Result]) -> None:
    """Print the share that was killed, and all others."""
    left = [each for each in results if each.end != "killed"]
    print(f"\n{len(results) - len(left)} of {len(results)} mutants were killed.")
    for each in sorted(left, key=lambda result: (result.file, result.line)):
        print(f"{each.end}: {each.file}:{each.line}: {each.was}  →  {each.now}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
