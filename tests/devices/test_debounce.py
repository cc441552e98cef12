"""From edges to gestures. Times are whole milliseconds here, and converted to seconds once."""

from collections.abc import Iterable, Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import Gesture
from companion.devices.debounce import (
    DIRECTION,
    LONG_PRESS,
    ButtonInput,
    Contact,
    Edge,
    GestureRecogniser,
    HoldRule,
)

SETTLE = 0.02
PRESS, REPEAT, LONG, CLICK, RELEASE = (
    Gesture.PRESS,
    Gesture.REPEAT,
    Gesture.LONG_PRESS,
    Gesture.CLICK,
    Gesture.RELEASE,
)


def train(*milliseconds: int) -> list[Edge]:
    """Return alternating edges at these times; the first one closes the contact."""
    return [Edge(at / 1000, closed=n % 2 == 0) for n, at in enumerate(milliseconds)]


def debounce(edges: Iterable[Edge], contact: Contact | None = None) -> list[Edge]:
    contact = contact or Contact(SETTLE)
    changes: list[Edge] = []
    for edge in edges:
        contact, certain = contact.edge(edge)
        changes += certain
    contact, certain = contact.elapse(1e9)
    assert contact.due is None
    return [*changes, *certain]


def levels(edges: Iterable[Edge]) -> list[bool]:
    return [edge.closed for edge in edges]


def gestures(
    edges: Sequence[Edge], rule: HoldRule, until: float = 1e6
) -> list[tuple[int, Gesture]]:
    """Return the gestures of a driver that is never late, with their time in milliseconds."""
    key = ButtonInput(Contact(SETTLE), GestureRecogniser(rule))
    results: list[tuple[int, Gesture]] = []
    waiting = list(edges)
    while waiting or (key.due is not None and key.due <= until):
        if waiting and (key.due is None or waiting[0].at <= key.due):
            now = waiting[0].at
            key, new = key.edge(waiting.pop(0))
        else:
            assert key.due is not None
            now = key.due
            key, new = key.elapse(now)
        results += [(round(now * 1000), gesture) for gesture in new]
    return results


class TestContact:
    def test_the_first_edge_counts_at_once(self) -> None:
        contact, changes = Contact(SETTLE).edge(Edge(1.0, closed=True))
        assert changes == (Edge(1.0, closed=True),)
        assert contact.closed

    def test_bounces_are_one_press(self) -> None:
        assert debounce(train(0, 2, 4, 6, 8)) == [Edge(0.0, closed=True)]

    def test_a_tap_shorter_than_the_settling_time_is_a_press_and_a_release(self) -> None:
        assert debounce(train(0, 5)) == [Edge(0.0, closed=True), Edge(0.025, closed=False)]

    def test_a_release_bounces_too(self) -> None:
        assert debounce(train(0, 100, 102, 104)) == [
            Edge(0.0, closed=True),
            Edge(0.1, closed=False),
        ]

    def test_a_repeated_level_is_not_an_edge(self) -> None:
        contact, _ = Contact(SETTLE).edge(Edge(0.0, closed=True))
        assert contact.edge(Edge(0.01, closed=True)) == (contact, ())

    def test_edges_processed_late_are_still_told_apart(self) -> None:
        """The loop was busy and did not call `elapse` between two taps."""
        assert levels(debounce(train(0, 5, 90, 95))) == [True, False, True, False]

    @given(st.lists(st.integers(1, 19), min_size=0, max_size=40).filter(lambda g: len(g) % 2 == 0))
    def test_no_train_of_bounces_gives_two_presses(self, gaps: list[int]) -> None:
        assert debounce(train(*accumulate(gaps, initial=0))) == [Edge(0.0, closed=True)]

    @given(st.lists(st.integers(1, 400), min_size=1, max_size=60))
    def test_press_and_release_alternate_and_end_where_the_contact_is(
        self, gaps: list[int]
    ) -> None:
        edges = train(*accumulate(gaps))
        changes = debounce(edges)
        assert levels(changes) == [n % 2 == 0 for n in range(len(changes))]
        assert (levels(changes) or [False])[-1] == edges[-1].closed
        times = [change.at for change in changes]
        assert times == sorted(times)

    @given(st.lists(st.integers(21, 400), min_size=1, max_size=60))
    def test_a_contact_that_does_not_bounce_passes_unchanged(self, gaps: list[int]) -> None:
        edges = train(*accumulate(gaps))
        assert debounce(edges) == edges

    @given(st.lists(st.integers(1, 400), min_size=1, max_size=60), st.data())
    def test_the_result_does_not_depend_on_how_often_it_is_polled(
        self, gaps: list[int], data: st.DataObject
    ) -> None:
        edges = train(*accumulate(gaps))
        contact = Contact(SETTLE)
        changes: list[Edge] = []
        for edge, following in zip(edges, [*edges[1:], Edge(1e9, closed=False)], strict=True):
            contact, certain = contact.edge(edge)
            changes += certain
            asked = data.draw(st.lists(st.floats(edge.at, following.at), max_size=3))
            for moment in sorted(asked):
                contact, certain = contact.elapse(moment)
                changes += certain
        contact, certain = contact.elapse(1e9)
        assert [*changes, *certain] == debounce(edges)


class TestHolding:
    def test_a_short_press_is_a_click(self) -> None:
        assert gestures(train(0, 100), LONG_PRESS) == [(0, PRESS), (100, CLICK)]

    def test_a_long_press_is_reported_while_the_button_is_held(self) -> None:
        held = [(0, PRESS), (800, LONG), (2000, RELEASE)]
        assert gestures(train(0, 2000), LONG_PRESS) == held

    def test_a_direction_repeats(self) -> None:
        assert gestures(train(0, 800), DIRECTION) == [
            (0, PRESS),
            (400, REPEAT),
            (550, REPEAT),
            (700, REPEAT),
            (800, RELEASE),
        ]

    def test_a_short_push_in_a_direction_is_a_click_after_the_press(self) -> None:
        assert gestures(train(0, 100), DIRECTION) == [(0, PRESS), (100, CLICK)]

    def test_missed_repeats_are_not_made_up_for(self) -> None:
        finger, _ = GestureRecogniser(DIRECTION).edge(Edge(0.0, closed=True))
        finger, late = finger.elapse(5.0)
        assert late == (REPEAT,)
        assert finger.due == pytest.approx(5.15)

    def test_a_release_without_a_press_is_ignored(self) -> None:
        """The button was held when the daemon started."""
        assert GestureRecogniser().edge(Edge(0.0, closed=False)) == (GestureRecogniser(), ())

    def test_a_long_press_and_its_release_in_one_late_call_keep_their_order(self) -> None:
        key, _ = ButtonInput(Contact(SETTLE), GestureRecogniser(HoldRule(after=0.03))).edge(
            Edge(0.0, closed=True)
        )
        key, _ = key.edge(Edge(0.005, closed=False))
        assert key.elapse(1.0)[1] == (CLICK,)

    def test_nothing_is_due_while_nobody_touches_the_button(self) -> None:
        assert ButtonInput().due is None

    @given(
        st.lists(st.integers(1, 1500), min_size=2, max_size=40).filter(lambda g: len(g) % 2 == 0),
        st.sampled_from([LONG_PRESS, DIRECTION]),
    )
    def test_every_press_ends_once(self, gaps: list[int], rule: HoldRule) -> None:
        """PRESS, then LONG_PRESS or REPEATs, then RELEASE; or PRESS, CLICK."""
        sequence = [gesture for _, gesture in gestures(train(*accumulate(gaps)), rule)]
        middle = LONG if rule is LONG_PRESS else REPEAT
        down = held = False
        for gesture in sequence:
            match gesture:
                case Gesture.PRESS:
                    assert not down
                    down, held = True, False
                case Gesture.CLICK:
                    assert down
                    assert not held
                    down = False
                case Gesture.RELEASE:
                    assert down
                    assert held
                    down = False
                case _:
                    assert gesture is middle
                    assert down
                    assert rule is DIRECTION or not held
                    held = True
        assert not down


class TestBackEnds:
    """What gpiozero's back ends make of `bounce_time`, and why we do without it.

    The three rules were measured: MockFactory ignores the time; RPi.GPIO drops edges that follow a
    reported one within the time; lgpio reports a level only after it was steady for the time.
    """

    @staticmethod
    def mock(edges: list[Edge], _bounce: float) -> list[Edge]:
        return edges

    @staticmethod
    def rpi_gpio(edges: list[Edge], bounce: float) -> list[Edge]:
        reported: list[Edge] = []
        for edge in edges:
            if not reported or edge.at - reported[-1].at >= bounce:
                reported.append(edge)
        return reported

    @staticmethod
    def lgpio(edges: list[Edge], bounce: float) -> list[Edge]:
        reported: list[Edge] = []
        followed = zip(edges, [*edges[1:], Edge(1e9, closed=False)], strict=True)
        for edge, following in followed:
            is_new = edge.closed != (bool(reported) and reported[-1].closed)
            if is_new and following.at - edge.at >= bounce:
                reported.append(Edge(edge.at + bounce, edge.closed))
        return reported

    BOUNCY_HOLD = train(0, 5, 10, 15, 20)
    CLEAN_TAP = train(0, 20)

    @pytest.mark.parametrize(
        ("rule", "of_hold", "of_tap"),
        [
            ("mock", [True, False, True, False, True], [True, False]),
            ("rpi_gpio", [True], [True]),
            ("lgpio", [True], []),
        ],
    )
    def test_with_a_bounce_time_back_ends_differ(
        self, rule: str, of_hold: list[bool], of_tap: list[bool]
    ) -> None:
        back_end = getattr(self, rule)
        assert levels(back_end(self.BOUNCY_HOLD, 0.05)) == of_hold
        assert levels(back_end(self.CLEAN_TAP, 0.05)) == of_tap

    @pytest.mark.parametrize("rule", ["mock", "rpi_gpio", "lgpio"])
    def test_without_one_our_debouncer_gives_the_same_on_every_back_end(self, rule: str) -> None:
        back_end = getattr(self, rule)
        assert levels(debounce(back_end(self.BOUNCY_HOLD, 0.0))) == [True]
        assert levels(debounce(back_end(self.CLEAN_TAP, 0.0))) == [True, False]
