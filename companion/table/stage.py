"""What goes on at a table: a game, or its setup."""

from typing import TypeAlias

from companion.table.lobby import Lobby
from companion.table.state import Table

Stage: TypeAlias = Table | Lobby
