"""Five questions for writing a sheet, and how it looks, each with a default answer."""

import json
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.sheets.sheet import MOST_PLAYERS, Colour

Players = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
_ROUNDS: Final = "open"
_IN_ORDER: Final = "one_by_one"
_TO_COUNT: Final = """\
categories:
- {id: first, name: First, value: 2, most: 30}
- {id: second, name: Second, most: 50}
- {id: most, name: Most, kind: rank, ranks: [5, 2], most: 30}
ties: [first]
"""
_SCORING: Final = {
    "total": "categories:\n- {id: total, name: Total, kind: total, least: -1000, most: 9999}\n",
    "each_round": (
        "categories:\n- {id: points, name: Points, when: round, least: -1000, most: 9999}\n"
        "ties: [ask]\n"
    ),
    "in_turns": "amounts: [1, 5, 10, -1]\nties: [ask]\n",
    "categories": _TO_COUNT,
    "none": "wins: named\n",
}


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers about a game; a clock is chosen when it is played."""

    title: Annotated[str, Meta(max_length=40)] = ""
    least: Players = 2
    most: Players = 4
    turns: Literal["one_by_one", "chosen", "together"] = "one_by_one"
    rounds: Literal["open", "3", "5", "7", "10"] = "open"
    scoring: Literal["total", "each_round", "in_turns", "categories", "none"] = "total"
    colours: Annotated[tuple[Colour, ...], Meta(max_length=10)] = ()
    icon: Annotated[str, Meta(max_length=100)] = ""


def sheet_text(answers: Answers) -> str:
    """Return the sheet for the answers; it is validated like any other."""
    lines = [
        f"title: {json.dumps(answers.title, ensure_ascii=False)}\n",
        f"players: [{answers.least}, {answers.most}]\n",
    ]
    if answers.turns != _IN_ORDER:
        lines.append(f"order: {answers.turns}\n")
    if answers.rounds != _ROUNDS:
        lines.append(f"rounds: {answers.rounds}\n")
    elif answers.scoring == "each_round":
        lines.append("finish: now\n")
    if answers.colours:
        lines.append(f"colours: [{', '.join(answers.colours)}]\n")
    if answers.icon.strip():
        rows = "".join(f"  {row}\n" for row in answers.icon.split())
        lines.append(f"icon: |\n{rows}")
    return "".join((*lines, _SCORING[answers.scoring]))
