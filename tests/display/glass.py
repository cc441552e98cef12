"""A panel that is only looked at."""

from collections.abc import Awaitable, Generator
from dataclasses import dataclass, field

from PIL.Image import Image

from companion.devices import Sink
from companion.display.panel import BRIGHT


class Drawn:
    """An answer of a panel that is there at once."""

    def __await__(self) -> Generator[None, None, bool]:
        yield
        return True


@dataclass
class Glass:
    """A panel that records what it is asked to do."""

    size: tuple[int, int] = (128, 64)
    grey: bool = False
    lit: bool = True
    level: int = BRIGHT
    images: list[Image] = field(default_factory=list)

    def start(self, sink: Sink) -> None:
        del sink

    def draw(self, image: Image) -> Awaitable[bool]:
        self.images.append(image)
        return Drawn()

    def contrast(self, level: int) -> None:
        self.level = level

    def hide(self) -> None:
        self.lit = False

    def show(self) -> None:
        self.lit = True

    def refresh(self) -> None:
        """Do nothing: this panel never loses a picture."""

    def close(self) -> None:
        self.lit = False
