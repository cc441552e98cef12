"""Emulated hardware, faithful down to the bytes on the wire; drivers do not know about it."""
