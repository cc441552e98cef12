"""YAML in a type: texts as they are written, and mistakes with their lines."""

import pytest

from companion.schema.mistakes import Invalid
from companion.schema.yaml_reader import read_yaml
from tests.schema.records import Everything, Span

DOCUMENT = """\
name: No
code: abc
points:
  0012: 3
  yes: 4
seats:
  A: [a1, b2]
spans:
- low: 1
  high: 2
either:
- 0012
"""


def sentences(text: str) -> list[str]:
    with pytest.raises(Invalid) as raised:
        read_yaml(Everything, text, "box.yaml")
    return [str(mistake.sentence) for mistake in raised.value.mistakes]


def test_a_text_is_read_as_it_is_written() -> None:
    read_ = read_yaml(Everything, DOCUMENT, "box.yaml")
    assert read_.name == "No"
    assert read_.points == {"0012": 3, "yes": 4}
    assert read_.either == ("0012",)
    assert read_.spans == (Span(1, 2),)


def test_an_empty_document_has_the_defaults() -> None:
    assert read_yaml(Everything, "# nothing yet\n", "box.yaml") == Everything()


def test_every_mistake_is_named_with_its_line() -> None:
    text = "name: ok\nspans:\n- low: 1\n  high: 9\n- low: 3\nflag: maybe\nnmae: x\nname: again\n"
    assert sentences(text) == [
        "box.yaml:4: spans[0].high: found 9, expected a whole number, 1 to 6",
        "box.yaml:5: spans[1].high: found nothing, expected a whole number, 1 to 6",
        "box.yaml:6: flag: found 'maybe', expected true or false",
        "box.yaml:7: nmae: found an unknown key; did you mean 'name'?",
        "box.yaml:8: name: is given twice, first in line 1",
    ]


def test_a_document_of_nothing_but_mistakes_has_a_hundred_named() -> None:
    assert len(sentences("".join(f"k{i}: 1\n" for i in range(5000)))) == 100


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name: [", "box.yaml:2: is not YAML: did not find expected node content"),
        ("a: &a [*a]", "box.yaml:1: is not YAML: an alias stands for a value that contains it"),
        ("[" * 100, "box.yaml:1: is not YAML: values are nested too deeply"),
        ("- 1", "box.yaml:1: found a list of length 1, expected an object"),
        (
            "share: .nan",
            "box.yaml:1: share: found '.nan', expected a number, more than 0, less than 1",
        ),
        ("number: !!int x", "box.yaml:1: number: found 'x', expected a whole number"),
        ("flag: !!bool x", "box.yaml:1: flag: found 'x', expected true or false"),
        ("number: 2026-01-01", "box.yaml:1: number: found '2026-01-01', expected a whole number"),
        (f"name: {'[' * 30}{']' * 30}", "box.yaml:1: name"),
        ("name: a\x07", "box.yaml:1: is not YAML: the character U+0007 is not allowed"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(text: str, sentence: str) -> None:
    assert sentences(text)[0].startswith(sentence)
