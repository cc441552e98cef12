"""Compile the message catalogues: each ``.po`` below a folder ``text`` to a ``.mo`` beside it."""

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

_NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue, so that the same words give the same bytes."""


def compile_catalogue(source: Path) -> bytes:
    """Return the compiled catalogue of a ``.po`` file."""
    with source.open("rb") as stream:
        catalogue = read_po(stream, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


def main(root: Path) -> int:
    """Compile all catalogues below ``root``."""
    for source in sorted(root.glob("**/text/**/*.po")):
        source.with_suffix(".mo").write_bytes(compile_catalogue(source))
        print(source)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "companion")))
