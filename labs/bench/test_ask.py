"""How many questions per second the rules desk answers in one process, by kind."""

import json
import time
from collections import defaultdict
from pathlib import Path

from companion.engine import registry
from companion.engine.questions import RulesQuestions, answer
from labs.bench.reference import multiple

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "games" / "inner_compass" / "examples.jsonl"
MOST = 0.1
"""What a question may cost, as a multiple of the reference."""
SPAN = 0.2
BOARDS = 1000


def test_questions_a_second() -> None:
    game = registry.load("inner-compass")
    assert isinstance(game, RulesQuestions)
    by_kind: dict[str, list[str]] = defaultdict(list)
    for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
        by_kind[json.loads(line)["kind"]].append(line)
    print()
    spent = {}
    for kind, lines in by_kind.items():
        asked, started = 0, time.process_time()
        while time.process_time() - started < SPAN:
            for line in lines:
                answer(game, line)
            asked += len(lines)
        spent[kind] = (time.process_time() - started) / asked
        print(f"{kind:<12}{1 / spent[kind]:>9,.0f}/s")
    assert multiple(max(spent.values())) < MOST


def test_a_new_board_with_every_question() -> None:
    """The geometry of a board is cached, which does not help when every board is new."""
    game = registry.load("inner-compass")
    assert isinstance(game, RulesQuestions)
    colours = "YBKWR" * 16
    lines = [
        json.dumps(
            {
                "id": i,
                "kind": "group",
                "in": {
                    "board": [f"{i:06b}"[-6:].replace("0", "Y").replace("1", "B")]
                    + [colours[(i // 64 + row) % 50 :][:6] for row in range(5)],
                    "cell": "a1",
                },
            }
        )
        for i in range(BOARDS)
    ]
    started = time.process_time()
    for line in lines:
        assert not answer(game, line).malformed
    each = (time.process_time() - started) / BOARDS
    print(f"\n{1 / each:,.0f} questions/s, each about another board")
    assert multiple(each) < MOST
