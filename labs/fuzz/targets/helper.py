"""What the box's user says to the helper of a card: a case holds several questions.

Each is what comes on a connection of its own, and ends with ``SEPARATOR``.
"""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from companion.host.address import is_address
from companion.host.helper import DONE, REFUSED, serve
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import spoiled_bytes
from labs.fuzz.targets.card import Card

SEPARATOR: Final = b"\n--- and then\n"
LENGTH: Final = 20
"""Questions of a case."""
_SOUND: Final = (
    *(b"off\n", b"restart\n", b"log\n", b"now\n", b"zone Europe/Berlin\n", b"zone Etc/UTC\n"),
    b"fetch https://example.org:8443/compass-companion-9.0.0.raucb\n",
    b"fetch http://[2001:db8::1]/updates/newest?x=1\n",
)
_TOKENS: Final = (
    *(b"off", b"restart", b"log", b"now", b"zone ", b"fetch ", b" ", b"\n", b"\r", b"\t", b"\0"),
    *(
        b"../",
        b"/",
        b"--help",
        b";",
        b"$(id)",
        b"`id`",
        b"%s",
        b"\xff",
        b"\xed\xa0\x80",
        b"\xc2\x85",
    ),
    *(b"http://", b"file:///etc/shadow", b"ftp://x/", b"@", b":99999", b"[", b"]", b"\xef\xbb\xbf"),
    *(
        b"x" * 1300,
        b"\xe2\x80\xa8",
        b"Asia/Tokyo",
        b"zone1970.tab",
        b"http://" + b"a" * 64 + b".de/",
    ),
)


class HelperTarget:
    """A helper to which anything may be said; what it does to its computer is only noted."""

    name = "helper"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def seeds(self) -> Sequence[bytes]:
        """Return one case with every word."""
        return [SEPARATOR.join(_SOUND)]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return questions of which most have something wrong in them."""
        sound = seed.split(SEPARATOR)
        return SEPARATOR.join(_spoiled(source.choice(sound), source) for _ in range(LENGTH))

    def feed(self, case: bytes) -> Counter[str]:
        """Ask all that, one after the other."""
        outcomes: Counter[str] = Counter()
        with TemporaryDirectory(dir=self._folder) as folder:
            card = Card(Path(folder))
            for question in case.split(SEPARATOR):
                answer = BytesIO()
                serve(card.helper, BytesIO(question), answer)
                outcomes[_judged(answer.getvalue())] += 1
                card.check()
                address = card.helper.places.address
                if address.exists():
                    kept = address.read_text(encoding="utf-8")
                    assert is_address(kept.removesuffix("\n")), kept
        return outcomes


def _spoiled(question: bytes, source: Random) -> bytes:
    for _ in range(source.randrange(4)):
        question = spoiled_bytes(question, source, _TOKENS)
    return question


def _judged(answer: bytes) -> str:
    """Return how a question has fared."""
    head, _, rest = answer.decode().partition("\n")
    if head == DONE:
        return "taken"
    assert head == REFUSED, answer
    one_sentence(rest.removesuffix("\n"))
    return head
