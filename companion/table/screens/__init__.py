"""Screens of a table: pure functions from a table to a ``Screen``."""
