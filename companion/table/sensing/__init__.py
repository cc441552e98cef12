"""Interprets placements reported by readers under a board."""
