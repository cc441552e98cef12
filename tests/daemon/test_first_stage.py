"""What is imported for the first stage of a box: the rules of one game, not of all."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from companion.records import archive
from companion.storage.journal import FILE, Journal
from companion.storage.setup import setup_struct
from tests.records.exports.played import records

IMPORTED = """
    import random, sys
    from pathlib import Path
    from companion.daemon import first_stage
    from msgspec.structs import replace
    from companion.engine import registry
    from companion.engine.fold import sampler
    from companion.settings import load
    from companion.table.lobby.lobby import Lobby

    folder = Path(sys.argv[1])
    settings = load(folder / "box.yaml", registry.load)
    stage, _ = first_stage.open_first_stage(settings, folder, sampler(random.Random(1)), ask=True)
    assert isinstance(stage, Lobby)
    stage = replace(stage, asks_language=False)
    print(*(title for _, title in stage.question.answers), sep="; ")
    print(*(game.title.params[""] for game in stage.console.previous_games), sep="; ")
    rules = [name.split(".")[2] for name in sys.modules if name.startswith("companion.games.")]
    print(*sorted(set(rules)), sep="; ")
"""


def imported(folder: Path) -> list[str]:
    """Start in a process of its own; return the games played here, and those that are imported."""
    (folder / "box.yaml").write_text(f"gpio: mock\nstate: {folder}\n")
    program = [sys.executable, "-c", dedent(IMPORTED), str(folder)]
    run = subprocess.run(program, capture_output=True, check=True, text=True)
    offered, *rest = run.stdout.splitlines()
    assert offered.count("key='own'") >= 5
    return rest


@pytest.mark.slow
def test_the_rules_of_the_usual_game_are_enough(tmp_path: Path) -> None:
    assert imported(tmp_path) == ["", "inner_compass"]


@pytest.mark.slow
def test_games_that_were_played_are_listed_without_their_rules(tmp_path: Path) -> None:
    """That of the latest is needed: the cursor stands on its answers."""
    with Journal.open(tmp_path / FILE) as journal:
        for number, name in enumerate(("compass-points", "compass-jewels", "essence")):
            (recorded,) = records(name, 1)
            setup = setup_struct(recorded.setup, recorded.enter)
            play = journal.begin(recorded.game, recorded.rules_version, setup, float(number))
            journal.append(play, recorded.entries)
            journal.finish(play, 10.0 + number)
        archive.store_missing_results(journal, 9)
    played, rules = imported(tmp_path)
    assert played == "Essence; Compass; Compass Points"
    assert rules == "essence; inner_compass"
