"""Page of the access point for choosing a network: one form, no script."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qs

from companion.engine.message import Message, say
from companion.host.card import Network, is_password, is_ssid
from companion.host.portal.nmcli import WifiNetwork
from companion.i18n.catalogue import Phrases
from companion.i18n.languages import language_tag
from companion.protocol.http.html import Markup, tag

LONGEST: Final = 2000
"""Bytes of a form; a name and a password, escaped, have at most 300."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"
"""Permissions of the page in a browser (CSP): to be shown, and to send its form."""
OTHER: Final = ""
"""The choice of a network that is not in the list, as those are that hide their names."""


def network_page(
    words: Phrases, networks: Sequence[WifiNetwork], trouble: Message | None = None
) -> str:
    """Return the page that asks for a network."""
    names = [tag("option", each.name, value=each.name) for each in networks]
    other = tag("option", words.tell(say("another, whose name I type")), value=OTHER)
    fields = (
        tag("label", words.tell(say("Network")), for_="seen"),
        tag("select", names, other, id="seen", name="seen"),
        tag("label", words.tell(say("Its name, if it is not in the list")), for_="name"),
        tag("input", id="name", name="name", autocapitalize="none", autocomplete="off"),
        tag("label", words.tell(say("Password, empty for an open network")), for_="password"),
        tag("input", id="password", name="password", type="password", autocomplete="off"),
        tag("button", words.tell(say("Join"))),
    )
    alert = tag("p", words.tell(trouble), role="alert") if trouble is not None else ""
    form = tag("form", fields, method="post", action="/")
    return _page(words, words.tell(say("Which Wi-Fi shall the box join?")), alert, form)


def joining_page(words: Phrases, network: Network, name: str) -> str:
    """Return the page that announces the change: this network ends, and the box joins the other."""
    what = say(
        "The box leaves its own Wi-Fi now and joins {network}. Join it too, then "
        "open http://{name}.local:8080. If the password is wrong, the box's own "
        "Wi-Fi comes back.",
        network=network.name,
        name=name,
    )
    return _page(words, words.tell(say("One moment")), tag("p", words.tell(what)))


def parse_form(form: str) -> Network | Message:
    """Return the network in a form, or the mistake in it."""
    given = {key: values[-1] for key, values in parse_qs(form, keep_blank_values=True).items()}
    name = given.get("seen", OTHER) or given.get("name", "")
    password = given.get("password", "")
    if not is_ssid(name):
        return say("choose a network, or type its name: at most 32 bytes")
    if password and not is_password(password):
        return say("a Wi-Fi password has 8 to 63 letters, digits and signs")
    return Network(name, password)


def _page(words: Phrases, title: str, *content: Markup | str) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(_STYLE)),
    )
    body = tag("body", tag("main", tag("h1", title), *content))
    return f"<!doctype html>\n{tag('html', head, body, lang=language_tag(words.language))}\n"


_STYLE: Final = (
    "body{font:1.1rem/1.5 system-ui,sans-serif;margin:0;padding:1.5rem}main{max-width:28rem;"
    "margin:auto}h1{font-size:1.4rem}label{display:block;margin-top:1rem}input,select,button"
    "{font:inherit;width:100%;box-sizing:border-box;padding:.7rem}button{margin-top:1.5rem}"
    "[role=alert]{border-left:.3rem solid;padding-left:.7rem}"
)
