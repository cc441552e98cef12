"""What the daemon costs while nothing happens, measured on the real command."""

import signal
import subprocess
import sys
import time
from pathlib import Path

SECONDS = 10


def status(pid: int, key: str) -> int:
    """Return a figure of /proc/PID/task/*/status, summed over the threads of a process."""
    statuses = (task.joinpath("status").read_text() for task in Path(f"/proc/{pid}/task").iterdir())
    lines = (line for status in statuses for line in status.splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


def started(folder: Path) -> subprocess.Popen[str]:
    """Start the daemon on emulated hardware; return it once the panel works."""
    config = folder / "companion.yaml"
    config.write_text(f"state: {folder / 'state'}\n", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "run", "--start", "--config", str(config)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if "panel: ok" in line:
            return process
    raise AssertionError("the daemon did not start")


def stop(process: subprocess.Popen[str]) -> None:
    """End the daemon as systemd would."""
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode == 0


def test_the_idle_daemon_sleeps(tmp_path: Path) -> None:
    process = started(tmp_path)
    try:
        before = status(process.pid, "voluntary_ctxt_switches")
        time.sleep(SECONDS)
        woken = (status(process.pid, "voluntary_ctxt_switches") - before) / SECONDS
        memory = Path(f"/proc/{process.pid}/status").read_text()
        resident = next(line for line in memory.splitlines() if line.startswith("VmRSS"))
        print(f"\nidle: {woken:.1f} wake-ups/s, {' '.join(resident.split())}")
        assert woken <= 2
    finally:
        stop(process)
