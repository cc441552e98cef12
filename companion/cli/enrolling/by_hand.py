"""Enrols pieces one by one: each is named, and its tag is held to any reader. Pure."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.cli.enrolling.majority import TagReads
from companion.devices import TagEvent
from companion.engine.message import Message, say
from companion.engine.text import Text
from companion.table.command import Command
from companion.table.enrolment import Enrolment, handle_command, handle_tag

TagOwners: TypeAlias = Mapping[str, str]
"""The id of the piece of each tag, by the tag's number."""
Naming: TypeAlias = Callable[[Text], str]
"""Returns the words of a piece's name."""


class Swipe(msgspec.Struct, frozen=True):
    """A tag was swiped over a reader that does not report when tags leave."""

    tag: str


class PollTags(msgspec.Struct, frozen=True):
    """A timer event: it is time to check which tags are held to the readers."""


Given: TypeAlias = TagEvent | Swipe | PollTags | str
"""An input of an enrolment by hand; a string is a typed line."""


class HandEnrolment(msgspec.Struct, frozen=True):
    """State of an enrolment by hand: the tags known before, and the names of the pieces."""

    enrolment: Enrolment
    tag_owners: TagOwners
    name: Naming
    ballot: TagReads = msgspec.field(default_factory=TagReads)

    @property
    def prompt(self) -> Message:
        """The message that asks for the next step."""
        piece = self.enrolment.piece
        return say(
            "{at}/{count} Hold {piece} to a reader (Enter: the next one, b: back, q: end)",
            at=self.enrolment.at + 1,
            count=len(self.enrolment.pieces),
            piece=self.name(piece.name),
        )


def take(hand: HandEnrolment, given: Given) -> tuple[HandEnrolment, tuple[Message, ...]]:
    """Handle a read tag or a typed line; return the messages to print."""
    if isinstance(given, str):
        return _typed(hand, given.strip().lower())
    ballot = _read(hand.ballot, given)
    if not ballot.is_decided:
        again = (say("once more, please"),) if isinstance(given, Swipe) else ()
        return replace(hand, ballot=ballot), again
    # Tags that still lie there have been counted; they count again only when they come again.
    fresh = replace(hand, ballot=TagReads())
    match ballot.majority:
        case ():
            return fresh, (say("nothing was read for long enough: hold it there longer"),)
        case (tag,):
            return _elected(fresh, tag)
        case tags:
            return fresh, (say("several tags at once: {tags}; hold one", tags=", ".join(tags)),)


def _read(ballot: TagReads, given: TagEvent | Swipe | PollTags) -> TagReads:
    match given:
        case PollTags():
            return ballot.looked() if ballot.is_open else ballot
        case Swipe(tag):
            return ballot.swiped(tag)
        case TagEvent(tag=tag, present=True):
            return ballot.came(tag)
        case TagEvent(tag=tag):
            return ballot.left(tag)


def _elected(hand: HandEnrolment, tag: str) -> tuple[HandEnrolment, tuple[Message, ...]]:
    after = handle_tag(hand.enrolment, tag, hand.tag_owners.get(tag))
    if after.clash is not None:
        question = say(
            "tag {tag} is under {other} already: hold it there once more to take it from that "
            "(or y; Enter: leave it)",
            tag=tag,
            other=_name_of(hand, after.clash[1]),
        )
        return replace(hand, enrolment=after), (question,)
    return _went_on(hand, after)


def _typed(hand: HandEnrolment, line: str) -> tuple[HandEnrolment, tuple[Message, ...]]:
    enrolment = hand.enrolment
    fresh = replace(hand, ballot=TagReads())
    match line:
        case "q":
            return replace(fresh, enrolment=replace(enrolment, over=True)), ()
        case "b":
            after = handle_command(enrolment, Command.PREVIOUS)
        case "" if enrolment.clash is not None:
            after = replace(enrolment, clash=None)
        case "y" if enrolment.clash is not None:
            return _went_on(fresh, handle_command(enrolment, Command.CONFIRM))
        case "":
            after = handle_command(enrolment, Command.CONFIRM)
        case _:
            after = enrolment
    fresh = replace(fresh, enrolment=after)
    return fresh, () if after.over else (fresh.prompt,)


def _went_on(hand: HandEnrolment, after: Enrolment) -> tuple[HandEnrolment, tuple[Message, ...]]:
    """Report what was enrolled and what that changes, then ask for the next piece."""
    if after.learned == hand.enrolment.learned:
        return replace(hand, enrolment=after), ()
    tag, piece = after.learned[-1]
    messages = [say("{piece}: {tag}", piece=_name_of(hand, piece), tag=tag)]
    before = {**hand.tag_owners, **dict(hand.enrolment.learned)}
    messages += [
        say("{piece} had tag {tag}, which is free now", piece=_name_of(hand, piece), tag=old)
        for old, owner in before.items()
        if owner == piece and old != tag
    ]
    tag_owners = {other: owner for other, owner in before.items() if owner != piece or other == tag}
    moved = replace(hand, enrolment=after, tag_owners={**tag_owners, tag: piece})
    return moved, tuple(messages) if after.over else (*messages, moved.prompt)


def _name_of(hand: HandEnrolment, piece: str) -> str:
    return hand.name(hand.enrolment.name_of(piece))
