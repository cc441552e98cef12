"""Tags of ISO 14443 A as a reader's field sees them; runs under MicroPython.

Written independently from the standard (part 3, section 6), so that driver and model check each
other.
"""

IDLE, READY, ACTIVE, HALT = range(4)
CASCADE = 0x88


def crc_a(data: bytes) -> bytes:
    crc = 0x6363
    for byte in data:
        for bit in range(8):
            feedback = (crc ^ (byte >> bit)) & 1
            crc = (crc >> 1) ^ (0x8408 if feedback else 0)
    return bytes((crc & 0xFF, crc >> 8))


class Card:
    """A tag with a unique number of 4, 7 or 10 bytes."""

    def __init__(self, number: bytes) -> None:
        self.number = number
        rest = number
        self._parts = []
        while len(rest) > 4:
            self._parts.append(self._with_check(bytes((CASCADE,)) + rest[:3]))
            rest = rest[3:]
        self._parts.append(self._with_check(rest))
        self.power_down()

    @staticmethod
    def _with_check(part: bytes) -> bytes:
        return part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))

    def power_down(self) -> None:
        """Forget all state, as without a field."""
        self._state = IDLE
        self._sleeper = False
        self._level = 0

    def answer(self, sent: bytes, last_bits: int) -> "list[int] | None":
        """Return the bits of the tag's answer, lowest first, or None if it is silent."""
        if last_bits == 7 and len(sent) == 1:
            return self._wake(sent[0])
        if sent[:2] == b"\x50\x00":
            if self._state == ACTIVE and sent[2:] == crc_a(sent[:2]):
                self._state, self._sleeper = HALT, True
            return None
        if self._state == READY and sent[0] == 0x93 + 2 * self._level:
            return self._choose(sent, last_bits)
        self._fall_back()
        return None

    def _wake(self, call: int) -> "list[int] | None":
        if call == 0x52 and self._state in (IDLE, HALT):
            self._sleeper = self._state == HALT
        elif call != 0x26 or self._state != IDLE:
            self._fall_back()
            return None
        self._state, self._level = READY, 0
        return _bits(bytes((0x04 | (len(self._parts) - 1) << 6, 0x00)))

    def _choose(self, sent: bytes, last_bits: int) -> "list[int] | None":
        part = self._parts[self._level]
        if sent[1] == 0x70:
            if sent[2:7] != part or sent[7:] != crc_a(sent[:7]):
                self._fall_back()
                return None
            self._level += 1
            last = self._level == len(self._parts)
            self._state = ACTIVE if last else READY
            sak = bytes((0x08 if last else 0x04,))
            return _bits(sak + crc_a(sak))
        known = 8 * ((sent[1] >> 4) - 2) + (sent[1] & 7)
        asked = _bits(sent[2:])[:known]
        if sent[1] & 7 != last_bits or _bits(part)[:known] != asked:
            self._fall_back()
            return None
        return _bits(part)[known:]

    def _fall_back(self) -> None:
        if self._state != HALT:
            self._state = HALT if self._sleeper else IDLE


def _bits(data: bytes) -> "list[int]":
    return [byte >> bit & 1 for byte in data for bit in range(8)]
