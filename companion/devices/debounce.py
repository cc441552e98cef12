"""Debouncing and gesture recognition: turns edges of a contact into clicks, holds and repeats.

This works the same on every back end: pins report every edge (gpiozero's `bounce_time` stays
`None`, because each of its back ends drops different edges), and the caller does all the waiting:
it reads `due`, calls `elapse` at that moment, and `edge` whenever the contact changes.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.devices import Gesture

SETTLE: Final = 0.02
"""Seconds of quiet after which a contact has settled; ordinary push buttons need 1 to 10 ms."""


class Edge(msgspec.Struct, frozen=True):
    """A contact closed or opened at a moment of the clock."""

    at: float
    closed: bool


class Contact(msgspec.Struct, frozen=True):
    """A contact that bounces.

    The first edge counts at once. Further edges are bounces until `settle` seconds have passed
    without one; the contact is then as the last of them left it. So a tap shorter than `settle`
    still gives a press and a release, and a train of bounces of any length gives one press.
    """

    settle: float = SETTLE
    closed: bool = False
    """The debounced state."""
    raw: bool = False
    """The state after the last edge."""
    due: float | None = None
    """When the contact will have settled; `None` once it has."""

    def edge(self, edge: Edge) -> tuple[Contact, tuple[Edge, ...]]:
        """Process an edge; return the debounced edges that are now certain, at most two."""
        settled, changes = self.elapse(edge.at)
        if edge.closed == settled.raw:
            return settled, changes
        bouncing = replace(settled, raw=edge.closed, due=edge.at + self.settle)
        if settled.due is not None:
            return bouncing, changes
        return replace(bouncing, closed=edge.closed), (*changes, edge)

    def elapse(self, now: float) -> tuple[Contact, tuple[Edge, ...]]:
        """Advance the time; a contact that settled in the opposite state changes now."""
        if self.due is None or now < self.due:
            return self, ()
        settled = replace(self, closed=self.raw, due=None)
        changes = (Edge(self.due, self.raw),) if self.raw != self.closed else ()
        return settled, changes


class HoldRule(msgspec.Struct, frozen=True):
    """Behaviour of a button that is held.

    `after` is the seconds until a long press; if `repeat` is set, it is the seconds until the
    first repeat, and `repeat` those between repeats.
    """

    after: float = 0.8
    repeat: float | None = None


LONG_PRESS: Final = HoldRule()
DIRECTION: Final = HoldRule(after=0.4, repeat=0.15)


class GestureRecogniser(msgspec.Struct, frozen=True):
    """Recognises gestures on a debounced button."""

    rule: HoldRule = LONG_PRESS
    down: bool = False
    held: bool = False
    """Whether a long press or a repeat has been reported."""
    due: float | None = None

    def edge(self, edge: Edge) -> tuple[GestureRecogniser, tuple[Gesture, ...]]:
        """Process a debounced edge; gestures that fell due before it are reported first."""
        if edge.closed:
            pressed = GestureRecogniser(self.rule, down=True, due=edge.at + self.rule.after)
            return pressed, (Gesture.PRESS,)
        if not self.down:
            return self, ()
        if self.due is not None and self.due < edge.at:
            held, gestures = self.elapse(edge.at)
            return GestureRecogniser(held.rule), (*gestures, Gesture.RELEASE)
        return GestureRecogniser(self.rule), (Gesture.RELEASE if self.held else Gesture.CLICK,)

    def elapse(self, now: float) -> tuple[GestureRecogniser, tuple[Gesture, ...]]:
        """Advance the time; missed repeats are not made up for."""
        if self.due is None or now < self.due:
            return self, ()
        if self.rule.repeat is None:
            return replace(self, held=True, due=None), (Gesture.LONG_PRESS,)
        next_one = self.due + self.rule.repeat
        due = next_one if next_one > now else now + self.rule.repeat
        return replace(self, held=True, due=due), (Gesture.REPEAT,)


class ButtonInput(msgspec.Struct, frozen=True):
    """A contact with its gesture recogniser."""

    contact: Contact = Contact()
    finger: GestureRecogniser = GestureRecogniser()

    @property
    def due(self) -> float | None:
        """When `elapse` has to be called next; `None` while nothing is pending."""
        dues = [due for due in (self.contact.due, self.finger.due) if due is not None]
        return min(dues, default=None)

    def edge(self, edge: Edge) -> Step:
        """Process a raw edge."""
        contact, changes = self.contact.edge(edge)
        return self._follow(contact, changes, edge.at)

    def elapse(self, now: float) -> Step:
        """Advance the time."""
        contact, changes = self.contact.elapse(now)
        return self._follow(contact, changes, now)

    def _follow(self, contact: Contact, changes: tuple[Edge, ...], now: float) -> Step:
        finger = self.finger
        gestures: list[Gesture] = []
        for change in changes:
            finger, new = finger.edge(change)
            gestures += new
        finger, new = finger.elapse(now)
        return ButtonInput(contact, finger), (*gestures, *new)


Step: TypeAlias = tuple[ButtonInput, tuple[Gesture, ...]]
"""A key after an edge or some time, and the gestures that were made meanwhile."""
