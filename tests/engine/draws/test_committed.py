"""The source of draws of a box: bound to its secrets, which only its key can tell."""

import hashlib
import hmac
from random import Random

from companion.engine.draws.committed import CommittedDraws, choose
from companion.engine.draws.picks import Outcomes, pick, seed_of
from companion.games.inner_compass.actions import CorrectEP

KEY = bytes(range(32))
OUTCOMES: Outcomes = tuple((CorrectEP(seat, 1), 0.25) for seat in range(4))


def draws(key: bytes = KEY) -> CommittedDraws:
    return CommittedDraws(key, Random(1).randbytes)


def test_a_secret_follows_from_key_and_nonce() -> None:
    commitment = draws().commit()
    secret = hmac.new(KEY, bytes.fromhex(commitment.nonce), "sha256").digest()
    assert commitment.commitment == hashlib.sha256(secret).hexdigest()
    assert draws().secret(commitment) == secret


def test_every_commitment_is_to_another_secret() -> None:
    source = draws()
    assert len({source.commit() for _ in range(100)}) == 100


def test_another_box_does_not_know_the_secret() -> None:
    assert draws(bytes(32)).secret(draws().commit()) is None


def test_an_outcome_is_drawn_with_its_ticket() -> None:
    seed = seed_of(KEY, (1,))
    action, ticket = choose(OUTCOMES, seed, 2)
    number = pick(seed, 2, 4)
    assert (action, ticket) == (OUTCOMES[number][0], f"{number}/4")


def test_what_is_only_tried_out_is_drawn_without_commitment() -> None:
    source = draws()
    drawn = {source(OUTCOMES) for _ in range(100)}
    assert drawn == {action for action, _ in OUTCOMES}
