"""Interprets placements that readers under a board report."""
