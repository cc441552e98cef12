"""Whatever comes from outside is taken, or refused with a code and in one sentence.

Seeds and cases that once did harm are tried first, then others that hypothesis draws. It can make
smaller what it finds; the long run (``python -m labs.fuzz``) draws without it, as it would take
all of its time. Atheris is not used: its wheels are for x86-64 alone.
"""

import gc
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.fuzz.attack import SLOW, Target, attack, cases_of, patience, reduced, tried
from labs.fuzz.everything import TARGETS
from tests.matrix import example_count

EXAMPLES = {
    "web": 4,
    "http": 4,
    "hub": 1,
    "results": 30,
    "cards": 20,
    "downloads": 25,
    "journals": 20,
    "files": 20,
    "states": 10,
}
"""How many cases hypothesis draws for the slow targets; `make fuzz` goes on for hours."""
USUAL = 50
"""How many it draws for the others."""


@pytest.fixture(scope="module", params=TARGETS)
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Target:
    return TARGETS[request.param](tmp_path_factory.mktemp(request.param))


@pytest.mark.slow
def test_sound_inputs_are_taken(target: Target) -> None:
    outcomes = [target.feed(seed) for seed in target.seeds()]
    assert any(outcome["taken"] or outcome["tag"] for outcome in outcomes)


@pytest.mark.slow
def test_what_once_did_harm_does_none(target: Target) -> None:
    for case in cases_of(target):
        with patience():
            target.feed(case.read_bytes())


@pytest.mark.slow
def test_spoiled_inputs_do_no_harm(target: Target) -> None:
    seeds = target.seeds()

    @settings(max_examples=example_count(EXAMPLES.get(target.name, USUAL)))
    @given(st.sampled_from(seeds), st.randoms(use_true_random=False))
    def spoil(seed: bytes, source: Random) -> None:
        target.feed(target.spoil(seed, source))

    spoil()


class Fragile:
    """A target that three sevens break."""

    name = "fragile"

    def seeds(self) -> list[bytes]:
        return [b"0123456789"]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        return seed + bytes([48 + source.randrange(10)])

    def feed(self, case: bytes) -> Counter[str]:
        if case.count(b"7") > 2:
            raise ZeroDivisionError
        return Counter(["taken"])


@pytest.mark.slow
def test_an_attack_finds_harm_and_makes_it_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labs.fuzz.attack.CORPUS", tmp_path)
    gc.freeze()  # the suite's memory is slow to look at
    monkeypatch.setattr("labs.fuzz.attack.OFTEN", 4000)
    tally = attack(Fragile(), Random(1), lambda tally: tally.cases > 5000)
    (finding,) = tally.found.values()
    assert finding.what.startswith("ZeroDivisionError in test_corpus.py")
    assert finding.file.read_bytes() == b"777"
    assert tally.inputs > 4000
    assert isinstance(tried(Fragile(), reduced(Fragile(), b"17273747")), ZeroDivisionError)


class Slow:
    """A target that works hard on its first case, as if it were importing, and on every seven."""

    name = "slow"

    def __init__(self) -> None:
        self._begun = False

    def seeds(self) -> list[bytes]:
        return [b""]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        return seed + bytes([48 + source.randrange(10)])

    def feed(self, case: bytes) -> Counter[str]:
        end = time.process_time()
        if not self._begun:
            self._begun = True
            end += 4 * SLOW
        elif b"7" in case:
            end += 1.2 * SLOW
        while time.process_time() < end:
            pass
        return Counter(["taken"])


@pytest.mark.slow
def test_an_attack_names_the_slowest_input_and_not_what_it_happens_to_be_the_first_of() -> None:
    tally = attack(Slow(), Random(1), lambda tally: bool(tally.slow))
    assert b"7" in tally.slow
    assert SLOW < tally.slowest < 3 * SLOW
    assert f"({tally.slow!r})" in str(tally)
