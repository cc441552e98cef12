"""Narrowing: from inputs to one of the legal actions."""
