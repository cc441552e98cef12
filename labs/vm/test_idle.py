"""How often the daemon wakes up on a real kernel while the box is idle."""

from labs.vm.machine import Machine

SECONDS = 30
MOST = 2.0
"""Wake-ups a second, as in labs/bench/test_idle.py."""


def test_an_idle_box_sleeps(box: Machine) -> None:
    pid = box.show("MainPID")
    count = (
        f"cat /proc/{pid}/task/*/status | awk '/^voluntary_ctxt/ {{ n += $2 }} END {{ print n }}'"
    )
    before, after = box.run(f"{count}; sleep {SECONDS}; {count}").split()
    threads = box.run(f"ls /proc/{pid}/task | wc -l")
    woken = (int(after) - int(before)) / SECONDS
    print(f"\n{woken:.1f} wake-ups/s, {threads} threads")
    assert woken <= MOST
