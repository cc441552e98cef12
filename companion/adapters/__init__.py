"""Adapters that expose installed games to other frameworks, such as OpenSpiel and PettingZoo.

Each needs its own library (extras ``openspiel`` and ``pettingzoo``), and nothing else imports it.
"""
