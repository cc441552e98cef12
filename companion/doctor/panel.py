"""The display."""

from collections.abc import Iterator

from companion.doctor.finding import Finding, device
from companion.engine.message import say
from companion.settings import Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at the panel."""
    if settings.panel is None:
        yield Finding(say("panel"), sound=True, words=say("none configured"))
    else:
        bus = settings.panel.bus
        place = f"/dev/i2c-{bus}" if isinstance(bus, int) else bus
        yield device(say("panel"), settings.panel.driver, place)
