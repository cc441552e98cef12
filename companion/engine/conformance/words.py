"""Checks that every text of the game has a wording in every language."""

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.engine.codec import snake_case
from companion.engine.conformance.bench import COLUMNS, Bench, ConformanceError, mistake
from companion.engine.conformance.plays import Position
from companion.engine.diagram import Diagram
from companion.engine.game import Action
from companion.engine.options import value_name
from companion.engine.phases import PhasedRules
from companion.engine.records import fields_of
from companion.engine.text import Seat, Text, text
from companion.moved import former_names

MARKS: Final = frozenset({"", "cursor", "turn", "discount"})
"""The marks that displays can draw on a line of a summary."""

ICON: Final = 7
"""The largest width and height of an icon, in pixels."""

SpokenTexts: TypeAlias = Iterator[tuple[object, Text]]
"""Texts, each with where it is said."""


class Words(Bench):
    """Every text has a long and a short wording in each language of the game."""

    def test_refusals_have_words(self) -> None:
        """Each refusal has a reason in every language.

        Usual mistake: a reason so rare in play that it was never displayed.
        """
        self._say((where, refusal.why) for where, _, refusal in self.refusals())
        odd = ((where, refusal.why) for where, _, refusal in self.odd_refusals())
        self._say(odd, within=False)

    def test_events_have_words(self) -> None:
        """Each event can be described in every language.

        Usual mistake: a placeholder that is not among the fields of the event.
        """
        self._say(self._events())

    def test_score_lines_have_words(self) -> None:
        """Each score line gives its reason, in every language.

        Usual mistake: a new way to score is missing from the catalogues.
        """
        self._say(
            (position, line.because)
            for position in self.positions()
            for line in self.game.score_breakdown(position.state)
        )

    def test_prompts_have_words(self) -> None:
        """Every viewer has a prompt for the next step, in every language, even at the end.

        Usual mistake: no prompt while CHANCE draws, or after the end.
        """
        self._say(self._prompts())

    def test_instructions_have_words(self) -> None:
        """Each instruction to the players has a wording in every language.

        Usual mistake: a parameter is an identifier from the rules instead of a word.
        """
        self._say(self._instructions())

    def test_displays_have_words(self) -> None:
        """Summary, status, outlook and advice have wordings, and only marks that displays can draw.

        Usual mistake: an invented mark, which no display can draw.
        """
        for position in self.positions():
            sources = (self.game.outlook, self.game.advice)
            lines = [*self.game.summary(position.state)]
            for source, seat in itertools.product(sources, position.seats):
                lines += source(position.state, seat)
            unknown = [line.mark for line in lines if line.mark not in MARKS]
            if unknown:
                raise ConformanceError(position, f"no display knows the mark {unknown[0]!r}")
            shown = [self.game.status(position.state)]
            shown += [words for line in lines for words in (line.left, line.right)]
            parts = self.game.in_play(position.state)
            shown += [part.name for part in parts]
            self._say((position, words) for words in shown if words is not None)

    def test_places_are_drawn(self) -> None:
        """A task or a public action that names a space of the board has a picture that marks it.

        Usual mistake: the text names "d5", which is on no board.
        """
        for play in self.plays():
            for before, move in zip(play.states, play.moves, strict=False):
                game, after = self.game, move.step.state
                for task in game.instructions(before, move.action, move.step):
                    named = {value for value in task.params.values() if isinstance(value, str)}
                    self._drawn(play, before, named, game.text_diagrams(after, task))
        for position in self.positions():
            for seat in position.seats:
                for action in self.game.legal_actions(position.state, seat):
                    if self.game.audience(position.state, action) is None:
                        named = {each for each in _fields(action).values() if isinstance(each, str)}
                        shown = self._choice(position.state, action)
                        self._drawn(position, position.state, named, shown)

    def _choice(self, state: Any, action: Action) -> tuple[Diagram, ...]:  # noqa: ANN401 - a game's
        fields = {"action": snake_case(type(action).__name__), **_fields(action)}
        return self.game.choice_diagrams(state, fields)

    def _drawn(
        self,
        where: object,
        state: Any,  # noqa: ANN401 - a game's
        named: Collection[str],
        diagrams: Sequence[Diagram],
    ) -> None:
        """Raise ``ConformanceError`` unless the named places are marked."""
        board = self.game.chooser(state)
        marked = {cell.place for each in diagrams for row in each.rows for cell in row if cell.mark}
        missing = set() if board is None else board.places.intersection(named) - marked
        if missing:
            raise ConformanceError(where, f"no picture marks {min(missing)}")

    def test_pictures_exist(self) -> None:
        """Lines and diagrams use pictures in ``icons``, small enough for a line of a panel.

        Usual mistake: the name is composed in code, and no picture of that name exists.
        """
        for position in self.positions():
            state = position.state
            named = {line.icon for line in self.game.summary(state)}
            named |= {
                cell.icon
                for diagram in self._diagrams(position)
                for row in diagram.rows
                for cell in row
            }
            for name in named - {""}:
                rows = self.game.icons.get(name, ())
                if not rows or max(len(rows), *map(len, rows)) > ICON:
                    raise ConformanceError(position, f"there is no picture {name!r} of 7x7")

    def _diagrams(self, position: Position) -> Iterator[Diagram]:
        state = position.state
        boards = self.game.diagram(state), self.game.chooser(state)
        yield from (board for board in boards if board is not None)
        for seat in position.seats:
            for action in self.game.legal_actions(state, seat):
                yield from self._choice(state, action)

    def test_sprites_lie_on_the_board(self) -> None:
        """Each of the ``sprites`` has a look and a space in ``picture``, and captions have words.

        Usual mistake: a space that exists only in some games, such as one for the third player.
        """
        try:
            picture = self.game.picture
        except (ValueError, OSError) as error:
            raise ConformanceError(self.game.id, str(error)) from error
        for position in self.positions():
            for sprite in self.game.sprites(position.state):
                spaces = () if picture is None else [space.id for space in picture.spaces]
                if picture is None or sprite.look not in picture.looks:
                    raise ConformanceError(position, f"nobody has drawn {sprite.look!r}")
                if sprite.place not in spaces:
                    raise ConformanceError(position, f"there is no space {sprite.place!r}")
        looks = {} if picture is None else picture.looks
        wrong = [look.icon for look in looks.values() if look.icon not in {"", *self.game.icons}]
        if wrong:
            raise ConformanceError(self.game.id, f"there is no icon {wrong[0]!r}")
        if picture is None:
            return
        self._say((self.game.id, text(zone.caption, player=Seat(0))) for zone in picture.zones)
        self._say((self.game.id, text(kind.name)) for kind in picture.kinds.values())

    def test_actions_have_words(self) -> None:
        """Each action and correction has a name, and so has its kind (``verb.place_token``).

        Usual mistake: corrections and draws are missing, until one is undone.
        """
        table = self.game.phases.kinds if isinstance(self.game, PhasedRules) else ()
        for name in dict.fromkeys((*self.known(), *(snake_case(kind.__name__) for kind in table))):
            self._say([(name, text(f"verb.{name}"))])
        for actions in self.known().values():
            self._say((action, self.game.action_name(action)) for action in actions)

    def test_pieces_have_words(self) -> None:
        """Each piece has a name, in every language.

        Usual mistake: the wording omits the number of a copy.
        """
        self._say(
            (position, piece.name)
            for position in self.positions()
            for piece in self.game.pieces(position.state)
        )

    def test_short_words_fit_a_line(self) -> None:
        """Prompts and instructions have a short wording of at most 21 columns, with 3-letter names.

        Usual mistake: a long sentence without a message in the context ``short``.
        """
        for language, voice in self.voices():
            for where, message in _once((*self._prompts(), *self._instructions())):
                words = voice.short(message)
                if len(words) > COLUMNS:
                    raise ConformanceError(where, f"{words!r} is too long, language {language}")

    def test_the_setup_has_words(self) -> None:
        """Levels, options with their values, and draws have wordings for the setup's questions.

        Usual mistake: an option was added to ``choices``, but not to the catalogues.
        """
        game = self.game
        keys = [f"level.{level}" for level in game.all_levels]
        keys += [f"verb.{name}" for name in game.shuffles]
        for option, values in game.choices:
            keys += [f"lobby.option.{option}", *(f"option.{option}.{value}" for value in values)]
        for each in game.further_options:
            keys.append(f"lobby.option.{each.name}")
            value_names = [value_name(each.name, value) for value in each.values]
            self._say(
                (each.name, text(f"further.{each.name}", value=value)) for value in value_names
            )
        self._say((game.id, text(key)) for key in keys)

    def test_rules_have_words(self) -> None:
        """A game with wordings of its rules has one for each cited rule, in every language.

        Usual mistake: an event cites a new rule without a wording.
        """
        cited = {
            *(refusal.rule for _, _, refusal in (*self.refusals(), *self.odd_refusals())),
            *(
                event.rule
                for play in self.plays()
                for move in play.moves
                for event in move.step.events
            ),
            *(
                line.rule
                for position in self.positions()
                for line in self.game.score_breakdown(position.state)
            ),
        }
        for position in self.positions():
            cited.update(self.game.setup_rules(position.state))
            cited.update(part.rule for part in self.game.in_play(position.state))
        if self.game.picture is not None:
            cited.update(kind.rule for kind in self.game.picture.kinds.values())
        covered = sorted(cited & {*self.rules})
        dumb = {
            language: [rule for rule in covered if not voice.rule(rule)]
            for language, voice in self.voices()
        }
        if all(rules == covered for rules in dumb.values()):
            return
        for language, rules in dumb.items():
            if rules:
                raise ConformanceError(rules[0], f"the rule has no words, language {language}")

    def _prompts(self) -> SpokenTexts:
        for position in self.positions():
            current = self.game.current_player(position.state)
            for viewer in (current, *self.viewers(position)):
                yield position, self.game.prompt(position.state, viewer)

    def _events(self) -> SpokenTexts:
        for play in self.plays():
            for move in play.moves:
                for event in move.step.events:
                    yield play, self.game.describe(event)

    def _instructions(self) -> SpokenTexts:
        for play in self.plays():
            for before, move in zip(play.states, play.moves, strict=False):
                for instruction in self.game.instructions(before, move.action, move.step):
                    yield play, instruction

    def _say(self, texts: Iterable[tuple[object, Text]], *, within: bool = True) -> None:
        messages = _once(texts)
        for language, voice in self.voices():
            for where, message in messages:
                wrong = mistake(voice, message, within=within)
                if wrong:
                    raise ConformanceError(where, f"{wrong}, language {language}")


def _fields(action: Action) -> Mapping[str, object]:
    return {field.name: getattr(action, field.name) for field in fields_of(type(action))}


def _once(texts: Iterable[tuple[object, Text]]) -> Collection[tuple[object, Text]]:
    """Return each text once, with one of the places where it occurs."""
    return {repr(message): (where, message) for where, message in texts}.values()


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
