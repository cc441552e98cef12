"""What comes from outside is read by types with bounds, and their JSON Schemas are up to date."""

import json
import re
from collections.abc import Iterator

import pytest

from companion.engine import registry
from companion.schema.bounds import crashing_unions, unbounded
from companion.schema.type_structure import Kind
from tools.json_schemas import FOLDER, SCHEMAS, declared, written


def references(schema: object) -> Iterator[str]:
    """Yield the definitions to which any part of a schema refers."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        yield from references(part)


@pytest.mark.parametrize("kind", declared().values(), ids=declared())
def test_everything_in_a_type_for_data_from_outside_has_a_bound(kind: Kind) -> None:
    assert list(unbounded(kind)) == []
    assert list(crashing_unions(kind)) == []


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_up_to_date(name: str) -> None:
    """If this fails: `PYTHONPATH=hub python -m tools.json_schemas`."""
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == written(name)


def test_a_schema_refers_only_to_what_it_holds() -> None:
    for name in SCHEMAS:
        schema = json.loads(written(name))
        assert set(references(schema)) <= {f"#/$defs/{each}" for each in schema["$defs"]}


@pytest.mark.parametrize("game", registry.names())
def test_every_game_is_asked_where_actions_lead(game: str) -> None:
    schema = json.loads((FOLDER / f"ask-{game}.json").read_text(encoding="utf-8"))
    question = schema["$defs"]["question"]
    # Where there is one kind of question, nothing has to tell it from others.
    mapping = {"mapping": {"play": question.get("$ref")}}
    kinds = question.get("discriminator", mapping)["mapping"]
    asked = schema["$defs"][kinds["play"].removeprefix("#/$defs/")]
    fields = schema["$defs"][asked["properties"]["in"]["$ref"].removeprefix("#/$defs/")]
    assert [*fields["properties"]] == ["players", "actions", "level", "options"]


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SCHEMAS}


def test_every_schema_is_linked_from_a_page() -> None:
    pages = [page.read_text(encoding="utf-8") for page in FOLDER.parent.glob("*.md")]
    linked = {name for page in pages for name in re.findall(r"\]\(schemas/([\w-]+)\.json\)", page)}
    assert linked == {path.stem for path in FOLDER.iterdir()}
