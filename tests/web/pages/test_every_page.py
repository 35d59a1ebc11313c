"""Every page of the site and every refusal, as people read them in each language.

A walk through a site in use: it begins with an arbiter of an event who has games, follows every link, and visits each
kind of address once.  The texts of a page are those that are shown, those that are said, and those kept for scripts.
"""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from starlette.routing import Match
from tests.core.test_texts import ENGLISH, NAMES, words_of
from tests.core.test_translations import forms, messages
from tests.sampling import short_run
from tests.web.conftest import LocalServer, Visitor, page_routes, serving
from tests.web.pages.local_engine import LocalEngine
from tests.web.tournaments.people import Arbiter, begin, player

import charkoni
from charkoni.tournament import festival_file
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.festival_file import Festival
from charkoni.web.classroom.rooms import card_key

TIEBREAKS = {"BH", "SB", "DE", "PS", "WIN", "WON", "BPG", "KS", "ARO", "GP", "GD", "SD", "LOT"}
OWN = NAMES | TIEBREAKS | {"Elo", "English", "Türkçe", "API", "Tab", "PgUp", "PgDn", "CSV", "Bridg", "It", "Focus"}
"""Latin words of Russian pages: names, formats, keys, codes of tie-breaks."""

FOREIGN = {"Hint", "It", "Focus"}
"""Words of Turkish pages that are English, too: Indian, and parts of names."""

PEOPLE = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор")
DROPPED = re.compile(r"<style\b.*?</style>|<(\w+)[^<>]*\blang=\"en\"[^<>]*>.*?</\1>|<!--.*?-->", re.S)
"""What is no text for people, or is in English and says so."""

NOTATION = re.compile(r"<(pre|code|textarea)\b.*?</\1>|<svg\b[^<>]*aria-hidden.*?</svg>|<text\b.*?</text>", re.S)
SCRIPT = re.compile(r"<script\b([^<>]*)>(.*?)</script>", re.S)
INLINE = re.compile(r"</?(a|abbr|b|bdi|em|i|small|span|strong|sub|sup|time|u)\b[^<>]*>")
SPOKEN = re.compile(r"\b(?:aria-label|title|alt|placeholder|aria-description)=\"([^\"]*)\"")
POSITION = re.compile(r"(?:\b[a-z]+(?::\S+)?: )?\S*/\S*(?: [abcd.] [\d:?. \-]*)?")
"""A position in notation, perhaps after the name of its game."""

FAULTY = re.compile(
    r"\N{EM DASH}|[^\W\d_] - [^\W\d_]|\bNone\b|\bundefined\b|\b[a-z]+_[a-z_]+\b|\b[A-Z]+_[A-Z_]+\b"
    r"|[{}`]|\S+ [,;!?](?=\s|$)|\(\s*\)|,,|[^.]\.\.(?=\s|$)|\([abcd]\)|[^\W\d_]+ = "
)
"""Mixed dashes, identifiers, unfilled fields, punctuation that stands alone, letters for sides, assignments."""

DISTINCT = ("game", "name", "sheet", "what", "role")
"""Parts of an address whose every value gives another page."""

NO_PAGE = re.compile(
    r"\.(json|svg|png|gif|txt|ico|pdf|zip|webmanifest|js)$|/(client|scene|file|qr|archive|news|feeds|engine)\b|^/(api|health|metrics|live|my-data|class/check)\b"
)
"""Addresses of data, pictures and programs."""

ELSEWHERE = {
    "/sign-in/device/{id_}",
    "/sign-in/games/{id_}",
    "/me/notices/mail/{id_}",
    "/g/{game_id}/embed",
    "/g/{game_id}/conditions",
    "/admin/people",
    "/people/{name:path}/complaints",
    "/admin/people/{id_}",
    "/next",
    "/t/{event}/desk/preview",
    "/t/{event}/desk/people",
}
"""Pages that other pages show in a frame or after an upload, those of a sign-in, of games over days and of the server's
owner, and what the script of a form asks.
"""

IN_TURKISH = {"/rules/{game}/printed"}
"""Pages to which only Turkish ones have links."""


def strings(value: Any) -> Iterator[str]:
    """Yield the texts of a JSON value that are sentences, no addresses or keys; fields become digits."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
    elif isinstance(value, str) and re.search(r"\s", value) and not value.startswith(("<", "/")):
        yield re.sub(r"\{\w+\}", "0", value)


def texts(page: str) -> list[str]:
    """Return the texts of a page: what is shown, said, and kept for the client's scripts."""
    kept = [json.loads(body) for mark, body in SCRIPT.findall(page) if "application/json" in mark]
    page = NOTATION.sub("0", DROPPED.sub("", SCRIPT.sub("", page)))
    shown = re.split(r"<[^<>]*>", INLINE.sub("", page))
    found = [*shown, *SPOKEN.findall(page), *strings(kept)]
    return [text for each in found if (text := " ".join(html.unescape(each).split()))]


@cache
def english_only() -> frozenset[str]:
    """Return the words of English texts that are in no Turkish one."""
    english = {word for message in messages("tr") for word in words_of(str(message.id))}
    turkish = {word.lower() for message in messages("tr") for text in forms(message) for word in words_of(text)}
    return frozenset(word for word in english if word.lower() not in turkish) | ENGLISH - FOREIGN


def faults(text: str, lang: str) -> set[str]:
    """Return what a strict reader of a language refuses in a text of a page."""
    text = POSITION.sub(
        "0", re.sub(r"https?://\S+|charkoni (?:tournament )?[a-z-]+(?: FILE)?|\b[A-Z]+-[A-Z0-9]{6}\b", "0", text)
    )
    found, words = set(FAULTY.findall(text)), set(words_of(text))
    if lang == "tr":
        return found | (words & english_only()) - FOREIGN
    if lang == "ru":
        return found | {word for word in words if re.search("[A-Za-z]{2}", word)} - OWN
    return found


@dataclass
class Site:
    """A site in use: games, an event with a round played and one that goes on, and its people."""

    server: LocalServer
    arbiter: Arbiter
    people: tuple[Visitor, ...]
    """The arbiter, a player, a stranger."""

    begins: list[tuple[Visitor, str]] = field(default_factory=list)
    """Who begins the walk where."""

    def speak(self, lang: str) -> None:
        for visitor in self.people:
            visitor.cookies["charkoni_lang"] = lang

    def kind(self, path: str) -> tuple[str, ...]:
        """Return the kind of an address: the route, with those of its values that make another page."""
        scope = {"type": "http", "method": "GET", "path": path.partition("?")[0], "headers": []}
        for route in page_routes(self.server.client):
            match, found = route.matches(scope)
            if match == Match.FULL:
                return (route.path, *(str(found["path_params"].get(part, "")) for part in DISTINCT))
        return (path,)

    def paths(self, method: str) -> list[str]:
        routes = page_routes(self.server.client)
        return sorted({route.path for route in routes if method in (getattr(route, "methods", None) or ())})


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server on which no other test has left games and events with names in other letters."""
    yield from serving(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def site(own_server: LocalServer) -> Iterator[Site]:
    arbiter = begin(own_server, *PEOPLE, name="Кубок", arbiter="Зоя")
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    arbiter.play_round("1=0")
    arbiter.publish_next()
    arbiter.do("result", round="2", board="1", result="1")
    festival_file.write(arbiter.event.path.with_name("fest.festival"), Festival("Степь", (arbiter.event.path.name,)))
    host, somebody, stranger = arbiter.visitor, player(arbiter, 1), own_server.visitor()
    tables = [host.new_game(game, opponent="here") for game in charkoni.games()]
    over = host.new_game("mosty", flag_size="2", opponent="here")
    host.post(f"/g/{over}/text", action="move", v="0", m="c1")
    host.post(f"/g/{over}/text", action="resign", v="1")
    waiting = host.new_game("gana", opponent="friend", clock="3d", public="1")
    owner = own_server.run(own_server.hub.store.seats_of, [over])[over][0].owner
    own_server.run(own_server.hub.people.persons.rename, owner, "Зоя")
    room, waits, asked = lesson(own_server, host, owner)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_server.hub, "engine", LocalEngine())
        analysis = host.post("/analysis", game=over).headers["location"]
        seat_key = own_server.hub.access.seat_key(over, 0)
        places = ["/", "/puzzles/gana", f"/g/{tables[0]}/share", analysis, f"{analysis}/puzzle", f"/s/{seat_key}"]
        places += [f"/g/{each}" for each in (*tables, over, waiting)]
        places += ["/festival/fest", "/festival/fest/screen", "/festival/fest/desk", f"/t/{arbiter.id}/desk/festival"]
        places += [
            "/people/Зоя",
            "/people/Зоя/games",
            "/offline",
            "/network",
            "/dice",
            *(f"/g/{table}/dice" for table in tables),
        ]
        places += [f"/t/{arbiter.id}/desk{part}" for part in ("", "/check", "/entry/1", "/protests")]
        unknown = ["/nowhere", f"/t/{arbiter.id}/desk/log", "/t/nothing", "/g/nothing", f"/t/{arbiter.id}/me/1/nothing"]
        begins = [(host, place) for place in places] + [(somebody, f"/t/{arbiter.id}/me")]
        begins += [(stranger, place) for place in (*unknown, arbiter.link("helper"))]
        begins += [(waits, "/class"), (asked, "/class/question"), (stranger, "/r/KATE"), (stranger, "/c/nothing")]
        begins += [(host, room), (host, f"{room}/screen")]
        yield Site(own_server, arbiter, (host, somebody, stranger, waits, asked), begins)


def lesson(server: LocalServer, teacher: Visitor, owner: str) -> tuple[str, Visitor, Visitor]:
    """Begin a lesson; return the path of the teacher's page, and phones of pupils who wait, and who are asked."""
    classrooms: Any = server.client.app.state.classrooms  # type: ignore[attr-defined]
    path = f"/class/{server.run(classrooms.create, owner)}"
    room = server.run(classrooms.find, path[7:])
    teacher.post(path, act="names", names="Анна 3\nБорис")
    anna, waits = server.visitor(), server.visitor()
    anna.get(f"/c/{card_key(server.hub, next(iter(room.pupils)))}")
    waits.post("/class", word=room.row.word, name="Вера")
    teacher.post(path, act="computer", strength="0")
    teacher.post(path, act="ask", source="lesson mangala/1/1")
    return path, waits, anna


@pytest.mark.parametrize("lang", short_run(("ru", "tr", "en"), ("ru",)))
def test_every_page_is_in_its_language(site: Site, lang: str) -> None:
    site.speak(lang)
    queue, seen, found = list(site.begins), set[tuple[str, ...]](), {}
    for visitor, path in queue:
        kind = site.kind(path)
        if kind in seen or NO_PAGE.search(path.partition("?")[0]):
            continue
        seen.add(kind)
        answer = visitor.get(path)
        if "location" in answer.headers:
            queue.append((visitor, answer.headers["location"]))
            continue
        assert answer.status_code < 500, path
        assert f'<html lang="{lang}"' in answer.text, path
        found |= {(path, text): faults(text, lang) for text in texts(answer.text)}
        links = re.findall(r"\b(?:href|action)=\"(/[^\"#]*)", answer.text)
        queue += [(visitor, html.unescape(link)) for link in links]
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
    pages = {path for path in site.paths("GET") if not NO_PAGE.search(path)}
    elsewhere = ELSEWHERE if lang == "tr" else ELSEWHERE | IN_TURKISH
    assert pages - {kind[0] for kind in seen} - elsewhere == set()


@pytest.mark.parametrize("lang", short_run(("ru", "tr", "en"), ("tr",)))
def test_every_refusal_is_in_its_language(site: Site, lang: str) -> None:
    """Every form with nothing in it and with nonsense, from the arbiter and from a stranger."""
    site.speak(lang)
    values = {"event": site.arbiter.id, "round": "2", "board": "2", "entry": "1", "role": "helper"}
    nonsense = {name: "7x" for name in ("round", "board", "entry", "entries", "result", "rounds", "first", "interval")}
    paths = [path for path in site.paths("POST") if "{action}" not in path and not path.endswith("plan")]
    paths += [f"/t/{{event}}/desk/{action}" for action in ACTIONS]
    found = {}
    for path in paths:
        address = re.sub(r"\{(\w+)\}", lambda part: values.get(part[1], "nothing"), path)
        for visitor, form in ((site.people[2], {}), (site.people[0], {}), (site.people[0], nonsense)):
            answer = visitor.post(address, **form)
            assert answer.status_code < 500, path
            if answer.status_code >= 400 and "html" in answer.headers["content-type"]:
                found |= {(path, text): faults(text, lang) for text in texts(answer.text)}
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
    assert len(found) > 40
