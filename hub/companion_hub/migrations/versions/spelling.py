"""Changes the normalised spelling of names for searches."""

from collections.abc import Iterable
from typing import Any

from alembic import op
from sqlalchemy import Column, Connection, Insert, Text, delete, exists, insert, select, update
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from companion_hub.players import fold_name
from companion_hub.rating_changes import note_all
from companion_hub.schema import PLAY, PLAYED_BY, PLAYER, REMOVAL, STANDING

revision = "spelling"
down_revision = "removals"
_TABLE = "respelled"


def upgrade() -> None:
    """Normalise the stored names again, and schedule a recount of results of removed ones."""
    # From a table: a million standings have ten thousand names, each of which may be spelled anew.
    respelled = op.create_table(
        _TABLE, Column("old", Text, primary_key=True), Column("new", Text, nullable=False)
    )
    db, columns = op.get_bind(), respelled.c
    names = db.execute(select(PLAYER.c.name)).scalars()
    if _fill(db, insert(respelled), ((name, name) for name in names)):
        _respell_players(db, columns)
        db.execute(delete(respelled))
    known = db.execute(select(STANDING.c.player, STANDING.c.folded).distinct())
    if _fill(db, insert(respelled), ((row.player, row.folded) for row in known)):
        this = STANDING.c.player == columns.old
        db.execute(update(STANDING).where(this).values(folded=columns.new))
    op.drop_table(_TABLE)
    _respell_removals(db)
    removed = select(REMOVAL.c.subject).where(REMOVAL.c.kind == "player")
    here = (PLAYED_BY.c.journal == PLAY.c.journal) & (PLAYED_BY.c.play == PLAY.c.play)
    note_all(db, exists().where(here, PLAYED_BY.c.player.in_(removed)))


def _fill(db: Connection, into: Insert, names: Iterable[tuple[str, str]]) -> bool:
    """Record names whose normalised spelling has changed; return whether there are any."""
    spelled = {old: new for old, stored in names if (new := fold_name(old)) != stored}
    if spelled:
        db.execute(into, [{"old": old, "new": new} for old, new in spelled.items()])
    return bool(spelled)


def _respell_players(db: Connection, respelled: ReadOnlyColumnCollection[str, Column[Any]]) -> None:
    """Assign games to the names of their players in the new spelling, each once."""
    known, seats, other = PLAYER.c.name, PLAYED_BY.c, PLAYED_BY.alias()
    is_known = exists().where(known == respelled.new)
    new = select(respelled.new).where(~is_known).distinct()
    db.execute(insert(PLAYER).from_select(["name"], new))
    there = exists().where(
        other.c.player == respelled.new,
        other.c.journal == seats.journal,
        other.c.play == seats.play,
    )
    played = select(respelled.new, seats.journal, seats.play).distinct()
    played = played.join_from(PLAYED_BY, respelled.old.table, seats.player == respelled.old)
    columns = ["player", "journal", "play"]
    db.execute(insert(PLAYED_BY).from_select(columns, played.where(~there)))
    # A new spelling may be an old one of somebody else: it stays.
    gone = select(respelled.old).where(respelled.old.not_in(select(respelled.new)))
    db.execute(delete(PLAYED_BY).where(seats.player.in_(gone)))
    db.execute(delete(PLAYER).where(known.in_(gone)))


def _respell_removals(db: Connection) -> None:
    columns = REMOVAL.c
    named = select(columns.subject).where(columns.kind == "player")
    for old in db.execute(named).scalars().all():
        new, this = fold_name(old), (columns.kind == "player") & (columns.subject == old)
        if new == old:
            continue
        again = (columns.kind == "player") & (columns.subject == new)
        if db.execute(select(columns.subject).where(again)).first() is None:
            db.execute(update(REMOVAL).where(this).values(subject=new))
        else:
            db.execute(delete(REMOVAL).where(this))
