"""Operating-system side of a box that runs from a card: name, networks and updates."""
