"""Checks the requirements of the web pages."""

import socket
from collections.abc import Iterator
from importlib.util import find_spec
from shutil import which

from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.settings import Settings, WebSettings


def examine(settings: Settings) -> Iterator[Finding]:
    """Check the library and the address of the pages, if the box serves any."""
    if settings.web is not None:
        yield _web(settings.web)


def _web(settings: WebSettings) -> Finding:
    subject = say("pages")
    if find_spec("aiohttp") is None:
        words = say("aiohttp is missing: {remedy}", remedy="pip install aiohttp segno")
        return Finding(subject, sound=False, words=words)
    if settings.https and which("openssl") is None:
        words = say("openssl is missing: {remedy}", remedy="sudo apt install openssl")
        return Finding(subject, sound=False, words=words)
    family = socket.AF_INET6 if ":" in settings.bind else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.bind((settings.bind, 0))
    except OSError:
        words = say(
            "{address} is not an address of this computer: set `web.bind`", address=settings.bind
        )
        return Finding(subject, sound=False, words=words)
    words = say("on {address}, port {port}", address=settings.bind, port=settings.port)
    return Finding(subject, sound=True, words=words)
