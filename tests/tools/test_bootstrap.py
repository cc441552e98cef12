"""The script that finds a Python and builds the private environment."""

import re
from pathlib import Path

import pytest

from tools import bootstrap

HASH = re.compile(r"^ +--hash=sha256:[0-9a-f]{64}( \\)?$", re.MULTILINE)


def fake_python(folder: Path, name: str, version: str, *, status: int = 0) -> None:
    """Put a command on the PATH that answers like a Python of ``version``."""
    command = folder / name
    command.write_text(f"#!/bin/sh\necho {version}\nexit {status}\n", encoding="utf-8")
    command.chmod(0o755)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PYTHON", raising=False)
    return tmp_path


def test_takes_the_newest_tested_python(path: Path) -> None:
    for name, version in [
        ("python3", "3.11.2"),
        ("python3.12", "3.12.1"),
        ("python3.13", "3.13.0"),
    ]:
        fake_python(path, name, version)
    assert bootstrap.find_python() == ("python3.13", "3.13.0")


def test_skips_a_command_that_does_not_run(path: Path) -> None:
    fake_python(path, "python3.13", "", status=127)
    fake_python(path, "python3", "3.12.1")
    assert bootstrap.find_python() == ("python3", "3.12.1")


def test_takes_only_the_python_that_was_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_python(path, "python3", "3.12.1")
    monkeypatch.setenv("PYTHON", "python3.99")
    with pytest.raises(bootstrap.MissingError, match=r"python3\.99 does not start"):
        bootstrap.find_python()


@pytest.mark.parametrize("version", ["3.6.15", "3.9.2", "3.10.13"])
def test_an_old_python_is_named_as_such(path: Path, version: str) -> None:
    fake_python(path, "python3", version)
    with pytest.raises(
        bootstrap.MissingError, match=rf"is Python {version}, which is too old.*3\.11"
    ):
        bootstrap.find_python()


@pytest.mark.parametrize(
    ("command", "package"), [("python3", "python3-venv"), ("python3.12", "python3.12-venv")]
)
def test_a_missing_module_is_named_by_its_package(path: Path, command: str, package: str) -> None:
    fake_python(path, command, "3.12.1", status=1)
    with pytest.raises(bootstrap.MissingError, match=f"sudo apt install {package}$"):
        bootstrap.find_python()


@pytest.mark.usefixtures("path")
def test_no_python_at_all_is_named_by_its_package() -> None:
    with pytest.raises(bootstrap.MissingError, match=r"sudo apt install python3-venv$"):
        bootstrap.find_python()


def test_names_what_is_missing_without_a_traceback(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_python(path, "python3", "3.9.2")
    assert bootstrap.main([str(tmp_path / "environment"), "runtime"]) == 1
    assert capsys.readouterr().err.startswith("python3 is Python 3.9.2, which is too old")


def test_a_failure_of_pip_is_reported_in_its_words(tmp_path: Path) -> None:
    binaries = tmp_path / "bin"
    binaries.mkdir()
    fake_python(binaries, "python", "ERROR: No matching distribution found for x", status=1)
    with pytest.raises(bootstrap.MissingError, match=r"network.*\n  ERROR: No matching"):
        bootstrap.install(tmp_path, "x")


def test_the_reason_why_pip_reached_nothing_is_reported_too(tmp_path: Path) -> None:
    """If a certificate is missing, pip itself only concludes that there is no such package."""
    binaries = tmp_path / "bin"
    binaries.mkdir()
    output = (
        "WARNING: Retrying after connection broken by CERTIFICATE_VERIFY_FAILED; echo ERROR: No x"
    )
    fake_python(binaries, "python", output, status=1)
    with pytest.raises(bootstrap.MissingError, match=r"\n  WARNING.*VERIFY_FAILED\n  ERROR: No x"):
        bootstrap.install(tmp_path, "x")


def fake_environment(folder: Path, *, built: Path | None = None) -> None:
    """Create something that looks like an environment built in a certain folder."""
    (folder / "bin").mkdir()
    fake_python(folder / "bin", "python", "3.11.2")
    (folder / bootstrap.PLACE).write_text(str(built or folder), encoding="utf-8")


def test_an_environment_serves_the_profiles_that_it_contains(tmp_path: Path) -> None:
    fake_environment(tmp_path)
    (tmp_path / "stamp-test").write_text(bootstrap.digest("test"), encoding="utf-8")
    assert bootstrap.is_current(tmp_path, "test")
    assert bootstrap.is_current(tmp_path, "runtime")


def test_an_environment_is_stale_when_its_lock_has_changed(tmp_path: Path) -> None:
    fake_environment(tmp_path)
    (tmp_path / "stamp-test").write_text("another hash", encoding="utf-8")
    assert not bootstrap.is_current(tmp_path, "test")


def test_an_environment_that_was_moved_is_stale(tmp_path: Path) -> None:
    """Its commands would start the Python of its former folder."""
    fake_environment(tmp_path, built=tmp_path / "before")
    (tmp_path / "stamp-test").write_text(bootstrap.digest("test"), encoding="utf-8")
    assert not bootstrap.runs(tmp_path)
    assert not bootstrap.is_current(tmp_path, "test")


def test_an_environment_whose_python_is_gone_is_stale(tmp_path: Path) -> None:
    (tmp_path / "stamp-test").write_text(bootstrap.digest("test"), encoding="utf-8")
    assert not bootstrap.is_current(tmp_path, "test")


@pytest.mark.parametrize("profile", ["audit", "package", "runtime", "test"])
def test_locks_hold_exact_versions_and_hashes_and_no_address(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    text = bootstrap.lock_lines(profile)
    names = [line for line in text.splitlines() if not line.startswith(" ")]
    assert all(re.match(r"[a-z0-9-]+==[\w.]+ ; ", line) for line in names)
    assert len(HASH.findall(text)) == len(text.splitlines()) - len(names)
    assert "://" not in text


def test_every_lock_has_hashes_for_every_package() -> None:
    """Also those for the Python of one release, which need no markers."""
    for lock in (bootstrap.ROOT / "requirements").glob("*.txt"):
        entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip())
        assert len(entries) > 1
        for entry in entries:
            first, *hashes = entry.splitlines()
            assert re.match(r"[a-z0-9-]+==[\w.]+( ; .*)? \\$", first), entry
            assert len(HASH.findall(entry)) == len(hashes) > 0


def test_the_runtime_lock_is_a_subset_of_the_test_lock() -> None:
    tested = bootstrap.lock_lines("test").splitlines()
    runtime = bootstrap.lock_lines("runtime").splitlines()
    assert _versions(runtime) <= _versions(tested)
    assert not any(line.startswith(("pytest", "playwright")) for line in runtime)


def _versions(lines: list[str]) -> set[str]:
    """Return names and versions; at runtime, fewer Pythons may need a library than for tests."""
    return {line.partition(" ")[0] for line in lines if "==" in line}


@pytest.mark.parametrize("machine", bootstrap.PIWHEELS)
def test_processors_with_wheels_from_elsewhere_get_versions_without_hashes(
    machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    text = bootstrap.lock_lines("runtime")
    assert "--hash" not in text
    assert "\\" not in text
    assert "pyserial==3.5" in text
