"""Behaviour of each mode of a table, one module per mode."""
