"""Statistics over many games: who wins, where points come from, where the time goes."""
