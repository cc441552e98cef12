"""Readers of tags: a folder each, with a page about wiring and settings."""
