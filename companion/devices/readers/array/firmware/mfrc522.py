"""The MFRC522, a reader of 13.56 MHz tags (ISO 14443 A), on an SPI bus that it may share.

The data sheet is "MFRC522, Standard performance MIFARE and NTAG frontend": see sections 8.1.2
(SPI), 9.3 (registers) and 10 (commands). For wake-up, anticollision and selection see ISO 14443-3,
section 6.
"""

from machine import SPI, Pin

_COMMAND = 0x01
_COM_IRQ = 0x04
_ERROR = 0x06
_FIFO_DATA = 0x09
_FIFO_LEVEL = 0x0A
_BIT_FRAMING = 0x0D
_COLLISION = 0x0E
_MODE = 0x11
_TX_CONTROL = 0x14
_TX_ASK = 0x15
_GAIN = 0x26
_TIMER_MODE = 0x2A
_TIMER_PRESCALER = 0x2B
_TIMER_RELOAD_HIGH = 0x2C
_TIMER_RELOAD_LOW = 0x2D
_VERSION = 0x37

_IDLE = 0x0
_TRANSMIT = 0x4
_TRANSCEIVE = 0xC
_RESET = 0xF
_POWER_DOWN = 0x10
"""The bit of the command register that stops the oscillator. It stays for 1024 periods of the clock
after it has been cleared (section 8.6.2): 38 microseconds, once the oscillator has started."""
_VERSIONS = (0x90, 0x91, 0x92)
"""The versions of NXP's own chips; clones have others, and most of them work as well."""
_NOBODY = (0x00, 0xFF)
"""What is read where no chip answers."""
_AUTO_TIMER = 0x80
"""Starts the timer when a frame is sent. After a reset the bit is 0, which reveals the reset."""
_PRESCALER = 169
"""Sets the timer to ticks of 25 microseconds."""
_TIMEOUT = 40
"""Ticks that a tag has to answer: a millisecond."""
_SENT, _RECEIVED, _TIMED_OUT = 0x40, 0x20, 0x01
_COLLIDED = 0x08
_FAULTS = 0x17
"""The error bits for buffer overflow, CRC, parity and protocol."""
_DAMAGED = (b"", 0)
"""What is received if there was an answer, but not a clean one."""
_PATIENCE = 250
"""How often the interrupts are read before a chip counts as stuck."""
_FIELD = 0x03

_REQUEST, _WAKE_UP = 0x26, 0x52
_LEVELS = (0x93, 0x95, 0x97)
_CASCADE = 0x88
_HALT = b"\x50\x00"
_MOST_TAGS = 4
"""The most tags on one reader that are told apart."""


def crc_a(data: bytes) -> bytes:
    """Return the two check bytes of ISO 14443 A."""
    crc = 0x6363
    for byte in data:
        byte = byte ^ (crc & 0xFF)
        byte = (byte ^ (byte << 4)) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


class Mfrc522:
    """The chip whose chip select line is `select`."""

    def __init__(self, spi: SPI, select: Pin) -> None:
        self._spi = spi
        self._select = select

    def alive(self) -> bool:
        """Return whether the chip answers and still has the settings of `start`."""
        return self._answers() and self._read(_TIMER_MODE) == _AUTO_TIMER

    def stranger(self) -> str:
        """Return the version of a chip not made by NXP, in hexadecimal, else an empty string."""
        version = self._read(_VERSION)
        return "" if version in _VERSIONS else "{:02X}".format(version)

    def start(self, gain: int) -> bool:
        """Reset the chip, set it up and put it to sleep; return whether it answers.

        `gain` is the antenna's gain, 0 to 7.
        """
        if not self._answers():
            return False
        self._wake()
        self._write(_COMMAND, _RESET)
        self._await_oscillator()
        for register, value in (
            (_TIMER_PRESCALER, _PRESCALER),
            (_TIMER_RELOAD_HIGH, 0),
            (_TIMER_RELOAD_LOW, _TIMEOUT),
            (_TX_ASK, 0x40),
            (_MODE, 0x3D),
            (_TX_CONTROL, 0x80),
            (_COLLISION, 0x00),
            (_GAIN, gain << 4),
            (_TIMER_MODE, _AUTO_TIMER),
        ):
            self._write(register, value)
        self._write(_COMMAND, _POWER_DOWN)
        return self.alive()

    def field(self, on: bool) -> None:
        """Switch the antenna's field; tags need it for 5 ms before they answer.

        Without a field the chip sleeps: it then draws 10 microamperes instead of 13 milliamperes,
        and keeps its registers (sections 8.6.2 and 12).
        """
        if on:
            self._wake()
        self._write(_TX_CONTROL, 0x80 | _FIELD if on else 0x80)
        if not on:
            self._write(_COMMAND, _POWER_DOWN)

    def wrong(self, pattern: bytes) -> int:
        """Return how many bytes of `pattern`, 64 at most, the chip's memory returns changed.

        Afterwards it has to be started again: at a clock that is too fast anything may be changed.
        """
        self._wake()
        self._load(pattern)
        received = self._received(len(pattern))
        return len([i for i in range(len(pattern)) if received[i] != pattern[i]])

    def _wake(self) -> None:
        self._write(_COMMAND, _IDLE)
        self._await_oscillator()

    def _await_oscillator(self) -> None:
        for _ in range(_PATIENCE):
            if not self._read(_COMMAND) & _POWER_DOWN:
                break

    def tags(self) -> "tuple[list[bytes], bool]":
        """Return the numbers of the tags in the field, and whether these are all of them.

        Numbers have 4, 7 or 10 bytes. False means that something else answers that is not
        understood: damage is not silence. The field must have been switched on since the last time,
        because a tag that was halted then and loses the anticollision now would not answer again
        (ISO 14443-3, section 6.3: it falls back to HALT).
        """
        numbers: list[bytes] = []
        call = _WAKE_UP
        while self._exchange(bytes((call,)), 7) is not None:
            number = self._choose() if len(numbers) < _MOST_TAGS else None
            if number is None:
                return numbers, False
            numbers.append(number)
            self._send(_HALT + crc_a(_HALT))
            call = _REQUEST
        return numbers, True

    def _choose(self) -> "bytes | None":
        """Select one of the awake tags and return its number, None on failure."""
        number = b""
        for level in _LEVELS:
            part = self._part(level)
            if part is None:
                return None
            chosen = bytes((level, 0x70)) + part
            answer = self._exchange(chosen + crc_a(chosen))
            if answer is None or len(answer[0]) != 3 or crc_a(answer[0][:1]) != answer[0][1:]:
                return None
            if not answer[0][0] & 0x04:
                return number + part[:4]
            if part[0] != _CASCADE:
                return None
            number += part[1:4]
        return None

    def _part(self, level: int) -> "bytes | None":
        """Return four bytes of one tag's number and their check byte.

        If several tags collide, those with a one at the collision's bit continue.
        """
        value = working_zones = 0
        while working_zones <= 32:
            whole, rest = working_zones // 8, working_zones % 8
            prefix = value.to_bytes(4, "little")[: (working_zones + 7) // 8]
            count = 0x20 + (whole << 4) + rest
            answer = self._exchange(bytes((level, count)) + prefix, rest, rest)
            if answer is None:
                return None
            received, collision = answer
            if not collision:
                return _checked(prefix, received, working_zones)
            seen = value | int.from_bytes(received[: 4 - whole], "little") << 8 * whole
            place = 8 * whole + collision
            if place <= working_zones:
                return None
            working_zones = place
            value = (seen & ((1 << (working_zones - 1)) - 1)) | 1 << (working_zones - 1)
        return None

    def _exchange(
        self, sent: bytes, last_bits: int = 0, align: int = 0
    ) -> "tuple[bytes, int] | None":
        """Send bytes; return the bytes received and the place of the first collision, 0 for none.

        Returns None if nothing was received, and no bytes if it was damaged. `last_bits` of the
        last byte are sent (0: all of it); the first received bit goes to the place `align`.
        """
        self._load(sent)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | align << 4 | last_bits)
        seen = self._wait(_RECEIVED)
        if not seen & _RECEIVED:
            return None if seen else _DAMAGED
        error = self._read(_ERROR)
        if error & _COLLIDED:  # first: bits after a collision have any parity
            place = self._read(_COLLISION)
            received = self._received(self._read(_FIFO_LEVEL))
            return _DAMAGED if place & 0x20 else (received, place & 0x1F or 32)
        if error & _FAULTS:
            return _DAMAGED
        return self._received(self._read(_FIFO_LEVEL)), 0

    def _send(self, sent: bytes) -> None:
        """Send bytes without expecting an answer."""
        self._load(sent)
        self._write(_COMMAND, _TRANSMIT)
        self._wait(_SENT)

    def _load(self, sent: bytes) -> None:
        self._write(_BIT_FRAMING, 0)  # StartSend would start the next command at once
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)
        self._write(_FIFO_LEVEL, 0x80)
        self._select(0)
        self._spi.write(bytes((_FIFO_DATA << 1,)) + sent)
        self._select(1)

    def _wait(self, flags: int) -> int:
        """Return the interrupts once one of `flags` or the timer is set; 0 if none is."""
        for _ in range(_PATIENCE):
            seen = self._read(_COM_IRQ)
            if seen & (flags | _TIMED_OUT):
                return seen
        return 0

    def _received(self, count: int) -> bytes:
        address = 0x80 | _FIFO_DATA << 1
        answer = bytearray(count + 1)
        self._select(0)
        self._spi.write_readinto(bytes([address] * count + [0]), answer)
        self._select(1)
        return bytes(answer[1:])

    def _answers(self) -> bool:
        return self._read(_VERSION) not in _NOBODY

    def _write(self, register: int, value: int) -> None:
        self._select(0)
        self._spi.write(bytes((register << 1, value)))
        self._select(1)

    def _read(self, register: int) -> int:
        answer = bytearray(2)
        self._select(0)
        self._spi.write_readinto(bytes((0x80 | register << 1, 0)), answer)
        self._select(1)
        return answer[1]


def _checked(prefix: bytes, received: bytes, working_zones: int) -> "bytes | None":
    """Join the known bits and the received ones to five bytes; None if the check byte is wrong."""
    if working_zones % 8 and received:
        received = bytes((received[0] | prefix[-1],)) + received[1:]
        prefix = prefix[:-1]
    part = prefix + received
    if len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
        return None
    return part
