"""Choice of an action: by cursor, on the board, or by assumption."""
