"""Man pages and shell completion, written from our own parser."""

import shutil
import subprocess
from pathlib import Path
from shlex import quote

import pytest

from companion.i18n.languages import LANGUAGES
from tools.manual import completion, main

COMMANDS = {
    *("run", "play", "demo", "selfplay", "replay", "score", "export", "ask", "games"),
    *("firmware", "backup", "restore", "enrol", "doctor", "rules", "kit", "stats", "study"),
    "setup-pi",
    "sheet",
    "hub",
    "verify",
}
PAGES = {"companion.1", *(f"companion-{name}.1" for name in COMMANDS)}


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all pages and completions."""
    folder = tmp_path_factory.mktemp("manual")
    main(folder)
    return folder


@pytest.mark.parametrize("folder", ["man/man1", "man/de/man1"])
def test_every_command_has_its_page(manual: Path, folder: str) -> None:
    assert {path.name for path in (manual / folder).iterdir()} == PAGES


def test_a_page_says_what_the_command_does_and_takes(manual: Path) -> None:
    page = (manual / "man/man1/companion-doctor.1").read_text(encoding="utf-8")
    assert "companion\\-doctor \\- check the hardware and say what to fix\n" in page
    assert ".B \\-\\-listen S\nseconds for tags to be held to the readers (3.0)\n" in page
    assert ".SH EXIT STATUS\n" in page


def test_a_german_page_is_german(manual: Path) -> None:
    page = (manual / "man/de/man1/companion.1").read_text(encoding="utf-8")
    assert ".SH BEFEHLE\n.TP\n.B companion\\-run(1)\nauf dieser Box" in page
    assert "USAGE" not in page.upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_mistaken_for_a_groff_request(manual: Path, language: str) -> None:
    requests = {".TH", ".SH", ".TP", ".B"}
    folder = manual / "man" / ("" if language == "en" else language) / "man1"
    for page in folder.iterdir():
        lines = page.read_text(encoding="utf-8").splitlines()
        assert {line.split()[0] for line in lines if line.startswith((".", "'"))} <= requests


@pytest.mark.slow
def test_the_same_tree_gives_the_same_pages(
    manual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    monkeypatch.setenv("COLUMNS", "40")
    main(tmp_path)
    for file in manual.rglob("*"):
        if file.is_file():
            assert (tmp_path / file.relative_to(manual)).read_bytes() == file.read_bytes()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_contain_commands_options_and_games(shell: str) -> None:
    words = completion(shell)
    assert all(name in words for name in COMMANDS)
    assert "listen" in words
    assert "compass-jewels" in words


def test_bash_completes(manual: Path) -> None:
    bash = shutil.which("bash")
    assert bash
    program = (
        f"source {quote(str(manual / 'completion/bash/companion'))};"
        ' ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=();'
        " $(complete -p companion | sed 's/.*-F \\([^ ]*\\).*/\\1/'); echo \"${COMPREPLY[@]}\"; };"
        " ask companion do; ask companion doctor --l; ask companion selfplay compass-p"
    )
    process = subprocess.run([bash, "-c", program], capture_output=True, text=True, check=True)
    assert process.stdout.splitlines() == ["doctor", "--listen", "compass-points"]
