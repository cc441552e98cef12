"""Decides whether phones may join a game, and prints the address and the join code."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.engine.message import say
from companion.i18n.catalogue import Phrases
from companion.storage import bounded_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.daemon.readiness import PageAddresses

HERE: Final = "127.0.0.1"
"""Where only this computer comes."""
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - phones have to reach it; joining needs a code
ANSWERS: Final = "play-phones"
"""The file that keeps the answer, in the folder for what programs remember."""
_BLACK_ON_WHITE: Final = "\x1b[38;5;231;48;5;16m"
"""The light parts are drawn: white letters on black (ECMA-48, 8.3.117, with 256 colours)."""
_PLAIN: Final = "\x1b[0m"


def memory(environment: "Mapping[str, str]") -> Path:
    """Return the file that stores the answer (XDG Base Directory Specification)."""
    given = environment.get("XDG_STATE_HOME", "")
    folder = Path(given) if given.startswith("/") else Path.home() / ".local" / "state"
    return folder / "companion" / ANSWERS


def bind(
    *, lan: bool | None, ask: Callable[[], str] | None, file: Path, yes: tuple[str, ...]
) -> str:
    """Return the address to listen on: as configured, as answered before, or as answered now.

    Without a way to ``ask``, only this computer can connect. The answer is stored in ``file``.
    """
    if lan is None:
        lan = _remembered(file)
    if lan is None and ask is not None:
        lan = ask().strip().lower() in yes
        _remember(file, lan=lan)
    return EVERYWHERE if lan else HERE


def _remembered(file: Path) -> bool | None:
    try:
        return {"yes": True, "no": False}.get(bounded_file.read_text(file).strip())
    except (OSError, UnicodeDecodeError):
        return None


def _remember(file: Path, *, lan: bool) -> None:
    """Store an answer; if that fails, the question is asked again next time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("yes\n" if lan else "no\n", encoding="utf-8")
    except OSError:
        pass


def question(words: Phrases) -> Callable[[], str] | None:
    """Return the function that asks whether phones may join, ``None`` without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None

    def ask() -> str:
        print(words("May phones in your network join? [y/N] "), end="", flush=True)
        return sys.stdin.readline()

    return ask


def welcome(addresses: "PageAddresses", words: Phrases, *, draw: bool) -> Iterator[str]:
    """Yield the address of the page and how to join; ``draw`` adds the QR code."""
    yield addresses.play
    if addresses.phones is None:
        yield words("Only this computer can open it. With --lan, phones can join.")
        return
    join = addresses.phones
    if draw:
        yield from qr_code_lines(join.address)
    yield words.tell(
        say(
            "Phones join at {address} with the code {code}.", address=addresses.page, code=join.code
        )
    )
    if addresses.named:
        yield words.tell(say("The same by name: {address}", address=addresses.named))
    yield words("If no phone can connect, a firewall on this computer may be blocking it.")


def qr_code_lines(address: str) -> Iterator[str]:
    """Yield the lines of a QR code, two of its rows in each, dark on light in any terminal."""
    from companion.web.access.invitation import blocks

    for line in blocks(address):
        yield f"{_BLACK_ON_WHITE}{line}{_PLAIN}"
