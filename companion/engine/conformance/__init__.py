"""The conformance kit: the rules that every game must keep, as tests that its author inherits.

::

    class TestMyGame(GameConformance):
        game = GAME
        rules = RULES
        voice = Catalogue
        narrowing = intent

Each check is a method whose docstring states what it proves and which mistake it usually finds;
``docs/conformance.md`` lists them. A failing check names setup, seed and action, so that the
position can be reproduced. The kit needs no test framework and imports none.
"""

from companion.engine.conformance.bench import Bench, ConformanceError, Narrowing, Voice, Voices
from companion.engine.conformance.choices import Choices, Pieces
from companion.engine.conformance.counts import Counts
from companion.engine.conformance.guesses import Guesses
from companion.engine.conformance.legality import Legality
from companion.engine.conformance.records import Logs, Records
from companion.engine.conformance.scores import Citations, Scores
from companion.engine.conformance.secrets import Secrets
from companion.engine.conformance.turns import Chance, Declarations, Turns
from companion.engine.conformance.values import Values
from companion.engine.conformance.words import Words

__all__ = ["Bench", "ConformanceError", "GameConformance", "Narrowing", "Voice", "Voices"]


class GameConformance(
    Declarations,
    Turns,
    Chance,
    Legality,
    Values,
    Logs,
    Records,
    Scores,
    Citations,
    Words,
    Choices,
    Pieces,
    Secrets,
    Guesses,
    Counts,
):
    """All checks; derive from it, set the attributes of ``Bench``, and run it with pytest."""
