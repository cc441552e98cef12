"""The log that leaves the house: bounded, and without the secrets that were planted in it."""

import json
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from companion.host.log_text import (
    LARGEST,
    LINES,
    LONGEST,
    read_log,
    secrets_of,
)
from companion.host.updater import Run

DOOR = {"code": "4711", "host_code": "83920174", "key": "kX9-qq_Z", "former": "0815", "day": 12}
PSK = "it's a secret \\ really"
JOURNAL = f"""\
2026-11-23T20:00:01 box companion[4711]: phones join there with the code 4711
2026-11-23T20:00:01 box companion[300]: the page: http://box.local:8080/J/4711
2026-11-23T20:00:01 box companion[300]: ▀▄█▀ ▄▄
2026-11-23T20:00:02 box companion[300]: opened /play?key=kX9-qq_Z and 83920174
2026-11-23T20:00:03 box NetworkManager[9]: tried {PSK} in vain
2026-11-23T20:00:04 box companion[300]: https://bot:hunter22@hook.example/x failed
2026-11-23T20:00:05 box companion[300]: password: unheard-of
2026-11-23T20:00:06 box companion[300]: 14711 entries, hub says swordfish7
"""


def journal(lines: str) -> tuple[list[Sequence[str]], Run]:
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> CompletedProcess[str]:
        asked.append(command)
        kernel = "--dmesg" in command
        return CompletedProcess(command, 0, "hwmon: Undervoltage detected!\n" if kernel else lines)

    return asked, run


def text_of(tmp_path: Path, lines: str) -> str:
    (tmp_path / "logins.json").write_text(json.dumps(DOOR), encoding="utf-8")
    (tmp_path / "hub.password").write_text("swordfish7\n", encoding="utf-8")
    network = tmp_path / "card-0.nmconnection"
    escaped = PSK.replace("\\", "\\\\")
    network.write_text(f"[wifi-security]\npsk={escaped}\n", encoding="utf-8")
    _, run = journal(lines)
    return read_log(run, secrets_of(tmp_path, [network]))


def test_no_code_key_or_password_is_in_it(tmp_path: Path) -> None:
    """Whether this computer knows the secret, or the line only looks as if one followed."""
    text = text_of(tmp_path, JOURNAL)
    planted = ("the code 4711", "/J/4711", "83920174", "kX9-qq_Z", PSK, "hunter22", "unheard-of")
    for secret in (*planted, "swordfish7", "▀"):
        assert secret not in text
    assert "in vain" in text
    assert "14711 entries" in text  # a number that only contains a code is none
    assert "Undervoltage" in text


def test_half_a_file_of_codes_stops_nothing(tmp_path: Path) -> None:
    """What looks like a code is taken out all the same."""
    (tmp_path / "logins.json").write_text('{"code": "47', encoding="utf-8")
    _, run = journal(JOURNAL)
    text = read_log(run, secrets_of(tmp_path, [tmp_path / "none"]))
    assert "the code 4711" not in text


@pytest.mark.slow
def test_it_is_bounded(tmp_path: Path) -> None:
    """In lines, in their length, and in all; the end is what matters."""
    asked, run = journal("x" * 2000 + "\n")
    text = read_log(run, ())
    assert f"--lines={LINES}" in asked[1]
    assert max(map(len, text.splitlines())) == LONGEST
    long = text_of(tmp_path, "".join(f"{n} {'y' * 400}\n" for n in range(1100)))
    assert len(long.encode()) <= LARGEST
    assert long.splitlines()[-1].startswith("1099 ")
