"""The page beside the peers: ratios, what is worse, what was skipped and why."""

from pathlib import Path

import pytest

from labs.compare import __main__ as compare

FOUND = {"bus_ours": 10.0, "bus_luma": 1000.0, "idle_ours": 0.0, "idle_usual": 60.0}
BUS = "bytes on the bus for one figure and luma.oled"


def page(before: dict[str, float], **found: float) -> tuple[str, list[str]]:
    return compare._page({**FOUND, **found}, {"chess": "it is not here"}, before, ["a day"])  # noqa: SLF001 - the page


def test_says_how_many_times_better_we_are() -> None:
    text, worse = page({})
    assert f"| {BUS} | 10 B | 1,000 B | 100 |  |" in text
    assert "| 0 1/s | 60 1/s | 600 |" in text  # nothing counts as a tenth
    assert "Skipped: chess: it is not here." in text
    assert "python-chess |" not in text
    assert not worse


@pytest.mark.parametrize(("ours", "is_worse"), [(11.6, False), (11.9, True), (5.0, False)])
def test_marks_what_is_more_than_15_percent_worse_than_last_time(
    ours: float, *, is_worse: bool
) -> None:
    text, worse = page({BUS: 100.0}, bus_ours=ours)
    assert (worse == [BUS]) is is_worse
    assert ("worse: was 100" in text) is is_worse


def test_knows_the_ratios_of_its_own_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "PAGE", tmp_path / "compare.md")
    assert compare._last() == {}  # noqa: SLF001 - what it reads
    text, _ = page({})
    (tmp_path / "compare.md").write_text(text, encoding="utf-8")
    assert compare._last()[BUS] == 100.0  # noqa: SLF001 - what it reads


def test_every_row_names_measurements_that_there_are() -> None:
    from labs.compare.measures import MEASURES

    named = {name for row in compare.ROWS for name in (row.ours, row.peer)}
    assert named == MEASURES.keys()
