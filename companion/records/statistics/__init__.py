"""Statistics over many games: winners, sources of points, use of time."""
