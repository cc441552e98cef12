"""One table in play: from inputs to actions, from states to screens."""
