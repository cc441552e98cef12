"""Canonical form of tag numbers, independent of the reader."""

import re
from typing import Final

TAG_NUMBER: Final = re.compile(r"[0-9A-F]{8,20}")
"""Capital hexadecimal digits of 4 to 10 bytes (ISO/IEC 14443-3: UIDs of 4, 7 or 10; EM4100: 5)."""
