"""Enrolment piece by piece: several reads must agree, and no piece loses its tag unasked."""

import pytest

from companion.devices import TagEvent
from companion.engine.game import Piece
from companion.engine.text import Text, text
from companion.enrol.by_hand import Given, Hand, Look, Swipe, take
from companion.enrol.vote import SAMPLES
from companion.table.enrolment import Enrolment

ONE, TWO = "04A1B2C3D4", "DEADBEEF"
PIECES = tuple(Piece(f"token-{name}", text(name), ({},)) for name in ("joy", "fear", "love"))


def named(message: Text) -> str:
    return message.key


def start(**known: str) -> Hand:
    return Hand(Enrolment(PIECES), known, named)


def came(tag: str) -> TagEvent:
    return TagEvent("board", "board", tag, present=True)


def left(tag: str) -> TagEvent:
    return TagEvent("board", "board", tag, present=False)


LOOKS = (Look(),) * SAMPLES


def after(hand: Hand, *given: Given) -> tuple[Hand, list[str]]:
    replies: list[str] = []
    for event in given:
        hand, messages = take(hand, event)
        replies += messages
    return hand, replies


def test_a_tag_that_is_held_there_is_learned_and_the_next_piece_named() -> None:
    hand, replies = after(start(), came(ONE), *LOOKS)
    assert hand.enrolment.learned == ((ONE, "token-joy"),)
    assert replies == [
        f"joy: {ONE}",
        "2/3 Hold fear to a reader (Enter: the next one, b: back, q: end)",
    ]


def test_one_wrong_read_is_outvoted() -> None:
    events = (came(TWO), came(ONE), Look(), Look(), left(TWO), *LOOKS[2:])
    hand, _ = after(start(), *events)
    assert hand.enrolment.learned == ((ONE, "token-joy"),)


def test_what_only_passes_by_is_nothing() -> None:
    hand, replies = after(start(), came(ONE), Look(), left(ONE), *LOOKS[1:])
    assert hand.enrolment.learned == ()
    assert replies == ["nothing was read for long enough: hold it there longer"]


def test_two_tags_at_once_are_told() -> None:
    hand, replies = after(start(), came(ONE), came(TWO), *LOOKS)
    assert hand.enrolment.learned == ()
    assert replies == [f"several tags at once: {ONE}, {TWO}; hold one"]


def test_where_tags_are_swiped_two_of_three_must_agree() -> None:
    hand, replies = after(start(), Swipe(ONE), Swipe(TWO))
    assert replies == ["once more, please"] * 2
    hand, _ = after(hand, Swipe(ONE))
    assert hand.enrolment.learned == ((ONE, "token-joy"),)
    hand, replies = after(start(), Swipe("A"), Swipe("B"), Swipe("C"))
    assert replies[-1].startswith("nothing was read for long enough")


def test_a_tag_of_another_piece_is_taken_only_when_that_is_meant() -> None:
    clash, replies = after(start(**{ONE: "token-love"}), came(ONE), *LOOKS)
    assert clash.enrolment.learned == ()
    assert replies[0].startswith(f"tag {ONE} is under love already: hold it there once more")
    again, _ = after(clash, left(ONE), came(ONE), *LOOKS)
    assert again.enrolment.learned == ((ONE, "token-joy"),)
    yes, _ = after(clash, "y")
    assert yes.enrolment.learned == ((ONE, "token-joy"),)
    no, replies = after(clash, "")
    assert no.enrolment.learned == ()
    assert replies[0].startswith("1/3 Hold joy")


def test_a_second_tag_of_a_piece_takes_the_place_of_the_first() -> None:
    hand, replies = after(start(**{TWO: "token-joy"}), came(ONE), *LOOKS)
    assert replies[1] == f"joy had tag {TWO}: that is nobody's now"
    hand, replies = after(hand, left(ONE), came(TWO), *LOOKS)
    assert hand.enrolment.learned == ((ONE, "token-joy"), (TWO, "token-fear"))
    assert replies[0] == f"fear: {TWO}"


def test_enter_goes_on_b_goes_back_and_q_ends() -> None:
    hand, replies = after(start(), "", "b", "what")
    assert hand.enrolment.at == 0
    assert [line[:3] for line in replies] == ["2/3", "1/3", "1/3"]
    assert after(hand, "q")[0].enrolment.over
    assert after(hand, "", "", "")[0].enrolment.over


@pytest.mark.parametrize("count", range(1, SAMPLES))
def test_nothing_is_decided_early(count: int) -> None:
    hand, replies = after(start(), came(ONE), *LOOKS[:count])
    assert hand.ballot.is_open
    assert replies == []
