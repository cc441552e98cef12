"""Ten thousand sheets with mistakes: each is rejected with a remedy, or played to its end."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import yaml

from companion.i18n import shipped_sheets
from companion.schema.mistakes import Invalid
from companion.sheets.game import rules_of
from companion.sheets.plan import compile_plan
from companion.sheets.sheet import Category, Sheet, read_sheet
from tests.sheets.random_play import played

BOOL = "tag:yaml.org,2002:bool"
SHEETS = 10_000
BLOCKS = 10
VALUES: tuple[object, ...] = (
    *(0, 1, -1, 2, 7, 100, 10_000, True, None, "", "ask", "most", "least", "named", "last"),
    *("together", "round", "end", "rank", "table", "total", "yes", "passed", "called", "token"),
    *("lap", "turn", "now", "rotate", "most-first", [], [1], [5, 2], [[1, 2]], [[1, 3], [2, 4]]),
    *("chosen", "#.#", ["red", "blue", "teal"], [2, 3], 9_999),
    *({}, {"id": "x"}, [{"id": "x", "name": "X"}], "é", "a" * 200, 1.5),
)
KEYS = (
    *Sheet.__struct_fields__,
    *Category.__struct_fields__,
    "nonsense",
)


class Loader(yaml.SafeLoader):
    """Reads ``yes`` and ``no`` as words, as sheets do, and only ``true`` and ``false`` as such."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's own attribute
        first: [
            (tag, re.compile("(true|false)$") if tag == BOOL else pattern) for tag, pattern in found
        ]
        for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def originals() -> list[Any]:
    """Return the sheets that come with the box, as sheets are read."""
    texts = map(shipped_sheets.text, shipped_sheets.names())
    return [yaml.load(text, Loader) for text in texts]  # noqa: S506 - a safe loader


def written(sheet: Any) -> str:  # noqa: ANN401 - YAML
    """Return a sheet as YAML."""
    return yaml.safe_dump(sheet, allow_unicode=True, sort_keys=False)


def test_all_shipped_sheets_are_read_as_they_are_written() -> None:
    for sheet in originals():
        read_sheet(written(sheet), "sheet.yaml")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401
    """Yield where something stands in a sheet."""
    if path:
        yield path
    parts = value if isinstance(value, dict) else {}
    if isinstance(value, list):
        parts = dict(enumerate(value))
    for key, part in parts.items():
        yield from places(part, (*path, key))


def mutated(sheet: Any, source: random.Random) -> str:  # noqa: ANN401 - YAML
    """Return a sheet with one to three changes, as YAML."""
    changed = deepcopy(sheet)
    for _ in range(source.randint(1, 3)):
        *way, last = source.choice(list(places(changed)))
        holder = changed
        for step in way:
            holder = holder[step]
        what = source.random()
        if what < 0.2:
            del holder[last]
        elif what < 0.7 or not isinstance(holder, dict):
            holder[last] = deepcopy(source.choice(VALUES))
        else:
            holder[source.choice(KEYS)] = deepcopy(source.choice(VALUES))
        if not changed:
            break
    return written(changed)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_sheet_is_rejected_or_played_to_its_end(block: int) -> None:
    source, fates = random.Random(block), Counter[str]()
    sheets = originals()
    for _ in range(SHEETS // BLOCKS):
        text = mutated(source.choice(sheets), source)
        try:
            sheet = read_sheet(text, "sheet.yaml")
        except Invalid as invalid:
            for mistake in invalid.mistakes:
                assert mistake.line >= 1, text
                assert mistake.message, text
            fates["rejected"] += 1
            continue
        least, most = sheet.players
        plan = compile_plan(sheet)
        rules = rules_of(plan)(plan, "mutated", "Mutated", range(least, most + 1))
        for count in {least, most}:
            try:
                played(rules, count, source)
            except Exception as error:
                raise AssertionError(f"{error!r} with {count} players:\n{text}") from error
        fates["played"] += 1
    print(f"\nblock {block}: {dict(fates)}")
    assert min(fates.values()) > SHEETS // BLOCKS // 20
