"""Questions about scores and winners."""

from tests.games.gilded_compass.ask.rules_questions import ask


def test_nothing_is_worth_nothing() -> None:
    assert ask("score", {}) == {
        "total": 0,
        "unassigned": 0,
        "unassigned_value": 0,
        "breakdown": {
            "assignment": 0,
            "missions_fixed": 0,
            "knowledge": 0,
            "artifacts": 0,
            "abilities": 0,
            "treasures": 0,
            "trophies": 0,
        },
    }


def test_a_total_is_answered_part_by_part() -> None:
    """GC-END-1."""
    answer = ask(
        "score",
        {
            "maps": [{"colour": "holy", "high": 2, "low": 1}],
            "specialists": [
                {"type": "excavator", "colour": "holy", "value": 1},
                {"type": "excavator", "colour": "holy", "value": 3},
            ],
            "missions": [{"kind": "gather_the_excavators"}, {"kind": "find_the_maps"}],
            "knowledge": 3,
            "artifacts": {"holy": 2},
            "abilities": 2,
            "treasures": [1, 3],
            "trophies": [0, 2],
        },
    )
    assert answer["breakdown"] == {
        "assignment": 2 + 3 + 1,
        "missions_fixed": 1,
        "knowledge": 1,
        "artifacts": 2,
        "abilities": 2,
        "treasures": 4,
        "trophies": 2,
    }
    assert (answer["total"], answer["unassigned"], answer["unassigned_value"]) == (18, 1, 1)


def test_winners_are_sorted() -> None:
    """GC-END-TIE-1, GC-END-TIE-3."""
    standings = {
        "Zoe": {"total": 40, "unassigned": 2},
        "Ann": {"total": 40, "unassigned": 2},
        "Ben": {"total": 40, "unassigned": 1},
    }
    assert ask("winner", standings) == {"winners": ["Ann", "Zoe"]}


def test_values_decide_by_a_flag_only() -> None:
    """GC-R26."""
    standings = {
        "Ann": {"total": 40, "unassigned": 2, "unassigned_value": 3},
        "Ben": {"total": 40, "unassigned": 2, "unassigned_value": 4},
    }
    assert ask("winner", standings) == {"winners": ["Ann", "Ben"]}
    flagged = {**standings, "flags": {"tie_by_value": True}}
    assert ask("winner", flagged) == {"winners": ["Ben"]}
