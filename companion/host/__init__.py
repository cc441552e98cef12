"""The computer around a box that runs from a card of ours: its name, networks and updates."""
