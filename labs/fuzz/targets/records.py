"""Recorded games as files, in both forms; what can be read is played, written and read again."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from companion.cli import _failures, _wrong_input
from companion.engine import registry
from companion.engine.message import reason
from companion.records import jsonl, notation, replay
from labs.fuzz.attack import one_sentence
from labs.fuzz.edited import edited
from labs.fuzz.mutation import spoiled_bytes, spoiled_json, spoiled_text, to_text

FORMER: Final = Path(__file__).parents[3] / "tests" / "storage" / "former" / "0.1"
LONGEST: Final = 12
"""Entries of a seed: short ones are played fast."""
_REFUSALS: Final = (*_wrong_input(), *_failures())
"""What the command line tells in a sentence, with status 2 or 1; anything else is a traceback."""
_TOKENS: Final = (
    *("type", "players", "level", "options", "data", "clock", "enter", "sequence", "kind", "to"),
    *("action", "chance", "correction", "undo", "pause", "resume", "checkpoint", "wall", "actor"),
    *("track", "scoring", "full", "inner-compass", "essence", "compass-jewels"),
)
_WORDS: Final = (
    *("[Game ", "[Rules ", "[Players ", "[Clock.main ", "[Option.mode ", "[Data.x ", '"]\n'),
    *("{[%clk 0:00:01.000]}", "{[%wall 2026-11-21T19:04:12.345Z]}", "{[%clk ", "9" * 400),
    *("<0", "<1", "<9" * 50, "~", "!", "=pause", "=resume", "\n1. Ann:", "all:", "over:", "]", "}"),
)


class RecordTarget:
    """Files that `companion replay`, `score` and `export` are given."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._file = folder / f"{name}.record"

    def seeds(self) -> Sequence[bytes]:
        """Return the beginnings of games that an earlier version has written."""
        records = [replay.load(path) for path in sorted(FORMER.glob("*.jsonl"))]
        short = [
            jsonl.GameRecord(r.game, r.rules_version, r.setup, r.enter, edited(r.entries[:LONGEST]))
            for r in records
        ]
        if self.name == "records":
            return ["\n".join(jsonl.write(record)).encode() for record in short]
        return ["\n".join(replay.as_text(record)).encode() for record in short]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a record with something wrong in one line."""
        if source.random() < 0.1:
            return spoiled_bytes(seed, source)
        text = seed.decode("utf-8", "replace")
        if self.name == "notation" or source.random() < 0.2:
            return spoiled_text(text, source, _WORDS).encode("utf-8", "replace")
        lines = text.split("\n")
        at = source.randrange(len(lines)) if source.random() < 0.6 else 0
        try:
            value = json.loads(lines[at])
        except (ValueError, RecursionError):
            return spoiled_text(text, source, _TOKENS).encode("utf-8", "replace")
        lines[at] = to_text(spoiled_json(value, source, _TOKENS), source)
        return "\n".join(lines).encode("utf-8", "replace")

    def feed(self, case: bytes) -> Counter[str]:
        """Read a record as the commands do; if it is one, everything can be done with it."""
        self._file.write_bytes(case)
        try:
            record = replay.load(self._file)
            for line in replay.lines(record, "de"):
                line.encode()
        except _REFUSALS as error:
            one_sentence(reason(error))
            return Counter([type(error).__name__])
        assert jsonl.read(jsonl.write(record)) == record
        try:
            text = "\n".join(replay.as_text(record))
        except _REFUSALS as error:
            one_sentence(reason(error))
            return Counter(["only JSON"])
        assert notation.read(text, registry.load) == record
        return Counter(["taken"])
