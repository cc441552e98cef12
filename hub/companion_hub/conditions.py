"""Query conditions that every supported database answers with an index."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Table, and_, false, or_


def is_among(table: Table, games: Iterable[tuple[str, int]]) -> ColumnElement[bool]:
    """Return the condition that a row refers to one of some games: journals, numbers in them.

    It has one condition per game instead of a list of pairs, for which SQLite would scan all rows.
    """
    columns = table.c
    return or_(
        false(),
        *(and_(columns.journal == journal, columns.play == play) for journal, play in games),
    )
