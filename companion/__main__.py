"""``python -m companion`` is the command ``companion``."""

import gc
import sys


def main() -> int:
    """Run the command in the program's arguments and return the exit status.

    Modules and classes live until the end: what is imported is not searched for garbage, which
    takes a thirtieth of a start, nor ever after.
    """
    gc.disable()
    from companion.cli import main as command

    gc.freeze()
    gc.enable()
    return command()


if __name__ == "__main__":
    sys.exit(main())
