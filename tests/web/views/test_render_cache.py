"""What pages were told is kept, but never without end."""

from companion.web.views.render_cache import Memo, Texts


def test_an_answer_is_worked_out_once() -> None:
    asked: list[int] = []
    memo: Memo[int, int] = Memo()

    def square(n: int) -> int:
        asked.append(n)
        return n * n

    assert [memo.get(n, square) for n in (3, 4, 3)] == [9, 16, 9]
    assert asked == [3, 4]


def test_answers_do_not_pile_up() -> None:
    memo: Memo[int, int] = Memo()
    for n in range(5000):
        assert memo.get(n, abs) == n
        assert len(memo) <= 256


def test_what_has_not_changed_is_the_same_text() -> None:
    texts = Texts()
    first = texts.of("en", {"a": [1], "b": {"c": "d"}})
    second = texts.of("en", {"a": [1], "b": {"c": "e"}})
    assert second["a"] is first["a"]
    assert second == {"a": "[1]", "b": '{"c":"e"}'}
    assert texts.of("de", {"a": [2]}) == {"a": "[2]"}
    assert texts.of("en", {"a": [1]})["a"] is first["a"]
