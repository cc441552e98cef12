"""Settings of the box that a host changes from a page: language, sound, brightness."""

from companion.protocol import page
from companion.protocol.page import RefusedMessageError
from companion.table.lobby.box_settings import BRIGHTNESS
from companion.table.state import Console, DisplayInput, LanguageInput


def display_input(message: page.Setting, console: Console) -> LanguageInput | DisplayInput:
    """Return what a message sets. Raises ``RefusedMessageError`` for an unknown value."""
    if isinstance(message, page.Sound):
        return DisplayInput(quiet=not message.on)
    if isinstance(message, page.Brightness):
        if message.level not in BRIGHTNESS:
            raise RefusedMessageError("bad-field", field="level")
        return DisplayInput(brightness=message.level)
    assert isinstance(message, page.Language)  # noqa: S101 - there are no others
    if message.language not in console.languages:
        raise RefusedMessageError("bad-field", field="language")
    return LanguageInput(message.language)
