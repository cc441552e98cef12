"""What a box imports, for the process from which boxes are forked."""

import companion.cli.commands
import companion.daemon.box
import companion.web.build  # noqa: F401
from companion.engine import registry

for name in registry.names():
    registry.load(name)
