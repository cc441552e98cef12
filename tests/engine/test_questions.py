"""Asking the rules: the line protocol, and how the fields of a question are read."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Struct
from companion.engine.questions import Fields, QuestionError, answer, answered, refused
from companion.engine.wording import refuse
from companion.i18n.catalogue import Phrases


class Adder:
    """A desk that answers two kinds of questions."""

    def ask(self, kind: str, question: Struct) -> object:
        return answered(
            {
                "sum": lambda fields: {"sum": sum(fields.wholes("numbers"))},
                "sorted": lambda fields: sorted(fields.wholes("numbers")),
            },
            kind,
            question,
        )


def asked(line: str) -> tuple[dict[str, object], bool]:
    reply = answer(Adder(), line)
    assert "\n" not in reply.line
    return json.loads(reply.line), reply.malformed


class TestLines:
    def test_an_answer_carries_the_id_of_its_question(self) -> None:
        line = '{"id": "q1", "kind": "sum", "in": {"numbers": [1, 2]}}'
        assert asked(line) == ({"id": "q1", "out": {"sum": 3}}, False)

    def test_an_answer_is_any_json(self) -> None:
        line = '{"id": 1, "kind": "sorted", "in": {"numbers": [2, 1]}}'
        assert asked(line) == ({"id": 1, "out": [1, 2]}, False)

    @pytest.mark.parametrize("identity", [7, None, ["a"], {"b": 1}, "ä"])
    def test_an_id_may_be_anything(self, identity: object) -> None:
        line = json.dumps({"id": identity, "kind": "sum", "in": {"numbers": []}})
        assert asked(line)[0]["id"] == identity

    def test_it_may_be_left_out(self) -> None:
        assert asked('{"kind": "sum", "in": {"numbers": []}}')[0] == {"id": None, "out": {"sum": 0}}

    def test_the_expected_answer_may_stand_beside_the_question(self) -> None:
        line = '{"id": 1, "kind": "sum", "in": {"numbers": [2]}, "out": {"sum": 9}}'
        assert asked(line) == ({"id": 1, "out": {"sum": 2}}, False)

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("", "the line is no JSON object: Expecting value"),
            ("sum", "the line is no JSON object: Expecting value"),
            ('{"id": 1', "the line is no JSON object: Expecting ',' delimiter"),
            ("[" * 100_000, "the line is no JSON object: maximum recursion"),
            ("[1, 2]", 'the line is no JSON object, expected {"id": ..'),
            ('{"id": null, "in": {}}', "kind: expected the name of a kind of question"),
            ('{"id": null, "kind": 3}', "kind: expected the name of a kind of question"),
            ('{"id": null, "kind": "sum", "in": []}', "in: expected an object"),
            ('{"id": null, "kind": "sum"}', "in.numbers: is missing"),
            ('{"id": null, "kind": "product"}', "kind: there is no 'product', there are: sum"),
        ],
    )
    def test_a_malformed_question_is_answered_with_the_mistake(self, line: str, words: str) -> None:
        reply, malformed = asked(line)
        assert malformed
        error: dict[str, str] = reply["error"]  # type: ignore[assignment]  # an object
        assert error["code"] == "bad-question"
        assert error["message"].startswith(words)

    def test_a_mistake_is_described_in_the_language_of_the_asker(self) -> None:
        line = '{"id": 1, "kind": "sum", "in": {"numbers": 3}}'
        german = Phrases("de", list)
        reply = json.loads(answer(Adder(), line, german.tell).line)
        assert reply["error"]["message"] == "in.numbers: erwartet: eine Liste"

    def test_a_malformed_question_keeps_its_id(self) -> None:
        assert asked('{"id": 5, "kind": "sum"}')[0]["id"] == 5

    @given(st.text())
    def test_no_text_at_all_crashes_the_desk(self, line: str) -> None:
        reply, malformed = asked(line)
        assert malformed
        assert set(reply) == {"id", "error"}


class TestFields:
    FIELDS = Fields(
        {
            "s": "a",
            "n": 3,
            "t": True,
            "l": ["a", 1],
            "o": {"x": 1},
            "ns": [0, 2],
            "ss": ["b"],
            "null": None,
        },
        "in",
    )

    def test_are_read_by_kind(self) -> None:
        fields = self.FIELDS
        assert fields.any("l") == ["a", 1]
        assert fields.text("s") == "a"
        assert fields.one_of("s", ("a", "b")) == "a"
        assert fields.whole("n") == 3
        assert fields.truth("t") is True
        assert fields.items("l") == ("a", 1)
        assert fields.texts("ss") == ("b",)
        assert fields.wholes("ns") == (0, 2)
        assert fields.fields("o").whole("x") == 1
        assert "s" in fields
        assert "absent" not in fields

    WRONG: tuple[tuple[Callable[[Fields], object], str], ...] = (
        (lambda f: f.text("n"), "in.n: expected a string"),
        (lambda f: f.one_of("s", "bc"), "in.s: expected one of b, c"),
        (lambda f: f.one_of("l", "bc"), "in.l: expected one of b, c"),
        (lambda f: f.whole("s"), "in.s: expected a whole number, at least 0"),
        (lambda f: f.whole("t"), "in.t: expected a whole number, at least 0"),
        (lambda f: f.whole("n", least=4), "in.n: expected a whole number, at least 4"),
        (lambda f: f.truth("n"), "in.n: expected true or false"),
        (lambda f: f.items("s"), "in.s: expected a list"),
        (lambda f: f.texts("l"), "in.l: expected a list of strings"),
        (lambda f: f.wholes("l"), "in.l: expected a list of whole numbers, none negative"),
        (lambda f: f.fields("s"), "in.s: expected an object"),
        (lambda f: f.fields("o").text("x"), "in.o.x: expected a string"),
        (lambda f: f.each("l"), "in.l[0]: expected an object"),
        (lambda f: f.text("absent"), "in.absent: is missing"),
        (lambda f: f.text("null"), "in.null: expected a string"),
    )

    @pytest.mark.parametrize(("read", "words"), WRONG)
    def test_a_mistake_is_named_with_its_path(
        self, read: Callable[[Fields], object], words: str
    ) -> None:
        with pytest.raises(QuestionError) as raised:
            read(self.FIELDS)
        assert str(raised.value) == words

    @pytest.mark.parametrize("value", [{}, {"a": None}])
    def test_defaults_stand_for_absent_ones_and_null(self, value: Struct) -> None:
        fields = Fields(value, "in")
        assert fields.text("a", "b") == "b"
        assert fields.whole("a", 2) == 2
        assert fields.truth("a", default=False) is False
        assert fields.texts("a", ("x",)) == ("x",)

    def test_that_nobody_reads_are_refused(self) -> None:
        fields = Fields({"a": 1, "b": 2}, "in")
        fields.whole("a")
        with pytest.raises(QuestionError, match=r"in\.b: no such field, known are: a"):
            fields.close()
        fields.whole("b")
        fields.close()

    def test_of_an_inner_object_are_refused_with_it_whoever_has_read_the_others(self) -> None:
        fields = Fields({"o": {"x": 1, "y": 2, "z": 3}, "l": [{"a": 1}, {"b": 2}]}, "in")
        fields.fields("o").whole("x")
        fields.fields("o").whole("y")
        first, second = fields.each("l")
        first.whole("a")
        with pytest.raises(QuestionError, match=r"in\.o\.z: no such field, known are: x, y"):
            fields.close()
        fields.fields("o").whole("z")
        with pytest.raises(QuestionError, match=r"in\.l\[1\]\.b: no such field"):
            fields.close()
        second.whole("b")
        fields.close()

    def test_of_an_object_are_read_in_a_given_order(self) -> None:
        fields = Fields({"a": 1, "b": 2}, "in")
        assert fields.each_of("ba", Fields.whole) == (2, 1)
        assert fields.each_of("abc", Fields.whole, None) == (1, 2, None)
        with pytest.raises(QuestionError, match=r"in\.c: is missing"):
            fields.each_of("abc", Fields.whole)

    def test_that_may_be_left_out_are_read_only_if_they_are_there(self) -> None:
        fields = Fields({"a": 1, "null": None}, "in")
        assert [fields.maybe(name, Fields.whole) for name in ("a", "null", "absent")] == [
            1,
            None,
            None,
        ]


def test_a_refusal_is_answered_by_its_code_and_its_rule() -> None:
    assert refused(refuse("own-cube", "IC-IMPRINT-6")) == {
        "why": "own-cube",
        "rule": "IC-IMPRINT-6",
    }
