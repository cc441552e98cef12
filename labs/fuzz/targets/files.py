"""The files of a journal cut, zeroed, deleted and swapped, in any combination.

The target *journals* spoils the bytes of files that are all there and belong together. SQLite takes
each of these combinations for a sound database, or deletes what it cannot place, so that only the
mark beside the journal, which stays, can tell that something is missing. One combination is left
out, as nothing in SQLite's format ties the two together: the file of another box under this box's
own log. The other way round, and both of another box, are in.

A case has a line for each file: its suffix, what is done with it, and a number that says where.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from companion.engine.log import Entry, EntryKind
from companion.engine.message import reason
from companion.storage.journal import Journal, JournalError
from companion.storage.journal.high_water import SUFFIX, HighWaterFile
from labs.fuzz.attack import one_sentence
from tests.setups import SETUP

_SUFFIXES: Final = ("", "-wal", "-shm")
_FINISHED, _LEFT, _GOING = 4, 6, 9
"""The lengths of the games in the journal; the first one is in the archive."""
_SCALE: Final = 1000
_PAGE: Final = 1024

Files = Mapping[str, bytes]


def _entry(sequence: int, by: str) -> Entry:
    payload = {"to": sequence, "by": by}
    return Entry(sequence, EntryKind.ACTION, sequence % 3, payload, sequence, 1e9)


def _cut(content: bytes, at: int) -> bytes:
    return content[: len(content) * at // _SCALE]


def _zeroed(content: bytes, at: int) -> bytes:
    start = len(content) * at // _SCALE
    zeros = min(_PAGE, len(content) - start)
    return content[:start] + bytes(zeros) + content[start + zeros :]


def _empty(_content: bytes, _at: int) -> bytes:
    return b""


_CHANGES: Final[Mapping[str, Callable[[bytes, int], bytes]]] = MappingProxyType(
    {"cut": _cut, "zero": _zeroed, "empty": _empty}
)
_FROM: Final = ("keep", "earlier", "other", "closed")
"""Whose file it is: this journal's, or of another time, or of another box."""
_WAYS: Final = (*_FROM, *_CHANGES, "delete")


class FilesTarget:
    """A journal as a SIGKILL left it, whose files something else has been at."""

    name = "files"

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "files"
        self._folder.mkdir()
        self._path = self._folder / "journal.sqlite3"
        earlier, killed, closed = self._played("ours")
        self._files: Final[Mapping[str, Files]] = {
            "keep": killed,
            "earlier": earlier,
            "closed": closed,
            "other": self._played("other")[1],
        }

    def _played(self, by: str) -> tuple[Files, Files, Files]:
        """Return the files of a journal in the middle, at the end, and once it was closed."""
        with Journal.open(self._path) as journal:
            for length in (_FINISHED, _LEFT):
                play = journal.begin("compass", "1", {**SETUP, "by": by}, 0.0)
                for sequence in range(1, length + 1):
                    journal.append(play, [_entry(sequence, by)])
                if length == _FINISHED:
                    journal.finish(play, 1.0)
            earlier = self._read()
        with Journal.open(self._path) as journal:
            play = journal.begin("compass", "1", {**SETUP, "by": by}, 0.0)
            for sequence in range(1, _GOING + 1):
                journal.append(play, [_entry(sequence, by)])
            killed = self._read()
        closed = self._read()
        self._clear()
        return earlier, killed, closed

    def seeds(self) -> list[bytes]:
        """Return the files as they are, without one of them, and cut."""
        return [
            b"\n".join([b" keep 0", b"-wal keep 0", b"-shm keep 0"]),
            b"\n".join([b" delete 0", b"-wal keep 0", b"-shm delete 0"]),
            b"\n".join([b" keep 0", b"-wal cut 500", b"-shm delete 0"]),
        ]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a case in which something else is done with one of the files."""
        lines = seed.split(b"\n")
        at = source.randrange(len(lines))
        suffix = lines[at].split(b" ")[0].decode("ascii", "replace")
        line = f"{suffix} {source.choice(_WAYS)} {source.randrange(_SCALE)}"
        return b"\n".join([*lines[:at], line.encode(), *lines[at + 1 :]])

    def feed(self, case: bytes) -> Counter[str]:
        """Lay the files out, open the journal, and look for what is missing without a word."""
        laid = self._laid(case)
        for suffix, content in laid.items():
            Path(f"{self._path}{suffix}").write_bytes(content)
        try:
            return self._connected_at(laid)
        except JournalError as error:
            one_sentence(reason(error))
            assert self._read() == laid, "it is refused, so it stays as it is"
            return Counter(["refused"])
        finally:
            self._clear()

    def _laid(self, case: bytes) -> dict[str, bytes]:
        ways = dict.fromkeys(_SUFFIXES, ("keep", 0))
        for line in case.decode("ascii", "replace").split("\n"):
            suffix, _, rest = line.partition(" ")
            way, _, number = rest.partition(" ")
            if suffix in _SUFFIXES and way in _WAYS:
                at = min(int(number), _SCALE) if number.isdecimal() and number.isascii() else 0
                ways[suffix] = (way, at)
        if ways[""][0] == "other" and ways["-wal"][0] in ("keep", *_CHANGES):
            ways["-wal"] = ("other", 0)
        mark = {SUFFIX: self._files["keep"][SUFFIX]}
        changed = {suffix: self._changed(suffix, *way) for suffix, way in ways.items()}
        return mark | {
            suffix: content for suffix, content in changed.items() if content is not None
        }

    def _changed(self, suffix: str, way: str, at: int) -> bytes | None:
        """Return the content of a file, ``None`` if it is not there."""
        content = self._files[way if way in _FROM else "keep"].get(suffix)
        if way == "delete" or content is None:
            return None
        return _CHANGES[way](content, at) if way in _CHANGES else content

    def _connected_at(self, laid: Files) -> Counter[str]:
        marked = HighWaterFile(self._path).read()
        assert marked is not None
        with Journal.open(self._path) as journal:
            report = journal.report
            logs = {play.id: journal.entries(play.id) for play in journal.plays()}
            lengths = {play: len(log) for play, log in logs.items()}
            by = {str(play.setup["by"]) for play in journal.plays()}
            by |= {str(entry.payload["by"]) for log in logs.values() for entry in log}
            journal.append(journal.begin("compass", "1", {**SETUP}, 0.0), [_entry(1, "ours")])
        if not report:
            assert by == {"ours"}
            expected = {1: _FINISHED, 2: _LEFT, 3: _GOING}
            last = lengths.pop(marked.play)
            assert {**lengths, marked.play: last} in (
                {**expected, marked.play: length} for length in range(marked.sequence, _GOING + 1)
            ), lengths
            return Counter(["taken"])
        for log in logs.values():
            assert log in [
                tuple(_entry(number, each) for number in range(1, len(log) + 1)) for each in by
            ], "an entry that nobody has written"
        report.encode()
        aside = {file.read_bytes() for file in self._folder.glob("*.damaged-*")}
        for suffix in ("", "-wal"):
            content = laid.get(suffix, b"")
            assert not content or content in aside, f"{suffix} was not set aside"
        return Counter(["reported"])

    def _read(self) -> dict[str, bytes]:
        files = {suffix: Path(f"{self._path}{suffix}") for suffix in (*_SUFFIXES, SUFFIX)}
        return {suffix: file.read_bytes() for suffix, file in files.items() if file.exists()}

    def _clear(self) -> None:
        for file in self._folder.iterdir():
            file.unlink()
