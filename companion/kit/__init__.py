"""Printable kit of a game: labels, overlays, carriers, and the list of what to buy."""
