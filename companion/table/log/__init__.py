"""The log of a table's steps, and its repair."""
