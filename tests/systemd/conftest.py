"""systemd's own judgement of units."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.programs import SYSTEMD_ANALYZE


@pytest.fixture
def analyze(tmp_path: Path) -> Callable[..., str]:
    """Return a function that runs systemd-analyze, even where systemd is not running."""

    def run(*arguments: str) -> str:
        program = SYSTEMD_ANALYZE.find()
        assert program, "there is no systemd-analyze: run .venv/bin/python -m tools.programs"
        environment = {"LC_ALL": "C", "XDG_RUNTIME_DIR": str(tmp_path)}
        command = [program, "--user", *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        return ran.stdout + ran.stderr

    return run
