from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.presence import Presence, TagChange

A, B = "0415C3A1B2", "0415C3A1B3"
TAGS = st.sampled_from([A, B])


def follow(reads: list[tuple[float, str]], presence: Presence) -> list[TagChange]:
    changes: list[TagChange] = []
    for at, tag in reads:
        presence, new = presence.read(tag, at)
        changes += new
    presence, new = presence.elapse(1e9)
    assert presence.due is None
    return [*changes, *new]


def test_a_tag_enters_when_it_is_first_read() -> None:
    presence, changes = Presence(0.3).read(A, 1.0)
    assert changes == (TagChange(A, present=True),)
    assert presence.tags == {A}
    assert presence.due == 1.3


def test_reading_a_tag_again_only_postpones_its_leaving() -> None:
    presence, _ = Presence(0.3).read(A, 1.0)
    presence, changes = presence.read(A, 1.2)
    assert changes == ()
    assert presence.due == 1.5


def test_a_tag_leaves_after_a_silence_and_not_before() -> None:
    presence, _ = Presence(0.25).read(A, 1.0)
    assert presence.elapse(1.24) == (presence, ())
    presence, changes = presence.elapse(1.25)
    assert changes == (TagChange(A, present=False),)
    assert presence.tags == frozenset()


def test_tags_leave_in_the_order_of_their_last_reads() -> None:
    assert follow([(0.0, B), (0.1, A)], Presence(0.3)) == [
        TagChange(B, present=True),
        TagChange(A, present=True),
        TagChange(B, present=False),
        TagChange(A, present=False),
    ]


def test_a_swipe_is_reported_once_and_has_no_end() -> None:
    burst = [(n * 0.065, A) for n in range(5)]
    assert follow(burst, Presence(0.5, leaves=False)) == [TagChange(A, present=True)]


def test_the_same_tag_swiped_again_later_is_reported_again() -> None:
    swipes = [(0.0, A), (0.065, A), (1.0, A)]
    assert follow(swipes, Presence(0.5, leaves=False)) == [TagChange(A, present=True)] * 2


def test_after_a_pause_of_the_reader_the_silence_starts_over() -> None:
    presence, _ = Presence(0.3).read(A, 1.0)
    assert presence.resume(50.0).due == 50.3
    assert Presence(0.3).resume(50.0).due is None


READS = st.lists(st.tuples(st.integers(0, 500), TAGS), max_size=60).map(
    lambda gaps: list(
        zip(accumulate(gap / 1000 for gap, _ in gaps), (tag for _, tag in gaps), strict=True)
    )
)


@given(READS)
def test_every_tag_enters_and_leaves_in_turn(reads: list[tuple[float, str]]) -> None:
    changes = follow(reads, Presence(0.3))
    for tag in (A, B):
        turns = [change.present for change in changes if change.tag == tag]
        assert turns == [n % 2 == 0 for n in range(len(turns))]
        assert len(turns) % 2 == 0
        assert bool(turns) == (tag in {read for _, read in reads})


@given(READS)
def test_no_tag_leaves_during_a_pause_shorter_than_the_silence(
    reads: list[tuple[float, str]],
) -> None:
    changes = follow(reads, Presence(501.0 * 61 / 1000))
    assert len(changes) == 2 * len({tag for _, tag in reads})
