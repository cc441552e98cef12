"""The buildings, one module each: legal placements, pushed dice and rewards.

All have the interface ``building.Building``; no other part of the game knows their rules.
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

B_BUILDINGS: Final = (AUCTION_HOUSE, GUILD)
C_BUILDINGS: Final = (TEMPLE, ILLUMINATI, GALLEON, TOWER)
"""The C buildings; one side of one double-sided piece is in play (GC-COMP-1, GC-SETUP-1)."""
