"""Persistent state of a box: journal, tags, preferences, and their backup."""
