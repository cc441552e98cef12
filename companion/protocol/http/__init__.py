"""HTTP helpers that box and hub share: HTML, request bodies, code guesses, texts.

It depends neither on pages nor on tables.
"""
