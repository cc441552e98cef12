"""Answers the messages of browsers: checks them, passes them to the table, reports the outcome.

Mistakes are reported to their sender alone and change nothing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.engine.game import Action, Refusal
from companion.engine.seat_colours import palette
from companion.protocol import box, page
from companion.protocol.dispatch import Dispatch, HandlerTable, handles
from companion.protocol.page import PageMessage, RefusedMessageError
from companion.schema.writable import one_line
from companion.table.lobby.lobby import Lobby, is_game_chosen
from companion.table.log_repair.running_game import is_log_repaired, running_game
from companion.table.modes.log_dialogue import open_question
from companion.table.narrowing.intent import Selection
from companion.table.screens import replay
from companion.table.stage import Stage
from companion.table.state import (
    ActionInput,
    DoneInput,
    LogAnswer,
    Table,
    TableInput,
    TaskInput,
)
from companion.web.handlers.host import HostHandler, game_on
from companion.web.messages.acknowledgements import Acknowledgements
from companion.web.messages.take_back import TakeBackRequests
from companion.web.updates.publisher import Client, StagePublisher
from companion.web.views import offer as offers
from companion.web.views.history import history_entry, line
from companion.web.views.offer import Offer
from companion.web.views.position import Position
from companion.web.views.projection import common, lines
from companion.web.views.virtual_box import NotByHandError, RobotDriver, VirtualBoxPage

_LOG: Final = logging.getLogger(__name__)
_OF_THE_LOG: Final = frozenset({"undo"})
"""Commands that refer to the log, and are stale once it has grown."""


class IllegalChoiceError(Exception):
    """The rules forbid the requested choice."""

    def __init__(self, refusal: Refusal) -> None:
        """Store the refusal, which names the rule and the reason."""
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(slots=True)
class MessageHandler:
    """Serves the clients of a hub. ``ask`` passes an input to the table.

    ``hosting`` handles the messages that neither play nor look at the game.
    """

    hub: StagePublisher
    ask: Callable[[TableInput], Awaitable[Stage]]
    hosting: HostHandler
    robot: RobotDriver | None = None
    choose_colour: Callable[[str, str], None] = lambda _who, _colour: None
    """Notes the colour that the owner of a cookie would like to play with."""
    one_hand: asyncio.Lock = field(default_factory=asyncio.Lock)
    refresh: Callable[[], None] = lambda: None
    """Shows everybody a wish that has changed."""
    table: "PageHandlers" = field(default_factory=lambda: PAGE_HANDLERS)
    handlers: tuple[object, ...] = ()
    """The objects of the classes that the table has besides those of this one and ``hosting``."""
    wishes: TakeBackRequests = field(init=False)
    acknowledgements: Acknowledgements = field(default_factory=Acknowledgements)
    _dispatch: Dispatch[[Client], Awaitable[None]] = field(init=False)

    def __post_init__(self) -> None:
        """Bind the handlers; no take-back has been requested yet. Raises ``HandlerError``."""
        self.wishes = TakeBackRequests(self.ask, self.refresh)
        self._dispatch = self.table.bound(self, self.hosting, *self.handlers)

    async def hear(self, client: Client, text: str) -> None:
        """Handle a client's message and answer it."""
        of: int | None = None
        counts = False
        try:
            message = page.parse(text, self.table.messages)
            of = message.id
            if message.terms.confirmed:
                self._begin(client, of)
                counts = True
                self._check(client, message)
            await self._dispatch(message, client)
            if isinstance(message, page.AckQuery):
                return
        except RefusedMessageError as error:
            answer: box.Answer = self._error(client, error, of)
        except IllegalChoiceError as error:
            answer = self._refusal(client, error.refusal, of)
        except Exception:  # noqa: BLE001 - no message may stop the table
            _LOG.exception("a message could not be taken: %.200r", text)
            answer = self._error(client, RefusedMessageError("failed"), of)
        else:
            answer = box.DoneReply(of)
        if counts and of is not None:
            self.acknowledgements.end(client.page, of, answer)
        client.answer(answer)

    def _begin(self, client: Client, of: int) -> None:
        """Register a message. Raises ``RefusedMessageError`` if it does not count."""
        if not self.acknowledgements.begin(client.page, of):
            raise RefusedMessageError("void")

    @handles(page.Ping)
    async def _ping(self, _message: page.Ping, _client: Client) -> None:
        """Do nothing: the answer itself is the reply to a ping."""

    @handles(page.AckQuery)
    async def _acknowledgement(self, message: page.AckQuery, client: Client) -> None:
        """Send the answer to an earlier message, or that it was not received."""
        answer = await self.acknowledgements.of(client.page, message.of)
        if answer is None:
            answer = self._error(client, RefusedMessageError("not-come"), message.of)
        client.answer(box.AckReply(message.id, answer))

    def _refusal(self, client: Client, refusal: Refusal, of: int | None) -> box.RefusalReply:
        voice = self.hub.speech(client.language, self.hub.snapshot.stage).voice
        return box.RefusalReply(of, refusal.code, refusal.rule, voice.long(refusal.why))

    def refuse(self, client: Client, error: RefusedMessageError, of: int | None = None) -> None:
        """Report to a client why its message was refused."""
        client.answer(self._error(client, error, of))

    def _error(self, client: Client, error: RefusedMessageError, of: int | None) -> box.ErrorReply:
        words = self.hub.speech(client.language, self.hub.snapshot.stage).words
        text = words.say(f"web.error.{error.code}", **error.params)
        return box.ErrorReply(error.of if of is None else of, error.code, text)

    def _check(self, client: Client, message: PageMessage) -> None:
        """Raise ``RefusedMessageError`` if a client may not send a message, or no longer."""
        if not message.terms.may_send(client.viewer.roles):
            raise RefusedMessageError("not-allowed")
        if message.seq > self.hub.seq:
            raise RefusedMessageError("bad-field", field="seq")
        part = message.terms.about
        if isinstance(message, page.CommandMessage) and message.command in _OF_THE_LOG:
            part = "log"
        if part:
            self._check_fresh(client, message, part)

    def _check_fresh(self, client: Client, message: PageMessage, part: str) -> None:
        """Refuse a message about a part that has changed since its sender saw it."""
        unseen = self.hub.unseen(client, client.sent_state) if client.sent_state else (part,)
        if part in unseen or message.seq < client.changed.get(part, 0):
            raise RefusedMessageError("stale")

    @handles(page.Choose)
    async def _choose(self, message: page.Choose, client: Client) -> None:
        await self._follow(client, self._option(client, message.option))

    @handles(page.RobotChoice)
    async def _do(self, message: page.RobotChoice, client: Client) -> None:
        await self._follow(client, self._option(client, message.option))

    @handles(page.ChooseCorrection)
    async def _correct(self, message: page.ChooseCorrection, client: Client) -> None:
        """Answer the open question about the log, or else choose among the corrections."""
        stage = self.hub.snapshot.stage
        question = open_question(stage) if isinstance(stage, Table) else None
        if question is None:
            await self._follow(client, self._option(client, message.option))
        elif message.option < len(question.answers):
            await self.ask(LogAnswer(message.option))
        else:
            raise RefusedMessageError("no-option")

    @handles(page.StepBack)
    async def _back(self, _message: page.StepBack, client: Client) -> None:
        self.hub.select(client, client.selection[:-1])

    @handles(page.TakeBack)
    async def _take_back(self, message: page.TakeBack, client: Client) -> None:
        await self._wish(message, client)

    @handles(page.Agree)
    async def _agree(self, message: page.Agree, client: Client) -> None:
        await self._wish(message, client)

    async def _wish(self, message: page.TakeBack | page.Agree, client: Client) -> None:
        here = {other.viewer.seat for other in self.hub.clients}
        seat, table = client.viewer.seat or 0, game_on(self.hub.snapshot.stage)
        if is_log_repaired(table):
            raise RefusedMessageError("no-effect")
        await self.wishes.hear(table, seat, message, here)

    @handles(page.Done)
    async def _done(self, _message: page.Done, client: Client) -> None:
        table, seat = game_on(self.hub.snapshot.stage), client.viewer.seat or 0
        acts = seat in table.game.active_players(table.state) and not is_log_repaired(table)
        if not (table.laying or acts):
            raise RefusedMessageError("not-your-turn")
        await self.ask(DoneInput(seat))

    @handles(page.TickTask)
    async def _tick(self, message: page.TickTask, _client: Client) -> None:
        """Tick off a task of the setup; somebody else may have done so just now."""
        if game_on(self.hub.snapshot.stage).laying:
            await self.ask(TaskInput(message.task))

    def _option(self, client: Client, option: int) -> Action | Selection:
        offer = self._offer(client)
        try:
            return offers.resolve_option(offer, option)
        except IndexError:
            raise RefusedMessageError("no-option") from None

    def _offer(self, client: Client) -> Offer:
        """Return the choices of a client. Raises ``RefusedMessageError`` if it has none."""
        offer = self.hub.offer(client)
        if offer is None:
            raise RefusedMessageError("no-game")
        if not offer.actions:
            raise RefusedMessageError("not-your-turn")
        return offer

    async def _follow(self, client: Client, choice: Action | Selection) -> None:
        """Play an action, or narrow down the remaining choices."""
        if isinstance(choice, tuple):
            self.hub.select(client, choice)
        elif client.viewer.play:
            await self._by_hand(choice)
        else:
            await self._take(choice, client.viewer.seat)

    async def _take(self, action: Action, seat: int | None) -> None:
        before = game_on(self.hub.snapshot.stage)
        after = await self.ask(ActionInput(action, seat))
        if not _has_applied(before, after, action):
            saved = isinstance(after, Lobby) or after.notice is None or not after.notice.refused
            raise RefusedMessageError("stale" if saved else "not-saved")

    @handles(page.Pick)
    async def _pick(self, message: page.Pick, client: Client) -> None:
        """Handle a touch on a space for a seat or the box, or explain why it has no effect."""
        offer = self._offer(client)
        choice = offers.resolve_space(offer, message.place)
        if choice is not None:
            await self._follow(client, choice)
            return
        refusal = offers.why_not(offer, message.place)
        if refusal is None:
            raise RefusedMessageError("no-use")
        raise IllegalChoiceError(refusal)

    async def _by_hand(self, action: Action) -> None:
        """Have the robot play it on the virtual box's buttons and readers, one action at a time."""
        if self.robot is None:
            raise RefusedMessageError("not-allowed")
        try:
            async with self.one_hand:
                await self.robot.perform(action)
        except NotByHandError:
            raise RefusedMessageError("no-hand") from None

    @handles(page.ChooseColour)
    async def _choose_colour(self, message: page.ChooseColour, client: Client) -> None:
        """Note a seat's colour for the next game. Raises ``RefusedMessageError`` if it is taken."""
        stage, around = self.hub.snapshot.stage, self.hub.snapshot.surroundings
        colour = message.colour
        if not isinstance(stage, Lobby):
            raise RefusedMessageError("no-setup")
        if not is_game_chosen(stage):
            raise RefusedMessageError("no-game-chosen")
        if colour not in ("", *palette(stage.game)):
            raise RefusedMessageError("bad-field", field="colour")
        seat = around.colours.index(colour) if colour in around.colours and colour else None
        if seat not in (None, client.viewer.seat):
            raise RefusedMessageError("colour-taken", player=around.arrived[seat or 0])
        self.choose_colour(client.token, colour)

    @handles(page.AskAdvice)
    async def _advise(self, _message: page.AskAdvice, client: Client) -> None:
        """Send the best choices; only the client that asks gets advice."""
        table = running_game(game_on(self.hub.snapshot.stage))
        voice = self.hub.speech(client.language, table).voice
        advice = table.game.advice(table.state, client.viewer.seat or 0)
        client.answer(box.AdviceReply(lines(advice, voice, Position(table))))

    @handles(page.Replay)
    async def _replay(self, message: page.Replay, client: Client) -> None:
        """Show an earlier step of the game, as far as it was public."""
        table, at = running_game(game_on(self.hub.snapshot.stage)), message.at
        try:
            then = replay.after(table, at)
        except IndexError:
            raise RefusedMessageError("no-step", steps=replay.steps(table)) from None
        speech = self.hub.speech(client.language, table)
        snapshot = self.hub.snapshot
        view = {
            **common(then, speech, snapshot.surroundings),
            "picture": self.hub.picture(table, speech),
        }
        label = ""
        if at and not (made := history_entry(table.game, table.steps[at - 1])).is_interim:
            label = line(made, None, speech.voice, speech.words)["text"]
        of, turns = replay.steps(table), replay.turns(table)
        client.answer(box.ReplayReply(at, of, view, label, turns))

    @handles(page.Press)
    async def _press(self, message: page.Press, client: Client) -> None:
        with _named():
            _window(client).press(message.button)

    @handles(page.Release)
    async def _release(self, message: page.Release, client: Client) -> None:
        with _named():
            _window(client).release(message.button)

    @handles(page.TurnKnob)
    async def _turn(self, message: page.TurnKnob, client: Client) -> None:
        with _named():
            _window(client).hardware.turn(message.button, message.by)

    @handles(page.Lay)
    async def _lay(self, message: page.Lay, client: Client) -> None:
        with _named():
            _window(client).hardware.lay(message.piece, message.reader)

    @handles(page.Lift)
    async def _lift(self, message: page.Lift, client: Client) -> None:
        with _named():
            _window(client).hardware.lift(message.reader)


PageHandlers: TypeAlias = HandlerTable[PageMessage, [Client], Awaitable[None]]
PAGE_HANDLERS: Final[PageHandlers] = PageHandlers(page.PAGE_MESSAGES, MessageHandler, HostHandler)
"""What a box does with each message of a page."""


def _window(client: Client) -> VirtualBoxPage:
    """Return a client's view of the virtual box. Raises ``RefusedMessageError`` without one."""
    if client.window is None:
        raise RefusedMessageError("not-allowed")
    return client.window


@contextmanager
def _named() -> Iterator[None]:
    """Raise ``RefusedMessageError`` for an unknown name."""
    try:
        yield
    except KeyError as error:
        raise RefusedMessageError("no-such-thing", name=one_line(str(error.args[0]), 80)) from None


def _has_applied(before: Table, after: Stage, action: Action) -> bool:
    """Return whether an action is among the entries that were added meanwhile."""
    if isinstance(after, Lobby):
        return False
    payload = after.game.to_struct(action)
    return any(entry.payload == payload for entry in after.entries[len(before.entries) :])
