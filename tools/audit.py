"""Look for known vulnerabilities in locked dependencies: ``python -m tools.audit [LOCK ...]``.

The answer comes from an online service, through pip-audit. The exit status is 1 if a vulnerability
is known, and 2 if the service cannot be reached or does not know a package. pip-audit alone reports
success for packages that it could not look up.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LOCKS: Final = ROOT / "requirements"
PROGRAM: Final = ROOT / "build" / "audit" / "bin" / "pip-audit"
SOUND: Final = 0
HOLES: Final = 1
UNKNOWN: Final = 2


@dataclass(frozen=True, slots=True)
class Audit:
    """What is known about the packages in some locks, as lines for people."""

    asked: frozenset[str] = frozenset()
    """Name and version of those that the service knows."""
    holes: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()

    def __or__(self, other: "Audit") -> "Audit":
        """Return both findings combined."""
        return Audit(
            self.asked | other.asked, self.holes | other.holes, self.unknown | other.unknown
        )

    @property
    def status(self) -> int:
        """The exit status that follows."""
        if self.holes:
            return HOLES
        return UNKNOWN if self.unknown or not self.asked else SOUND

    def lines(self) -> Iterable[str]:
        """Yield the lines to print."""
        yield from sorted(self.holes)
        yield from sorted(self.unknown)
        if self.unknown or not self.asked:
            yield f"NOT AUDITED: {len(self.unknown)}; audited: {len(self.asked)}."
        elif not self.holes:
            yield f"No holes are known in {len(self.asked)} packages."


def read(report: str) -> Audit:
    """Read pip-audit's report; raise ``ValueError`` if it is not valid JSON."""
    asked, holes, unknown = set[str](), set[str](), set[str]()
    for package in json.loads(report)["dependencies"]:
        if "skip_reason" in package:
            unknown.add(f"{package['name']}: {package['skip_reason']}")
            continue
        name = f"{package['name']} {package['version']}"
        asked.add(name)
        for hole in package["vulns"]:
            mended = ", ".join(hole["fix_versions"]) or "nowhere"
            holes.add(f"{name}: {hole['id']}, mended in {mended}")
    return Audit(frozenset(asked), frozenset(holes), frozenset(unknown))


def ask(lock: Path, program: Path = PROGRAM) -> Audit:
    """Audit the packages of one lock."""
    options = ("--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json")
    run = subprocess.run(
        [program, *options, "--requirement", lock], capture_output=True, text=True, check=False
    )
    try:
        return read(run.stdout)
    except (ValueError, KeyError, TypeError):
        last = run.stderr.strip().splitlines()[-1:] or ["no answer"]
        return Audit(unknown=frozenset((f"{lock.name}: {last[0]}",)))


def main(names: Sequence[str], program: Path = PROGRAM) -> int:
    """Audit the named locks, or all; return the exit status."""
    locks = [LOCKS / f"{name}.txt" for name in names] or sorted(LOCKS.glob("*.txt"))
    audit = Audit()
    for lock in locks:
        audit |= ask(lock, program)
    print(*audit.lines(), sep="\n")
    return audit.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
