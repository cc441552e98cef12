"""A file is either the old one or the new one, and writes reach the disk in the right order."""

import os
from pathlib import Path

import pytest

from companion.storage import durable


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "tags.yaml"
    durable.write(path, "one")
    durable.write(path, "two")
    assert path.read_text(encoding="utf-8") == "two"
    assert list(tmp_path.iterdir()) == [path]


def test_first_its_bytes_then_its_name_are_flushed_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tags.yaml"
    seen: list[tuple[str, bool]] = []

    def sync(descriptor: int) -> None:
        seen.append((str(Path(f"/proc/self/fd/{descriptor}").readlink()), path.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    durable.write(path, "one")
    assert seen == [(f"{path}.new", False), (str(tmp_path), True)]


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tags.yaml"
    durable.write(path, "one")

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space") as caught:
        durable.write(path, "two")
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_place_of_a_file_is_named_and_stays_alone(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        durable.write(path, "words")
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_names_the_file_that_was_wanted(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "tags.yaml"
    with pytest.raises(FileNotFoundError) as caught:
        durable.write(path, "words")
    assert caught.value.filename == str(path)


@pytest.mark.parametrize(("caller", "expected"), [(0, [(1000, 1001)]), (1000, [])])
def test_files_written_by_root_belong_to_the_owner_of_the_folder(
    caller: int,
    expected: list[tuple[int, int]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Changing the owner is faked, since only root may do it."""
    owners: list[tuple[int, int]] = []
    stat = Path.stat

    def look(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        seen = stat(path, follow_symlinks=follow_symlinks)
        if path != tmp_path:
            return seen
        return os.stat_result((*seen[:4], 1000, 1001, *seen[6:]))

    def give(_path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        owners.append((user, group))

    monkeypatch.setattr(os, "geteuid", lambda: caller)
    monkeypatch.setattr(os, "chown", give)
    monkeypatch.setattr(Path, "stat", look)
    durable.write(tmp_path / "tags.yaml", "one")
    assert owners == expected


def test_a_device_or_a_pipe_is_written_into_and_never_replaced(tmp_path: Path) -> None:
    """As root, ``--to /dev/stdout`` would put a file in the place of everybody's device."""
    pipe, fresh = tmp_path / "pipe", tmp_path / "fresh"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        durable.write(pipe, "words")
        assert os.read(reading, 99) == b"words"
    finally:
        os.close(reading)
    fresh.touch()
    with pytest.raises(FileExistsError):
        durable.replace_file(fresh, pipe)
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_folder_is_no_file_to_write(name: str) -> None:
    with pytest.raises(IsADirectoryError):
        durable.write(Path(name), "words")


def test_every_damaged_file_is_kept_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "tags.yaml"
    for version in ("one", "two", "three"):
        path.write_text(version)
        durable.set_aside(path)
    kept = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert kept == {
        "tags.damaged.yaml": "one",
        "tags.damaged-2.yaml": "two",
        "tags.damaged-3.yaml": "three",
    }
