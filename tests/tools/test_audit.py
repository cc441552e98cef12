"""An audit reports known vulnerabilities and packages that could not be looked up."""

import json
from pathlib import Path

import pytest

from tools.audit import HOLES, LOCKS, SOUND, UNKNOWN, ask, main, read

KNOWN = {"name": "segno", "version": "1.6.6", "vulns": []}
HOLE = {
    "name": "pillow",
    "version": "11.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["11.1", "12.0"], "aliases": []}],
}
UNASKED = {"name": "aiohttp", "skip_reason": "Dependency not found and could not be audited"}


def report(*packages: object) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def program(folder: Path, output: str, status: int = 0) -> Path:
    """Create a stand-in for pip-audit, which itself would need a network."""
    (folder / "output").write_text(output, encoding="utf-8")
    stand_in = folder / "pip-audit"
    stand_in.write_text(f"#!/bin/sh\ncat '{folder}/output'\necho oops >&2\nexit {status}\n")
    stand_in.chmod(0o755)
    return stand_in


def test_a_clean_audit_counts_the_packages() -> None:
    audit = read(report(KNOWN))
    assert list(audit.lines()) == ["No holes are known in 1 packages."]
    assert audit.status == SOUND


def test_a_vulnerability_is_reported_with_its_remedy() -> None:
    audit = read(report(KNOWN, HOLE))
    assert list(audit.lines()) == ["pillow 11.0: PYSEC-1, mended in 11.1, 12.0"]
    assert audit.status == HOLES


def test_a_package_that_could_not_be_looked_up_is_a_problem() -> None:
    audit = read(report(KNOWN, UNASKED))
    assert audit.status == UNKNOWN
    *_, last = audit.lines()
    assert last == "NOT AUDITED: 1; audited: 1."


def test_a_known_vulnerability_outweighs_an_open_question() -> None:
    assert read(report(HOLE, UNASKED)).status == HOLES


def test_a_report_without_packages_is_a_problem() -> None:
    assert read(report()).status == UNKNOWN


@pytest.mark.parametrize("output", ["", "[]", "{}", '{"dependencies": [{}]}'])
def test_no_answer_is_a_problem(tmp_path: Path, output: str) -> None:
    audit = ask(LOCKS / "package.txt", program(tmp_path, output, status=1))
    assert audit.status == UNKNOWN
    assert audit.unknown == {"package.txt: oops"}


def test_all_locks_are_audited_unless_some_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], program(tmp_path, report(KNOWN))) == SOUND
    assert main(["package"], program(tmp_path, report(KNOWN, HOLE), status=1)) == HOLES
    assert capsys.readouterr().out.splitlines() == [
        "No holes are known in 1 packages.",
        "pillow 11.0: PYSEC-1, mended in 11.1, 12.0",
    ]
