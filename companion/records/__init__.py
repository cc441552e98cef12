"""Recorded games: as JSON lines and as text, replayed, and as a score sheet."""
