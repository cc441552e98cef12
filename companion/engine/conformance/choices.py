"""Checks that every legal action can be chosen with a few buttons, or by placing a piece."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from companion.engine.conformance.bench import COLUMNS, Bench, ConformanceError, mistake
from companion.engine.conformance.plays import Position
from companion.engine.game import Action, Piece
from companion.engine.text import Text, text

_EVERY: Final = 3
"""Choices are read in every so many positions only, since their lists are long."""


class Choices(Bench):
    """Choosing field by field, as narrowing does it."""

    def test_choices_reach_every_action(self) -> None:
        """Choosing field by field reaches every selectable action, and no dead end.

        Usual mistake: an action is legal only with a field that is never offered.
        """
        for position, legal in self.open_positions():
            usual = {action for action in legal if self.narrowing.is_usual(action)}
            try:
                menus = list(self._menus(legal))
            except ValueError as error:
                raise ConformanceError(position, f"choosing among {legal}: {error}") from error
            reached = {choice.action for menu in menus for choice in menu if choice.action}
            if not usual or reached != usual:
                raise ConformanceError(
                    position, f"choosing reaches {reached}, but legal are {legal}"
                )

    def test_choices_have_words(self) -> None:
        """Every choice on the way to an action or correction has a wording in every language.

        Usual mistake: ``value_name`` does not know the first half of a place, such as a column.
        """
        names = {
            repr(name): (position, name)
            for position, menu in self._named()
            for name in menu
            if isinstance(name, Text)
        }
        for language, voice in self.voices():
            for position, name in names.values():
                if wrong := mistake(voice, name):
                    raise ConformanceError(position, f"{wrong}, language {language}")

    def test_choices_read_differently(self) -> None:
        """The choices in a list have different short wordings, none longer than 21 columns.

        Usual mistake: the name of an action omits a field.
        """
        for language, voice in self.voices():
            for position, menu in self._named():
                names = [voice.short(it) if isinstance(it, Text) else str(it) for it in menu]
                too_long = max(map(len, names), default=0) > COLUMNS
                if too_long or len(set(names)) < len(names):
                    raise ConformanceError(position, f"choices read {names}, language {language}")

    @classmethod
    @lru_cache(maxsize=4)
    def _named(cls) -> Sequence[tuple[Position, Sequence[object]]]:
        """Return the names in each list of choices, of actions and of corrections, once.

        Many positions share a list, and each list is rendered in every language.
        """
        lists: dict[str, tuple[Position, Sequence[object]]] = {}
        for position, legal in list(cls.open_positions())[::_EVERY]:
            corrections = cls.corrections(position)
            for menu in (*cls._menus(legal), *cls._menus(corrections)):
                names = [cls._name(choice) for choice in menu]
                lists.setdefault(repr(names), (position, names))
        return tuple(lists.values())

    @classmethod
    def _menus(cls, actions: Sequence[Action]) -> Iterator[tuple[Any, ...]]:
        """Yield each list of choices that a player meets on the way to any of the actions."""
        menu = cls.narrowing.choices(actions)
        yield menu
        for choice in menu:
            if choice.action is None:
                yield from cls._menus(cls.narrowing.narrow(actions, [choice.constraint]))

    @classmethod
    def _name(cls, choice: Any) -> object:  # noqa: ANN401 - of the narrowing
        if choice.action is not None:
            return cls.game.action_name(choice.action)
        field = choice.constraint.field
        named = cls.game.value_name(field, choice.value)
        return text(f"verb.{choice.value}") if field == "action" else named


class Pieces(Bench):
    """The physical pieces that carry tags."""

    def test_pieces_select_what_exists(self) -> None:
        """Each piece has a unique id and selects fields of existing actions.

        Usual mistake: a field was renamed in the action, but not in ``pieces.yaml``.
        """
        for position in self.positions():
            pieces = self.game.pieces(position.state)
            ids = [piece.id for piece in pieces]
            if len(set(ids)) < len(ids) or not all(ids):
                raise ConformanceError(position, f"two pieces have the same id: {ids}")
            for piece in pieces:
                self._check_selects(position, piece)

    def _check_selects(self, where: object, piece: Piece) -> None:
        for select in piece.selects:
            if "action" not in select or self.made(select) is None:
                raise ConformanceError(
                    where, f"{piece.id} selects {dict(select)}, which no action has"
                )
        if not piece.selects:
            raise ConformanceError(where, f"{piece.id} selects nothing")

    def test_every_piece_is_of_use(self) -> None:
        """Each piece narrows the legal actions in at least one position of the plays.

        Usual mistake: the piece's value is written differently from the action's, 2 or "2".
        """
        unused: dict[str, Piece] = {}
        for piece in self._pieces().values():
            if not any(self._fits(piece, actions) for actions in self.known().values()):
                unused[piece.id] = piece
        if unused:
            raise ConformanceError(
                self.game.id, f"these pieces never fit a legal action: {list(unused)}"
            )

    def _pieces(self) -> Mapping[str, Piece]:
        pieces: dict[str, Piece] = {}
        for position in self.positions():
            for piece in self.game.pieces(position.state):
                pieces.setdefault(piece.id, piece)
        return pieces

    def _fits(self, piece: Piece, actions: Sequence[Action]) -> bool:
        return any(
            self.narrowing.narrow(actions, self.narrowing.constraints(select))
            for select in piece.selects
        )

    def test_placements_name_pieces(self) -> None:
        """``placements`` contains pieces, each in one place only, or kinds with several copies.

        Usual mistake: the value of an action's field (``joy``) instead of a piece's id
        (``tile-joy``).
        """
        for position in self.positions():
            ids = {piece.id for piece in self.game.pieces(position.state)}
            kinds = {piece_id.rpartition("-")[0] for piece_id in ids}
            places = self.game.placements(position.state).values()
            placed_pieces = [piece for pieces in places for piece in pieces]
            unknown = set(placed_pieces) - ids - kinds
            if unknown:
                raise ConformanceError(position, f"placements name {unknown}, which is not a piece")
            twice = [piece_id for piece_id in ids if placed_pieces.count(piece_id) > 1]
            if twice:
                raise ConformanceError(position, f"{twice} stand in two places")

    def test_places_are_all_places(self) -> None:
        """``places`` contains every key of ``placements``, so that printed parts cover them all.

        Usual mistake: a place for pieces beside the board, such as a hand, was forgotten.
        """
        for position in self.positions():
            missing = set(self.game.placements(position.state)) - set(
                self.game.places(position.state)
            )
            if missing:
                raise ConformanceError(position, f"places lacks {sorted(missing)}")

    def test_looks_of_pieces_exist(self) -> None:
        """Each piece has a look of the game's picture, or none.

        Usual mistake: the look of a card that the picture never shows face up.
        """
        looks = self.game.picture.looks if self.game.picture is not None else {}
        for position in self.positions():
            for piece in self.game.pieces(position.state):
                if piece.look and piece.look not in looks:
                    raise ConformanceError(position, f"{piece.id}: no look {piece.look!r}")
