"""Golden games: recorded games with everything they must lead to, entry by entry.

A golden game is a file of JSON lines: a head, the values that occur in it, each once, and a row
for each entry of the log. A row names prompts, refusals and score lines by the numbers of those
values; what it leaves out is as in the row before.
"""

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.codec import snake_case
from companion.engine.game import SPECTATOR, Action, Line, ScoreLine, Setup, Step
from companion.engine.log import Entry, EntryKind, effective
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text
from companion.records.notation.turns import read_word, write_word
from companion.storage.setup import setup_of, setup_struct

FORMAT = "companion-golden/1"
WORDS = frozenset({"prompt", "shown"})
"""What may change without a new version of the rules: it is only said otherwise."""
AGAIN = "record it with GOLDEN=write pytest"
REMEDY = (
    "If the rules were not meant to change, mend them. If they were, raise the game's "
    f"rules_version and {AGAIN}; for other words alone, {AGAIN}."
)

FINAL_PROBES = (
    *("enter(0,next.maps,0)", "enter(0,done,0)", "enter(1,ep.tens,40)", "enter(1,ep,47)"),
    *("enter(0,joy,1)", "enter(0,compass,1)", "enter(0,maps.fire-2-1,1)", "enter(1,knowledge,7)"),
    *("enter(0,again.maps,0)", "enter(9,next.maps,0)", "reopen(0)", "reopen(9)"),
)
"""What is tried after every entry of a final scoring."""

Row = Mapping[str, Any]
"""What one entry led to; `do` is its actor and the entry as a word of the notation."""
Play = Callable[[Setup], Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class Golden:
    """A recorded game, the actions tried after every entry, and the results."""

    rules_version: str
    setup: Setup
    probes: tuple[str, ...]
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class GoldenGames:
    """The golden games of a game: a file in a folder for each name in ``setups``."""

    game: AnyGame
    folder: Path
    setups: Mapping[str, Setup]
    probes: Sequence[str]
    """What is tried after every entry."""
    play: Play
    apart: Mapping[str, tuple[Sequence[str], Play]] = field(default_factory=dict)
    """Probes and play of those that differ from the others, by name."""
    largest: int = 40 * 1024
    """Bytes of a golden game."""

    def assert_replays(self, name: str, folder: Path | None = None) -> None:
        """Fail unless a golden game has the same results as when it was recorded."""
        probes, play = self.apart.get(name, (self.probes, self.play))
        path = (folder or self.folder) / f"{name}.jsonl"
        assert_replays(self.game, path, self.setups[name], probes, play)

    def assert_complete(self) -> None:
        """Fail unless there is a file for each setup, and no other."""
        assert {path.stem for path in self.folder.iterdir()} == set(self.setups)

    def assert_small_and_varied(
        self,
        marks: str,
        kinds: Iterable[type[Action]],
        also: Iterable[Path] = (),
        stripped: str = "~",
    ) -> None:
        """Fail unless files are small, and all of them together hold every kind of action.

        They must also hold entries with each of the ``marks`` of the notation. Files in ``also``
        count too, whatever their size. Marks that are ``stripped`` make no difference to an action.
        """
        files = sorted(self.folder.iterdir())
        for path in files:
            assert path.stat().st_size < self.largest
        seen = {
            row["do"].split(" ")[1].partition("(")[0]
            for path in (*files, *also)
            for row in read(path).rows
        }
        named = {snake_case(kind.__name__) for kind in kinds}
        assert named <= {word.lstrip(stripped) for word in seen}
        assert {word[0] for word in seen} >= set(marks)


def assert_replays(
    game: AnyGame, path: Path, setup: Setup, probes: Sequence[str], play: Play
) -> None:
    """Fail unless the golden game at `path` still has the same results.

    With `GOLDEN=write` it is recorded anew: under a new version of the rules as the game that
    `play` returns, under the same version only if nothing but words has changed.
    """
    current = Golden(game.rules_version, setup, tuple(probes))
    if os.environ.get("GOLDEN") == "write":
        record(game, path, current, play)
    if not path.exists():
        pytest.fail(f"there is no {path.name} yet; {AGAIN}", pytrace=False)
    old = read(path)
    if replace(old, rows=()) != current:
        pytest.fail(
            f"{path.name} was recorded under rules version {old.rules_version}, installed is "
            f"{game.rules_version}, or with another setup or other probes; {AGAIN}",
            pytrace=False,
        )
    mismatch = difference(old.rows, replayed(game, old))
    if mismatch is not None:
        pytest.fail(f"{path.name}, {mismatch}\n{REMEDY}", pytrace=False)


def record(game: AnyGame, path: Path, golden: Golden, play: Play) -> None:
    """Write a golden game, unless its rules have changed without a new version."""
    old = read(path) if path.exists() else golden
    if old.rows and replace(old, rows=()) == golden:
        rows = replayed(game, old)
        if difference(old.rows, rows, but=WORDS) is not None:
            return
    else:
        rows = tuple(trace(game, golden, play(golden.setup)))
    path.parent.mkdir(exist_ok=True)
    lines = write(game, replace(golden, rows=rows))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def difference(
    old: Sequence[Row], new: Sequence[Row], but: Collection[str] = frozenset()
) -> str | None:
    """Return where and how rows first differ, apart from the fields `but`."""
    for number, (was, now) in enumerate(zip(old, new, strict=False), 1):
        name = next((key for key in was if key not in but and was[key] != now[key]), None)
        if name is not None:
            word = was["do"].split(" ")[1]
            before, after = _dumps(was[name]), _dumps(now[name])
            return f"entry {number}, {word}: {name} was\n  {before}\nand is\n  {after}"
    return None


def replayed(game: AnyGame, golden: Golden) -> tuple[Row, ...]:
    """Return the rows to which the log of a golden game now leads, up to an impossible entry."""
    rows: list[Row] = []
    try:
        for row in trace(game, golden, log_of(game, golden.rows)):
            rows.append(row)  # noqa: PERF402 - rows before an error are kept
    except ValueError as error:
        rows.append({**golden.rows[len(rows)], "do": str(error)})
    return tuple(rows)


def log_of(game: AnyGame, rows: Iterable[Row]) -> tuple[Entry, ...]:
    """Return the log of a golden game."""
    log = []
    for sequence, row in enumerate(rows, 1):
        actor, word = row["do"].split(" ")
        kind, payload = read_word(game, word)
        log.append(Entry(sequence, kind, int(actor), payload))
    return tuple(log)


def trace(game: AnyGame, golden: Golden, log: Sequence[Entry]) -> Iterator[Row]:
    """Yield a row for each entry of a log; raise ``ValueError`` at an impossible one."""
    tried = [game.string_to_action(notation) for notation in golden.probes]
    viewers = (*range(len(golden.setup.players)), SPECTATOR)
    states = [game.new_initial_state(golden.setup)]
    for entry in log:
        if entry.kind is EntryKind.UNDO:
            counts = effective(log[: entry.sequence])
            step: Step[Any] = Step(states[counts[-1].sequence if counts else 0], ())
        else:
            step = game.apply_action(states[-1], game.from_struct(entry.payload))
        state = step.state
        states.append(state)
        player = game.current_player(state)
        refusals = (game.why_not(state, action) for action in tried)
        yield {
            "do": f"{entry.actor} {write_word(game, entry)}",
            "events": [list(game.to_struct(event).values()) for event in step.events],
            "legal": len(game.legal_actions(state, player)),
            "refused": [
                "" if refusal is None else f"{refusal.code} {refusal.rule}" for refusal in refusals
            ],
            "score": [plain(line) for line in game.score_breakdown(state)],
            "returns": list(game.returns(state)),
            "winners": list(game.winners(state)),
            "seen": " ".join(digest(game.observation(state, viewer)) for viewer in viewers),
            "prompt": plain(game.prompt(state, player)),
            "shown": digest(plain([game.summary(state), game.status(state)])),
        }


def plain(value: object) -> object:
    """Return a game's texts and score lines as JSON; a text becomes its key and parameters."""
    if isinstance(value, Text):
        return [value.key, {name: plain(param) for name, param in value.params.items()}]
    if isinstance(value, Seat):
        return f"@{value.index}"
    if isinstance(value, Line):
        return [plain(value.left), plain(value.right), value.icon, value.mark]
    if isinstance(value, ScoreLine):
        return [value.player, value.points, value.rule, plain(value.because)]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def digest(value: object) -> str:
    """Return a short checksum of JSON."""
    fast = msgspec.json.encode(value)  # several observations for each entry of all golden games
    written = fast if fast.isascii() else _dumps(value).encode()
    return hashlib.blake2b(written, digest_size=2).hexdigest()


def _dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def write(game: AnyGame, golden: Golden) -> Iterator[str]:
    """Yield the lines of a golden game."""
    numbers: dict[str, int] = {}
    rows = [_packed(row, numbers) for row in golden.rows]
    head = {
        "format": FORMAT,
        "game": game.id,
        "rules_version": golden.rules_version,
        "setup": setup_struct(golden.setup, ()),
        "probes": golden.probes,
    }
    yield _dumps(head)
    for value, number in numbers.items():
        yield f"[{number},{value}]"
    before: Row = {}
    for row in rows:
        yield _dumps({name: value for name, value in row.items() if value != before.get(name)})
        before = row


def read(path: Path) -> Golden:
    """Return the golden game in a file."""
    head, *parts = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    values = [part[1] for part in parts if isinstance(part, list)]
    setup, _ = setup_of(head["setup"])
    rows: list[Row] = []
    packed: Row = {}
    for part in parts:
        if isinstance(part, dict):
            packed = {**packed, **part}
            rows.append(_unpacked(packed, values))
    return Golden(head["rules_version"], setup, tuple(head["probes"]), tuple(rows))


def _packed(row: Row, numbers: dict[str, int]) -> Row:
    """Return a row with numbers for long values; a new value gets the next number."""

    def number(value: object) -> int:
        return numbers.setdefault(_dumps(value), len(numbers))

    refused = number([number(refusal) for refusal in row["refused"]])
    score = [number(line) for line in row["score"]]
    return {**row, "refused": refused, "score": score, "prompt": number(row["prompt"])}


def _unpacked(row: Row, values: Sequence[Any]) -> Row:
    refused = [values[number] for number in values[row["refused"]]]
    score = [values[number] for number in row["score"]]
    return {**row, "refused": refused, "score": score, "prompt": values[row["prompt"]]}
