"""Our documents, followed to the letter by somebody who may use sudo.

A container is not a Raspberry Pi, which `companion setup-pi` says there. What pipx would fetch is a
source tree and wheels in the container.
"""

import re
import shutil
from shlex import join, quote

import pytest

from labs.nspawn.conftest import CONFIG, PERSON, ROOT, SUITE, Installation
from labs.nspawn.container import Result
from labs.nspawn.documents import ASSEMBLY, INSTALL, commands, first_start, spoken

OTHER = "ben"
"""The user who installs without root, by pipx."""
NO_PI = "this computer is not a Raspberry Pi that is known"
MISSING = {"buttons", "lamps", "buzzer", "panel", "tags"}
"""What a container lacks."""
WITHOUT_ROOT = ("sudo apt install pipx", "pipx ", "companion run ")
SOURCES = ("companion", "pyproject.toml", "README.md", "LICENSE", "tools")


def typed(box: Installation, command: str, person: str = PERSON) -> Result:
    """Let a person type a command from a document; no command may end in a traceback."""
    result = box.container.type(command, person, most=120)
    assert "Traceback" not in result.text, result.text
    return result


def output_of(result: Result) -> str:
    assert result.status == 0, result.text
    return result.text


def only_hardware_is_missing(result: Result) -> bool:
    missing = set(re.findall(r"^FIX  (\S+)", result.text, re.MULTILINE))
    return bool(missing) and missing <= MISSING and result.status == 1


def test_the_package_is_installed_as_described(fresh: Installation) -> None:
    install, switch_on, look = commands(INSTALL)[:3]
    assert install.startswith("sudo apt install ./")  # done by the fixture
    assert NO_PI in typed(fresh, switch_on).text
    assert only_hardware_is_missing(typed(fresh, look))


def test_every_command_of_the_installation_is_tried() -> None:
    """After the first three come those that need no root, one upgrade, and four for a backup."""
    all_commands = commands(INSTALL)
    without_root = [line for line in all_commands if line.startswith(WITHOUT_ROOT)]
    upgrade = [line for line in all_commands if line.startswith("sudo apt full-upgrade ")]
    assert len(upgrade) == 1  # see `make upgrade`
    assert sorted(all_commands) == sorted(
        [*all_commands[:3], *upgrade, *without_root, *all_commands[-4:]]
    )


def test_a_card_sets_itself_up_at_its_first_start(fresh: Installation) -> None:
    """Cloud-init runs the commands as root. The package is installed already."""
    root = fresh.container.root
    (root / "boot/firmware").mkdir(parents=True)
    package = next((root / "home" / PERSON).glob("*.deb"))
    shutil.copy(package, root / "boot/firmware")
    install, switch_on = (join(words) for words in first_start(INSTALL))
    assert "is already the newest version" in fresh.container.do(install)
    assert NO_PI in typed(fresh, f"sudo {switch_on}").text


@pytest.fixture(scope="module")
def wheels(fresh: Installation) -> None:
    """Put into the container what pipx and pip would fetch from the network."""
    root = fresh.container.root
    source = root / "path/to/compass-companion"
    source.mkdir(parents=True)
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, source / name)
    made = ROOT / "build" / "deb" / SUITE / fresh.container.do("dpkg --print-architecture")
    for name in ("wheels", "building"):
        shutil.copytree(made / name, root / name)
    places = "/wheels /building /usr/share/python-wheels"
    config = f"[global]\nno-index = true\nfind-links = {places}\n[install]\ncompile = false\n"
    (root / "etc/pip.conf").write_text(config, encoding="ascii")
    fresh.container.do(f"useradd --create-home --shell /bin/bash {OTHER}")


@pytest.mark.usefixtures("wheels")
def test_pipx_installs_it_without_root(fresh: Installation) -> None:
    install, fetch, run = (line for line in commands(INSTALL) if line.startswith(WITHOUT_ROOT))
    assert "is already the newest version" in output_of(typed(fresh, install))
    assert "installed package compass-companion" in output_of(typed(fresh, fetch, OTHER))
    example = ROOT / "docs" / "companion.example.yaml"
    shutil.copyfile(example, fresh.container.root / "home" / OTHER / "companion.yaml")
    result = typed(fresh, f"which companion; timeout --signal INT 5 {run}", OTHER)
    assert result.text.startswith(f"/home/{OTHER}/.local/bin/companion\n")
    assert "INFO buttons: ok" in result.text


def test_a_backup_is_made_and_restored_as_described(box: Installation) -> None:
    keep, stop, restore, start = commands(INSTALL)[-4:]
    before = box.entries
    output_of(typed(box, keep))
    copy = box.container.root / "home" / PERSON / "companion-backup.tar"
    assert str(copy.stat().st_uid) == box.container.do(f"id --user {PERSON}")
    output_of(typed(box, stop))
    assert "1 games" in output_of(typed(box, restore))
    output_of(typed(box, start))
    assert box.container.show("ActiveState") == "active"
    assert box.entries == before
    assert "goes on" in box.log()


WHILE_IT_RUNS: dict[str, tuple[int, str]] = {
    "sudo -u companion companion doctor": (0, "ok   state folder"),
    "sudo systemctl restart companion": (0, ""),
    "sudo systemctl stop companion": (0, ""),
    "sudo systemctl start companion": (0, ""),
}
"""The exit status of each command, and words in its output."""
WHILE_IT_DOES_NOT_RUN: dict[str, tuple[int, str]] = {
    "sudo -u companion companion enrol": (0, " to a reader (Enter: the next one"),
    "sudo -u companion companion enrol --set": (0, "Lay the pieces there, then press Enter"),
    "sudo companion firmware install": (1, "plug the board in"),
}
"""In a container a board cannot be found by its USB numbers; see the test of the firmware."""


ELSEWHERE = ("companion kit GAME", "sudo companion setup-pi")
"""Commands for the computer with the printer, and for a Pi; both have tests of their own."""


def test_the_assembly_guide_names_no_other_commands() -> None:
    assert set(spoken(ASSEMBLY)) == {*WHILE_IT_RUNS, *WHILE_IT_DOES_NOT_RUN, *ELSEWHERE}


@pytest.mark.parametrize("command", WHILE_IT_RUNS)
def test_commands_of_the_assembly_guide_work_while_the_box_runs(
    box: Installation, command: str
) -> None:
    status, words = WHILE_IT_RUNS[command]
    result = typed(box, command)
    assert (result.status, words in result.text) == (status, True), result.text


@pytest.mark.parametrize("command", WHILE_IT_DOES_NOT_RUN)
def test_commands_of_the_assembly_guide_work_while_the_box_is_stopped(
    box: Installation, command: str
) -> None:
    """A reader lies under the first place of the track, so that a set can be enrolled."""
    config = box.container.root / "etc/compass-companion/companion.yaml"
    placed = CONFIG.replace("/dev/ttyUSB0}", "/dev/ttyUSB0, places: [track-1]}")
    status, words = WHILE_IT_DOES_NOT_RUN[command]
    output_of(typed(box, "sudo systemctl stop companion"))
    config.write_text(placed, encoding="utf-8")
    try:
        result = typed(box, command)
    finally:
        config.write_text(CONFIG, encoding="utf-8")
        output_of(typed(box, "sudo systemctl start companion"))
    assert (result.status, words in result.text) == (status, True), result.text


def test_no_link_in_the_packaged_documents_is_broken(fresh: Installation) -> None:
    shipped = fresh.container.root / "usr/share/doc/compass-companion"
    pages = sorted(shipped.rglob("*.md"))
    assert shipped / "README.md" in pages
    links = [
        (page, link.partition("#")[0])
        for page in pages
        for link in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
        if ":" not in link and not link.startswith("#")
    ]
    assert len(links) > 50
    assert [(str(page), link) for page, link in links if not (page.parent / link).exists()] == []


def test_every_command_has_a_man_page_in_both_languages(fresh: Installation) -> None:
    output = fresh.container.do("companion --help")
    names = re.findall(r"^    ([\w-]+)  ", output, re.MULTILINE)
    assert len(names) == 22
    pages = fresh.container.root / "usr/share/man"
    wanted = ["companion.1.gz", *(f"companion-{name}.1.gz" for name in names)]
    for folder in ("man1", "de/man1"):
        assert [name for name in wanted if not (pages / folder / name).is_file()] == []


@pytest.mark.parametrize(
    "place",
    [
        "bash-completion/completions/companion",
        "zsh/vendor-completions/_companion",
        "fish/vendor_completions.d/companion.fish",
    ],
)
def test_the_completions_are_where_shells_look(fresh: Installation, place: str) -> None:
    words = (fresh.container.root / "usr/share" / place).read_text(encoding="utf-8")
    assert "compass-jewels" in words
    assert "doctor" in words


def test_bash_completes_commands_options_and_games(fresh: Installation) -> None:
    """The completion function is called directly, since nobody is at the keyboard."""
    program = (
        "source /usr/share/bash-completion/completions/companion;"
        ' ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=();'
        " $(complete -p companion | sed 's/.*-F \\([^ ]*\\).*/\\1/'); echo \"${COMPREPLY[@]}\"; };"
        " ask companion do; ask companion doctor --l; ask companion selfplay com"
    )
    output = fresh.container.do(f"bash -c {quote(program)}")
    assert output.splitlines() == ["doctor", "--listen", "compass-jewels compass-points"]


def test_the_settings_name_the_page_that_lists_all_keys(fresh: Installation) -> None:
    words = (ROOT / "debian" / "companion.yaml").read_text(encoding="utf-8")
    (place,) = re.findall(r"/usr/share/doc/\S+", words)
    assert "web.port" in (fresh.container.root / place[1:]).read_text(encoding="utf-8")
