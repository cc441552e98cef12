"""Repair of the log by people: steps, preview, and decision."""
