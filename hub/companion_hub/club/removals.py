"""Removals by operators: a result, a player's name, or a box with all its data.

Nothing is deleted: removed objects are hidden and do not count until they are restored, and ratings
are recomputed both times. Later data of a removed box, or under a removed name, is stored and
hidden as well.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Text,
    and_,
    case,
    cast,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.club.tables import ENTRANT
from companion_hub.live import LiveBoxes
from companion_hub.message_parsing import BoxId
from companion_hub.name_masking import players_of
from companion_hub.players import fold_name
from companion_hub.rating_changes import note_many_changes
from companion_hub.removal_checks import MISFIT, REMOVED, hidden_names
from companion_hub.schema import JOURNAL, PLAY, PLAYED_BY, PLAYER, QUARANTINE, REMOVAL
from companion_hub.store import Store

PAGE: Final = 50
"""Results of a box on its own page, and boxes on the page of all."""
FEW: Final = 5
"""Results of each box on the page of all: one that sends many hides no other."""
_DIGITS: Final = 15


class RemovalKind(StrEnum):
    """Kinds of objects that can be removed."""

    RESULT = "result"
    PLAYER = "player"
    BOX = "box"


class RemovalError(ValueError):
    """A removal is refused; the text is the message key of the reason."""


class Removal(msgspec.Struct, frozen=True):
    """A removed object: ``label`` is its name as entered by the operator."""

    kind: RemovalKind
    subject: str
    label: str
    at: float
    account: str


class QuarantinedResult(msgspec.Struct, frozen=True):
    """A result that pages cannot show, and the invalid part."""

    site: str
    box: str
    journal: str
    play: int
    at: float
    reason: str


class QuarantinedResults(msgspec.Struct, frozen=True):
    """The number of a box's quarantined results, and some of them, the newest first."""

    site: str
    box: str
    count: int
    shown: Sequence[QuarantinedResult]


_HERE: Final = JOURNAL.c.name == QUARANTINE.c.journal


@dataclass(slots=True)
class Removals:
    """Everything hidden from the pages of a hub."""

    store: Store
    live: LiveBoxes = field(default_factory=LiveBoxes)
    """What boxes show now: that can be removed, too, before anything of it is stored."""
    now: Callable[[], float] = time.time
    _names: frozenset[str] = frozenset()

    async def listed(self) -> list[Removal]:
        """Return the removed objects, the newest first."""
        columns = REMOVAL.c
        its = (columns.kind, columns.subject, columns.label, columns.at, columns.account)
        wanted = select(*its).order_by(columns.at.desc(), columns.subject)
        async with self.store.engine.connect() as db:
            return [Removal(RemovalKind(row[0]), *row[1:]) for row in await db.execute(wanted)]

    async def boxes(self) -> frozenset[BoxId]:
        """Return the removed boxes."""
        wanted = select(REMOVAL.c.subject).where(REMOVAL.c.kind == RemovalKind.BOX)
        async with self.store.engine.connect() as db:
            found = (await db.execute(wanted)).scalars()
            return frozenset(BoxId(*each.split("/", 1)) for each in found)

    async def names(self) -> frozenset[str]:
        """Return the removed names in their normalised form."""
        async with self.store.engine.connect() as db:
            found = await hidden_names(db)
        if found != self._names:
            self._names = found  # else the same object: boxes compare it with what they have masked
        return self._names

    async def misfits(self, at: int = 0) -> list[QuarantinedResults]:
        """Return a page of the boxes with quarantined results, the newest first."""
        aside, journal = QUARANTINE.c, JOURNAL.c
        newest = func.max(aside.at).label("newest")
        counted = select(aside.journal, func.count().label("count"), newest)
        each = counted.group_by(aside.journal).subquery()
        its = (journal.site, journal.box, func.sum(each.c.count))
        boxes = select(*its).join(each, each.c.journal == journal.name)
        order = (func.max(each.c.newest).desc(), journal.site, journal.box)
        wanted = boxes.group_by(journal.site, journal.box).order_by(*order)
        async with self.store.engine.connect() as db:
            rows = (await db.execute(wanted.limit(PAGE).offset(at * PAGE))).all()
            found = await _newest_misfits(db, [(site, box) for site, box, _ in rows])
            return [
                QuarantinedResults(site, box, int(count), found[site, box])
                for site, box, count in rows
            ]

    async def misfits_of(self, origin: BoxId, at: int = 0) -> list[QuarantinedResults]:
        """Return a page of the quarantined results of a box, the newest first."""
        its = _is_of([(origin.site, origin.box)])
        counted = select(func.count()).select_from(QUARANTINE).join(JOURNAL, _HERE).where(its)
        page = _MISFITS.where(its).order_by(*_NEWEST).limit(PAGE).offset(at * PAGE)
        async with self.store.engine.connect() as db:
            count: int = (await db.execute(counted)).scalar_one()
            rows = [QuarantinedResult(*row) for row in await db.execute(page)]
        return [QuarantinedResults(origin.site, origin.box, count, rows)] if rows else []

    async def remove(self, kind: RemovalKind, label: str, account: str) -> Removal:
        """Remove an object. Raises ``RemovalError`` if it does not exist."""
        subject = _subject(kind, label)
        removal = Removal(kind, subject, " ".join(label.split()), self.now(), account)
        async with self.store.writing() as db:
            if await _is_removed(db, kind, subject):
                raise RemovalError("removed_already")
            if not (self._is_shown(kind, subject) or await _is_there(db, kind, subject)):
                raise RemovalError(f"no_such_{kind}")
            which = _games_of(kind, subject)
            await note_many_changes(db, which)
            values = {"subject": subject, "label": removal.label, "at": removal.at}
            await db.execute(insert(REMOVAL).values(kind=kind, account=account, **values))
            await _settle(db, which)
        return removal

    def _is_shown(self, kind: RemovalKind, subject: str) -> bool:
        """Return whether a box has sent any data, or shows a name."""
        if kind is RemovalKind.BOX:
            return any(f"{each.site}/{each.box}" == subject for each in self.live.boxes)
        if kind is not RemovalKind.PLAYER or not subject:
            return False
        names = (name for box in self.live.boxes.values() for name in players_of(box.messages))
        return any(fold_name(name) == subject for name in names)

    async def put_back(self, kind: RemovalKind, label: str) -> None:
        """Restore an object. Raises ``RemovalError`` if it is not removed."""
        subject = _subject(kind, label)
        this = (REMOVAL.c.kind == kind) & (REMOVAL.c.subject == subject)
        async with self.store.writing() as db:
            if not (await db.execute(delete(REMOVAL).where(this))).rowcount:
                raise RemovalError("not_removed")
            which = _games_of(kind, subject)
            await _settle(db, which)
            await note_many_changes(db, which)


_NEWEST: Final = tuple(QUARANTINE.c[name].desc() for name in ("at", "journal", "play"))
_MISFITS: Final = (
    select(
        *(JOURNAL.c[name] for name in ("site", "box")),
        *(QUARANTINE.c[name] for name in ("journal", "play", "at", "reason")),
    )
    .select_from(QUARANTINE)
    .join(JOURNAL, _HERE)
)


async def _newest_misfits(
    db: AsyncConnection, boxes: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], list[QuarantinedResult]]:
    """Return the newest quarantined results of each of some boxes, with one query."""
    of_box = (JOURNAL.c.site, JOURNAL.c.box)
    number = func.row_number().over(partition_by=of_box, order_by=_NEWEST).label("number")
    ranked = _MISFITS.add_columns(number).where(_is_of(boxes)).subquery()
    wanted = select(ranked).where(ranked.c.number <= FEW).order_by(ranked.c.number)
    newest: dict[tuple[str, str], list[QuarantinedResult]] = {box: [] for box in boxes}
    for *its, _number in await db.execute(wanted):
        misfit = QuarantinedResult(*its)
        newest[misfit.site, misfit.box].append(misfit)
    return newest


def _is_of(boxes: Sequence[tuple[str, str]]) -> ColumnElement[bool]:
    """Return the condition that a journal belongs to one of some boxes."""
    journal = JOURNAL.c
    return or_(false(), *((journal.site == site) & (journal.box == box) for site, box in boxes))


def _subject(kind: RemovalKind, label: str) -> str:
    """Return the key of an object: a journal and number, a name, a site and box."""
    if kind is RemovalKind.PLAYER:
        return fold_name(label)
    first, _, second = label.strip().rpartition("/")
    if kind is RemovalKind.RESULT and (not second.isdecimal() or len(second) > _DIGITS):
        raise RemovalError("no_such_result")
    return f"{first}/{int(second)}" if kind is RemovalKind.RESULT else f"{first}/{second}"


def _games_of(kind: RemovalKind, subject: str) -> ColumnElement[bool]:
    """Return the condition that a game is affected."""
    columns, (first, _, second) = PLAY.c, subject.rpartition("/")
    if kind is RemovalKind.RESULT:
        return (columns.journal == first) & (columns.play == int(second))
    if kind is RemovalKind.BOX:
        return (columns.site == first) & (columns.box == second)
    return exists().where(
        PLAYED_BY.c.player == subject,
        PLAYED_BY.c.journal == columns.journal,
        PLAYED_BY.c.play == columns.play,
    )


async def _is_there(db: AsyncConnection, kind: RemovalKind, subject: str) -> bool:
    first, _, second = subject.rpartition("/")
    if kind is RemovalKind.PLAYER:
        if subject in map(fold_name, (await db.execute(select(ENTRANT.c.name))).scalars()):
            return bool(subject)
        wanted = select(func.count()).select_from(PLAYER).where(PLAYER.c.name == subject)
    elif kind is RemovalKind.BOX:
        here = (JOURNAL.c.site == first) & (JOURNAL.c.box == second)
        wanted = select(func.count()).select_from(JOURNAL).where(here)
    else:
        ended = PLAY.c.finished.is_not(None)
        wanted = select(func.count()).select_from(PLAY).where(_games_of(kind, subject), ended)
    return bool((await db.execute(wanted)).scalar_one())


async def _is_removed(db: AsyncConnection, kind: RemovalKind, subject: str) -> bool:
    this = (REMOVAL.c.kind == kind) & (REMOVAL.c.subject == subject)
    return (await db.execute(select(REMOVAL.c.subject).where(this))).first() is not None


async def _settle(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Recompute why games are hidden: one may be removed with its box, and on its own."""
    play = PLAY.c
    aside = exists().where(QUARANTINE.c.journal == play.journal, QUARANTINE.c.play == play.play)
    removed = exists().where(
        or_(
            and_(
                REMOVAL.c.kind == RemovalKind.RESULT,
                REMOVAL.c.subject == play.journal + "/" + cast(play.play, Text),
            ),
            and_(
                REMOVAL.c.kind == RemovalKind.BOX, REMOVAL.c.subject == play.site + "/" + play.box
            ),
        )
    )
    why = case((aside, MISFIT), (removed, REMOVED), else_="")
    await db.execute(update(PLAY).where(which).values(withheld=why))
