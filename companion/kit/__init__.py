"""Printable kit of a game: labels, overlays, carriers, and the shopping list."""
