"""The buildings, a module each: what may be placed, what that moves, what it earns.

All are used in the same way (``building.Building``); nothing else of the game knows their rules.
"""

from typing import Final

ARCHIVES: Final = "archives"
UNIVERSITY: Final = "university"
LIBRARY: Final = "library"
AUCTION_HOUSE: Final = "auction_house"
GUILD: Final = "guild"
TEMPLE: Final = "temple"
ILLUMINATI: Final = "illuminati"
GALLEON: Final = "galleon"
TOWER: Final = "tower"

A_BUILDINGS: Final = (ARCHIVES, UNIVERSITY, LIBRARY)
B_BUILDINGS: Final = (AUCTION_HOUSE, GUILD)
C_BUILDINGS: Final = (TEMPLE, ILLUMINATI, GALLEON, TOWER)
"""Of each kind's double-sided pieces one side is in play (GC-COMP-1, GC-SETUP-1)."""
