"""Validation of external data: bounded types, their readers, and messages about mistakes.

A type declares the accepted values (``bounds``), msgspec validates, and ``mistakes`` describes the
errors. ``reading`` parses JSON and values, ``documents`` YAML with its lines; ``export`` writes the
types as JSON Schema. All of them raise the same error, ``mistakes.Invalid``.
"""
