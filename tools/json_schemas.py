"""Write docs/schemas: what a box takes from outside, and what it exports, as JSON Schema.

The schemas are made from the types that the box itself reads and writes by.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from functools import reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.cli import json_output
from companion.engine import registry
from companion.engine.facets import RulesQuestions
from companion.engine.general_questions import GeneralQuestions
from companion.engine.questions import QuestionRouter, question_kind
from companion.games.gilded_compass.ask.boards import FORMS
from companion.games.gilded_compass.ask.terms import Rulings
from companion.games.inner_compass.ask.position import PositionDescription
from companion.protocol.mqtt import MESSAGES
from companion.protocol.page import PAGE_MESSAGES
from companion.records.exports import bgstats_fields
from companion.records.jsonl import Head, RecordLine
from companion.schema.export import json_schema
from companion.schema.type_structure import Kind
from companion.storage.copies import Copies
from companion.storage.lineage import Lineage
from companion.storage.logins import AccessState
from companion.storage.preferences import Preferences
from companion.storage.setup import StoredSetup
from companion_hub.bounds import ReceivedScore

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "schemas"
_PARTS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "inner-compass": {"state": PositionDescription},
    "gilded-compass": {
        "flags": Rulings,
        **{f"state of {name}": state for name, state in FORMS.items()},
    },
}
"""Parts of questions that are read later, because other fields say in which type."""


def either(kinds: Iterable[type]) -> Kind:
    """Return the union of types."""
    return reduce(or_, kinds)


def _own_kinds(game: str) -> Mapping[str, Kind]:
    """Return the kinds of questions that a game answers about its own rules."""
    desk: QuestionRouter = import_module(f"companion.games.{game.replace('-', '_')}.ask").ask
    return desk.kinds


def _questions(game: str) -> tuple[str, Mapping[str, Kind]]:
    """Return the title and the types of a game's schema of questions."""
    own = _own_kinds(game) if isinstance(registry.load(game), RulesQuestions) else {}
    general = GeneralQuestions(registry.load(game)).general
    parts = _PARTS.get(game, {})
    return f"Questions to `companion ask {game}` (docs/ask.md)", {
        "question": question_kind({**own, **general.kinds}),
        **parts,
    }


PUBLIC: Final[Mapping[str, tuple[str, Mapping[str, Kind]]]] = MappingProxyType(
    {
        "page-messages": (
            "Messages of a page to its box (docs/web.md)",
            {"message": either(PAGE_MESSAGES)},
        ),
        "records": (
            "The lines of a record: the head, then the entries (docs/records.md)",
            {"head": Head, "entry": RecordLine},
        ),
        "mqtt": (
            "Messages between a box and its hub, as they are read (docs/fleet.md)",
            {
                **{each.__name__.lower(): each for each in MESSAGES},
                "result outcome": ReceivedScore,
            },
        ),
        **{f"ask-{game}": _questions(game) for game in registry.names()},
    }
)
"""The schemas of what is read, by the names of their files: a title, and types by name."""
EXPORTED: Final[Mapping[str, tuple[str, Mapping[str, Kind]]]] = MappingProxyType(
    {
        "exports": (
            "Plays for BG Stats: a file, and the object in a link (docs/records.md)",
            {"bgsplay": bgstats_fields.File, "link": bgstats_fields.LinkedPlay},
        ),
        "cli": (
            "What commands print with --json (docs/cli.md)",
            {
                "games": json_output.Installed,
                "games show": json_output.InstalledGame,
                "games played": json_output.Archive,
                "games played N": json_output.PlayedGame,
                "stats": json_output.Figures,
                "doctor": json_output.Diagnosis,
            },
        ),
    }
)
"""The same for what is only written."""
SCHEMAS: Final = MappingProxyType({**PUBLIC, **EXPORTED})
OWN: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "logins": AccessState,
        "preferences": Preferences,
        "copies": Copies,
        "lineage": Lineage,
        "setup": StoredSetup,
    }
)
"""Types of files that a box keeps for itself, which no other program reads."""


def declared() -> Mapping[str, Kind]:
    """Return every type by which something from outside is read."""
    public = {
        f"{file} {name}": kind
        for file, (_, kinds) in PUBLIC.items()
        for name, kind in kinds.items()
    }
    return {**public, **OWN}


def written(name: str) -> str:
    """Return the content of a schema's file."""
    title, kinds = SCHEMAS[name]
    return json.dumps(json_schema(title, kinds), indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write all files."""
    for name in SCHEMAS:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
