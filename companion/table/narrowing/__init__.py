"""Narrowing of legal actions by inputs until one is left."""
