"""The codes and logins that a box remembers: saved durably, read strictly, kept private."""

import json
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.records.archive import check_continuable
from companion.storage import backup, durable
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.storage.logins import (
    FILE,
    MOST,
    AccessState,
    Login,
    LoginFile,
    login_of,
)

DOOR = AccessState(
    "4821",
    "123456",
    "secret",
    former="1111",
    logins={"one": Login(0, "Ann", day=3), "two": Login(host=True, play=True, day=5)},
    day=5,
    date=20_000,
    barred=("192.0.2.7",),
    wrong={"": 3, "192.0.2.8": 2},
)


@pytest.fixture
def file(tmp_path: Path) -> LoginFile:
    return LoginFile(tmp_path / FILE, lambda: 20_000 * 86_400 + 1.0)


def test_without_a_file_there_is_nothing_to_remember(file: LoginFile) -> None:
    assert file.load() is None


def test_saved_logins_are_loaded_again(file: LoginFile) -> None:
    file.save(DOOR)
    assert file.load() == DOOR
    assert [path.name for path in file.path.parent.iterdir()] == [FILE]
    assert file.date == 20_000


def test_only_its_owner_can_read_it(file: LoginFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds even while it is written, and if somebody has put a file of its name there."""
    modes: list[int] = []
    put = durable.replace_file

    def look(fresh: Path, path: Path) -> None:
        modes.append(stat.S_IMODE(fresh.stat().st_mode))
        put(fresh, path)

    monkeypatch.setattr(durable, "replace_file", look)
    left = file.path.with_name(f"{FILE}.new")
    left.write_text("")
    left.chmod(0o666)
    file.save(DOOR)
    file.save(replace(DOOR, day=6))
    assert modes == [0o600, 0o600]
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_only_the_hash_of_a_cookie_is_kept(file: LoginFile) -> None:
    file.save(DOOR.with_login(login_of("cookie"), Login(host=True)))
    assert "cookie" not in file.path.read_text()
    assert login_of("cookie") == login_of("cookie") != login_of("cookies")
    assert login_of("") == ""


def struct(**changes: Any) -> bytes:  # noqa: ANN401 - JSON
    """Return the content of the file for DOOR, with changes."""
    return json.dumps({**msgspec.to_builtins(DOOR), **changes}).encode()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[1]",
        b"\xff",
        b"null",
        b"[" * 100_000,
        struct(code=""),
        struct(code=4821),
        struct(key=None),
        struct(day=True),
        struct(date=1.5),
        struct(barred=[7]),
        struct(barred="192.0.2.7"),
        struct(wrong={"192.0.2.8": "2"}),
        struct(logins=[]),
        struct(logins={"one": {}}),
        struct(logins={"one": 7}),
        struct(logins={"one": {"seat": -1, "name": "", "host": False, "play": False, "day": 0}}),
        struct(logins={"one": {"seat": 0, "name": "", "host": 1, "play": False, "day": 0}}),
        struct(former="\ud800"),
    ],
)
def test_damage_is_set_aside_with_one_sentence(
    file: LoginFile, damaged: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file.path.write_bytes(damaged)
    assert file.load() is None
    (record,) = caplog.records
    assert record.getMessage().endswith(
        "was damaged and is set aside as logins.damaged.json: "
        "the codes are new, and all phones have to join again"
    )
    assert (file.path.parent / "logins.damaged.json").read_bytes() == damaged
    file.save(DOOR)
    assert file.load() == DOOR


@given(st.data())
def test_no_flipped_bytes_break_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    file = LoginFile(tmp_path_factory.mktemp("door") / FILE)
    sound = struct()
    at = data.draw(st.integers(0, len(sound) - 1))
    file.path.write_bytes(sound[:at] + data.draw(st.binary(max_size=4)) + sound[at + 1 :])
    door = file.load()
    assert door is None or isinstance(door, AccessState)
    file.save(door or DOOR)
    assert file.load() == (door or DOOR)


def test_fields_of_a_later_version_are_ignored(file: LoginFile) -> None:
    file.path.write_bytes(struct(colour="red"))
    assert file.load() == DOOR


def test_a_file_that_cannot_be_read_or_set_aside_is_reported(
    file: LoginFile, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(30, "Read-only file system", FILE)

    file.path.write_bytes(b"{")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        assert file.load() is None
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", fail)
        assert file.load() is None
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "Read-only file system: the codes are new, and all phones have to join again"
    ] * 2
    assert file.path.read_bytes() == b"{"


def test_a_disk_that_cannot_be_written_to_stops_nobody(
    file: LoginFile, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", FILE)

    with monkeypatch.context() as patch:
        patch.setattr(durable, "replace_file", fail)
        file.save(DOOR)
        file.save(replace(DOOR, day=6))
    assert [record.getMessage() for record in caplog.records] == [
        f"{file.path}: No space left on device: after a restart phones may have to join again"
    ]
    file.save(DOOR)
    assert file.load() == DOOR


def test_the_phone_that_was_used_longest_ago_is_forgotten_first() -> None:
    door = DOOR
    for number in range(MOST):
        door = door.with_login(str(number), Login(host=True))
    assert len(door.logins) == MOST
    assert "one" not in door.logins
    door = door.on(door.date, ["0"], 30).with_login("new", Login(host=True))
    assert "0" in door.logins
    assert "1" not in door.logins


def test_a_login_without_rights_is_not_kept() -> None:
    assert "one" not in DOOR.with_login("one", Login()).logins
    assert DOOR.with_login("nobody", Login()) == DOOR


def test_a_backup_does_not_contain_them(file: LoginFile) -> None:
    """A backup goes to other disks, and restoring it leaves the codes of the box as they are."""
    state = file.path.parent
    file.save(DOOR)
    with Journal.open(state / JOURNAL):
        made = backup.make(state, state / "backup.tar")
    assert FILE not in made.files
    file.save(replace(DOOR, code="9999"))
    backup.restore(state / "backup.tar", state, check_continuable)
    restored = file.load()
    assert restored is not None
    assert restored.code == "9999"
