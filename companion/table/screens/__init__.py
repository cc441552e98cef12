"""What a table shows: pure functions from a table to a ``Screen``."""
