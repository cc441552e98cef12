"""An MFRC522 down to its registers, with tags in its field and faults; runs under MicroPython.

Written independently from the data sheet, so that driver and model check each other.
"""

from time import ticks_diff, ticks_us

from card import Card

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
BIT_FRAMING, COLLISION, TX_CONTROL, TIMER_MODE, VERSION = 0x0D, 0x0E, 0x14, 0x2A, 0x37
SENT, RECEIVED, IDLE_IRQ, TIMED_OUT = 0x40, 0x20, 0x10, 0x01
SETTLE = 5000
"""Microseconds in the field that a tag needs before it can answer."""
POWER_DOWN = 0x10
WAKING = 38
"""Microseconds for which the oscillator is not ready after a sleep: 1024 periods of 27.12 MHz."""
DELAY = 3
"""Reads of the interrupt register before an answer has arrived."""


class Chip:
    """The chip behind one chip select, and what may be wrong with it.

    It is `dead` (its line floats high) or shorted to ground (`low`); `stuck` chips raise no more
    interrupts; `parity` reports damage with each collision; so many answers are `garbled` (a bit
    is wrong), and so many answers to a call are `damaged` (a parity error) or `shortened`.
    """

    def __init__(self) -> None:
        self.cards: dict[bytes, Card] = {}
        self.dead = False
        self.low = False
        self.stuck = False
        self.parity = False
        self.version = 0x92
        self.garbled = 0
        self.damaged = 0
        self.shortened = 0
        self._field_since = 0
        self.reset()

    def reset(self) -> None:
        """Start in the state after power-up."""
        self._registers = bytearray(64)
        self._registers[VERSION] = self.version
        self._registers[COMMAND] = 0x20
        self._registers[TX_CONTROL] = 0x80
        self._fifo = bytearray()
        self._coming = 0
        self._looks = 0
        self._awake_since: "int | None" = None
        self._power_cards_down()

    @property
    def asleep(self) -> bool:
        """Whether it is in soft power-down, or its oscillator is not ready yet (section 8.6.2)."""
        if self._registers[COMMAND] & POWER_DOWN:
            return True
        since = self._awake_since
        return since is not None and ticks_diff(ticks_us(), since) < WAKING

    @property
    def set_up(self) -> bool:
        """Whether it has been set up since its last reset."""
        return bool(self._registers[TIMER_MODE] & 0x80)

    def transfer(self, sent: bytes) -> bytes:
        """Exchange bytes while chip select is low; return as many as were sent."""
        if self.dead or self.low:
            return bytes([0x00 if self.low else 0xFF] * len(sent))
        answer = bytearray(len(sent))
        if sent[0] & 0x80:
            for i in range(1, len(sent)):
                answer[i] = self._read(sent[i - 1] >> 1 & 0x3F)
        else:
            for value in sent[1:]:
                self._write(sent[0] >> 1 & 0x3F, value)
        return bytes(answer)

    def _read(self, register: int) -> int:
        if register == FIFO_DATA:
            value = self._fifo[0] if self._fifo else 0
            self._fifo = self._fifo[1:]
            return value
        if register == FIFO_LEVEL:
            return len(self._fifo)
        if register == COMMAND and self.asleep:
            return self._registers[COMMAND] | POWER_DOWN
        if register == COM_IRQ and self._coming:
            self._looks += 1
            if self._looks >= DELAY and not self.stuck:
                self._registers[COM_IRQ] |= self._coming
                self._coming = 0
        return self._registers[register]

    def _write(self, register: int, value: int) -> None:
        if register == FIFO_DATA:
            self._fifo.append(value)
        elif register == FIFO_LEVEL:
            if value & 0x80:
                self._fifo = bytearray()
        elif register == COM_IRQ:
            cleared = self._registers[register] & ~value
            set_too = self._registers[register] | value
            self._registers[register] = (set_too if value & 0x80 else cleared) & 0x7F
        elif register == COMMAND:
            self._command(value & (POWER_DOWN | 0x0F))
        elif register == TX_CONTROL:
            self._switch(value)
        else:
            self._registers[register] = value
            if register == BIT_FRAMING and value & 0x80 and self._registers[COMMAND] == 0xC:
                self._exchange(value)

    def _command(self, command: int) -> None:
        if command == 0xF:
            self.reset()
            command = 0
        sleeps = bool(self._registers[COMMAND] & POWER_DOWN)
        self._registers[COMMAND] = command
        if command & POWER_DOWN:
            self._power_cards_down()
        elif sleeps:
            self._awake_since = ticks_us()
        if self.asleep:
            return
        framing = self._registers[BIT_FRAMING]  # StartSend and TxLastBits stay (9.3.1.14)
        if command == 0x4:
            self._cards_answer(framing & 7)
            self._will(SENT)
        elif command == 0xC and framing & 0x80:
            self._exchange(framing)

    def _switch(self, value: int) -> None:
        before = self._registers[TX_CONTROL] & 3
        self._registers[TX_CONTROL] = value
        if value & 3 != 3 or self.asleep:
            self._registers[TX_CONTROL] &= 0xFC
            self._power_cards_down()
        elif before != 3:
            self._field_since = ticks_us()

    def _power_cards_down(self) -> None:
        for card in self.cards.values():
            card.power_down()

    def _cards_answer(self, last_bits: int) -> "list[list[int]]":
        sent = bytes(self._fifo)
        self._fifo = bytearray()
        settled = ticks_diff(ticks_us(), self._field_since) >= SETTLE
        if self._registers[TX_CONTROL] & 3 != 3 or self.asleep or not settled or not sent:
            return []
        answers = [card.answer(sent, last_bits) for card in self.cards.values()]
        return [answer for answer in answers if answer is not None]

    def _exchange(self, framing: int) -> None:
        answers = self._cards_answer(framing & 7)
        self._registers[ERROR] = 0
        if not answers:
            self._will(SENT | (TIMED_OUT if self._registers[TIMER_MODE] & 0x80 else 0))
            return
        self._fifo = _bytes(self._merged([[0] * (framing >> 4 & 7) + bits for bits in answers]))
        self._spoil()
        self._will(SENT | RECEIVED | IDLE_IRQ)

    def _spoil(self) -> None:
        if self.parity and self._registers[ERROR] & 0x08:
            self._registers[ERROR] |= 0x02
        if self.garbled and len(self._fifo) > 2:
            self.garbled -= 1
            self._fifo[1] ^= 0x10
        if self.damaged and len(self._fifo) == 2:
            self.damaged -= 1
            self._registers[ERROR] |= 0x02
        if self.shortened and len(self._fifo) == 2:
            self.shortened -= 1
            self._registers[ERROR] |= 0x01
            self._fifo = self._fifo[:1]

    def _merged(self, answers: "list[list[int]]") -> "list[int]":
        """Return the bits that arrive from all tags, zeros after the first collision."""
        length = max([len(answer) for answer in answers])
        for i in range(length):
            if len({answer[i] for answer in answers if i < len(answer)}) > 1:
                self._registers[ERROR] |= 0x08
                self._registers[COLLISION] = (i + 1) & 0x1F
                return answers[0][:i] + [0] * (length - i)
        return answers[0]

    def _will(self, interrupts: int) -> None:
        self._coming = interrupts
        self._looks = 0


def _bytes(bits: "list[int]") -> bytearray:
    data = bytearray((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        data[i // 8] |= bit << i % 8
    return data
