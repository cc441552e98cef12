"""The rules kernel: games as pure functions over frozen states."""
