"""Query conditions that every supported database answers by an index."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Table, and_, false, or_


def is_among(table: Table, games: Iterable[tuple[str, int]]) -> ColumnElement[bool]:
    """Return the condition that a row is about one of some games: journals, numbers in them.

    There are as many conditions as games, and no list of pairs, for which SQLite reads all rows.
    """
    columns = table.c
    return or_(
        false(),
        *(and_(columns.journal == journal, columns.play == play) for journal, play in games),
    )
