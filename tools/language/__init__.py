"""Scaffolds and checks the translations of a language."""
