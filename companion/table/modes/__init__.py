"""What each mode of a table does: one file for each, with its table of bindings."""
