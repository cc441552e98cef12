"""A box with a game in progress is upgraded from Bookworm to Trixie as the documents say.

Its Debian is upgraded in its folder, with this computer's network; before and after that it runs in
a container.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from labs.nspawn.conftest import BUILD, CONFIG, GAME, PACKAGES, ROOT, STATE, Installation
from labs.nspawn.container import Port, booted
from labs.nspawn.documents import INSTALL

HOME = "/root"
LONGEST = 1800.0


def test_a_game_goes_on_under_the_next_debian(game: Path) -> None:
    old, new = (Path(os.environ[key]) for key in ("OLD", "NEW"))
    root = BUILD / "upgraded"
    subprocess.run([ROOT / "tools" / "root", "bookworm", str(root), *PACKAGES], check=True)
    port = Port.open()
    try:
        _play_under_bookworm(root, port, old, game)
        _upgrade(root, new)
        _go_on_under_trixie(root, port)
    finally:
        os.close(port.near)


def _play_under_bookworm(root: Path, port: Port, package: Path, game: Path) -> None:
    shutil.copy(package, root / HOME[1:])
    shutil.copy(game, root / GAME[1:])
    with booted(root, {"/dev/ttyUSB0": port.path}) as container:
        container.do(f"apt-get install --yes {HOME}/{package.name}; systemctl stop companion")
        config = root / "etc/compass-companion/companion.yaml"
        config.write_text(CONFIG, encoding="utf-8")
        container.do(f"cp {GAME} {STATE}/journal.sqlite3; chown companion: {STATE}/journal.sqlite3")
        box = Installation(container, port, port, "")
        box.restart()
        assert "goes on" in box.log()
        assert container.do("python3 --version").startswith("Python 3.11.")
        container.do("systemctl stop companion")


def _upgrade(root: Path, package: Path) -> None:
    """Follow the documents, after naming the next release in apt's sources."""
    step = re.search(r"^sudo (apt full-upgrade) (\S+)", INSTALL.read_text("utf-8"), re.MULTILINE)
    assert step, "the documents do not say how to upgrade the system"
    shutil.copy(package, root / HOME[1:])
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    for sources in (root / "etc/apt").glob("sources.list*"):
        for file in sources.iterdir() if sources.is_dir() else [sources]:
            words = file.read_text(encoding="utf-8")
            file.write_text(words.replace("bookworm", "trixie"), encoding="utf-8")
    upgrade = (
        f"cd {HOME}; apt-get update; DEBIAN_FRONTEND=noninteractive"
        f" {step[1]} --yes -o Dpkg::Options::=--force-confold {step[2]}"
    )
    mounts = "mount -t proc proc /proc; mount -t devtmpfs dev /dev"
    ran = subprocess.run(
        ["/usr/bin/unshare", "--mount", "chroot", root, "sh", "-ec", f"{mounts}; {upgrade}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=LONGEST,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"},
    )
    assert ran.returncode == 0, ran.stdout[-3000:]


def _go_on_under_trixie(root: Path, port: Port) -> None:
    with booted(root, {"/dev/ttyUSB0": port.path}) as container:
        box = Installation(container, port, port, "")
        version = container.do("dpkg-query --show --showformat '${Version}' compass-companion")
        assert version.endswith("~deb13u1")
        assert container.do("python3 --version").startswith("Python 3.13.")
        assert container.show("ActiveState") == "active"
        assert "goes on" in box.log()
        assert "players: [Ada, Ben]" in container.do("cat /etc/compass-companion/companion.yaml")
        assert box.show_page()
        print(f"\n{version} under {container.do('python3 --version')}")
