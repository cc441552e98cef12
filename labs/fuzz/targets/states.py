"""A box's folder at a start: right checksums, arbitrary content.

The target *journals* keeps the content of rows, and those of files spoil whole files: none of them
had a sound checksum over a setup, an entry or a result that no companion writes.

A case is a JSON object: the texts of the rows of a journal, by their columns, those of the other
files, and how often something in it was spoiled: each is an input. Whatever it says, the box
starts, with a game or with its lobby, and a backup of it is restored or refused.
"""

import json
import logging
import sqlite3
import zlib
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from companion.daemon import first_stage
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.message import reason
from companion.protocol.journal import checksum, key_of
from companion.records.archive import check_continuable, finished_games
from companion.records.jsonl import read
from companion.settings import default
from companion.storage import backup, lineage
from companion.storage.copies import FILE as COPIES
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal, JournalError
from companion.storage.journal import archive as rows
from companion.storage.journal.database import insert_entries, insert_play
from companion.storage.journal.high_water import SUFFIX
from companion.storage.journal.rows import EntryRow, PlayRow
from companion.storage.lineage import FILE as LINEAGE
from companion.storage.logins import FILE as LOGINS
from companion.storage.logins import LoginFile
from companion.storage.preferences import FILE as PREFERENCES
from companion.storage.setup import setup_struct
from companion.storage.tag_book import FILE as TAGS
from companion.storage.tag_book import TagBook
from labs.fuzz.attack import one_sentence
from labs.fuzz.edited import edited
from labs.fuzz.mutation import spoiled_bytes, spoiled_json

_RECORD: Final = (
    Path(__file__).parents[3] / "tests" / "storage" / "former" / "0.1" / "compass-jewels.jsonl"
)
_ENTRIES: Final = 12
_FILES: Final = (PREFERENCES, COPIES, TAGS, LOGINS, LINEAGE, f"{JOURNAL}{SUFFIX}")
_MARK: Final = ("play", "sequence", "crc")
_PLAYS: Final = 40
"""Games in the larger seeds: the box meets all that is wrong with them in one start."""


_LOG: Final = logging.getLogger("companion")


class StatesTarget:
    """Everything that a box reads when it starts."""

    name = "states"

    def __init__(self, folder: Path) -> None:
        self._state = folder / "states"
        self._elsewhere = folder / "elsewhere"
        for each in (self._state, self._elsewhere):
            each.mkdir()
        self._blank = folder / "blank.sqlite3"
        Journal.open(self._blank).close()
        self._settings = replace(default(registry.load), state=self._state)

    def seeds(self) -> list[bytes]:
        """Return the state of a box that has played, and that of one that plays."""
        record = read(_RECORD.read_text(encoding="utf-8").splitlines())
        setup = setup_struct(record.setup, record.enter)
        entries = [
            [entry.kind.value, entry.actor, dict(entry.payload), entry.clock, entry.wall]
            for entry in edited(record.entries[:_ENTRIES])
        ]
        result = {"over": False, "actions": 3, "points": [1, 2], "winners": [], "places": [1, 2]}
        more = {"seconds": [1, 2], "length": 3, "undone": 0, "corrections": 0, "ended": 1e9}
        files = {
            PREFERENCES: {"language": "de", "brightness": "high", "sound": "off"},
            COPIES: {"essence": {"confirmed": ["path"], "data": {}, "options": {}}},
            TAGS: {"0A004B1122": "pawn-1"},
            LOGINS: {"code": "A", "host_code": "B", "key": "C", "logins": {}, "day": 1},
            LINEAGE: {"name": "a", "before": "", "starts": 1, "mark": dict.fromkeys(_MARK, 0)},
            f"{JOURNAL}{SUFFIX}": dict.fromkeys(_MARK, 0),
        }
        play: dict[str, Any] = {"game": record.game, "rules": record.rules_version, "setup": setup}
        going = {**play, "entries": entries}
        left = {**play, "over": True, "log": entries, "summary": {**result, **more}}
        without_game = {name: left[name] for name in ("log", "summary")}
        odd = [without_game, {**going, "number": 2**31 - 2}, {**left, "over": False}]
        return [
            json.dumps({"plays": plays, "files": files}).encode()
            for plays in ([going], [left], [left, going], [left, going] * (_PLAYS // 2), odd)
        ]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a state with something wrong in the values, or in the bytes of a text."""
        try:
            state = json.loads(seed)
            parts = len(state["plays"]) + 2
            for _ in range(parts):
                self._spoil_part(state, source)
            state["spoiled"] = state.get("spoiled", 0) + parts
            return json.dumps(state).encode()
        except (ValueError, RecursionError, TypeError, AttributeError, LookupError):
            return seed

    @staticmethod
    def _spoil_part(state: dict[str, Any], source: Random) -> None:
        if source.random() < 0.6 and state["plays"]:
            holder, key = source.choice(state["plays"]), source.choice(("setup", "entries", "log"))
            key = key if key in holder else source.choice(list(holder))
        else:
            holder, key = state["files"], source.choice(_FILES)
        value = holder[key]
        if isinstance(value, str) or source.random() < 0.15:
            text = value if isinstance(value, str) else json.dumps(value)
            holder[key] = spoiled_bytes(text.encode(), source).decode("utf-8", "replace")
        else:
            holder[key] = spoiled_json(value, source)

    def feed(self, case: bytes) -> Counter[str]:
        """Start on the state; look at its games; restore a backup of it elsewhere."""
        _LOG.setLevel(logging.CRITICAL)  # what cannot be read is a warning
        try:
            return self._fed(case)
        finally:
            _LOG.setLevel(logging.NOTSET)

    def _fed(self, case: bytes) -> Counter[str]:
        try:
            state = json.loads(case)
            plays, spoiled = list(state["plays"]), max(1, int(state.get("spoiled", 1)))
            files = {str(name): text for name, text in state["files"].items() if name in _FILES}
        except (ValueError, RecursionError, TypeError, AttributeError, LookupError):
            return Counter(["no case"])
        try:
            self._lay_out(plays, files)
            self._restored()
            return Counter({self._started(): spoiled})
        finally:
            for folder in (self._state, self._elsewhere):
                for file in folder.iterdir():
                    file.unlink()

    def _lay_out(self, plays: list[Any], files: dict[str, Any]) -> None:
        journal = self._state / JOURNAL
        journal.write_bytes(self._blank.read_bytes())
        with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
            for number, play in enumerate(plays, 1):
                if isinstance(play, dict):
                    with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):
                        _insert(connection, number, play)
        for name, value in files.items():
            text = value if isinstance(value, str) else json.dumps(value)
            (self._state / name).write_text(text, encoding="utf-8", errors="replace")

    def _restored(self) -> None:
        try:
            backup.make(self._state, self._elsewhere / "backup.tar")
            backup.restore(self._elsewhere / "backup.tar", self._elsewhere, check_continuable)
        except (backup.BackupError, JournalError) as error:
            one_sentence(reason(error))

    def _started(self) -> str:
        draw = sampler(Random(1))
        stage, writer = first_stage.open_first_stage(
            self._settings, self._elsewhere, draw, ask=True
        )
        try:
            assert writer.journal is not None
            for found in finished_games(writer.journal):
                assert found.id
            lineage.take_up(self._state, writer.journal)
            TagBook({}, self._state / TAGS)
            LoginFile(self._state / LOGINS).load()
            report = str(stage.console.cover or "")
            report.encode()
        finally:
            writer.close()
        return "set aside" if report else "taken"


def _insert(connection: sqlite3.Connection, number: int, play: dict[str, Any]) -> None:
    """Insert a play with sound checksums, whatever it says; without a game only what is of one."""
    number = _whole(play.get("number", number))
    ended = 2.0 if play.get("over") else None
    head = (str(play.get("game")), str(play.get("rules")))
    columns = (number, *head, _text(play.get("setup")), 1.0, ended)
    if "game" in play:
        insert_play(connection, PlayRow(*columns, crc=checksum(columns)))
    crc = 0
    entries = play.get("entries")
    for at, entry in enumerate(entries if isinstance(entries, list) else (), 1):
        kind, actor, payload, clock, wall = entry if _is_entry(entry) else ["?", 0, "", 0, 0.0]
        numbers = (_whole(actor), _text(payload), _whole(clock), _real(wall))
        row = (key_of(number, at), str(kind), *numbers)
        crc = checksum(row, crc)
        insert_entries(connection, [EntryRow(*row, crc=crc)])
    if "log" in play:
        log = play["log"]
        lines = "\n".join(json.dumps(line) for line in (log if isinstance(log, list) else [log]))
        packed = zlib.compress(lines.encode("ascii", "replace"))
        archived = (number, _text(play.get("summary")), packed)
        rows.insert(connection, rows.ArchiveRow(*archived, crc=checksum(archived)))


def _is_entry(entry: object) -> bool:
    return isinstance(entry, list) and len(entry) == 5


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _whole(value: object) -> int:
    return value if type(value) is int else 0


def _real(value: object) -> float:
    return float(value) if type(value) in (int, float) and abs(value) < 1e300 else 0.0  # type: ignore[arg-type]  # checked here
