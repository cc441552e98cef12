"""What box and hub serve their pages by: HTML, bodies of requests, wrong codes, words.

It knows neither pages nor tables.
"""
