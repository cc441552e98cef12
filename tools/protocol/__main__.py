"""Write what follows from the declared messages: ``PYTHONPATH=hub python -m tools.protocol``."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tools.protocol import asyncapi
from tools.protocol.pages import page_of
from tools.protocol.rights import rights
from tools.protocol.typescript import typescript

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final[Mapping[str, Callable[[], str]]] = {
    "companion/static/core/messages.d.ts": typescript,
    "docs/protocol.md": page_of,
    "docs/fleet/asyncapi.json": asyncapi.written,
    "docs/fleet/mosquitto.acl": rights,
}
"""The files, and what is written into them."""


def main() -> int:
    """Write all of them."""
    for name, make in FILES.items():
        (ROOT / name).write_text(make(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
