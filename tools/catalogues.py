"""Compile the message catalogues: ``locale/de/x.po`` to ``locale/de/LC_MESSAGES/x.mo``."""

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


def compile_all(root: Path) -> None:
    """Compile all catalogues below ``root``, and remove those whose sources are gone."""
    sources = {
        source.parent / "LC_MESSAGES" / f"{source.stem}.mo": source
        for source in root.glob("**/locale/*/*.po")
    }
    for stale in {*root.glob("**/locale/*/LC_MESSAGES/*.mo")} - sources.keys():
        stale.unlink()
    for made, source in sources.items():
        made.parent.mkdir(exist_ok=True)
        made.write_bytes(compile_catalogue(source))


if __name__ == "__main__":
    for name in sys.argv[1:] or ("companion", "hub/companion_hub"):
        compile_all(Path(name))
