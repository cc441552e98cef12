"""Choosing the tests that are close to a change."""

from operator import itemgetter
from pathlib import Path

import pytest

from tools import quick

VOTING = Path("companion/games/essence/voting.py")
OWN = Path("tests/games/essence/test_voting.py")


@pytest.mark.slow
def test_a_modules_own_tests_come_first_then_those_of_its_importers() -> None:
    distances = quick.distances([VOTING])
    assert distances[OWN] == 0
    assert min(distances.values()) == 0 < distances[Path("tests/games/essence/test_golden.py")]
    assert Path("tests/devices/test_link.py") not in distances


@pytest.mark.slow
def test_tests_that_exceed_the_budget_are_left_out() -> None:
    taken, left = quick.chosen([VOTING], dict.fromkeys(quick.distances([VOTING]), quick.BUDGET))
    assert taken == [OWN]
    assert len(left) > 5


@pytest.mark.slow
def test_a_costly_test_does_not_keep_out_cheap_ones() -> None:
    near = sorted(quick.distances([VOTING]).items(), key=itemgetter(1))
    costs = dict.fromkeys((path for path, _ in near), 0.01)
    costs[OWN] = quick.BUDGET - 0.005 * len(near)
    taken, left = quick.chosen([VOTING], costs)
    assert OWN in taken
    assert len(taken) > 5
    assert left


@pytest.mark.parametrize(
    ("changed", "mirrored"),
    [
        ("companion/games/essence/voting.py", "tests/games/essence/test_voting.py"),
        ("companion/web/__init__.py", "tests/web/test_gateway.py"),
        ("companion/games/essence/data.yaml", "tests/games/essence/test_golden.py"),
        ("companion/games/essence/locale/de/table.po", "tests/games/essence/test_prompts.py"),
        ("tools/quick.py", "tests/tools/test_quick.py"),
    ],
)
def test_a_file_is_mirrored_by_tests_in_the_same_place(changed: str, mirrored: str) -> None:
    assert Path(mirrored) in set(quick.mirrors(Path(changed)))


def test_catalogues_are_mirrored_by_the_tests_that_read_them() -> None:
    names = {path.name for path in quick.mirrors(Path("companion/locale/de/table.po"))}
    assert {"test_catalogue.py", "test_words_fit.py"} <= names


def test_imports_over_several_lines_are_found() -> None:
    source = "import a.b\nfrom c import (\n    d,\n    e as f,\n)\n    from g.h import i as j\n"
    assert set(quick.imported(source)) == {"a.b", "c", "c.d", "c.e", "g.h", "g.h.i"}
