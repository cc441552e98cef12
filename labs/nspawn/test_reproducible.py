"""A second build in another environment gives the same package, byte for byte."""

import os
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from labs.nspawn.conftest import ROOT


@pytest.fixture
def second_package(second_build: "subprocess.Popen[str]") -> Path:
    """Wait for the second build and return its package."""
    output, _ = second_build.communicate()
    assert second_build.returncode == 0, output
    return ROOT / output.splitlines()[-1]


def test_two_builds_are_equal(second_package: Path) -> None:
    packages = (Path(os.environ["PACKAGE"]), second_package)
    sums = [sha256(package.read_bytes()).hexdigest() for package in packages]
    print(*sums, sep="\n")
    assert sums[0] == sums[1]
