"""How the number of a tag is written, whichever reader read it."""

import re
from typing import Final

TAG_NUMBER: Final = re.compile(r"[0-9A-F]{8,20}")
"""Hexadecimal capitals: 4 to 10 bytes (ISO/IEC 14443-3: UIDs of 4, 7 or 10; EM4100: 5)."""
