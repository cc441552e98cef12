"""Checks that written data can be read back: the log, JSON and notation."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.engine.conformance.bench import Bench, ConformanceError
from companion.engine.conformance.plays import Play
from companion.engine.fold import fold
from companion.engine.game import CHANCE, Action, Correction
from companion.engine.log import Entry, EntryKind
from companion.engine.records import replace

_UNDONE: Final = 3
"""How many times in a play actions are taken back, and how many at a time."""


class Logs(Bench):
    """A state is the fold of its log."""

    def test_the_log_leads_to_the_same_state(self) -> None:
        """A log serialized to JSON and back folds to the state at its end.

        Usual mistake: an action has an effect that none of its written fields records.
        """
        for play in self.plays():
            log = [_read(entry) for entry in self._log(play)]
            if repr(fold(self.game, play.setup, log).state) != play.snapshots[-1]:
                raise ConformanceError(play, "the log, written and read, folds to another state")

    def test_undo_leads_back(self) -> None:
        """After an undo, a game continues as if the undone steps had never existed.

        Usual mistake: data is kept outside the state, where an undo does not reach it.
        """
        for play in self.plays():
            log = self._log(play)
            for after in range(0, len(log), len(log) // _UNDONE + 1):
                back = max(0, after - _UNDONE)
                undone_log = [*log[:after], *self._corrected(play, after), _undo(back)]
                detour = _numbered([*undone_log, *log[back:]])
                if fold(self.game, play.setup, detour).state != play.states[-1]:
                    raise ConformanceError(
                        f"{play}, after {after} actions", "an undo left something behind"
                    )

    def _corrected(self, play: Play, after: int) -> list[Entry]:
        """Make the first possible correction, as a table does, and return its entry."""
        possible = self.game.corrections(play.states[after])[:1]
        for correction in possible:
            self.game.apply_action(play.states[after], correction)
        return [self._entry(play.moves[after].actor, correction) for correction in possible]

    def _log(self, play: Play) -> list[Entry]:
        return _numbered([self._entry(move.actor, move.action) for move in play.moves])

    def _entry(self, actor: int, action: Action) -> Entry:
        kind = EntryKind.CHANCE if actor == CHANCE else EntryKind.ACTION
        if isinstance(action, Correction):
            kind = EntryKind.CORRECTION
        return Entry(0, kind, actor, self.game.to_struct(action))


def _numbered(entries: Sequence[Entry]) -> list[Entry]:
    return [replace(entry, sequence=i) for i, entry in enumerate(entries, 1)]


def _undo(to: int) -> Entry:
    return Entry(0, EntryKind.UNDO, 0, {"to": to})


def _read(entry: Entry) -> Entry:
    return replace(entry, payload=json.loads(json.dumps(entry.payload)))


class Records(Bench):
    """JSON and notation."""

    def test_states_survive_json(self) -> None:
        """A state written as JSON text and read back is equal, with the same legal actions.

        Usual mistake: a field that is not written, or a tuple that is read as a list.
        """
        for position in self.positions():
            read = self._through_json(position, position.state)
            for actor in self.actors(position):
                able = set(self.game.legal_actions(position.state, actor))
                if able != set(self.game.legal_actions(read, actor)):
                    raise ConformanceError(position, "other actions are legal after JSON")

    def test_actions_survive_json(self) -> None:
        """Actions and corrections written as JSON text and read back are equal.

        Usual mistake: keys that are not strings, or two types with the same name.
        """
        for actions in self.known().values():
            for action in actions:
                self._through_json(self.game.id, action)

    def test_events_survive_json(self) -> None:
        """Events written as JSON text and read back are equal.

        Usual mistake: a type of event that the codec does not know.
        """
        for position in self.positions():
            for event in position.events:
                self._through_json(position, event)

    def _through_json(self, where: object, value: Any) -> Any:  # noqa: ANN401 - any record
        try:
            read = self.game.from_struct(json.loads(json.dumps(self.game.to_struct(value))))
        except Exception as error:
            raise ConformanceError(where, f"{value} does not survive JSON: {error!r}") from error
        if read != value or type(read) is not type(value):
            raise ConformanceError(where, f"{value} comes back from JSON as {read}")
        return read

    def test_actions_survive_notation(self) -> None:
        """An action's notation has no spaces and parses as the same action.

        Usual mistake: a separator that may also occur in a value.
        """
        for actions in self.known().values():
            for action in actions:
                notation = self.game.action_to_string(action)
                if not notation or any(char.isspace() for char in notation):
                    raise ConformanceError(
                        self.game.id, f"{action} is written {notation!r}, with space"
                    )
                read = self.game.string_to_action(notation)
                if read != action:
                    raise ConformanceError(
                        self.game.id, f"{notation} is {action}, but is read as {read}"
                    )

    def test_wrong_records_are_refused(self) -> None:
        """Invalid JSON and notation raise ``ValueError``, so that a journal can report it.

        Usual mistake: a ``KeyError``, which stops the box instead.
        """
        state = self.game.to_struct(self.plays()[0].states[0])
        for struct in ({}, {"type": "no such record"}, {**state, "no such field": 1}):
            _refused(self.game.id, struct, self.game.from_struct)
        for notation in ("", "no-such-action", "no_such_action(1)", "("):
            _refused(self.game.id, notation, self.game.string_to_action)


def _refused(where: object, source: Any, read: Callable[[Any], object]) -> None:  # noqa: ANN401
    try:
        read(source)
    except ValueError:
        return
    except Exception as error:
        raise ConformanceError(where, f"{source!r} must raise ValueError, not {error!r}") from error
    raise ConformanceError(where, f"{source!r} must raise ValueError")
