"""Names are looked for in one spelling, whatever their width, blanks and characters of format."""

from alembic import op
from sqlalchemy import delete, exists, func, insert, literal, select, update

from companion_hub.changes import note_all
from companion_hub.players import folded
from companion_hub.schema import PLAY, PLAYED_BY, PLAYER, REMOVAL, STANDING

revision = "spelling"
down_revision = "removals"
_INDEX = "standing_by_player_for_now"


def upgrade() -> None:
    """Spell the names that are there anew, and have results of removed ones counted again."""
    _respell_players()
    _respell_removals()
    db = op.get_bind()
    # A million standings have ten thousand names: without an index each name reads all of them.
    op.create_index(_INDEX, STANDING.name, ["player"])
    for known in db.execute(select(STANDING.c.player).distinct()).scalars().all():
        new = folded(known)
        this = (STANDING.c.player == known) & (STANDING.c.folded != new)
        db.execute(update(STANDING).where(this).values(folded=new))
    op.drop_index(_INDEX, STANDING.name)
    removed = select(REMOVAL.c.subject).where(REMOVAL.c.kind == "player")
    here = (PLAYED_BY.c.journal == PLAY.c.journal) & (PLAYED_BY.c.play == PLAY.c.play)
    note_all(op.get_bind(), exists().where(here, PLAYED_BY.c.player.in_(removed)))


def _respell_players() -> None:
    db, seats = op.get_bind(), PLAYED_BY.c
    for old in db.execute(select(PLAYER.c.name)).scalars().all():
        new = folded(old)
        if new == old:
            continue
        known = select(func.count()).select_from(PLAYER).where(PLAYER.c.name == new)
        if not db.execute(known).scalar_one():
            db.execute(insert(PLAYER).values(name=new))
        other = PLAYED_BY.alias()
        there = exists().where(
            other.c.player == new, other.c.journal == seats.journal, other.c.play == seats.play
        )
        of_old = select(literal(new), seats.journal, seats.play).where(seats.player == old, ~there)
        db.execute(insert(PLAYED_BY).from_select(["player", "journal", "play"], of_old))
        db.execute(delete(PLAYED_BY).where(seats.player == old))
        db.execute(delete(PLAYER).where(PLAYER.c.name == old))


def _respell_removals() -> None:
    db, columns = op.get_bind(), REMOVAL.c
    named = select(columns.subject).where(columns.kind == "player")
    found = db.execute(named).scalars().all()
    for old in found:
        new, this = folded(old), (columns.kind == "player") & (columns.subject == old)
        if new == old:
            continue
        again = (columns.kind == "player") & (columns.subject == new)
        if db.execute(select(columns.subject).where(again)).first() is None:
            db.execute(update(REMOVAL).where(this).values(subject=new))
        else:
            db.execute(delete(REMOVAL).where(this))
