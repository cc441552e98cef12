"""Handlers of the pages' messages."""
