"""Password hashing (scrypt).

scrypt (RFC 7914) from the standard library: it costs a guesser memory as Argon2 does, and the hub
needs no compiled library for it.
"""

import hashlib
import secrets
from base64 import b64decode, b64encode
from hmac import compare_digest
from typing import Final

import msgspec

SHORTEST: Final = 10
"""The fewest characters of a password (NIST SP 800-63B asks for 8, and advises more)."""
LONGEST: Final = 200
"""The most characters, so that nobody makes the hub hash megabytes."""
_SALT: Final = 16
"""Random bytes, which make equal passwords differ."""
_SLACK: Final = 2
"""Memory that scrypt may take beyond 128 · N · r bytes, as a factor."""


class Cost(msgspec.Struct, frozen=True):
    """The cost of scrypt: ``n`` blocks of 128 · ``r`` bytes, traversed ``p`` times."""

    n: int = 2**15
    r: int = 8
    p: int = 3

    def hash(self, password: str, salt: bytes) -> bytes:
        """Return the hash of a password."""
        memory = 128 * self.n * self.r * _SLACK
        return hashlib.scrypt(
            password.encode(), salt=salt, n=self.n, r=self.r, p=self.p, maxmem=memory
        )


USUAL: Final = Cost()
"""As the OWASP's cheat sheet on the storage of passwords has it: 32 MB, a quarter of a second."""


def password_record(password: str, cost: Cost = USUAL) -> str:
    """Return the stored form of a password."""
    salt = secrets.token_bytes(_SALT)
    encoded = (b64encode(part).decode() for part in (salt, cost.hash(password, salt)))
    return "$".join(("scrypt", str(cost.n), str(cost.r), str(cost.p), *encoded))


def is_right(password: str, of: str) -> bool:
    """Return whether a password matches a stored form."""
    _, n, r, p, salt, wanted = of.split("$")
    found = Cost(int(n), int(r), int(p)).hash(password, b64decode(salt))
    return compare_digest(found, b64decode(wanted))
