"""Previous games, as shown by the table."""
