"""What a box does with its state folder, as work that can be stopped at each of its system calls.

A life is prepared, then lived in a child process that may be killed or meet errors, and judged by
what it has said and what it has left.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from companion.engine.log import Entry, EntryKind
from companion.records.archive import check_continuable
from companion.storage import backup, preferences
from companion.storage.backup import BackupError
from companion.storage.journal import FILE, Journal, JournalError, StorageError
from companion.storage.tag_book import FILE as TAGS
from companion.storage.tag_book import TagBook
from tests.setups import SETUP
from tests.storage.faults.calls import Run, Say

T = TypeVar("T")

ENTRIES: Final = 4
TRIES: Final = 12
"""How often something is tried that is refused; the session tries for ever."""
STEPS: Final = 10
"""What a player does in a life of a whole box."""
_FAILURES: Final = (OSError, JournalError, BackupError)


@dataclass(frozen=True, slots=True)
class Life:
    """Something that writes; ``judge`` raises AssertionError if it has lost anything."""

    prepare: Callable[[Path], None]
    live: Callable[[Path, Say], None]
    judge: Callable[[Path, Run], None]


def entry(sequence: int, what: str = "move") -> Entry:
    return Entry(sequence, EntryKind.ACTION, 0, {"type": what, "to": sequence}, sequence, 1e9)


def _insist(act: Callable[[], T], say: Say) -> T:
    """Try until it works, as the writer of the session does."""
    for _ in range(TRIES):
        try:
            return act()
        except StorageError as error:
            say(f"refused: {error}"[:200].encode())
    raise AssertionError("refused for ever")


def _wrote(folder: Path, games: Mapping[str, int]) -> None:
    """Write a journal with so many entries of each game, whose name is what its actions do."""
    with Journal.open(folder / FILE) as journal:
        for game, length in games.items():
            play = journal.begin(game, "1", {**SETUP}, 0.0)
            journal.append(play, [entry(number, game) for number in range(1, length + 1)])


def _read(path: Path, report: str = "") -> dict[str, int]:
    """Return the number of entries of each game, having compared them with what was written."""
    with Journal.open(path) as journal:
        assert journal.report == report, journal.report
        logs = {play.game: journal.entries(play.id) for play in journal.plays()}
    for game, log in logs.items():
        assert log == tuple(entry(number + 1, game) for number in range(len(log)))
    return {game: len(log) for game, log in logs.items()}


def _nothing(folder: Path) -> None:
    folder.mkdir()


def _play(folder: Path, say: Say) -> None:
    """Play a whole game; whatever the disk refuses is tried again."""
    journal = _insist(partial(Journal.open, folder / FILE), say)
    play = _insist(lambda: journal.begin("compass", "1", {**SETUP}, 0.0), say)
    say(b"begun")
    for sequence in range(1, ENTRIES + 1):
        _insist(partial(journal.append, play, [entry(sequence, "compass")]), say)
        say(b"stored")
    _insist(partial(journal.finish, play, 1.0), say)
    say(b"finished")
    try:
        journal.close()
    except StorageError as error:
        say(f"refused: {error}"[:200].encode())


def _is_all_there(folder: Path, done: Run) -> None:
    """Whatever was acknowledged is there, and no more than what was under way besides."""
    kept = _read(folder / FILE)
    stored = done.said.count(b"stored")
    assert bool(kept) >= (b"begun" in done.said)
    assert stored <= sum(kept.values()) <= stored + 1
    with Journal.open(folder / FILE) as journal:
        finished = [play.finished is not None for play in journal.plays()]
    assert any(finished) >= (b"finished" in done.said)
    if done.status == 0:
        assert (kept, finished) == ({"compass": ENTRIES}, [True])


def _damage(folder: Path) -> None:
    """Leave a journal in which the third entry of the second game is not as it was written."""
    folder.mkdir()
    _wrote(folder, {"first": 3, "second": 5})
    content = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(
        content.replace(b'{"type":"second","to":3}', b'{"type":"second","to":9}')
    )
    (folder / "damaged").write_bytes((folder / FILE).read_bytes())


def _repair(folder: Path, say: Say) -> None:
    with _insist(partial(Journal.open, folder / FILE), say) as journal:
        say(journal.report[:40].encode())


def _is_repaired(folder: Path, done: Run) -> None:
    """What could be read is there, and the damaged file is not lost."""
    damaged = (folder / "damaged").read_bytes()
    with Journal.open(folder / FILE) as journal:
        kept = [len(journal.entries(play.id)) for play in journal.plays()]
        told = b"The journal was damaged" in b" ".join((*done.said, journal.report.encode()))
    assert kept == [3, 2]
    assert told or done.status or any(said.startswith(b"refused") for said in done.said)
    assert any(damaged == file.read_bytes() for file in folder.glob(f"{FILE}.damaged-*"))


def _keep(folder: Path) -> None:
    """Leave a box with a game, and a backup of another one."""
    folder.mkdir()
    other = folder / "other"
    for state, games in ((other, {"former": 2}), (folder / "state", {"present": 3})):
        state.mkdir()
        _wrote(state, games)
        TagBook({}, state / TAGS).learn("0A004B1122", next(iter(games)))
    backup.make(other, folder / "backup.tar")


def _restore(folder: Path, say: Say) -> None:
    try:
        backup.restore(folder / "backup.tar", folder / "state", check_continuable)
    except _FAILURES as error:
        say(f"refused: {error}"[:200].encode())
    else:
        say(b"restored")


def _is_one_or_the_other(folder: Path, done: Run) -> None:
    """The box has its game or that of the backup, whole, and its own one is not lost."""
    state = folder / "state"
    kept = _read(state / FILE)
    assert kept in ({"former": 2}, {"present": 3})
    assert kept == {"former": 2} or b"restored" not in done.said
    tags = TagBook({}, state / TAGS)
    assert not tags.damage
    assert tags.tags["0A004B1122"] in {"former", "present"}
    if kept == {"former": 2}:
        aside = state / f"{FILE}.before-restore-1"
        assert _read(aside) == {"present": 3}


def _back_up(folder: Path, say: Say) -> None:
    try:
        backup.make(folder / "state", folder / "new.tar")
    except _FAILURES as error:
        say(f"refused: {error}"[:200].encode())
    else:
        say(b"made")


def _is_whole_or_absent(folder: Path, done: Run) -> None:
    """A backup that is there can be restored, and the box has lost nothing."""
    assert _read(folder / "state" / FILE) == {"present": 3}
    made = folder / "new.tar"
    assert made.exists() or b"made" not in done.said
    if made.exists():
        backup.restore(made, folder / "elsewhere", check_continuable)
        assert _read(folder / "elsewhere" / FILE) == {"present": 3}


def _learn(folder: Path, say: Say) -> None:
    book = TagBook({}, folder / TAGS)
    for tag, piece in (("0A004B1122", "joy"), ("0A004B1123", "anger")):
        try:
            book.learn(tag, piece)
        except OSError as error:
            say(f"refused: {error}"[:200].encode())
        else:
            say(tag.encode())
    try:
        preferences.save(folder, "language", "de")
    except OSError as error:
        say(f"refused: {error}"[:200].encode())
    else:
        say(b"de")


def _is_known(folder: Path, done: Run) -> None:
    """Whatever was acknowledged is known, and no file is damaged."""
    book = TagBook({}, folder / TAGS)
    assert not book.damage
    assert {tag for tag in ("0A004B1122", "0A004B1123") if tag.encode() in done.said} <= set(
        book.tags
    )
    assert preferences.load(folder).get("language") == "de" or b"de" not in done.said


def _be_a_box(folder: Path, say: Say) -> None:
    """Play at an emulated box until everything is saved; say what it shows meanwhile."""
    from tests.rig import running, settings  # a library of the panel's starts threads

    async def sit() -> None:
        async with running(settings(folder), folder) as rig:
            await rig.lay_out()
            for _ in range(STEPS):
                await rig.robot.step()
                say(b"NOT SAVED" if rig.screen.alarm else b"%d" % len(rig.table.entries))
            await rig.until(lambda: not rig.screen.alarm, 200.0)
            say(b"all %d" % len(rig.table.entries))

    asyncio.run(sit())


def _has_played_on(folder: Path, done: Run) -> None:
    """Nobody was stopped, and in the end everything is in the journal."""
    assert done.status == 0, done.said
    *_, last = done.said
    with Journal.open(folder / "state" / FILE) as journal:
        assert journal.report == ""
        assert last == b"all %d" % len(journal.entries(1))
    assert len(done.said) == STEPS + 1


LIVES: Final[Mapping[str, Life]] = MappingProxyType(
    {
        "journal": Life(_nothing, _play, _is_all_there),
        "repair": Life(_damage, _repair, _is_repaired),
        "restore": Life(_keep, _restore, _is_one_or_the_other),
        "backup": Life(_keep, _back_up, _is_whole_or_absent),
        "tags": Life(_nothing, _learn, _is_known),
        "box": Life(_nothing, _be_a_box, _has_played_on),
    }
)
