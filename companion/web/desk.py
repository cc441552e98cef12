"""Answers the messages of browsers: checks them, passes them to the table, reports the outcome.

Mistakes are reported to their sender alone and change nothing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from companion.engine.game import Action, Refusal
from companion.engine.seat_colours import palette
from companion.schema.writable import one_line
from companion.table.lobby.lobby import Lobby, is_game_chosen
from companion.table.narrowing.intent import Selection
from companion.table.screens import past
from companion.table.stage import Stage
from companion.table.state import Done, Table, TableInput, Take
from companion.web import offer as offers
from companion.web import protocol
from companion.web.fates import Fates
from companion.web.hardware import NotByHandError, Robot, Window
from companion.web.hosting import Hosting, game_on
from companion.web.hub import Client, Hub, Struct
from companion.web.logbook import line, record_of
from companion.web.offer import Offer
from companion.web.position import Position
from companion.web.projection import common, lines
from companion.web.protocol import RefusedMessageError, Said
from companion.web.taking_back import Wishes
from companion.web.viewer import Viewer

_PARTS: Final = {
    protocol.Choose: "choices",
    protocol.Pick: "choices",
    protocol.Back: "choices",
    protocol.Done: "turn",
    protocol.Do: "choices",
    protocol.Correct: "corrections",
    protocol.AnswerSetup: "lobby",
    protocol.Advise: "outlook",
    protocol.TakeBack: "undo",
    protocol.Agree: "wish",
}
"""The part of the view that a message refers to: it is stale if that part has changed since."""
_FINGERS: Final = protocol.Press | protocol.Release | protocol.Lay | protocol.Lift
"""The messages that stand for fingers on the virtual box."""
_CHOSEN: Final = protocol.Choose | protocol.Do | protocol.Correct
"""The messages that take an option of what can be chosen."""
_SETUP: Final = protocol.Language | protocol.AnswerSetup | protocol.Gather | protocol.Again
"""The messages that prepare a game, for which a box need not be touched."""
_BETWEEN_GAMES: Final = protocol.Gather | protocol.AnswerSetup | protocol.Again
"""The messages by which those who sit at the table come from one game to the next."""
_OF_SEATS: Final = (
    protocol.Choose | protocol.Done | protocol.Advise | protocol.TakeBack | protocol.Agree
)
"""The messages that only a seat may send."""
_LOG: Final = logging.getLogger(__name__)
_OF_THE_LOG: Final = frozenset({"undo"})
"""Commands that refer to the log, and are stale once it has grown."""


class TheRulesError(Exception):
    """The rules refuse what somebody wants to do."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal, which names the rule and the reason."""
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(slots=True)
class Desk:
    """Serves the clients of a hub. ``ask`` passes an input to the table.

    ``hosting`` hears what is neither played nor looked at.
    """

    hub: Hub
    ask: Callable[[TableInput], Awaitable[Stage]]
    hosting: Hosting
    robot: Robot | None = None
    paint: Callable[[str, str], None] = lambda _who, _colour: None
    """Notes the colour that the owner of a cookie would like to play with."""
    one_hand: asyncio.Lock = field(default_factory=asyncio.Lock)
    refresh: Callable[[], None] = lambda: None
    """Shows everybody a wish that has changed."""
    wishes: Wishes = field(init=False)
    fates: Fates = field(default_factory=Fates)

    def __post_init__(self) -> None:
        """Nobody has a wish yet."""
        self.wishes = Wishes(self.ask, self.refresh)

    async def hear(self, client: Client, text: str, window: Window | None = None) -> None:
        """Handle a client's message and answer it."""
        of: int | None = None
        try:
            message = protocol.parse(text)
            of = message.id
            if isinstance(message, protocol.Fate):
                answer = await self._fate(client, message.of)
                client.answer(kind="fate", of=of, answer=answer)
                return
            if not isinstance(message, protocol.Beat):
                self._begin(client, of)
                await self._serve(client, message, window)
        except RefusedMessageError as error:
            answer = self._error(client, error, of)
        except TheRulesError as error:
            answer = self._refusal(client, error.refusal, of)
        except Exception:  # noqa: BLE001 - no message may stop the table
            _LOG.exception("a message could not be taken: %.200r", text)
            answer = self._error(client, RefusedMessageError("failed"), of)
        else:
            answer = {"kind": "done", "of": of}
        if of is not None:
            self.fates.end(client.page, of, answer)
        client.answer(**answer)

    def _begin(self, client: Client, of: int) -> None:
        """Note that a message has come. Raises ``RefusedMessageError`` if it does not count."""
        if not self.fates.begin(client.page, of):
            raise RefusedMessageError("void")

    async def _fate(self, client: Client, of: int) -> Struct:
        """Return the answer to an earlier message, or that it has not come."""
        answer = await self.fates.of(client.page, of)
        return (
            self._error(client, RefusedMessageError("not-come"), of) if answer is None else answer
        )

    def _refusal(self, client: Client, refusal: Refusal, of: int | None) -> Struct:
        voice = self.hub.speech(client.language, self.hub.moment.stage).voice
        return {
            "kind": "refused",
            "of": of,
            "code": refusal.code,
            "rule": refusal.rule,
            "message": voice.long(refusal.why),
        }

    def refuse(self, client: Client, error: RefusedMessageError, of: int | None = None) -> None:
        """Tell a client what is wrong with its message."""
        client.answer(**self._error(client, error, of))

    def _error(self, client: Client, error: RefusedMessageError, of: int | None) -> Struct:
        words = self.hub.speech(client.language, self.hub.moment.stage).words
        text = words.say(f"web.error.{error.code}", **error.params)
        of = error.of if of is None else of
        return {"kind": "error", "of": of, "code": error.code, "message": text}

    async def _serve(
        self, client: Client, message: protocol.Message, window: Window | None
    ) -> None:
        if not _may(client.viewer, message):
            raise RefusedMessageError("not-allowed")
        self._check_fresh(client, message)
        if isinstance(message, protocol.Replay):
            self._replay(client, message.at)
        elif isinstance(message, protocol.Advise):
            self._advise(client)
        elif isinstance(message, protocol.Pick):
            await self._pick(client, message.place)
        elif isinstance(message, protocol.Back):
            self.hub.select(client, client.selection[:-1])
        elif isinstance(message, _CHOSEN):
            await self._follow(client, self._option(client, message.option))
        elif isinstance(message, protocol.Done | protocol.TakeBack | protocol.Agree):
            await self._sat(client.viewer.seat or 0, message)
        elif isinstance(message, protocol.Paint):
            self._paint(client, message.colour)
        elif isinstance(message, _FINGERS):
            _touch(window, message)
        else:
            await self.hosting.hear(client, message)

    def _check_fresh(self, client: Client, message: Said) -> None:
        """Refuse a message about something that has changed since its sender saw it."""
        if message.seq > self.hub.seq:
            raise RefusedMessageError("bad-field", field="seq")
        part = _PARTS.get(type(message))
        if isinstance(message, protocol.Order) and message.command in _OF_THE_LOG:
            part = "log"
        if part is None:
            return
        unseen = self.hub.unseen(client, client.seen) if client.seen else (part,)
        if part in unseen or message.seq < client.changed.get(part, 0):
            raise RefusedMessageError("stale")

    async def _sat(
        self, seat: int, message: protocol.Done | protocol.TakeBack | protocol.Agree
    ) -> None:
        """Do what only a seat can do, besides choosing."""
        if isinstance(message, protocol.Done):
            await self._done(seat)
            return
        here = {client.viewer.seat for client in self.hub.clients}
        await self.wishes.hear(game_on(self.hub.moment.stage), seat, message, here)

    async def _done(self, seat: int) -> None:
        table = game_on(self.hub.moment.stage)
        if not (table.laying or seat in table.game.active_players(table.state)):
            raise RefusedMessageError("not-your-turn")
        await self.ask(Done(seat))

    def _option(self, client: Client, option: int) -> Action | Selection:
        offer = self._offer(client)
        try:
            return offers.chosen(offer, option)
        except IndexError:
            raise RefusedMessageError("no-option") from None

    def _offer(self, client: Client) -> Offer:
        """Return what a client can choose from. Raises ``RefusedMessageError`` if nothing."""
        offer = self.hub.offer(client)
        if offer is None:
            raise RefusedMessageError("no-game")
        if not offer.actions:
            raise RefusedMessageError("not-your-turn")
        return offer

    async def _follow(self, client: Client, choice: Action | Selection) -> None:
        """Take an action, or narrow down what is left to choose."""
        if isinstance(choice, tuple):
            self.hub.select(client, choice)
        elif client.viewer.play:
            await self._by_hand(choice)
        else:
            await self._take(choice, client.viewer.seat)

    async def _take(self, action: Action, seat: int | None) -> None:
        before = game_on(self.hub.moment.stage)
        after = await self.ask(Take(action, seat))
        if not _has_taken(before, after, action):
            saved = isinstance(after, Lobby) or after.notice is None or not after.notice.refused
            raise RefusedMessageError("stale" if saved else "not-saved")

    async def _pick(self, client: Client, place: str) -> None:
        """Take what touching a space means to a seat or at the box, or say why it means nothing."""
        offer = self._offer(client)
        choice = offers.picked(offer, place)
        if choice is not None:
            await self._follow(client, choice)
            return
        refusal = offers.why_not(offer, place)
        if refusal is None:
            raise RefusedMessageError("no-use")
        raise TheRulesError(refusal)

    async def _by_hand(self, action: Action) -> None:
        """Have the robot do it with the virtual box's buttons and readers, one action at a time."""
        if self.robot is None:
            raise RefusedMessageError("not-allowed")
        try:
            async with self.one_hand:
                await self.robot.perform(action)
        except NotByHandError:
            raise RefusedMessageError("no-hand") from None

    def _paint(self, client: Client, colour: str) -> None:
        """Note a seat's colour for the next game. Raises ``RefusedMessageError`` if it is taken."""
        stage, around = self.hub.moment.stage, self.hub.moment.surroundings
        if not isinstance(stage, Lobby):
            raise RefusedMessageError("no-setup")
        if not is_game_chosen(stage):
            raise RefusedMessageError("no-game-chosen")
        if colour not in ("", *palette(stage.game)):
            raise RefusedMessageError("bad-field", field="colour")
        seat = around.colours.index(colour) if colour in around.colours and colour else None
        if seat not in (None, client.viewer.seat):
            raise RefusedMessageError("colour-taken", player=around.arrived[seat or 0])
        self.paint(client.token, colour)

    def _advise(self, client: Client) -> None:
        """Say which choices are best; only those who ask are advice."""
        table = game_on(self.hub.moment.stage)
        voice = self.hub.speech(client.language, table).voice
        advice = table.game.advice(table.state, client.viewer.seat or 0)
        client.answer(kind="advice", lines=lines(advice, voice, Position(table)))

    def _replay(self, client: Client, at: int) -> None:
        """Show an earlier step of the game, as far as it was open to everybody."""
        table = game_on(self.hub.moment.stage)
        try:
            then = past.after(table, at)
        except IndexError:
            raise RefusedMessageError("no-step", steps=past.steps(table)) from None
        speech = self.hub.speech(client.language, table)
        moment = self.hub.moment
        view = {
            **common(then, speech, moment.surroundings),
            "picture": self.hub.picture(table, speech),
        }
        label = ""
        if at and not (made := record_of(table.game, table.past[at - 1])).is_interim:
            label = line(made, None, speech.voice, speech.words)["text"]
        of, turns = past.steps(table), past.turns(table)
        client.answer(kind="replay", at=at, of=of, view=view, label=label, turns=turns)


def _may(viewer: Viewer, message: protocol.Message) -> bool:
    """Tell whether a viewer has the right to send a message."""
    if isinstance(message, protocol.Replay | protocol.Beat):
        return True
    if isinstance(message, protocol.Pick | protocol.Back):
        return viewer.play or viewer.seat is not None
    if isinstance(message, _OF_SEATS | protocol.Paint):
        return viewer.seat is not None
    if isinstance(message, protocol.Do | _FINGERS):
        return viewer.play
    if viewer.seat is not None and isinstance(message, _BETWEEN_GAMES):
        return True
    return viewer.host or (viewer.play and isinstance(message, _SETUP))


def _touch(
    window: Window | None,
    message: protocol.Press | protocol.Release | protocol.Lay | protocol.Lift,
) -> None:
    """Do at the virtual box what a finger does."""
    if window is None:
        raise RefusedMessageError("not-allowed")
    try:
        if isinstance(message, protocol.Press):
            window.press(message.button)
        elif isinstance(message, protocol.Release):
            window.release(message.button)
        elif isinstance(message, protocol.Lay):
            window.hardware.lay(message.piece, message.reader)
        else:
            window.hardware.lift(message.reader)
    except KeyError as error:
        raise RefusedMessageError("no-such-thing", name=one_line(str(error.args[0]), 80)) from None


def _has_taken(before: Table, after: Stage, action: Action) -> bool:
    """Tell whether an action is among the entries that were added meanwhile."""
    if isinstance(after, Lobby):
        return False
    payload = after.game.to_struct(action)
    return any(entry.payload == payload for entry in after.entries[len(before.entries) :])
