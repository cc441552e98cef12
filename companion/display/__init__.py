"""Displays of the box itself: panel, lamps, sounds and speech."""
