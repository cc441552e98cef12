"""The end: the best assignment of specialists, and what everything is worth (sections 11, 12)."""
