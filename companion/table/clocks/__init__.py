"""Players' clocks: the time controls, how people choose one, and how they change it in a game."""
