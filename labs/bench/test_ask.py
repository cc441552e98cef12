"""How many questions per second the rules desk answers in one process, by kind."""

import json
import time
from collections import defaultdict
from pathlib import Path

from companion.engine import registry
from companion.engine.questions import RulesDesk, answer

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "games" / "inner_compass" / "examples.jsonl"
LEAST = 2000
SPAN = 0.2
BOARDS = 1000


def test_questions_a_second() -> None:
    desk = registry.load("inner-compass")
    assert isinstance(desk, RulesDesk)
    by_kind: dict[str, list[str]] = defaultdict(list)
    for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
        by_kind[json.loads(line)["kind"]].append(line)
    print()
    rates = {}
    for kind, lines in by_kind.items():
        asked, started = 0, time.perf_counter()
        while time.perf_counter() - started < SPAN:
            for line in lines:
                answer(desk, line)
            asked += len(lines)
        rates[kind] = asked / (time.perf_counter() - started)
        print(f"{kind:<12}{rates[kind]:>9,.0f}/s")
    assert min(rates.values()) > LEAST


def test_a_new_board_with_every_question() -> None:
    """The geometry of a board is cached, which does not help when every board is new."""
    desk = registry.load("inner-compass")
    assert isinstance(desk, RulesDesk)
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
    started = time.perf_counter()
    for line in lines:
        assert not answer(desk, line).malformed
    rate = BOARDS / (time.perf_counter() - started)
    print(f"\n{rate:,.0f} questions/s, each about another board")
    assert rate > LEAST
