"""Sheets as codes of capitals and digits, for QR codes and for pasting.

The text is compressed (RFC 1951) and written in base 45 (RFC 9285), the most compact alphabet of QR
codes.
"""

import zlib
from typing import Final

from companion.engine.message import say

HEAD: Final = "SHEET1:"
"""How a code begins."""
LONGEST: Final = 1852
"""The most characters of a code: what version 25 of a QR code holds, which phones still read."""
_LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_BASE: Final = len(_LETTERS)
_MOST: Final = 16_384
"""The most bytes of a sheet that is taken out of a code: a small one could become gigabytes."""


class CodeError(ValueError):
    """A text is not the code of a sheet, or a sheet is too long for one; the message says why."""


def code_of(text: str) -> str:
    """Return a sheet as a code. Raises ``CodeError`` if it is too long."""
    press = zlib.compressobj(9, wbits=-15)
    code = HEAD + _written(press.compress(text.encode()) + press.flush())
    if len(code) > LONGEST:
        raise CodeError(
            say(
                "the sheet is {part} % too long for a code; shorten its names, or send its file",
                part=100 * len(code) // LONGEST - 99,
            )
        )
    return code


def text_of(code: str) -> str:
    """Return the sheet in a code. Raises ``CodeError``."""
    code = code.strip()
    try:
        if not code.startswith(HEAD) or len(code) > 2 * LONGEST:
            raise ValueError
        unpacker = zlib.decompressobj(wbits=-15)
        unpacked = unpacker.decompress(_read(code.removeprefix(HEAD)), _MOST)
        if not unpacker.eof:
            raise ValueError
        return unpacked.decode()
    except (ValueError, zlib.error):
        raise CodeError(say("this is not a complete sheet code; copy all of it")) from None


def is_code(text: str) -> bool:
    """Return whether a text is meant as a code rather than a sheet."""
    return text.lstrip().startswith(HEAD)


def _written(data: bytes) -> str:
    letters = []
    for at in range(0, len(data), 2):
        pair = data[at : at + 2]
        value = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            value, digit = divmod(value, _BASE)
            letters.append(_LETTERS[digit])
    return "".join(letters)


def _read(code: str) -> bytes:
    """Return the bytes in base 45. Raises ``ValueError`` or ``OverflowError``."""
    data = bytearray()
    for at in range(0, len(code), 3):
        digits = [_LETTERS.index(letter) for letter in code[at : at + 3]]
        value = sum(digit * _BASE**place for place, digit in enumerate(digits))
        size = len(digits) - 1
        if size == 0 or value >= 1 << 8 * size:
            raise ValueError
        data += value.to_bytes(size, "big")
    return bytes(data)
