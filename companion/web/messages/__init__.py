"""The messages of pages, and what they ask for."""
