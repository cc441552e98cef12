"""Runs commands that come over a serial line, as JSON lines in both directions."""

import json
import os
import subprocess
import sys
import tty
from pathlib import Path


def answer(request: bytes) -> dict[str, object]:
    """Run one command and return its status and its output."""
    run = subprocess.run(
        ["/bin/sh", "-c", json.loads(request)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return {"status": run.returncode, "said": run.stdout.decode(errors="replace")}


def main(port: Path) -> None:
    """Announce that the line is open, then serve it."""
    with port.open("r+b", buffering=0) as line:
        tty.setraw(line.fileno())
        os.write(line.fileno(), b'"ready"\n')
        with os.fdopen(os.dup(line.fileno()), "rb") as requests:
            for request in requests:
                line.write(json.dumps(answer(request)).encode() + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
