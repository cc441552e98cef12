"""The raw REPL of a board that has MicroPython and no program; runs under MicroPython.

See https://docs.micropython.org/en/latest/reference/repl.html. This interpreter itself executes
the code that it receives; its current folder is the board's memory. Only the protocol around it is
modelled, because the unix port has no raw REPL.
"""

import io
import os
import sys

RAW, FRIENDLY, INTERRUPT, END = 0x01, 0x02, 0x03, 0x04
PASTE_REQUEST = b"\x05A\x01"
"""The request for a faster way to send; the answer `R`, zero says that a board lacks it."""
BANNER = b"raw REPL; CTRL-B to exit\r\n>"


class Repl:
    """One conversation; `run` ends when the line is closed or the board is reset."""

    def __init__(self) -> None:
        self._raw = False
        self._command = bytearray()
        self._names: dict[str, object] = {"__name__": "__main__"}

    def run(self) -> None:
        """Read the host's bytes one by one, and answer them."""
        while True:
            received = sys.stdin.buffer.read(1)
            if not received:
                return
            self._take(received[0])

    def _take(self, byte: int) -> None:
        if self._command[:1] == PASTE_REQUEST[:1]:
            self._command.append(byte)
            if self._command == PASTE_REQUEST:
                self._command = bytearray()
                tell(b"R\x00")
        elif byte == RAW:
            self._raw = True
            self._command = bytearray()
            tell(BANNER)
        elif byte in (FRIENDLY, INTERRUPT):
            self._raw = self._raw and byte != FRIENDLY
            self._command = bytearray()
        elif self._raw and byte == END:
            self._end()
        elif self._raw:
            self._command.append(byte)

    def _end(self) -> None:
        if not self._command:
            self._names = {"__name__": "__main__"}
            tell(b"OK\r\nMPY: soft reboot\r\n" + BANNER)
            return
        command, self._command = bytes(self._command), bytearray()
        tell(b"OK")
        fault = b""
        try:
            exec(command.decode(), self._names)  # noqa: S102 - a REPL executes code
        except Exception as error:  # noqa: BLE001 - the host is told of every error
            written = io.StringIO()
            sys.print_exception(error, written)
            fault = written.getvalue().encode()
        tell(b"\x04" + fault + b"\x04>")


def tell(data: bytes) -> None:
    """Send bytes to the host."""
    sys.stdout.buffer.write(data)


class BoardsOs:
    """The `os` of a board, where the name of the top folder may be empty."""

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    @staticmethod
    def stat(path: str) -> object:
        """Return the status of a file."""
        return os.stat(path or ".")


sys.modules["os"] = BoardsOs()  # type: ignore[assignment]  # it is used like a module
Repl().run()
