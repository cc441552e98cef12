"""The page about the kit describes each check in the words of its docstring."""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.conformance import GameConformance

PAGE = Path(__file__).parents[3] / "docs" / "conformance.md"


def checks() -> Iterator[tuple[str, str, str]]:
    """Yield name, proof and usual mistake of each check, as the code lists them."""
    for group in GameConformance.__bases__:
        for name, check in vars(group).items():
            if name.startswith("test_"):
                words = " ".join((check.__doc__ or "").split()).replace("``", "`")
                proof, _, mistake = words.partition("Usual mistake: ")
                yield name.removeprefix("test_"), proof.strip(), mistake


def test_the_page_lists_every_check_as_its_docstring_says() -> None:
    _, _, section = PAGE.read_text(encoding="utf-8").partition("## The checks")
    written = [line for line in section.splitlines() if line.startswith("| `")]
    assert written == [f"| `{name}` | {proof} | {mistake} |" for name, proof, mistake in checks()]


def test_there_are_more_than_twenty_and_each_names_its_usual_mistake() -> None:
    assert len(list(checks())) > 20
    assert [name for name, proof, mistake in checks() if not proof or not mistake] == []
