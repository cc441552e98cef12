"""Asking the rules: the line protocol, and how the fields of a question are read."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.questions import (
    QuestionRouter,
    RulesRefusalError,
    answer,
    each_of,
    part,
    refusal_answer,
    seat_of,
    sound,
    unanswered,
    without_duplicates,
)
from companion.engine.wording import refuse
from companion.i18n.catalogue import Phrases
from companion.schema.bounds import Count, Few, Named
from companion.schema.mistakes import Invalid


def total(numbers: Few[Count]) -> Struct:
    return {"sum": sum(numbers)}


def in_order(numbers: Few[Count]) -> list[int]:
    return sorted(numbers)


class Adder:
    """A desk that answers two kinds of questions."""

    ask = QuestionRouter({"sum": total, "sorted": in_order})


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
            ("", "is not JSON: it ends too early"),
            ("sum", "is not JSON: mistake at byte 0"),
            ('{"id": 1', "is not JSON: it ends too early"),
            ("[" * 100_000, "is not JSON: values are nested too deeply"),
            (" " * 2_000_000, "expected JSON of at most 1000000 bytes"),
            ("[1, 2]", 'the line is not an object such as {"id": ..'),
            ('{"id": null, "in": {}}', "kind: found nothing, expected a text of length at most"),
            ('{"id": null, "kind": 3}', "kind: found 3, expected a text of length at most 100"),
            ('{"id": null, "kind": "sum", "in": []}', "in: found a list of length 0, expected an"),
            ('{"id": null, "kind": "sum"}', "in.numbers: found nothing, expected a list of length"),
            ('{"id": null, "kind": "product"}', "kind: found 'product'; there are: sum, sorted"),
            ('{"id": null, "kind": "summ"}', "kind: found 'summ'; did you mean 'sum'?"),
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
        assert reply["error"]["message"] == (
            "in.numbers: gefunden: 3, erwartet: eine Liste der Länge höchstens 40"
        )

    def test_a_malformed_question_keeps_its_id(self) -> None:
        assert asked('{"id": 5, "kind": "sum"}')[0]["id"] == 5

    @given(st.text())
    def test_no_text_at_all_crashes_the_desk(self, line: str) -> None:
        reply, malformed = asked(line)
        assert malformed
        assert set(reply) == {"id", "error"}


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a question."""

    low: Count
    high: Count = 9


class TestForms:
    def test_a_field_with_a_default_may_be_absent_or_null(self) -> None:
        def span(pair: Pair, from_: Count = 1, *, wide: bool = False) -> list[object]:
            return [pair.low, pair.high, from_, wide]

        asks = QuestionRouter({"span": span})
        assert asks("span", {"pair": {"low": 1}}) == [1, 9, 1, False]
        nulls = {"pair": {"low": 1, "high": None}, "from": None, "wide": None}
        assert asks("span", nulls) == [1, 9, 1, False]
        assert asks("span", {"pair": {"low": 1}, "from": 2, "wide": True}) == [1, 9, 2, True]

    @pytest.mark.parametrize(
        ("question", "sentence"),
        [
            ({}, "in.pair: found nothing, expected an object"),
            ({"pair": None}, "in.pair: found nothing, expected an object"),
            ({"pair": {"low": None}}, "in.pair.low: found nothing, expected a whole number, 0 to"),
            ({"pair": {"low": 1, "hihg": 2}}, "in.pair.hihg: found an unknown key; did you mean"),
            ({"pair": {"low": 1}, "from_": 1}, "in.from_: found an unknown key; did you mean"),
        ],
    )
    def test_every_other_field_is_needed(self, question: Struct, sentence: str) -> None:
        def span(pair: Pair, from_: Count = 1) -> int:
            return pair.low + from_

        with pytest.raises(Invalid) as raised:
            QuestionRouter({"span": span})("span", question)
        assert str(raised.value).startswith(sentence)

    def test_a_function_may_take_all_fields_at_once(self) -> None:
        def total(numbers: Named[Count], /) -> int:
            return sum(numbers.values())

        assert QuestionRouter({"total": total})("total", {"a": 1, "b": 2}) == 3

    def test_a_part_is_read_where_other_fields_say_in_which_type(self) -> None:
        assert part(Pair, {"low": 1, "high": None}, "state") == Pair(1)
        with pytest.raises(Invalid, match=r"^in\.state\.low: found -1"):
            part(Pair, {"low": -1}, "state")


def test_what_the_rules_refuse_is_an_ordinary_answer() -> None:
    def votes() -> None:
        raise RulesRefusalError("votes")

    assert QuestionRouter({"round": votes})("round", {}) == {"error": "votes"}


def two_steps_() -> int:
    """Answer a question whose kind Python could not name."""
    return 2


def _hidden() -> int:
    return 1


def test_every_public_function_of_a_module_answers_its_kind() -> None:
    module = ModuleType(__name__)
    functions = (total, in_order, two_steps_, _hidden, import_module)
    module.__dict__.update({each.__name__: each for each in functions})
    kinds = QuestionRouter.of(module, separator="-").kinds
    assert kinds["two-steps"] is two_steps_
    assert set(kinds) == {"total", "in-order", "two-steps"}


@dataclass(frozen=True)
class Faulty:
    """A desk of a game that has not been tried."""

    out: Callable[[], object]

    def ask(self, kind: str, question: Struct) -> object:
        del kind, question
        return self.out()


@pytest.mark.parametrize("out", [lambda: {1, 2}, lambda: math.nan, lambda: 1 // 0])
def test_an_answer_that_is_none_is_told_as_the_games_fault(out: Callable[[], object]) -> None:
    line = '{"id": 7, "kind": "sum"}'
    with pytest.raises((TypeError, ValueError, ZeroDivisionError)) as raised:
        answer(Faulty(out), line)
    assert isinstance(raised.value, Exception)
    reply = unanswered(line, raised.value)
    told = json.loads(reply.line)
    assert reply.malformed
    assert told["id"] == 7
    assert told["error"]["code"] == "faulty-game"
    sentence = told["error"]["message"]
    assert sentence.startswith(f"the game fails with {type(raised.value).__name__}: ")
    assert sentence.endswith("; tell its author this question")


class TestChecksBetweenFields:
    def test_names_are_different(self) -> None:
        assert without_duplicates(["a", "b"], "players") == ("a", "b")
        with pytest.raises(Invalid, match=r"^in\.players: expected a list without repetitions$"):
            without_duplicates(["a", "a"], "players")

    def test_a_name_is_one_of_those_in_the_question(self) -> None:
        assert seat_of("b", ["a", "b"], "start") == 1
        with pytest.raises(Invalid, match=r"^in\.start: expected one of a, b$"):
            seat_of("c", ["a", "b"], "start")

    def test_values_are_given_for_these_names_only(self) -> None:
        assert each_of(["a", "b"], {"b": 2, "a": 1}, "ep") == (1, 2)
        assert each_of(["a", "b"], {"b": 2}, "ep", absent=0) == (0, 2)
        with pytest.raises(Invalid, match=r"^in\.ep: expected the keys a, b$"):
            each_of(["a", "b"], {"b": 2}, "ep")
        with pytest.raises(Invalid, match=r"^in\.ep\.c: expected one of a, b$"):
            each_of(["a", "b"], {"c": 2}, "ep", absent=0)

    def test_data_are_refused_as_in_a_configuration_but_for_warnings(self) -> None:
        problem = Problem(("data", "board", "size"), say("expected an odd number"))
        sound([replace(problem, warning=True)], "board", below=2)
        with pytest.raises(Invalid, match=r"^in\.board\.size: expected an odd number$"):
            sound([problem], "board", below=2)


def test_a_refusal_is_answered_by_its_code_and_its_rule() -> None:
    assert refusal_answer(refuse("own-cube", "IC-IMPRINT-6")) == {
        "why": "own-cube",
        "rule": "IC-IMPRINT-6",
    }
