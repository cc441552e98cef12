"""Whatever is given to a command, the answer is a sentence and a status, never a traceback.

The cases come from the parser's own tree, so that a new command or argument has them, too.
"""

import os
import resource
import signal
from argparse import Action, ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from companion import daemon
from companion.cli import main
from companion.cli.argument_types import DecimalArgument, IntegerArgument
from companion.cli.parser import build
from companion.daemon.systemd import READY, Notifier
from companion.engine import registry
from companion.i18n.catalogue import Phrases
from tests.matrix import WHOLE
from tools.manual import commands_of

RECORD: Final = Path(__file__).parents[1] / "storage" / "former" / "0.1" / "compass-jewels.jsonl"
COMMANDS: Final = tuple(commands_of(build(Phrases("en", tuple), ())).choices)
NEEDED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "backup": (),
        # At this level a whole game is over soonest.
        "demo": (
            *("--game", "compass-jewels", "--level", "scoring"),
            *("--players", "2", "--speed", "0"),
        ),
        "export": ("good.jsonl",),
        "games": ("played",),
        "hub": ("migrate",),
        "replay": ("good.jsonl",),
        "selfplay": ("compass-jewels", "--players", "2", "--games", "1", "--level", "scoring"),
        "stats": ("good.jsonl",),
        "study": ("compass-jewels", "--players", "2", "--games", "1", "--workers", "1"),
        "kit": ("compass-jewels",),
        "play": ("--no-lan", "--port", "0", "--game", "compass-jewels"),
    }
)
"""What a command has to be given besides, so that only what is tried is wrong."""
ODD: Final = ("zebra", "", "nan", "inf", "-inf", "1e400", "0x10", "½", "9" * 30, "9" * 5000, "-1")
ALIKE: Final = ("noise", "good.jsonl", "empty", "text")
"""Files that what is written replaces, whatever is in them."""
SLOW: Final = ("replay --gif", "demo --state", "kit --folder")
"""Arguments that name what takes a second to write: a film, a game, a booklet of labels."""

Output = pytest.CaptureFixture[str]


def arguments_of(command: str) -> Iterator[Action]:
    """Yield the arguments of a command."""
    words = Phrases("en", lambda: map(registry.load, registry.names()))
    parser: ArgumentParser = commands_of(build(words, (command,))).choices[command]
    yield from parser._actions  # noqa: SLF001 - argparse has no public way


def cases(kind: type | tuple[type, ...]) -> list[tuple[str, Action]]:
    """Return all arguments of a kind, each with its command."""
    return [
        (command, action)
        for command in COMMANDS
        for action in arguments_of(command)
        if isinstance(action.type, kind) or action.type is kind
    ]


def shown(case: tuple[str, Action]) -> str:
    return f"{case[0]} {(case[1].option_strings or [case[1].dest])[0]}"


def call(command: str, action: Action, value: str, *, alone: bool = False) -> list[str]:
    """Return a call in which only one argument is tried."""
    needed = () if alone else NEEDED.get(command, ())
    if action.option_strings:
        return [command, *needed, f"{action.option_strings[0]}={value}"]
    kept = [word for word in needed if word.startswith("-") or command in ("games", "hub")]
    return [command, *kept, "--", value]


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, at home nowhere else, with a box that ends once it is ready."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(daemon.systemd, "process_notifier", Contented)


class Contented(Notifier, frozen=True):
    """A service manager that ends a box as soon as it is ready: it has taken what it was given."""

    def tell(self, *lines: str) -> None:
        if READY in lines:
            os.kill(os.getpid(), signal.SIGTERM)


def status_of(given: list[str]) -> int:
    try:
        return main(given)
    except SystemExit as error:
        return int(str(error.code))


def test_no_number_is_read_without_limits() -> None:
    loose = [shown(case) for kind in (int, float) for case in cases(kind)]
    assert loose == []
    assert len(cases((IntegerArgument, DecimalArgument))) > 10


@pytest.mark.parametrize("case", cases((IntegerArgument, DecimalArgument)), ids=shown)
def test_odd_numbers_are_refused_in_a_sentence(case: tuple[str, Action], capsys: Output) -> None:
    command, action = case
    reader = action.type
    assert isinstance(reader, IntegerArgument | DecimalArgument)
    odd = [*ODD, str(reader.most + 1)]
    if isinstance(reader, IntegerArgument) and reader.least:
        odd.append(str(reader.least - 1))
    for value in odd:
        assert status_of(call(command, action, value)) == 2, value
        output = capsys.readouterr().err.strip().splitlines()[-1]
        assert "expected a number from" in output, (value, output)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        case
        for case in cases((IntegerArgument, DecimalArgument))
        if case[0] not in ("doctor", "play")
    ],
    ids=shown,
)
def test_the_least_number_does_what_it_says(case: tuple[str, Action], capsys: Output) -> None:
    command, action = case
    least = getattr(action.type, "least", 0)
    if shown(case) != "demo --speed":  # it would play slowly
        _is_answered(call(command, action, str(least)), capsys)


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize("case", cases(Path), ids=shown)
def test_odd_paths_are_a_sentence(case: tuple[str, Action], tmp_path: Path, capsys: Output) -> None:
    """Missing, in a missing folder, in a file, a folder, empty, no text, too long, not writable."""
    beginning = RECORD.read_bytes().splitlines(keepends=True)[:8]  # films take long
    (tmp_path / "good.jsonl").write_bytes(b"".join(beginning))
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "noise").write_bytes(os.urandom(999))
    (tmp_path / "text").write_text("It was a dark and stormy night.\n", encoding="utf-8")
    (tmp_path / "loop").symlink_to("loop")
    alike = ALIKE[:1] if shown(case) in SLOW and not WHOLE else ALIKE
    for value in (
        *alike,
        *("missing", "missing/deeper", "good.jsonl/within", "folder"),
        *("loop", "x" * 300, "/proc/nowhere", ""),
    ):
        _is_answered(call(*case, value), capsys)


def _is_answered(given: list[str], capsys: Output) -> None:
    """Check that a call ends in a status, and a failure in a sentence for people."""
    status = status_of(given)
    shown_text, output = capsys.readouterr()
    assert status in (0, 1, 2), given
    assert "Traceback" not in output
    if status:
        (*_, last) = (output or shown_text).strip().splitlines() or [""]
        assert 10 < len(last) < 500, (given, output)


@pytest.fixture
def _within_bounds() -> Iterator[None]:
    """Give a test 20 seconds, and half a gigabyte more than it has."""

    def give_up(*_: object) -> None:
        raise AssertionError("it waits for ever")

    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGALRM, give_up)
    resource.setrlimit(resource.RLIMIT_AS, (used * resource.getpagesize() + (1 << 29), hard))
    signal.alarm(20)
    yield
    signal.alarm(0)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("_within_bounds")
@pytest.mark.parametrize("file", ["/dev/zero", "pipe"])
@pytest.mark.parametrize(
    "call",
    [
        "backup out.tar --config",
        "run --config",
        "doctor --config",
        "replay",
        "score",
        "export",
        "export --play 1",
        "restore",
        "enrol --import",
    ],
)
def test_what_has_no_end_is_refused_at_once(call: str, file: str, capsys: Output) -> None:
    os.mkfifo("pipe")
    assert status_of([*call.split(), file]) == 2
    assert "is a pipe or a device" in capsys.readouterr().err


@pytest.mark.usefixtures("_within_bounds")
def test_a_question_without_an_end_is_given_up(capsys: Output) -> None:
    assert status_of(["ask", "inner-compass", "/dev/zero"]) == 2
    assert "is not a question" in capsys.readouterr().err


@pytest.mark.usefixtures("_within_bounds")
def test_a_very_long_line_spoils_no_other(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "questions"
    file.write_text("x" * 3_000_000 + "\n" + '{"kind": "games"}\n')
    assert status_of(["ask", "inner-compass", str(file)]) == 2
    first, second = capsys.readouterr().out.splitlines()
    assert "bad-question" in first
    assert "at most 1000000 bytes" in first
    assert "at most 1000000 bytes" not in second


def test_a_record_holds_one_game(capsys: Output) -> None:
    assert main(["export", str(RECORD), "--play", "5"]) == 2
    assert "--play N is for a journal" in capsys.readouterr().err


def test_a_picture_that_cannot_be_drawn_is_refused_before_hours_of_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("companion.cli.study.find_spec", lambda _name: None)
    assert main(["study", "compass-jewels", "--games", "5", "--picture", "x.svg"]) == 2
    assert "pip install 'compass-companion[stats]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
