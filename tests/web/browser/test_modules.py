"""Modules of the pages on their own, with a server that says what a test wants."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from companion.protocol.box import BOX_MESSAGES
from companion.protocol.http.static_files import read_static

HOME: Final = "http://box.local"
LANGUAGES: Final = {"en": ["English", "/en.json"], "pt_BR": ["Português", "/pt.json"]}
WORDS: Final = {"web.name": "Nome", "web.count": {"1": "{n} ponto", "2": "{n} pontos"}}
ANSWERS: Final = frozenset({"done", "refused", "error", "fate"})
LISTENED: Final = ("advice", "lamps", "tone", "tags", "fitted", "felt", "replay")
LATER: Final = ("later", "toString", "constructor", "__proto__")
"""Kinds that this version does not know; some are names that every object has."""
_CONNECT: Final = """async (kinds) => {
  const {Connection} = await import("/static/core/connection.js");
  const {TableStore} = await import("/static/core/table-store.js");
  const {Words} = await import("/static/core/words.js");
  globalThis.heard = [];
  globalThis.store = new TableStore(new Words("en", {}));
  globalThis.connection = new Connection(store, "seat");
  for (const kind of kinds) {
    connection.addEventListener(kind, ({detail}) => heard.push([kind, detail.kind ?? ""]));
  }
  connection.open();
}"""

_ASK: Final = """async () => {
  for (;;) {
    const {kind, of} = await connection.ask("back");
    if (of !== null) return [kind, of];
    await new Promise((resolve) => setTimeout(resolve, 10));  // it is not open yet
  }
}"""


def answer(route: Route) -> None:
    """Answer with an empty page, or with one of its modules or catalogues."""
    path = route.request.url.removeprefix(HOME)
    if path.startswith("/static/"):
        script = read_static(path.removeprefix("/static/"))
        route.fulfill(body=script, content_type="text/javascript")
    elif path.endswith(".json"):
        route.fulfill(body=json.dumps(WORDS), content_type="application/json")
    else:
        listed = json.dumps(LANGUAGES)
        route.fulfill(body=f"<body data-languages='{listed}'>", content_type="text/html")


@pytest.fixture
def page(browser: Browser) -> Page:
    page = browser.new_context(locale="pt-PT", service_workers="block").new_page()
    page.route("**/*", answer)
    return page


def test_a_language_of_a_region_has_its_tag_its_plurals_and_its_lists(page: Page) -> None:
    page.goto(HOME)
    said = page.evaluate("""async () => {
      const {languageOf, Words} = await import("/static/core/words.js");
      const {language} = await import("/static/core/preferences.js");
      const words = await Words.load("pt_BR");
      return [
        words.tag, words.say("name"), words.say("count", {n: 1}), words.say("count", {n: 5}),
        words.join(["Ana", "Rui"]), language(), languageOf(["pt-BR"]), languageOf(["xx"]),
      ];
    }""")
    wanted = ["pt-BR", "Nome", "1 ponto", "5 pontos", "Ana e Rui", "pt_BR", "pt_BR", "en"]
    assert said == wanted


def test_each_message_that_is_declared_reaches_what_is_for_it_and_no_other(page: Page) -> None:
    declared = sorted(set(BOX_MESSAGES.names) - ANSWERS - {"hello"})
    role = {"seat": 1, "host": False, "play": False}
    view = {"players": [{"name": "Ana"}]}
    sent: list[dict[str, Any]] = [
        {"kind": "hello", "seq": 1, "run": 1, "role": role},
        *({"kind": kind} for kind in (*LATER, *declared)),
        {"kind": "state", "seq": 7, "reset": True, "view": view, "log": []},
    ]

    def serve(line: WebSocketRoute) -> None:
        for message in sent:
            line.send(json.dumps(message))

    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.route_web_socket(lambda address: "/ws?" in address, serve)
    page.goto(HOME)
    page.evaluate(_CONNECT, LISTENED)
    page.wait_for_function("() => store.link === 'on' && store.role.seat === 1")
    page.wait_for_function("() => store.seq === 7 && store.playerName(0) === 'Ana'")
    assert page.evaluate("heard") == [[kind, kind] for kind in sorted(LISTENED)]
    assert broken == []


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_each_kind_of_answer_reaches_who_has_asked(page: Page, kind: str) -> None:

    def serve(line: WebSocketRoute) -> None:
        def reply(text: str | bytes) -> None:
            number = json.loads(text)["id"]
            told = {"answer": {"kind": "done", "of": number}} if kind == "fate" else {}
            line.send(json.dumps({"kind": kind, "of": number, **told}))

        line.on_message(reply)

    page.route_web_socket(lambda address: "/ws?" in address, serve)
    page.goto(HOME)
    page.evaluate(_CONNECT, LISTENED)
    answered = page.evaluate(_ASK)
    assert answered == ["done" if kind == "fate" else kind, 1]
