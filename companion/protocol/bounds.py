"""Bounds of values in messages of boxes, which every page can display."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

MOST_SEATS: Final = 16
LONGEST_TEXT: Final = 200
NO_NUL: Final = r"^(?![\s\S]*\x00)"
"""Pattern of texts without NUL, which PostgreSQL cannot store."""
Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=NO_NUL)]
