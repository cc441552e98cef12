"""Validation of external data: bounded types, their readers, and messages about mistakes.

A type declares what is accepted (``bounds``), msgspec validates, and ``mistakes`` says in words
what is wrong. ``reading`` takes JSON and values, ``documents`` YAML with its lines; ``export``
writes the types as JSON Schema. All of them refuse by one error, ``mistakes.Invalid``.
"""
