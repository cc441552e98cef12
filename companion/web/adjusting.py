"""What a host sets on the box from a page: its language, sound and brightness."""

from companion.table.lobby.box_settings import BRIGHTNESS
from companion.table.state import Adjust, Console, Speak
from companion.web import protocol
from companion.web.protocol import RefusedMessageError

Setting = protocol.Language | protocol.Sound | protocol.Brightness
"""The messages that set what the box keeps."""


def meant(message: Setting, console: Console) -> Speak | Adjust:
    """Return what a message sets. Raises ``RefusedMessageError`` for an unknown value."""
    if isinstance(message, protocol.Sound):
        return Adjust(quiet=not message.on)
    if isinstance(message, protocol.Brightness):
        if message.level not in BRIGHTNESS:
            raise RefusedMessageError("bad-field", field="level")
        return Adjust(brightness=message.level)
    if message.language not in console.languages:
        raise RefusedMessageError("bad-field", field="language")
    return Speak(message.language)
