"""The program goes, and with a purge everything that it remembered. The last of all tests here."""

from tests.nspawn.conftest import STATE, Installation


def test_games_outlive_the_program_until_it_is_purged(box: Installation) -> None:
    container = box.container
    container.do("apt-get remove --yes compass-companion")
    assert container.show("ActiveState") == "inactive"
    assert box.entries > 0
    assert container.run("test -e /usr/bin/companion").status == 1
    container.do("apt-get purge --yes compass-companion")
    gone = (STATE, "/etc/compass-companion", "/usr/lib/compass-companion")
    assert [container.run(f"test -e {place}").status for place in gone] == [1, 1, 1]
