"""``python -m companion_hub``."""

import sys

from companion_hub.cli import main

sys.exit(main())
