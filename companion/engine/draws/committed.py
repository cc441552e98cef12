"""The box's source of draws, with secrets that it commits to in advance."""

from collections.abc import Callable

import msgspec

from companion.engine.draws.notes import (
    NONCE_SIZE,
    SECRET_SIZE,
    Commitment,
    is_commitment,
)
from companion.engine.draws.picks import Outcomes, digest, holder, pick, shares
from companion.engine.game import Action


class CommittedDraws(msgspec.Struct, frozen=True):
    """Source of draws: each secret is derived from the box's ``key`` and a nonce in the log.

    So a box can recover its secret after a power cut, and nothing else has to be stored. Called as
    a function, it draws without a commitment, for simulations.
    """

    key: bytes
    random_bytes: Callable[[int], bytes]
    """Returns so many random bytes, such as ``os.urandom``."""

    def __call__(self, outcomes: Outcomes) -> Action:
        """Return an outcome without a commitment."""
        return choose(outcomes, self.random_bytes(SECRET_SIZE), 0)[0]

    def commit(self) -> Commitment:
        """Return the commitment to a new secret."""
        nonce = self.random_bytes(NONCE_SIZE)
        return Commitment(digest(self._secret(nonce)).hex(), nonce.hex())

    def secret(self, commitment: Commitment) -> bytes | None:
        """Return the secret of a commitment, ``None`` if another box made it."""
        secret = self._secret(bytes.fromhex(commitment.nonce))
        return secret if is_commitment(secret.hex(), commitment.commitment) else None

    def _secret(self, nonce: bytes) -> bytes:
        from hmac import digest as keyed_digest  # with OpenSSL, like ``picks.digest``

        return keyed_digest(self.key, nonce, "sha256")


def choose(outcomes: Outcomes, seed: bytes, index: int) -> tuple[Action, str]:
    """Return an outcome, and its log note as pick ``index`` of a draw."""
    tickets = shares(outcomes)
    total = sum(tickets)
    number = pick(seed, index, total)
    return holder(outcomes, tickets, number), f"{number}/{total}"
