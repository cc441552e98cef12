"""Emulated hardware, faithful down to the bytes on the wire; no driver knows about it."""
