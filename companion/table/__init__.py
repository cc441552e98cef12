"""A table in play: inputs become actions, states become screens."""
