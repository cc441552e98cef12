"""Doors for other people's tools: the installed games as those tools expect a game to be.

Each needs its own library (extras ``openspiel`` and ``pettingzoo``), and nothing else imports it.
"""
