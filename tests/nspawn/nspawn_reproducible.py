"""Built again, by somebody with other habits, the package is the same, byte for byte."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from tests.nspawn.conftest import ROOT, SUITE

HABITS = {"TZ": "Pacific/Auckland", "LC_ALL": "C"}


def test_two_builds_are_equal() -> None:
    """Lintian has looked at the first one."""
    folder = Path(sys.executable).parent
    build = subprocess.run(
        ["/bin/sh", "-c", f"umask 077; tools/deb {folder} {SUITE}"],
        cwd=ROOT,
        env={**os.environ, **HABITS, "DEB": str(ROOT / "build/deb-again"), "UNCHECKED": "yes"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert build.returncode == 0, build.stderr
    again = ROOT / build.stdout.splitlines()[-1]
    sums = [sha256(each.read_bytes()).hexdigest() for each in (_first(), again)]
    print(*sums, sep="\n")
    assert sums[0] == sums[1]


def _first() -> Path:
    return Path(os.environ["PACKAGE"])
