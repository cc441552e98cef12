"""HTML of the tournaments' pages."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from companion.i18n import formats
from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion_hub.club.accounts import Role
from companion_hub.club.tournament import (
    Entrant,
    Pairing,
    PairingSystem,
    Tournament,
    TournamentStanding,
)
from companion_hub.live import LiveBox
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
    time_element,
)
from companion_hub.pages.login import error_sentence, labelled_field


def listing(
    frame: HubPageContext, listed: Sequence[Tournament], games: Sequence[str], trouble: str = ""
) -> str:
    """Return the page of all tournaments."""
    say = frame.say
    heads = [say(key) for key in ("name", "game", "kind", "since", "state")]
    heads[0] = say("tournament")
    rows: list[list[Child]] = [
        [
            tag("a", each.name, href=f"/tournaments/{each.id}"),
            frame.title_of(each.game),
            say(f"kind_{each.kind}"),
            time_element(each.made),
            say("is_over" if each.over else "goes_on"),
        ]
        for each in listed
    ]
    table = table_of(heads, rows) if rows else nothing(say("no_tournaments"))
    title = tag("h1", say("tournaments"))
    new = _new(frame, games) if _directs(frame) else Markup("")
    return page(
        frame, "tournaments", say("tournaments"), title, error_sentence(trouble), table, new
    )


def _directs(frame: HubPageContext) -> bool:
    return frame.account is not None and frame.account.role.may(Role.DIRECTOR)


def _new(frame: HubPageContext, games: Sequence[str]) -> Markup:
    say = frame.say
    kinds = [tag("option", say(f"kind_{kind}"), value=kind) for kind in PairingSystem]
    numbers = [
        tag(
            "label",
            tag("span", say(f"tournament_{key}")),
            tag("input", name=key, type="number", value=usual, min=least, max=most, required=True),
        )
        for key, usual, least, most in (
            ("size", 4, 2, 8),
            ("smallest", 3, 2, 8),
            ("rounds", 4, 1, 30),
            ("groups", 1, 1, 16),
        )
    ]
    return join(
        tag("h2", say("new_tournament")),
        tag(
            "form",
            labelled_field(say("name_of_account"), name="name", autocomplete="off"),
            tag(
                "label",
                tag("span", say("game")),
                tag(
                    "select",
                    [tag("option", frame.title_of(each), value=each) for each in games],
                    name="game",
                ),
            ),
            tag("label", tag("span", say("kind")), tag("select", kinds, name="kind")),
            numbers,
            tag("button", say("make_tournament"), type="submit"),
            method="post",
            action="/tournaments",
            class_="fields",
        ),
    )


def one(
    frame: HubPageContext, tournament: Tournament, boxes: Sequence[LiveBox], trouble: str = ""
) -> str:
    """Return the page of a tournament: rounds, standings, and its director's actions."""
    say = frame.say
    facts = [frame.title_of(tournament.game), say(f"kind_{tournament.kind}")]
    if tournament.round:
        facts.append(say("round_of", n=tournament.round, of=tournament.rounds))
    if tournament.over:
        facts.append(say("is_over"))
    heading = join(
        tag("h1", tournament.name),
        tag("p", " · ".join(facts), class_="state-line"),
        error_sentence(trouble),
    )
    lead = _lead(frame, tournament, boxes) if _directs(frame) else Markup("")
    parts = (heading, *_current(frame, tournament), *_standings(frame, tournament))
    past_rounds = _past_rounds(frame, tournament)
    return page(frame, "tournament", tournament.name, *parts, *past_rounds, lead)


def _current(frame: HubPageContext, tournament: Tournament) -> Iterator[Markup]:
    """Return the current round, table by table."""
    last = [each for each in tournament.pairings if each.round == tournament.round]
    if not last:
        yield nothing(frame.say("not_paired"))
        return
    yield tag("h2", frame.say("round", n=tournament.round))
    yield tag("ol", [_table(frame, tournament, each) for each in last], class_="tables pairings")


def _table(frame: HubPageContext, tournament: Tournament, pairing: Pairing) -> Markup:
    say = frame.say
    if pairing.is_bye:
        free = say("has_a_bye", player=tournament.name_of(pairing.players[0]))
        return tag("li", tag("p", free), class_="pairing bye")
    where = say("table_number", n=pairing.table)
    place: Child = where
    if pairing.box:
        link = f"/table/{pairing.site}/{pairing.box}"
        place = join(f"{where} · ", tag("a", pairing.box, href=link))
    seats = [_seat(tournament, pairing, at) for at in range(len(pairing.players))]
    result: Child = ""
    if pairing.journal:
        link = tag("a", say("the_game"), href=f"/games/{pairing.journal}/{pairing.play}")
        result = tag("p", link, class_="state-line")
    elif pairing.places:
        result = tag("p", say("by_hand"), class_="state-line")
    by_hand = _by_hand(frame, tournament, pairing) if _directs(frame) else ""
    seated = tag("ol", seats, class_="seats")
    return tag("li", tag("h3", place), seated, result, by_hand, class_="pairing")


def _seat(tournament: Tournament, pairing: Pairing, at: int) -> Markup:
    name = tournament.name_of(pairing.players[at])
    if not pairing.places:
        return tag("li", tag("span", name), tag("span", "–", class_="total"))
    place = pairing.places[at]
    star = "★ " if place == 1 else ""
    total = tag("span", f"{place}.", class_="total")
    return tag("li", tag("span", f"{star}{name}"), total, class_="won" if star else None)


def _by_hand(frame: HubPageContext, tournament: Tournament, pairing: Pairing) -> Markup:
    """Return the form for entering a result: a rank for each player."""
    if tournament.over:
        return Markup("")
    say = frame.say
    fields = [
        tag(
            "label",
            tag("span", tournament.name_of(number)),
            tag(
                "input",
                name=f"place-{at}",
                inputmode="numeric",
                value=str(pairing.places[at]) if pairing.places else "",
                autocomplete="off",
                size="2",
            ),
        )
        for at, number in enumerate(pairing.players)
    ]
    hidden = [
        tag("input", type="hidden", name=key, value=str(value))
        for key, value in (
            ("do", "decide"),
            ("round", pairing.round),
            ("table", pairing.table),
        )
    ]
    label = f"{say('decide')}: {say('table_number', n=pairing.table)}"
    form = _form(
        tournament, hidden, fields, tag("button", say("decide"), type="submit", aria_label=label)
    )
    return tag("details", tag("summary", say("places_by_hand")), form)


def _standings(frame: HubPageContext, tournament: Tournament) -> Iterator[Markup]:
    if not tournament.entrants:
        return
    rows, say = tournament.standings(), frame.say
    parts = tournament.parts()
    yield tag("h2", say("standings"))
    for at, part in enumerate(parts, 1):
        if len(parts) > 1:
            yield tag("h3", say("group_number", n=at))
        heads = [say(key) for key in ("player", "place", "score", "strength", "played")]
        here = [row for row in rows if row.entrant.number in part]
        yield table_of(heads, [_row(frame, place, row) for place, row in enumerate(here, 1)])
    yield tag("p", say("score_is"), class_="note")


def _row(frame: HubPageContext, place: int, row: TournamentStanding) -> list[Child]:
    gone = "" if row.entrant.active else f" ({frame.say('has_left')})"
    name = f"{row.entrant.name}{gone}"
    return [name, place, _number(frame, row.score), _number(frame, row.strength), row.played]


def _number(frame: HubPageContext, value: Fraction) -> str:
    """Return a number with up to two decimals, in the language's format."""
    decimals = 0 if value == int(value) else 1 if value * 10 == int(value * 10) else 2
    return formats.number(frame.language, float(value), decimals)


def _past_rounds(frame: HubPageContext, tournament: Tournament) -> Iterator[Markup]:
    """Return the previous rounds, the last one first."""
    before = [each for each in tournament.pairings if each.round < tournament.round]
    rounds = [(number, [*each]) for number, each in groupby(before, lambda each: each.round)]
    for number, round_ in reversed(rounds):
        yield tag(
            "details",
            tag("summary", frame.say("round", n=number)),
            tag("ul", [tag("li", _result_text(frame, tournament, each)) for each in round_]),
        )


def _result_text(frame: HubPageContext, tournament: Tournament, pairing: Pairing) -> Child:
    names = [tournament.name_of(number) for number in pairing.players]
    if pairing.is_bye:
        return frame.say("has_a_bye", player=names[0])
    order = sorted(range(len(names)), key=lambda at: pairing.places[at])
    places = frame.listed(f"{pairing.places[at]}. {names[at]}" for at in order)
    if not pairing.journal:
        return places
    return tag("a", places, href=f"/games/{pairing.journal}/{pairing.play}")


def _form(tournament: Tournament, *content: Child) -> Markup:
    action = f"/tournaments/{tournament.id}"
    return tag("form", *content, method="post", action=action, class_="fields")


def _act(tournament: Tournament, what: str, *content: Child) -> Markup:
    return _form(tournament, tag("input", type="hidden", name="do", value=what), *content)


def _lead(frame: HubPageContext, tournament: Tournament, boxes: Sequence[LiveBox]) -> Markup:
    """Return the director's actions."""
    say = frame.say

    def button(what: str) -> Markup:
        return _act(tournament, what, tag("button", say(f"tournament_do_{what}"), type="submit"))

    if tournament.over:
        return tag("section", tag("h2", say("direct")), button("go_on"), class_="direct")
    last = [each for each in tournament.pairings if each.round == tournament.round]
    unplayed = bool(last) and not any(each.places for each in last)
    names = tag("textarea", name="names", rows="4", required=True)
    enter = _act(
        tournament,
        "enter",
        tag("label", tag("span", say("names_by_line")), names),
        tag("button", say("tournament_do_enter"), type="submit"),
    )
    entrants = [_entrant(frame, tournament, each) for each in tournament.entrants]
    return tag(
        "section",
        tag("h2", say("direct")),
        button("pair"),
        button("unpair") if unplayed else "",
        tag("h3", say("entrants")),
        enter,
        tag("ul", entrants, class_="entrants"),
        tag("h3", say("rooms")),
        _rooms(frame, tournament, boxes),
        button("end"),
        class_="direct",
    )


def _entrant(frame: HubPageContext, tournament: Tournament, entrant: Entrant) -> Markup:
    what = "leave" if entrant.active else "back"
    word = frame.say(f"tournament_do_{what}")
    return tag(
        "li",
        tag("span", entrant.name),
        _act(
            tournament,
            what,
            tag("input", type="hidden", name="entrant", value=str(entrant.number)),
            tag("button", word, type="submit", aria_label=f"{word}: {entrant.name}"),
        ),
    )


def _rooms(frame: HubPageContext, tournament: Tournament, boxes: Sequence[LiveBox]) -> Markup:
    if not boxes:
        return nothing(frame.say("none_yet"))
    choices = []
    for box in boxes:
        origin = box.origin
        ticked = tag(
            "input",
            type="checkbox",
            name=f"room-{origin.site}/{origin.box}",
            checked=(origin.site, origin.box) in tournament.rooms,
        )
        choices.append(tag("label", ticked, tag("span", box.title), class_="tick"))
    button = tag("button", frame.say("tournament_do_rooms"), type="submit")
    return _act(tournament, "rooms", choices, button)
