"""The history of a game: entries of the log applied to a table, undo and edits."""
