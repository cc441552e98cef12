"""Removal keeps the state, a purge deletes it. These tests must run last."""

from labs.nspawn.conftest import STATE, Installation


def test_games_survive_removal_but_not_a_purge(box: Installation) -> None:
    container = box.container
    container.do("apt-get remove --yes compass-companion")
    assert container.show("ActiveState") == "inactive"
    assert box.entries > 0
    assert container.run("test -e /usr/bin/companion").status == 1
    container.do("apt-get purge --yes compass-companion")
    gone = (STATE, "/etc/compass-companion", "/usr/lib/compass-companion")
    assert [container.run(f"test -e {place}").status for place in gone] == [1, 1, 1]
