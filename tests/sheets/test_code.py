"""A sheet as a code of capitals and digits, for QR codes and for pasting."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import shipped_sheets
from companion.sheets.code import HEAD, LONGEST, CodeError, code_of, is_code, text_of


@given(st.text(max_size=400))
def test_a_sheet_comes_out_of_its_code_as_it_went_in(text: str) -> None:
    code = code_of(text)
    assert is_code(code)
    assert text_of(f"  {code}\n") == text


@pytest.mark.parametrize("name", shipped_sheets.names())
def test_every_shipped_sheet_fits_a_code(name: str) -> None:
    code = code_of(shipped_sheets.text(name))
    assert len(code) <= LONGEST
    assert set(code) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


def test_the_alphabet_is_that_of_rfc_9285() -> None:
    from companion.sheets.code import _read, _written

    assert _written(b"AB") == "BB8"
    assert _written(b"Hello!!") == "%69 VD92EX0"
    assert _read("QED8WEX0") == b"ietf!"


@pytest.mark.parametrize(
    "code",
    [
        "",
        "title: Mine",
        HEAD,
        f"{HEAD}A",
        f"{HEAD}:::",
        f"{HEAD}abc",
        f"{HEAD}éé",
        code_of("title: Mine\n")[:-3],
        f"{HEAD}{'0' * 5000}",
    ],
)
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(CodeError, match="not a complete sheet code"):
        text_of(code)


def test_a_code_that_would_fill_the_memory_is_refused() -> None:
    from companion.sheets.code import _written

    press = zlib.compressobj(9, wbits=-15)
    bomb = HEAD + _written(press.compress(bytes(1_000_000)) + press.flush())
    with pytest.raises(CodeError):
        text_of(bomb)


def test_a_sheet_that_is_too_long_says_by_how_much() -> None:
    import random

    letters = random.Random(1)
    text = "".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=3500))
    with pytest.raises(CodeError, match=r"\d+ % too long"):
        code_of(text)
