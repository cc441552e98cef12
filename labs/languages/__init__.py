"""Sheets of panels and phones in all languages, to be looked at."""
