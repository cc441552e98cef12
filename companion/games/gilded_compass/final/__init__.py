"""The end: the best assignment of specialists, and the final scoring (sections 11, 12)."""
