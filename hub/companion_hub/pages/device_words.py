"""Texts about the devices of boxes, the same as a box shows its host."""

from collections.abc import Iterable, Mapping

from companion.i18n.catalogue import Phrases
from companion.i18n.formats import listed
from companion.protocol.http.page_words import page_words
from companion.protocol.phrase import words_of
from companion_hub.pages.layout import HubPageContext


def device_name(frame: HubPageContext, name: str) -> str:
    """Return the name of a device; readers have names from the settings."""
    return _words(frame, f"web.device.name.{name}", name)


def state_words(frame: HubPageContext, state: str) -> str:
    """Return the state of a device in words; an unknown state of a later version is unchanged."""
    return _words(frame, f"web.device.{state}", state)


def reason(frame: HubPageContext, phrase: object) -> str:
    """Return the reason for a device's state, empty if its box only sends it in English."""
    if not isinstance(phrase, Mapping):
        return ""
    return words_of(phrase, Phrases(frame.language, tuple))


def problems(frame: HubPageContext, names: Iterable[str]) -> str:
    """Return a notice that devices need attention, empty if none do."""
    called = [device_name(frame, name) for name in names]
    return frame.say("problem", device=listed(frame.language, "and", called)) if called else ""


def _words(frame: HubPageContext, key: str, otherwise: str) -> str:
    return str(page_words(frame.language).all.get(key, otherwise))
