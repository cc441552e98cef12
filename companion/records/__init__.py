"""Recorded games: stored as JSON lines or as text, replayed, and summed up as a score sheet."""
