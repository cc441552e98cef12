"""The game that is in progress before the upgrade."""

from labs.nspawn.conftest import game

__all__ = ["game"]
