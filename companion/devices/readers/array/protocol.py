"""The lines between reader array and daemon, for both ends: MicroPython and CPython.

A line is `$SSSS word word ...*CCCC` and a line feed: a sequence number, and the CRC-16 of all bytes
between `$` and `*`, both as four capital hexadecimal digits. What the words mean is specified in
firmware/reader_array/README.md.
"""

VERSION = 1
"""The version of the words' meaning, which the hello announces."""
LONGEST = 128
"""Bytes of the longest line."""
MOST_ZONES = 16
"""The most readers of an array; each is a zone."""
BEAT = 10
"""Seconds between two heartbeats of an array that has nothing else to say."""
SEQUENCE = 0x10000
"""Lines are numbered from 0 to one less than this, then from 0 again."""

OK = "o"
"""The health of a reader that answers."""
DEAD = "x"
"""The health of a reader that no longer answers."""
ABSENT = "-"
"""The health of a reader that has never answered."""

_START = 0x24
_END = 0x0A
_SHORTEST = len("$0000 a*0000")


def crc16(data: bytes) -> int:
    """Return the CRC-16 of CCITT (polynomial 1021, initial value FFFF)."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def encode(number: int, *words: str) -> bytes:
    """Return the line that carries `words`, as its sender's line `number`."""
    body = "{:04X} {}".format(number % SEQUENCE, " ".join(words)).encode()
    return b"$" + body + "*{:04X}\n".format(crc16(body)).encode()


def decode(line: bytes) -> "tuple[int, list[str]] | None":
    """Return number and words of a line without its line feed, None if it is damaged."""
    if len(line) < _SHORTEST or line[0] != _START or line[-5:-4] != b"*":
        return None
    body = line[1:-5]
    if "{:04X}".format(crc16(body)).encode() != bytes(line[-4:]):
        return None
    try:
        words = body.decode().split(" ")
        return int(words[0], 16), words[1:]
    except ValueError:
        return None


class LineParser:
    """Finds lines in a stream of bytes that may be split anywhere and contain anything.

    `$` never occurs inside a line, so every one is tried: a line that arrives whole is parsed
    regardless of what precedes it. `bad` counts the damaged ones.
    """

    def __init__(self, bad: int = 0) -> None:
        self.bad = bad
        self._line = bytearray()

    def feed(self, received: bytes) -> "list[tuple[int, list[str]]]":
        """Return number and words of each line that ends within `received`."""
        lines = []
        for byte in received:
            if byte == _START:
                self._drop()
            if byte == _END and self._line:
                line = decode(bytes(self._line))
                self._line = bytearray()
                if line is None:
                    self.bad += 1
                else:
                    lines.append(line)
            elif self._line or byte == _START:
                self._line.append(byte)
                if len(self._line) > LONGEST:
                    self._drop()
        return lines

    def _drop(self) -> None:
        if self._line:
            self.bad += 1
            self._line = bytearray()
