"""How phones join, in a log: for people who read it, and for their cameras."""

import pytest

from companion.table.state import JoinInfo
from companion.web.access.invitation import (
    blocks,
    game_link,
    log,
    struct,
)

JOIN = JoinInfo("http://192.168.1.23:8080/j/4821", "4821", "907311")


def test_a_box_with_a_panel_tells_only_its_name() -> None:
    named = "http://table.local:8080/"
    assert list(log(JOIN, named, panel=True)) == [f"the same by name: {named}"]


def test_the_code_of_a_host_is_in_no_log() -> None:
    assert "907311" not in "".join(log(JOIN, "", panel=False))


@pytest.mark.parametrize("address", [JOIN.address, "HTTP://10.0.0.7/J/48213377"])
def test_a_box_without_a_panel_draws_the_code_in_plain_blocks(address: str) -> None:
    """The journal shows control characters as something else, so there are no colours."""
    lines = list(blocks(address))
    assert set("".join(lines)) <= set("█▀▄ \xa0")
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= len(lines) * 2 <= len(lines[0]) + 1
    drawn = list(log(JoinInfo(address, "1"), "", panel=False))
    assert drawn[1:] == lines
    assert struct(JoinInfo(address, "1"))["reachable"]


def test_a_finished_game_is_taken_along_where_phones_can_come_and_it_may_be_read() -> None:
    taken = game_link(JOIN, 7)
    assert taken is not None
    assert taken["address"] == "192.168.1.23:8080/games/7"
    assert taken["qr"] == struct(JoinInfo("http://192.168.1.23:8080/games/7", ""))["qr"]
    assert game_link(JoinInfo("HTTPS://TABLE.LOCAL/J/1", "1"), 2) != taken
    assert game_link(JoinInfo("http://127.0.0.1:8080/j/4821", "4821"), 7) is None
    assert game_link(JOIN, 0) is None, "in a public place nobody but the host reads the games"
