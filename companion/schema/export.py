"""Types as JSON Schema (draft 2020-12), for other programs."""

from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any

import msgspec

from companion.schema.type_structure import Kind

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(title: str, kinds: Mapping[str, Kind]) -> dict[str, object]:
    """Return a JSON Schema whose ``$defs`` contain each type by name, and their parts."""
    schemas, components = schema_components(kinds.values(), "#/$defs/{name}")
    return {
        "$schema": _DIALECT,
        "title": title,
        "$defs": {**components, **dict(zip(kinds, schemas, strict=True))},
    }


def schema_components(
    kinds: Iterable[Kind], reference: str
) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """Return the schema of each type, and those they refer to by ``reference``, under their names.

    Descriptions are docstrings, which Python indents as their source up to 3.12, and not from 3.13.
    """
    schemas, components = msgspec.json.schema_components(tuple(kinds), ref_template=reference)
    for each in (*schemas, *components.values()):
        if "description" in each:
            each["description"] = cleandoc(each["description"])
    return schemas, components
