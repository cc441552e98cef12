"""HTTP helpers that box and hub share: HTML, request bodies, code guesses, texts.

It knows neither pages nor tables.
"""
