"""The unit's sandbox, enforced by a real kernel."""

import pytest

from labs.vm.machine import Machine, MachineError

CGROUP = "/sys/fs/cgroup/system.slice/companion.service"


def enter(device: str) -> str:
    """Return a command that opens a device as root in the unit's control group."""
    return f"sh -c 'echo $$ >{CGROUP}/cgroup.procs; exec 3<>{device}'"


def test_it_has_only_its_own_rights(box: Machine) -> None:
    status = box.run(f"cat /proc/{box.show('MainPID')}/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert int(fields["CapEff"], 16) == 0
    assert int(fields["CapBnd"], 16) == 0
    assert fields["NoNewPrivs"] == "1"
    assert fields["Seccomp"] == "2"
    assert fields["Uid"].split() == [box.run("id -u companion")] * 4


@pytest.mark.parametrize("device", ["/dev/gpiochip0", "/dev/i2c-0", "/dev/ttyS1", "/dev/null"])
def test_it_may_open_the_devices_of_a_box(box: Machine, device: str) -> None:
    box.run(enter(device))


@pytest.mark.parametrize("device", ["/dev/ubda", "/dev/kmsg"])
def test_it_may_open_no_other_device_even_as_root(box: Machine, device: str) -> None:
    box.run(f"test -e {device}")
    with pytest.raises(MachineError, match="Operation not permitted"):
        box.run(enter(device))


def test_it_can_write_only_to_its_state_folder(box: Machine) -> None:
    mounts = box.run(f"cat /proc/{box.show('MainPID')}/mountinfo")
    writable = {
        line.split()[4] for line in mounts.splitlines() if "rw" in line.split()[5].split(",")
    }
    assert "/" not in writable
    assert "/var/lib/compass-companion" in writable
