"""Ten thousand sheets with mistakes: each is rejected with a remedy, or played to its end."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import yaml

from companion.engine.game import CHANCE, Action, Setup
from companion.i18n import shipped_sheets
from companion.schema.mistakes import Invalid
from companion.sheets import actions
from companion.sheets.game import SheetGame, rules_of
from companion.sheets.level import TABLE
from companion.sheets.plan import compile_plan
from companion.sheets.sheet import Category, TurnStructure, read_sheet

SHEETS = 10_000
BLOCKS = 10
LONGEST = 400
"""The most actions of a game: from the tenth part on, whoever can ends it."""
VALUES: tuple[object, ...] = (
    *(0, 1, -1, 2, 7, 100, 10_000, True, None, "", "ask", "most", "least", "named", "last"),
    *("together", "round", "end", "rank", "table", "total", "yes", "passed", "called", "token"),
    *("lap", "turn", "now", "rotate", "most-first", [], [1], [5, 2], [[1, 2]], [[1, 3], [2, 4]]),
    *({}, {"id": "x"}, [{"id": "x", "name": "X"}], "é", "a" * 200, 1.5),
)
KEYS = (
    *TurnStructure.__struct_fields__,
    *Category.__struct_fields__,
    "title",
    "players",
    "nonsense",
)


def originals() -> list[Any]:
    """Return the sheets that come with the box, as YAML reads them."""
    return [yaml.safe_load(shipped_sheets.text(name)) for name in shipped_sheets.names()]


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
    changed = yaml.safe_load(yaml.safe_dump(sheet))
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
    return yaml.safe_dump(changed, allow_unicode=True, sort_keys=False)


def played(rules: SheetGame, count: int, source: random.Random) -> int:
    """Return after how many random actions a game was over."""
    state = rules.new_initial_state(Setup(tuple(f"P{n}" for n in range(count)), TABLE))
    for number in range(LONGEST):
        if rules.is_terminal(state):
            assert rules.winners(state) or rules.all_lost(state)
            return number
        actors = (CHANCE, *range(count))
        legal = [action for actor in actors for action in rules.legal_actions(state, actor)]
        assert legal, "nobody can do anything"
        step = rules.apply_action(state, chosen(legal, number, source))
        assert rules.violations(state, step) == ()
        state = step.state
    raise AssertionError("the game does not end")


def chosen(legal: list[Action], number: int, source: random.Random) -> Action:
    """Return any action; after a while one that leads to the end."""
    ending = (
        *(actions.FinishGame, actions.Tally, actions.FinishRound, actions.PassRound),
        *(actions.HandOver, actions.StartRound),
    )
    kinds = {type(action) for action in legal}
    kind = next((kind for kind in ending if kind in kinds), None)
    if kind is None or number < LONGEST // 10:
        return source.choice(legal)
    return source.choice([action for action in legal if type(action) is kind])


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
