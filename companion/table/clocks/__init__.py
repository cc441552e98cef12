"""Players' clocks: the time controls, their choice, and changes during a game."""
