"""Enrolment piece by piece: several reads must agree, and no piece loses its tag unasked."""

import pytest

from companion.cli.enrolling.by_hand import (
    Given,
    HandEnrolment,
    PollTags,
    Swipe,
    take,
)
from companion.cli.enrolling.majority import SAMPLES
from companion.devices import TagEvent
from companion.engine.game import Piece
from companion.engine.text import Text, text
from companion.table.enrolment import Enrolment

ONE, TWO = "04A1B2C3D4", "DEADBEEF"
PIECES = tuple(Piece(f"token-{name}", text(name), ({},)) for name in ("joy", "fear", "love"))


def key_of(message: Text) -> str:
    return message.key


def start(**known: str) -> HandEnrolment:
    return HandEnrolment(Enrolment(PIECES), known, key_of)


def arrival(tag: str) -> TagEvent:
    return TagEvent("board", "board", tag, present=True)


def departure(tag: str) -> TagEvent:
    return TagEvent("board", "board", tag, present=False)


LOOKS = (PollTags(),) * SAMPLES


def after(hand: HandEnrolment, *inputs: Given) -> tuple[HandEnrolment, list[str]]:
    replies: list[str] = []
    for event in inputs:
        hand, messages = take(hand, event)
        replies += messages
    return hand, replies


def test_a_tag_held_to_the_reader_is_learned_and_the_next_piece_named() -> None:
    hand, replies = after(start(), arrival(ONE), *LOOKS)
    assert hand.enrolment.learned == ((ONE, "token-joy"),)
    assert replies == [
        f"joy: {ONE}",
        "2/3 Hold fear to a reader (Enter: the next one, b: back, q: end)",
    ]


def test_one_wrong_read_is_outvoted() -> None:
    events = (arrival(TWO), arrival(ONE), PollTags(), PollTags(), departure(TWO), *LOOKS[2:])
    hand, _ = after(start(), *events)
    assert hand.enrolment.learned == ((ONE, "token-joy"),)


def test_a_tag_that_only_passes_by_is_not_learned() -> None:
    hand, replies = after(start(), arrival(ONE), PollTags(), departure(ONE), *LOOKS[1:])
    assert hand.enrolment.learned == ()
    assert replies == ["nothing was read for long enough: hold it there longer"]


def test_two_tags_at_once_are_reported() -> None:
    hand, replies = after(start(), arrival(ONE), arrival(TWO), *LOOKS)
    assert hand.enrolment.learned == ()
    assert replies == [f"several tags at once: {ONE}, {TWO}; hold one"]


def test_of_three_swipes_two_must_agree() -> None:
    hand, replies = after(start(), Swipe(ONE), Swipe(TWO))
    assert replies == ["once more, please"] * 2
    hand, _ = after(hand, Swipe(ONE))
    assert hand.enrolment.learned == ((ONE, "token-joy"),)
    hand, replies = after(start(), Swipe("A"), Swipe("B"), Swipe("C"))
    assert replies[-1].startswith("nothing was read for long enough")


def test_another_pieces_tag_is_taken_only_after_confirmation() -> None:
    clash, replies = after(start(**{ONE: "token-love"}), arrival(ONE), *LOOKS)
    assert clash.enrolment.learned == ()
    assert replies[0].startswith(f"tag {ONE} is under love already: hold it there once more")
    repeated, _ = after(clash, departure(ONE), arrival(ONE), *LOOKS)
    assert repeated.enrolment.learned == ((ONE, "token-joy"),)
    confirmed, _ = after(clash, "y")
    assert confirmed.enrolment.learned == ((ONE, "token-joy"),)
    declined, replies = after(clash, "")
    assert declined.enrolment.learned == ()
    assert replies[0].startswith("1/3 Hold joy")


def test_a_second_tag_replaces_the_first() -> None:
    hand, replies = after(start(**{TWO: "token-joy"}), arrival(ONE), *LOOKS)
    assert replies[1] == f"joy had tag {TWO}, which is free now"
    hand, replies = after(hand, departure(ONE), arrival(TWO), *LOOKS)
    assert hand.enrolment.learned == ((ONE, "token-joy"), (TWO, "token-fear"))
    assert replies[0] == f"fear: {TWO}"


def test_enter_skips_b_goes_back_and_q_quits() -> None:
    hand, replies = after(start(), "", "b", "what")
    assert hand.enrolment.at == 0
    assert [line[:3] for line in replies] == ["2/3", "1/3", "1/3"]
    assert after(hand, "q")[0].enrolment.over
    assert after(hand, "", "", "")[0].enrolment.over


@pytest.mark.parametrize("count", range(1, SAMPLES))
def test_a_few_samples_decide_nothing(count: int) -> None:
    hand, replies = after(start(), arrival(ONE), *LOOKS[:count])
    assert hand.ballot.is_open
    assert replies == []
