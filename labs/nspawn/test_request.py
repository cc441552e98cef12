"""The version that a hub wants: the box lays a request down, and Debian's own tools install it."""

from collections.abc import Iterator

import pytest

from companion.fleet.upgrades import FAILED, REQUEST
from labs.nspawn.conftest import PERSON, STATE, Installation

WANTED = "10.0"
"""Later than all that other tests install."""
REPOSITORY = f"""
set -eu
mkdir /repository && cd /repository
dpkg-deb --raw-extract /home/{PERSON}/*.deb new
sed -i 's/^Version: [^-]*/Version: {WANTED}/' new/DEBIAN/control
dpkg-deb -Znone --build new new.deb >/dev/null
{{
    dpkg-deb --field new.deb
    echo 'Filename: ./new.deb'
    echo "Size: $(stat --format %s new.deb)"
    echo "SHA256: $(sha256sum new.deb | cut -d ' ' -f 1)"
}} >Packages
rm -f /etc/apt/sources.list.d/*
echo 'deb [trusted=yes] file:/repository ./' >/etc/apt/sources.list
"""
"""Makes the package of a later version, and a repository that has nothing else."""


@pytest.fixture
def allowed(box: Installation) -> Iterator[Installation]:
    """Boot a box whose owner has given apt a repository with a later version."""
    with box.booted_again() as there:
        there.container.do(REPOSITORY)
        yield there


def request(there: Installation, version: str) -> None:
    """Write a request as the box does, with no other rights than it has."""
    path = f"{STATE}/{REQUEST}"
    there.container.do(
        f"printf {version} >/tmp/wanted; chmod a+r /tmp/wanted;"
        f" runuser --user companion -- sh -c 'cp /tmp/wanted {path}.new && mv {path}.new {path}'"
    )


def test_apt_installs_the_version_that_is_asked_for_and_the_box_goes_on(
    allowed: Installation,
) -> None:
    container, before = allowed.container, allowed.container.show("InvocationID")
    request(allowed, "99.0")
    container.until(lambda: container.run(f"test -s {FAILED}").status == 0)
    assert container.do(f"cat {FAILED}").startswith("99.0 E: Version '99.0-*'")
    assert container.show("InvocationID") == before

    request(allowed, WANTED)
    container.until(lambda: container.show("InvocationID") not in ("", before))
    container.until(lambda: container.show("ActiveState", "companion-upgrade") == "inactive")
    assert container.show("Result", "companion-upgrade") == "success"
    assert (
        container.do("dpkg --audit; dpkg-query --show compass-companion")
        .split()[1]
        .startswith(f"{WANTED}-")
    )
    container.until(lambda: container.show("ActiveState") == "active")
    assert "goes on" in allowed.log()
    assert container.run(f"ls {STATE}/{REQUEST} {FAILED}").status != 0
    assert container.show("ActiveState", "companion-upgrade.path") == "active"
