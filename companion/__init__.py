"""A tabletop companion: it watches a board game and keeps track, score, order and time."""

import sys
from typing import Final

from companion.moved import MovedModules

__version__: Final = "0.2.0"

sys.meta_path.append(MovedModules())
