"""Views of a table for each viewer, as JSON."""
