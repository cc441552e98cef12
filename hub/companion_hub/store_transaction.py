"""Stores several messages in one transaction, with cursors locked and compared.

Cursors are read from the database each time: workers are stateless, and any number of them can
serve the same boxes. A message is either stored whole or changes nothing.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, delete, func, insert, select, text, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from companion.protocol.journal import JournalPosition
from companion.protocol.payload import NotUnderstoodError
from companion_hub.log_blob import LARGEST_LOG, LAST_ENTRY, Row
from companion_hub.message_parsing import (
    BoxId,
    GameReference,
    ReceivedBatch,
    ReceivedResult,
    ReceivedStatus,
    chained_rows,
)
from companion_hub.partitions import prepare
from companion_hub.players import Seated, note_players
from companion_hub.rating_changes import note_changes
from companion_hub.removal_checks import MISFIT, removal_reason
from companion_hub.rows import Place, crc_of, insert_rows, is_postgres, pack, size_of
from companion_hub.schema import JOURNAL, PLAY, QUARANTINE

RESULTS_CHANNEL: Final = "companion_results"
"""The channel on which PostgreSQL tells pages that there are new results."""
_MOVE: Final = (
    update(JOURNAL)
    .where(JOURNAL.c.name == bindparam("journal"))
    .values({name: bindparam(f"new_{name}") for name in ("play", "sequence", "result", "crc")})
    .values(month=bindparam("new_month"))
)
_MOVE_ALL: Final = text(
    "UPDATE journal SET play = news.play, sequence = news.sequence, result = news.result,"
    " crc = news.crc, month = news.month FROM unnest(CAST(:journal AS text[]),"
    " CAST(:play AS bigint[]), CAST(:sequence AS bigint[]), CAST(:result AS boolean[]),"
    " CAST(:crc AS bigint[]), CAST(:month AS int[]))"
    " AS news (name, play, sequence, result, crc, month) WHERE journal.name = news.name"
)
Key = tuple[str, str, str]
"""A site, a box, and the name that the box gives a journal: no other box can have the same."""
_COLUMNS: Final = (*("site", "box", "told", "name", "play", "sequence", "result", "crc", "month"),)
_KEY: Final = tuple_(JOURNAL.c.site, JOURNAL.c.box, JOURNAL.c.told)
_FIND: Final = (
    select(*(JOURNAL.c[name] for name in _COLUMNS))
    .where(_KEY.in_(bindparam("keys", expanding=True)))
    .order_by(JOURNAL.c.name)
    .with_for_update()
)
"""In the order of their names: two workers cannot wait for each other. SQLite locks nothing."""
JOURNALS: Final = 1000
"""Journals of a box: it begins another one only after a restoration, or when one was damaged."""
_SMALL: Final = LARGEST_LOG // LAST_ENTRY
"""Characters of a payload: as many entries as are kept have no more than a log may have."""
_KEPT: Final = 20_000
"""Characters that are kept of such a result."""


class StoreOutcome(StrEnum):
    """Outcome of a stored message."""

    STORED = "stored"
    KNOWN = "known"
    """It was stored before: a repetition."""
    MET = "met"
    """A box has said that it is there."""
    GAP = "gap"
    """Something before it is missing."""
    CONFLICT = "conflict"
    """Something else is stored in its place: the box was restored, or copied."""
    REFUSED = "refused"


class Cursor(msgspec.Struct, frozen=True):
    """How far a journal is stored, with the checksum of the entry there."""

    journal: str
    position: JournalPosition = JournalPosition()
    crc: int = 0
    month: int = 0
    """The month of the game that it stands in."""


class StoreReport(msgspec.Struct, frozen=True):
    """Outcome of a message, and how far its journal is stored now."""

    outcome: StoreOutcome
    cursor: Cursor
    rows: int = 0
    reason: str = ""
    """Why it was refused, or why its entries are not kept although the journal goes on."""


class PendingMessage(msgspec.Struct, frozen=True):
    """A message of a box that is to be stored."""

    origin: BoxId
    content: ReceivedBatch | ReceivedResult | ReceivedStatus

    @property
    def journal(self) -> str:
        """Its journal, as named by its box."""
        return (
            self.content.journal
            if isinstance(self.content, ReceivedStatus)
            else self.content.game.journal
        )

    @property
    def key(self) -> Key:
        """The key of its journal."""
        return self.origin.site, self.origin.box, self.journal


@dataclass(slots=True)
class StoreTransaction:
    """One transaction. ``now`` is the time of day; new games belong to ``month``.

    The partitions of the months ``known`` exist; those of others are created (``made``).
    """

    db: AsyncConnection
    now: float
    month: int
    known: frozenset[int] = frozenset()
    made: set[int] = field(default_factory=set)
    _cursors: dict[str, Cursor] = field(default_factory=dict)
    """By the name under which a journal is stored."""
    _names: dict[Key, str] = field(default_factory=dict)
    """Under which name each journal is stored."""
    _moved: dict[str, None] = field(default_factory=dict)
    """Journals whose cursors have moved, in order."""
    _rows: list[tuple[Place, Sequence[Row]]] = field(default_factory=list)
    _plays: list[dict[str, Any]] = field(default_factory=list)
    _players: list[Seated] = field(default_factory=list)
    """Who has played the games that are closed now."""

    async def take(self, pieces: Sequence[PendingMessage]) -> list[StoreReport]:
        """Store the messages if possible; return the outcome of each."""
        await self._lock(pieces)
        reports = [await self._take(piece) for piece in pieces]
        await self._write()
        await self._move()
        await note_players(self.db, self._players)
        if self._players and is_postgres(self.db):
            # One for all: a notification locks the whole server at the commit.
            await self.db.execute(text(f"NOTIFY {RESULTS_CHANNEL}"))
        return reports

    async def _lock(self, pieces: Sequence[PendingMessage]) -> None:
        """Read and lock the cursors of all journals, creating new ones."""
        first: dict[Key, PendingMessage] = {}
        for piece in pieces:
            first.setdefault(piece.key, piece)
        await self._read(sorted(first))
        if first.keys() <= self._names.keys():
            return
        full = await self._full({(site, box) for site, box, _ in first.keys() - self._names.keys()})
        for name_of in (_journal_key, _apart):
            new = sorted(key for key in first.keys() - self._names.keys() if key[:2] not in full)
            if new:
                values = [
                    {
                        **dict(zip(("site", "box", "told"), key, strict=True)),
                        "name": name_of(key),
                        "before": getattr(first[key].content, "before", ""),
                        "since": self.now,
                    }
                    for key in new
                ]
                await self.db.execute(self._ignoring(JOURNAL), values)
                # Another worker may have met them at the same time, and gone on since.
                await self._read(new)

    async def _full(self, boxes: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return which of some boxes may not start any more journals."""
        columns = JOURNAL.c
        of_box = tuple_(columns.site, columns.box)
        counted = select(columns.site, columns.box).where(of_box.in_(sorted(boxes)))
        many = counted.group_by(columns.site, columns.box).having(func.count() >= JOURNALS)
        return {(site, box) for site, box in await self.db.execute(many)}

    async def _read(self, keys: Sequence[Key]) -> None:
        for *key, name, play, sequence, result, crc, month in await self.db.execute(
            _FIND, {"keys": keys}
        ):
            site, box, journal_key = key
            self._names[site, box, journal_key] = name
            at = JournalPosition(play, sequence, bool(result))
            self._cursors[name] = Cursor(name, at, crc, month)

    def _ignoring(self, table: Any) -> Any:  # noqa: ANN401 - of two dialects
        """Return an insertion that does nothing if the row exists."""
        into = postgresql.insert if is_postgres(self.db) else sqlite.insert
        return into(table).on_conflict_do_nothing()

    async def _take(self, piece: PendingMessage) -> StoreReport:
        """Store a message; the outcome names the journal as its box does."""
        name = self._names.get(piece.key)
        if name is None:
            return StoreReport(
                StoreOutcome.REFUSED, Cursor(piece.journal), reason="too-many-journals"
            )
        cursor, content = self._cursors[name], piece.content
        try:
            if isinstance(content, ReceivedStatus):
                report = StoreReport(StoreOutcome.MET, cursor)
            elif isinstance(content, ReceivedBatch):
                here = replace(content, game=replace(content.game, journal=name))
                report = await self._take_batch(piece.origin, here, cursor)
            else:
                ended = replace(content, game=replace(content.game, journal=name))
                report = await self._take_result(piece.origin, ended, cursor)
        except NotUnderstoodError as error:
            report = StoreReport(StoreOutcome.REFUSED, cursor, reason=str(error))
        return replace(report, cursor=replace(report.cursor, journal=piece.journal))

    async def _take_batch(self, origin: BoxId, batch: ReceivedBatch, cursor: Cursor) -> StoreReport:
        game, at = batch.game, cursor.position
        if batch.after > at:
            return StoreReport(StoreOutcome.GAP, cursor)
        if batch.end <= replace(at, result=False):
            return StoreReport(await self._outcome_of_known(batch, cursor), cursor)
        follows = at.play == game.play
        new = batch.behind(at.sequence if follows else 0)
        if new.first != (at.sequence + 1 if follows else 1):
            return StoreReport(StoreOutcome.GAP, cursor)
        try:
            rows = chained_rows(new, cursor.crc if follows else 0)
        except NotUnderstoodError:
            if follows and cursor.crc:
                return StoreReport(StoreOutcome.CONFLICT, cursor)
            raise
        month = cursor.month if follows else self.month
        if new.first == 1:
            self._begin_play(origin, game, batch.setup or {}, month)
        reason = await self._excess(game, rows)
        if not reason:
            self._rows.append(((game.journal, game.play, month), rows))
        after = Cursor(game.journal, batch.end, batch.crc, month)
        kept = 0 if reason else len(rows)
        return StoreReport(StoreOutcome.STORED, self._go_to(after), kept, reason)

    async def _take_result(
        self, origin: BoxId, result: ReceivedResult, cursor: Cursor
    ) -> StoreReport:
        """Store the result of a game, and its log as one blob."""
        game, at = result.game, cursor.position
        if result.end <= at:
            return StoreReport(StoreOutcome.KNOWN, cursor)
        follows = at.play == game.play
        if result.after > at or result.sequence != (at.sequence if follows else 0):
            return StoreReport(StoreOutcome.GAP, cursor)
        if follows and result.crc not in (0, cursor.crc):
            return StoreReport(
                StoreOutcome.CONFLICT, cursor
            )  # 0: the box has deleted the log meanwhile
        month = cursor.month if follows else self.month
        if not follows:
            self._begin_play(origin, game, {}, month)
        await self._write()
        await self._finish(origin, result, month)
        return StoreReport(
            StoreOutcome.STORED, self._go_to(Cursor(game.journal, result.end, result.crc, month))
        )

    async def _excess(self, game: GameReference, rows: Sequence[Row]) -> str:
        """Return why rows are not stored, empty if they are: a log has bounds.

        The cursor advances anyway, or the box would send them for ever.
        """
        if rows[-1][0] > LAST_ENTRY:
            return "too-many-entries"
        if all(len(row[3]) <= _SMALL for row in rows):
            return ""  # only with larger ones a log exceeds its bound
        await self._write()
        size = sum(len(row[3]) for row in rows)
        if size + await size_of(self.db, game.journal, game.play) > LARGEST_LOG:
            return "log-too-long"
        return ""

    def _go_to(self, cursor: Cursor) -> Cursor:
        self._cursors[cursor.journal] = cursor
        self._moved[cursor.journal] = None
        return cursor

    async def _outcome_of_known(self, batch: ReceivedBatch, cursor: Cursor) -> StoreOutcome:
        """Compare a repeated message with the stored one, as long as that is stored in rows."""
        if batch.end == replace(cursor.position, result=False):
            crc: int | None = cursor.crc
        else:
            await self._write()
            crc = await crc_of(self.db, batch.game.journal, batch.game.play, batch.last)
        return StoreOutcome.KNOWN if crc in (None, 0, batch.crc) else StoreOutcome.CONFLICT

    def _begin_play(
        self,
        origin: BoxId,
        game: GameReference,
        setup: Any,  # noqa: ANN401 - JSON
        month: int,
    ) -> None:
        self._plays.append(
            {
                "journal": game.journal,
                "play": game.play,
                "site": origin.site,
                "box": origin.box,
                "game": game.game,
                "rules": game.rules,
                "began": game.began,
                "setup": dict(setup),
                "level": str(setup.get("level", "")),
                "players": setup.get("players", []),
                "robots": setup.get("robots", []),
                "month": month,
            }
        )

    async def _write(self) -> None:
        """Write the new games, and all rows together."""
        if self._plays:
            await self.db.execute(self._ignoring(PLAY), self._plays)
            self._plays = []
        for month in {month for (_, _, month), _ in self._rows}:
            await self._have(month)
        if self._rows:
            await insert_rows(self.db, self._rows)
            self._rows = []

    async def _have(self, month: int) -> None:
        """Create the partitions of a month; a dropped one is recreated for a running game."""
        if month not in self.known and month not in self.made:
            await prepare(self.db, month)
            self.made.add(month)

    async def _move(self) -> None:
        """Move all cursors."""
        moved = [self._cursors[journal] for journal in self._moved]
        if not moved:
            return
        columns = {
            "journal": [cursor.journal for cursor in moved],
            "play": [cursor.position.play for cursor in moved],
            "sequence": [cursor.position.sequence for cursor in moved],
            "result": [cursor.position.result for cursor in moved],
            "crc": [cursor.crc for cursor in moved],
            "month": [cursor.month for cursor in moved],
        }
        if is_postgres(self.db):
            await self.db.execute(_MOVE_ALL, columns)
            return
        names = ["journal", *(f"new_{name}" for name in [*columns][1:])]
        rows = zip(*columns.values(), strict=True)
        await self.db.execute(_MOVE, [dict(zip(names, row, strict=True)) for row in rows])

    async def _finish(self, origin: BoxId, result: ReceivedResult, month: int) -> None:
        """Record the end of a game; a result that pages cannot show is quarantined."""
        game, columns = result.game, PLAY.c
        this = (columns.journal == game.journal) & (columns.play == game.play)
        await self._have(month)
        entries = await pack(self.db, (game.journal, game.play, month))
        await note_changes(self.db, this)
        aside = QUARANTINE.c
        await self.db.execute(
            delete(QUARANTINE).where(aside.journal == game.journal, aside.play == game.play)
        )
        wrong = result.wrong(self.now)
        if wrong:
            await self._set_aside(result, wrong)
            values = {"withheld": MISFIT, "entries": entries}
            await self.db.execute(update(PLAY).where(this).values(values))
            return
        again = select(columns.play).where(
            columns.site == origin.site,
            columns.box == origin.box,
            columns.began == game.began,
            columns.crc == result.crc,
            columns.journal != game.journal,
        )
        copied = (await self.db.execute(again.limit(1))).first() is not None
        values = {
            "finished": result.finished,
            "over": result.over,
            "level": result.level,
            "players": list(result.players),
            "outcome": dict(result.outcome) if result.over else None,
            "crc": result.crc,
            "entries": entries,
            "copied": copied,
            "withheld": await removal_reason(self.db, origin, game.journal, game.play),
        }
        await self.db.execute(update(PLAY).where(this).values(values))
        self._players.append((game.journal, game.play, result.players))
        # Left, and taken up again under another number: it is one game, and this is its end.
        left = (columns.journal == game.journal) & (columns.began == game.began)
        left &= columns.over.is_(False) & ~this
        await self.db.execute(update(PLAY).where(left).values(copied=True))
        await note_changes(self.db, this)

    async def _set_aside(self, result: ReceivedResult, wrong: str) -> None:
        game = result.game
        values = {
            "journal": game.journal,
            "play": game.play,
            "at": self.now,
            "reason": wrong,
            "message": json.dumps(result.message)[:_KEPT],
        }
        await self.db.execute(insert(QUARANTINE).values(values))


def _journal_key(key: Key) -> str:
    """Return the name of a journal as used by its box."""
    return key[2]


def _apart(key: Key) -> str:
    """Return a name for a journal whose own name another box uses.

    No box can give a journal this name: it contains a character that theirs cannot.
    """
    return f"{hashlib.sha256('/'.join(key).encode()).hexdigest()[:32]}~"
