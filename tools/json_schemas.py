"""Write docs/schemas: what a box takes from outside, as JSON Schema for programs of others.

The schemas are made from the types that the box itself reads by.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.records.jsonl import Head, Line
from companion.schema.export import json_schema
from companion.schema.kinds import Kind
from companion.storage.copies import Copies
from companion.storage.lineage import Lineage
from companion.storage.logins import Door
from companion.storage.preferences import Preferences
from companion.storage.setup import WrittenSetup
from companion.web import protocol

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "schemas"
PUBLIC: Final[Mapping[str, tuple[str, Mapping[str, Kind]]]] = MappingProxyType(
    {
        "page-messages": (
            "Messages of a page to its box (docs/web.md)",
            {"message": protocol.Message},
        ),
        "records": (
            "The lines of a record: the head, then the entries (docs/records.md)",
            {"head": Head, "entry": Line},
        ),
    }
)
"""The schemas by the names of their files: a title, and types by name."""
OWN: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "logins": Door,
        "preferences": Preferences,
        "copies": Copies,
        "lineage": Lineage,
        "setup": WrittenSetup,
    }
)
"""Types of files that a box keeps for itself, which no other program reads."""


def declared() -> Mapping[str, Kind]:
    """Return every type by which something from outside is read."""
    public = {
        f"{file} {name}": kind
        for file, (_, kinds) in PUBLIC.items()
        for name, kind in kinds.items()
    }
    return {**public, **OWN}


def written(name: str) -> str:
    """Return the content of a schema's file."""
    title, kinds = PUBLIC[name]
    return json.dumps(json_schema(title, kinds), indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write all files."""
    for name in PUBLIC:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
