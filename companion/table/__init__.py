"""A table in play: from inputs to actions, and from states to screens."""
