"""Types as JSON Schema (draft 2020-12), for programs of others."""

from collections.abc import Mapping

import msgspec

from companion.schema.type_structure import Kind

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(title: str, kinds: Mapping[str, Kind]) -> dict[str, object]:
    """Return a JSON Schema whose ``$defs`` hold each type under its name, and what is in them."""
    schemas, components = msgspec.json.schema_components(
        tuple(kinds.values()), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": _DIALECT,
        "title": title,
        "$defs": {**components, **dict(zip(kinds, schemas, strict=True))},
    }
