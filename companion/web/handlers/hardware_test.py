"""Hardware test for a host: reports each press and each tag as it is detected.

Inputs keep their usual effect, so there is no mode to switch back, and a list left open does not
lock the box. While no host watches, nothing is sent or computed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.devices import ButtonEvent, Gesture, TagEvent
from companion.protocol.box import (
    ButtonTestMessage,
    Felt,
    FittingsMessage,
    TagTestMessage,
)
from companion.session.session import Session
from companion.web.updates.publisher import WAITING, Client

_DOWN: Final = {
    Gesture.PRESS: True,
    Gesture.CLICK: False,
    Gesture.RELEASE: False,
    Gesture.CLOCKWISE: False,
    Gesture.COUNTERCLOCKWISE: False,
}
_MOST: Final = WAITING // 2
"""A page that leaves more than so many messages waiting is told no more of them."""


@dataclass(slots=True)
class HardwareTests:
    """The hosts who are testing the hardware of a box.

    ``piece`` returns the name of a tag's piece in a language, empty if the tag has none.
    """

    session: Session
    piece: Callable[[str, str], str]
    _clients: set[Client] = field(default_factory=set)

    def hear(self, client: Client, *, is_open: bool) -> None:
        """Start to send a host all detected inputs, with the list of testable devices; or stop."""
        if is_open:
            self._clients.add(client)
            buttons = {name: str(pin) for name, pin in self.session.controls.wiring.items()}
            readers = sorted(self.session.bad_frames())
            client.answer(FittingsMessage(buttons, readers))
        else:
            self._clients.discard(client)
        self.session.controls.try_devices(self._tell if self._clients else None)

    def _tell(self, event: ButtonEvent | TagEvent) -> None:
        for client in self._clients:
            message = self._test_message(event, client.language)
            if message is not None and len(client.answers) < _MOST:
                client.answer(message)

    def _test_message(self, event: ButtonEvent | TagEvent, language: str) -> Felt | None:
        if isinstance(event, TagEvent):
            piece = self.piece(event.tag, language)
            return TagTestMessage(event.reader, event.zone, event.tag, piece, event.present)
        down = _DOWN.get(event.gesture)
        return None if down is None else ButtonTestMessage(event.button, down)
