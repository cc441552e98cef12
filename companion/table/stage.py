"""Stage: a game in play, or the setup of one."""

from typing import TypeAlias

from companion.table.lobby.lobby import Lobby
from companion.table.state import Table

Stage: TypeAlias = Table | Lobby
