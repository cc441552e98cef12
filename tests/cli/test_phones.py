"""Whether phones may join what is played here: asked once, remembered, and told how."""

from collections.abc import Callable
from pathlib import Path

import pytest
import segno

from companion.cli import phones
from companion.daemon.readiness import PageAddresses
from companion.i18n.catalogue import Phrases
from companion.table.state import JoinInfo

YES = ("y", "yes")
JOIN = JoinInfo("HTTP://192.0.2.7:8033/J/4821", "4821")
WORDS = Phrases("en", list)


def answering(*answers: str) -> Callable[[], str]:
    """Answer each question with the next of these; asking once more fails."""
    left = iter(answers)
    return lambda: next(left)


@pytest.mark.parametrize(
    ("lan", "expected"), [(True, phones.EVERYWHERE), (False, phones.HERE), (None, phones.HERE)]
)
def test_a_wish_is_not_asked_for_and_not_kept(
    tmp_path: Path, *, lan: bool | None, expected: str
) -> None:
    file = tmp_path / "answer"
    assert phones.bind(lan=lan, ask=None, file=file, yes=YES) == expected
    assert not file.exists()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(" Yes ", phones.EVERYWHERE), ("y", phones.EVERYWHERE), ("", phones.HERE), ("x", phones.HERE)],
)
def test_the_first_start_asks_and_the_next_remembers(
    tmp_path: Path, answer: str, expected: str
) -> None:
    file = tmp_path / "new" / "answer"
    ask = answering(answer)
    assert phones.bind(lan=None, ask=ask, file=file, yes=YES) == expected
    assert phones.bind(lan=None, ask=ask, file=file, yes=YES) == expected
    assert phones.bind(lan=None, ask=None, file=file, yes=YES) == expected
    assert phones.bind(lan=True, ask=ask, file=file, yes=YES) == phones.EVERYWHERE


@pytest.mark.parametrize("kept", [b"maybe", b"", b"\xff"])
def test_an_answer_that_cannot_be_read_is_asked_for_again(tmp_path: Path, kept: bytes) -> None:
    file = tmp_path / "answer"
    file.write_bytes(kept)
    assert phones.bind(lan=None, ask=answering("y"), file=file, yes=YES) == phones.EVERYWHERE


def test_an_answer_that_cannot_be_kept_counts_for_now(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ask = answering("y", "")
    file = tmp_path / "file" / "answer"
    assert phones.bind(lan=None, ask=ask, file=file, yes=YES) == phones.EVERYWHERE
    assert phones.bind(lan=None, ask=ask, file=file, yes=YES) == phones.HERE


def test_it_is_kept_where_programs_keep_their_state() -> None:
    given = {"XDG_STATE_HOME": "/somewhere"}
    assert phones.memory(given) == Path("/somewhere/companion/play-phones")
    at_home = Path.home() / ".local/state/companion/play-phones"
    assert phones.memory({}) == phones.memory({"XDG_STATE_HOME": "relative"}) == at_home


def test_without_phones_it_says_how_they_could_come() -> None:
    opened = PageAddresses("http://127.0.0.1:8033/play?key=x", "http://127.0.0.1:8033/", None, "")
    first, hint = phones.welcome(opened, WORDS, draw=True)
    assert first == opened.play
    assert "--lan" in hint


def test_with_phones_it_tells_address_code_and_name() -> None:
    page, named = "http://192.0.2.7:8033/", "http://den.local:8033/"
    opened = PageAddresses(f"{page}play?key=x", page, JOIN, named)
    first, how, name, firewall = phones.welcome(opened, WORDS, draw=False)
    assert first == opened.play
    assert how == "Phones join at http://192.0.2.7:8033/ with the code 4821."
    assert name == "The same by name: http://den.local:8033/"
    assert "firewall" in firewall
    drawn = tuple(phones.welcome(opened, WORDS, draw=True))
    assert drawn[1:-3] == tuple(phones.qr_code_lines(JOIN.address))


def test_the_code_is_that_of_the_address_dark_on_light_in_any_terminal() -> None:
    code = segno.make_qr(JOIN.address, error="l", boost_error=False)
    rows = [list(row) for row in code.matrix_iter(border=2)]
    lines = list(phones.qr_code_lines(JOIN.address))
    assert len(lines) == (len(rows) + 1) // 2
    for number, line in enumerate(lines):
        assert line.startswith("\x1b[38;5;231;48;5;16m")
        assert line.endswith("\x1b[0m")
        shown = line.removeprefix("\x1b[38;5;231;48;5;16m").removesuffix("\x1b[0m")
        upper = ["█▀".find(letter) >= 0 for letter in shown]
        assert upper == [not dark for dark in rows[2 * number]]
