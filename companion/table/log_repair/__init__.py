"""Repair of the log by the players: steps, preview, and decision."""
