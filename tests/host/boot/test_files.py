"""`config.txt` and `cmdline.txt` are edited once, and what others wrote stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.host.boot.files import BEGIN, END, consoles, with_block, without_consoles

LINES = ("dtparam=i2c_arm=on", "enable_uart=1")
USUAL = "# For more options see the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n"
PORTS = ("serial0", "ttyAMA0")
texts = st.lists(
    st.sampled_from(["", "[all]", "[pi4]", "a=1", "dtparam=i2c_arm=off", BEGIN, END, " x "])
).map("\n".join)


def test_the_block_stands_at_the_end_and_holds_for_all_models() -> None:
    written = with_block(USUAL, LINES)
    assert written == f"{USUAL}\n{BEGIN}\n[all]\n{LINES[0]}\n{LINES[1]}\n{END}\n"


def test_an_older_block_is_replaced_where_it_stands() -> None:
    before = f"{BEGIN}\n[all]\nenable_uart=0\n{END}\ndtparam=spi=on\n"
    written = with_block(before, LINES)
    assert "enable_uart=0" not in written
    assert written.startswith("dtparam=spi=on\n")
    assert written.count(BEGIN) == 1


def test_an_empty_file_gets_nothing_but_the_block() -> None:
    assert with_block("", LINES).startswith(BEGIN)


@given(texts)
def test_doing_it_twice_changes_nothing_more(config: str) -> None:
    once = with_block(config, LINES)
    assert with_block(once, LINES) == once


@given(texts)
def test_every_line_of_others_stays(config: str) -> None:
    if BEGIN not in config:
        before = [line for line in config.splitlines() if line]
        after = [line for line in with_block(config, LINES).splitlines() if line]
        assert after[: len(before)] == before


def test_consoles_on_the_port_go_and_others_stay() -> None:
    cmdline = "console=serial0,115200 console=tty1 root=PARTUUID=1 console=ttyAMA0 rootwait\n"
    assert without_consoles(cmdline, PORTS) == "console=tty1 root=PARTUUID=1 rootwait\n"


@pytest.mark.parametrize("cmdline", ["console=tty1 root=1", "  a  b\n", "", "console=ttyAMA10\n"])
def test_a_line_without_such_consoles_stays_byte_by_byte(cmdline: str) -> None:
    assert without_consoles(cmdline, PORTS) == cmdline


def test_consoles_are_listed() -> None:
    assert consoles("console=serial0,115200 quiet console=tty1") == ("serial0", "tty1")
