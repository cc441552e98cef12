"""Every command and every output that the pages show is what the program takes and prints."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion import daemon
from companion.cli import main
from tests.cli.test_arguments import RECORD, Contented
from tests.docs.named import ROOT

PAGES: Final = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "hardware").glob("*.md")),
)
SPAN: Final = re.compile(r"`([^`]+)`")
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TARGET: Final = re.compile(r"(?m)^(?:sudo )?make ([a-z]+)\b")
GIVEN: Final = {
    "COMMAND": "games",
    "FILE": "good.jsonl",
    "FORM": "csv",
    "GAME": "compass-jewels",
    "N": "1",
    "[FILE]": "good.jsonl",
    "[ID]": "CJ",
    "[N]": "",
    "~/companion-backup.tar": "backup.tar",
    "companion.yaml": "companion.yaml",
    "evening/": "good.jsonl",
    "club.results": "good.jsonl",
    "last-pebble": "compass-jewels",
    "10000": "2",
    "1000": "2",
}
"""What stands for the names in commands; thousands of games take longer than a test."""
ELSEWHERE: Final = {
    "firmware": "puts a program on a board, which may be this computer's own",
    "hub": "is a package of its own: tests/hub",
    "setup-pi": "changes the settings of a Raspberry Pi, which this computer may be",
}
"""Commands that are only read here."""


def written() -> Iterator[str]:
    """Yield the commands of all pages, in blocks and within sentences."""
    for page in PAGES:
        words = page.read_text(encoding="utf-8")
        spans = [" ".join(span.split()) for span in SPAN.findall(BLOCK.sub("", words))]
        lines = [
            line.partition(" #")[0].strip()
            for block in BLOCK.findall(words)
            for line in block.splitlines()
        ]
        for said in (*spans, *lines):
            plain = re.sub(r"^sudo (-u companion )?", "", said)
            if plain.startswith("companion ") and "&" not in plain:
                yield plain


def typed(said: str) -> list[str]:
    """Return the words of a command, with something for each name in it."""
    slow, fast = "--speed 1", "--speed 0"
    words = [GIVEN.get(word, word) for word in shlex.split(said.replace(slow, fast))[1:]]
    return [word for word in words if word]


COMMANDS: Final = sorted(set(written()))


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("said", COMMANDS)
def test_a_command_is_one(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does its work on a computer without hardware, or says what is missing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(daemon.systemd, "process_notifier", Contented)
    (tmp_path / "good.jsonl").write_bytes(RECORD.read_bytes())
    example = (ROOT / "docs" / "companion.example.yaml").read_text(encoding="utf-8")
    (tmp_path / "companion.yaml").write_text(example, encoding="utf-8")
    words = typed(said)
    if words[0] in ELSEWHERE or words == ["ask"] or "--help" in words:
        words = [words[0], "--help"]
    try:
        status = main(words)
    except SystemExit as error:
        status = int(str(error.code))
    complaint = capsys.readouterr().err
    assert "usage:" not in complaint, complaint
    assert "Traceback" not in complaint
    assert status in (0, 1, 2)


@pytest.mark.slow
def test_the_sample_of_a_demonstration_is_what_it_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(Player .*?)\n  \.\.\.\n```", readme, re.DOTALL)
    assert main(["demo"]) == 0
    printed = capsys.readouterr().out
    assert printed[printed.rindex("\u2518") + 1 :].strip().startswith(shown)


def test_make_test_ends_as_shown() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"`make test` ends with\n\n```text\n(.*?)\n```", readme)
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    (lines,) = re.findall(r"(?m)^test:.*\n((?:.+\n)+)", recipe)
    assert lines.splitlines()[-1] == f'\t@echo "{shown}"'


def test_every_target_of_make_is_there() -> None:
    makefiles = (ROOT / "Makefile", ROOT / "labs" / "labs.mk")
    rules = "".join(path.read_text(encoding="utf-8") for path in makefiles)
    there = set(re.findall(r"(?m)^([a-z]+):", rules))
    named = {
        target
        for page in PAGES
        for said in (
            *SPAN.findall(page.read_text("utf-8")),
            *BLOCK.findall(page.read_text("utf-8")),
        )
        for target in TARGET.findall(said)
    }
    assert named
    assert named <= there
