"""Words for the devices of boxes, which are those that a box itself shows its host."""

from collections.abc import Iterable, Mapping

from companion.i18n.catalogue import Phrases
from companion.i18n.formats import listed
from companion.protocol.http.page_words import page_words
from companion.protocol.phrase import words_of
from companion_hub.pages.layout import HubPageContext


def device_name(frame: HubPageContext, name: str) -> str:
    """Return what a device is called; readers have names that people gave them."""
    return _words(frame, f"web.device.name.{name}", name)


def state_words(frame: HubPageContext, state: str) -> str:
    """Return the state of a device in words; one that a later version has stays as it is."""
    return _words(frame, f"web.device.{state}", state)


def reason(frame: HubPageContext, phrase: object) -> str:
    """Return why a device is in its state, empty if its box tells that in English only."""
    if not isinstance(phrase, Mapping):
        return ""
    return words_of(phrase, Phrases(frame.language, tuple))


def problems(frame: HubPageContext, names: Iterable[str]) -> str:
    """Return that somebody is to look at devices, empty if there are none."""
    called = [device_name(frame, name) for name in names]
    return frame.say("problem", device=listed(frame.language, "and", called)) if called else ""


def _words(frame: HubPageContext, key: str, otherwise: str) -> str:
    return str(page_words(frame.language).all.get(key, otherwise))
