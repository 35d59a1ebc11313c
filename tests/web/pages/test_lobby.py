"""The lobby: challenges made, taken, declined and withdrawn, and searches for anybody."""

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from tests.web.api.test_programs import MemberProgram, member_of
from tests.web.conftest import LocalServer, Socket, Visitor
from tests.web.interleaving import Gate

from charkoni.core.translations import Words
from charkoni.games import opponents
from charkoni.web.challenges.challenges import ABSENCE_MS, MOST_A_DAY, WEEK_MS
from charkoni.web.live.hub import GameRequest, Hub
from charkoni.web.live.retention import delete_unanswered
from charkoni.web.pages.table.page import OFFER_MS
from charkoni.web.ratings.anchors import anchors
from charkoni.web.store.tables import RatingRow, ratings


def room_of(local_server: LocalServer, g: str) -> Any:
    return local_server.run(local_server.hub.room, g)


def code_of(local_server: LocalServer, g: str) -> str:
    return str(room_of(local_server, g).live.row.invite)


def rate(local_server: LocalServer, visitor: Visitor, rating: float, name: str = "mosty", pace: str = "slow") -> None:
    """Give a visitor a rating that is known well."""
    visitor.new_game(opponent="here")
    identity = local_server.hub.access.person(visitor.cookies["charkoni"])
    assert identity
    row = RatingRow(identity.person, name, pace, rating, 60.0, 0.06, 30, local_server.time.wall())
    local_server.run(local_server.hub.store.execute, sa.insert(ratings).values(asdict(row)))


def part(page: str, title: str) -> str:
    """Return the part of a page below a heading."""
    return page.partition(f">{title}</h2>")[2].partition("</section>")[0]


def search(local_server: LocalServer, visitor: Visitor, **form: str) -> str:
    local_server.time.pass_by(1)  # whose search is older counts
    answer = visitor.post("/lobby", **{"game": "mosty", "clock": "10+5", **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].removeprefix("/g/"))


def test_a_challenge_to_a_member_is_accepted_or_declined_by_him_alone(local_server: LocalServer) -> None:
    (ann, ann_name), (bob, bob_name), eve = member_of(local_server), member_of(local_server), local_server.visitor()
    assert f"Challenge {bob_name}" in ann.get(f"/play?game=gana&to={bob_name}").text
    games = [ann.new_game("gana", to=bob_name, opponent="friend", clock="3d") for _ in range(3)]
    codes = [code_of(local_server, g) for g in games]
    page = bob.get("/lobby").text
    assert all(f"/i/{code}" in part(page, "Challenges for you") for code in codes)
    assert ann_name in part(page, "Challenges for you") and "Your challenges" not in page
    assert all(f"/g/{g}" in part(ann.get("/lobby").text, "Your challenges") for g in games)
    assert bob_name in part(ann.get("/lobby").text, "Your challenges"), "whom she has challenged"
    assert ann_name not in part(ann.get("/lobby").text, "Your challenges")
    assert codes[0] not in eve.get("/lobby").text and codes[0] not in eve.get("/").text
    # A stranger who has the link is told that it is not his.
    assert "somebody else" in eve.get(f"/i/{codes[0]}").text and "Sit down" not in eve.get(f"/i/{codes[0]}").text
    for form in ({}, {"seats": "1"}, {"end": "1"}):
        assert eve.post(f"/i/{codes[0]}", **form).status_code == 409
    assert "Decline" in bob.get(f"/i/{codes[0]}").text and "Decline" not in ann.get(f"/i/{codes[0]}").text
    assert bob.post(f"/i/{codes[0]}").headers["location"] == f"/g/{games[0]}"
    assert room_of(local_server, games[0]).live.state == "open"
    assert bob.post(f"/i/{codes[0]}").headers["location"] == f"/g/{games[0]}", "sent twice, he sits there"
    assert eve.post(f"/i/{codes[0]}").status_code == 409
    assert bob.post(f"/i/{codes[1]}", end="1").headers["location"] == "/lobby"
    assert ann.post(f"/i/{codes[2]}", end="1").status_code == 303
    rows = [room_of(local_server, g).live.row for g in games]
    assert [(row.state, row.reason) for row in rows[1:]] == [("called-off", "declined"), ("called-off", "withdrawn")]
    assert "The challenge was declined." in ann.get(f"/g/{games[1]}/text").text
    assert not any(code in bob.get("/lobby").text for code in codes)
    # Too late: the game goes on.
    assert bob.post(f"/i/{codes[0]}", end="1").status_code == 409
    assert room_of(local_server, games[0]).live.state == "open"


def test_floods_of_challenges_are_refused_with_the_reason(local_server: LocalServer) -> None:
    (ann, ann_name), (_, bob_name) = member_of(local_server), member_of(local_server)
    for _ in range(MOST_A_DAY):
        ann.new_game("mosty", to=bob_name, opponent="friend")
    answer = ann.post("/new", game="mosty", to=bob_name, opponent="friend")
    assert answer.status_code == 409 and "3 times within a day" in answer.text
    assert ann.post("/new", game="mosty", to=ann_name, opponent="friend").status_code == 409
    assert ann.post("/new", game="mosty", to="Nobody At All", opponent="friend").status_code == 404
    assert ann.get("/play?game=mosty&to=Nobody At All").status_code == 404


def test_all_free_seats_are_his_who_accepts(local_server: LocalServer) -> None:
    ann, (bob, bob_name) = local_server.visitor(), member_of(local_server)
    g = ann.new_game("chaupar", to=bob_name, opponent="friend")
    assert bob.post(f"/i/{code_of(local_server, g)}").status_code == 303
    live = room_of(local_server, g).live
    assert live.state == "open" and {seat.name for seat in live.seats} == {"", bob_name}


def test_a_range_of_ratings_is_kept(local_server: LocalServer) -> None:
    ann, strong, newcomer = (local_server.visitor() for _ in range(3))
    rate(local_server, strong, 1900)
    g = ann.new_game("mosty", opponent="friend", public="1", low="1800", clock="10+5")
    code = code_of(local_server, g)
    assert "Ratings 1800 to …" in strong.get("/lobby").text
    assert "ratings from 1800 to …" in newcomer.get(f"/i/{code}").text
    assert newcomer.post(f"/i/{code}").status_code == 409
    assert strong.post(f"/i/{code}").status_code == 303
    for wrong in ("-1", "x", "99999", "²"):
        assert ann.post("/new", game="mosty", opponent="friend", public="1", low=wrong).status_code == 400


def test_several_opponents_find_the_same_link(local_server: LocalServer) -> None:
    ann, others = local_server.visitor(), [local_server.visitor() for _ in range(3)]
    g = ann.new_game("mosty", opponent="friend", public="1", several="1", clock="3d", seat="1", name="Ann")
    code, tables = code_of(local_server, g), set()
    lobby = part(others[0].get("/lobby").text, "Waiting for an opponent")
    assert f"/i/{code}" in lobby and "free seat" not in lobby, "it says who waits"
    for other in others:
        assert "Ann" in other.get(f"/i/{code}").text
        tables.add(other.post(f"/i/{code}", name="Bob").headers["location"])
    assert len(tables) == 3 and f"/g/{g}" in tables
    for table in tables:
        live = room_of(local_server, table.removeprefix("/g/")).live
        assert live.state == "open" and [seat.name for seat in live.seats] == ["Bob", "Ann"]
        assert live.control.text == "3d"
    waiting = local_server.run(local_server.hub.challenges.by, live.seats[1].owner)
    assert [row.invite for row in waiting] == [code]
    assert ann.post(f"/i/{code}", end="1").status_code == 303
    assert others[0].post(f"/i/{code}").status_code == 409


def test_a_table_leaves_the_lobby_with_its_maker(local_server: LocalServer) -> None:
    ann, eve = local_server.visitor(), local_server.visitor()
    g = ann.new_game("mosty", opponent="friend", public="1")
    code = code_of(local_server, g)
    for _ in range(3):
        local_server.time.pass_by(ABSENCE_MS - 1000)
        assert f"/i/{code}" in eve.get("/lobby").text
        ann.get("/rules")
        local_server.run(local_server.hub._note_present)
    local_server.time.pass_by(ABSENCE_MS + 1000)
    local_server.run(local_server.hub._note_present)
    assert code not in eve.get("/lobby").text + eve.get("/").text
    assert eve.post(f"/i/{code}").status_code == 303, "the link leads to it"


def test_a_challenge_that_nobody_answers_goes_by_itself(local_server: LocalServer) -> None:
    ann, (bob, bob_name) = local_server.visitor(), member_of(local_server)
    g = ann.new_game("mosty", to=bob_name, opponent="friend")
    local_server.time.pass_by(WEEK_MS - 1000)
    assert f"/i/{code_of(local_server, g)}" in bob.get("/lobby").text
    local_server.time.pass_by(2000)
    assert "Challenges for you" not in bob.get("/lobby").text
    local_server.run(delete_unanswered, local_server.hub)
    assert ann.get(f"/g/{g}").status_code == 404


def test_two_who_search_meet(local_server: LocalServer) -> None:
    local_server.time.pass_by(ABSENCE_MS)  # of what other tests have left nothing is there
    ann, bob, eve = (local_server.visitor() for _ in range(3))
    rate(local_server, eve, 1900)
    g = search(local_server, ann)
    assert search(local_server, eve) not in (g, ""), "too far for the first seconds"
    assert search(local_server, local_server.visitor(), clock="3+2") != g
    assert search(local_server, bob) == g
    assert room_of(local_server, g).live.state == "open"


def test_a_search_is_for_the_rating_in_the_time_class_of_its_clock(local_server: LocalServer) -> None:
    ann = local_server.visitor()
    rate(local_server, ann, 1900, pace="slow")
    rate(local_server, ann, 1200, pace="fast")
    found = {clock: search(local_server, ann, clock=clock) for clock in ("5+10", "5", "5+2", "10")}
    terms = local_server.run(local_server.hub.challenges.of, [*found.values()])
    assert {clock: terms[g].low for clock, g in found.items()} == {"5+10": 1900, "5": 1200, "5+2": 1200, "10": 1900}


def test_whoever_finds_a_search_in_the_lobby_may_sit_down(local_server: LocalServer) -> None:
    ann, eve = local_server.visitor(), local_server.visitor()
    rate(local_server, eve, 1900)
    code = code_of(local_server, search(local_server, ann))
    assert f"/i/{code}" in eve.get("/lobby").text
    assert "Sit down" in eve.get(f"/i/{code}").text
    assert eve.post(f"/i/{code}").status_code == 303


def test_an_unanswered_challenge_stays_while_somebody_sits_there(local_server: LocalServer) -> None:
    ann = local_server.visitor()
    g = search(local_server, ann)
    with ann.socket() as wire:
        Socket(wire).hello(g)
        local_server.time.pass_by(ABSENCE_MS)
        local_server.run(delete_unanswered, local_server.hub)
        assert ann.post(f"/lobby/{g}").status_code == 200
        assert code_of(local_server, g) in local_server.visitor().get("/lobby").text, "it goes on"
    local_server.time.pass_by(ABSENCE_MS)
    local_server.run(delete_unanswered, local_server.hub)
    assert ann.post(f"/lobby/{g}").status_code == 404


def test_who_joins_a_search_takes_all_free_seats(local_server: LocalServer) -> None:
    ann, bob = local_server.visitor(), local_server.visitor()
    g = search(local_server, ann, game="chaupar")
    assert search(local_server, bob, game="chaupar") == g
    live = room_of(local_server, g).live
    assert live.state == "open" and len({seat.owner for seat in live.seats}) == 2


def test_a_search_widens_and_moves_to_the_older_one(local_server: LocalServer) -> None:
    local_server.time.pass_by(ABSENCE_MS)  # of what other tests have left nothing is there
    ann, eve, nosy = (local_server.visitor() for _ in range(3))
    rate(local_server, eve, 1900)
    first, second = search(local_server, ann, game="gana"), search(local_server, eve, game="mosty")
    third = search(local_server, ann, game="mosty")
    assert len({first, second, third}) == 3

    def asked(visitor: Visitor, g: str) -> str:
        answer = visitor.post(f"/lobby/{g}")
        assert answer.status_code == 200, answer.text
        return str(answer.json()["url"])

    assert asked(ann, third) == asked(eve, second) == ""
    assert nosy.post(f"/lobby/{third}").status_code == 409
    for _ in range(12):  # longer than a search stands by itself
        local_server.time.pass_by(3500)
        assert asked(eve, second) == "", "the younger one moves"
    assert asked(ann, third) == f"/g/{second}"
    assert ann.get(f"/g/{third}").status_code == 404
    assert room_of(local_server, second).live.state == "open" and asked(eve, second) == ""


def test_a_search_joins_a_table_whose_maker_is_there(local_server: LocalServer) -> None:
    local_server.time.pass_by(ABSENCE_MS)  # of what other tests have left nothing is there
    ann, bob, eve = (local_server.visitor() for _ in range(3))
    table = ann.new_game("banglagor", opponent="friend", public="1", clock="10+5")
    closed = eve.new_game("banglagor", opponent="friend", public="1", clock="10+5", low="1900")
    assert search(local_server, bob, game="banglagor") == table
    assert room_of(local_server, closed).live.state == "waiting"


@pytest.mark.parametrize(("rating", "level"), [(None, opponents.USUAL_LEVEL), (900, None), (1500, 5), (3000, 10)])
def test_the_computer_of_his_strength_is_offered(local_server: LocalServer, rating: float | None, level: int) -> None:
    ann = local_server.visitor()
    if rating:
        rate(local_server, ann, rating)
        known = anchors("mosty")
        level = level or min(known, key=lambda each: abs(known[each].rating - rating))
    g = search(local_server, ann, rated="1")
    page = ann.get(f"/g/{g}").text
    box = page.partition('id="search"')[2].partition("</section>")[0]
    assert f'data-left="{OFFER_MS}"' in box and opponents.computer_name(Words("en"), level) in box
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', box))
    assert fields["level"] == str(level)
    local_server.time.pass_by(OFFER_MS + 1)
    assert 'data-left="0"' in ann.get(f"/g/{g}").text
    assert 'id="search"' not in local_server.visitor().get(f"/g/{g}").text
    answer = ann.post("/new", **{name: value for name, value in fields.items() if name != "csrf"})
    live = room_of(local_server, answer.headers["location"].removeprefix("/g/").partition("?")[0]).live
    assert live.state == "open" and live.row.rated and live.seats[int(fields["seat"])].kind == "human"
    assert room_of(local_server, g).live.row.reason == "withdrawn"


def test_nothing_in_the_lobby_is_ever_blank(opened: Callable[..., LocalServer]) -> None:
    local_server = opened()
    page = local_server.visitor().get("/lobby?game=gana").text
    assert "Nobody is waiting just now." in page and "No public game and no tournament just now." in page
    assert "Puzzle of the day" in page
    assert local_server.visitor().get("/lobby?game=nothing").status_code == 404


def computers_in(page: str) -> list[tuple[int, str, int]]:
    """Return the computers of a lobby: level, style, rating (0 where none is shown)."""
    buttons = re.findall(r'name="level" value="(\d+),(\w+)"(.*?)</button>', page)
    shown = [re.search(r">(\d+)</span>$", rest) for *_, rest in buttons]
    return [
        (int(level), style, int(rating[1]) if rating else 0)
        for (level, style, _), rating in zip(buttons, shown, strict=True)
    ]


def test_each_computer_has_its_style_and_the_measured_ones_a_rating(local_server: LocalServer) -> None:
    ann = local_server.visitor()
    found = computers_in(ann.get("/lobby?game=gana").text)
    assert [(level, style) for level, style, _ in found] == [
        (level, style) for level in range(1, 11) for style in opponents.STYLES
    ]
    assert {(level, style): rating for level, style, rating in found if rating} == {
        (level, opponents.STYLES[0]): round(known.rating) for level, known in anchors("gana").items()
    }
    strengths = [rating for _, _, rating in found if rating]
    assert strengths == sorted(strengths) and strengths[4] == 1500
    variant = computers_in(ann.get("/lobby?game=gana:through").text)
    assert len(variant) == len(found) and not any(rating for *_, rating in variant), "nothing was measured"


def test_a_computer_of_the_lobby_sits_down_at_once_in_its_style(local_server: LocalServer) -> None:
    ann = local_server.visitor()
    form = {"clock": "10+5", "opponent": "computer", "seat": "random"}
    for level, style, rated in ((3, "attacking", ""), (10, "cautious", ""), (4, "balanced", "1")):
        live = room_of(local_server, ann.new_game("gana", **form, level=f"{level},{style}", rated=rated)).live
        [computer] = [seat for seat in live.seats if seat.kind == "computer"]
        assert live.state == "open" and (computer.level, computer.name or "balanced") == (level, style)
    for wrong in ("3,wild", "12,cautious", "3,attacking,cautious", "3,", ",attacking"):
        assert ann.post("/new", game="gana", **form, level=wrong).status_code == 400, wrong
    refused = ann.post("/new", game="gana", **form, level="3,cautious", rated="1")
    assert refused.status_code == 409 and "measured" in refused.text


def test_programs_are_challenged_and_answer(local_server: LocalServer) -> None:
    (ann, _), (bob, bob_name) = member_of(local_server), member_of(local_server)
    robbie, other = MemberProgram(bob, "Robbie"), MemberProgram(ann, "Other")
    games = [ann.new_game("mosty", to=bob_name, opponent="friend", clock="10+5") for _ in range(2)]
    listed = robbie.get("/challenges").json()
    assert {line["id"] for line in listed} == {*games}
    assert {(line["game"], line["state"]) for line in listed} == {("mosty", "waiting")}
    assert other.get("/challenges").json() == []
    assert other.post(f"/games/{games[0]}/join").status_code == 409
    assert other.post(f"/games/{games[0]}/decline").status_code == 204, "its member has made it"
    assert robbie.post(f"/games/{games[1]}/join").json()["status"]["state"] == "open"
    assert robbie.post(f"/games/{games[1]}/decline").status_code == 409
    made = other.post("/games", game="gana", to=bob_name).json()
    assert [line["id"] for line in robbie.get("/challenges").json()] == [made["id"]]
    assert robbie.post(f"/games/{made['id']}/decline").status_code == 204
    assert other.get(f"/games/{made['id']}").json()["status"]["text"] == "The challenge was declined."
    assert other.post("/games", game="gana", to="Nobody At All").status_code == 404
    cem, _ = member_of(local_server)
    teams = cem.new_game("chaupar", to=bob_name, opponent="friend")
    assert robbie.post(f"/games/{teams}/join").json()["status"]["state"] == "open"
    low = other.post("/games", game="mosty", public=True, clock="10+5", low=1900, several=True).json()
    refused = robbie.post(f"/games/{low['id']}/join")
    assert refused.status_code == 409 and refused.json()["code"] == "NOT_INVITED"


def test_the_challenged_one_is_told_until_he_has_answered_and_then_the_other_one(local_server: LocalServer) -> None:
    (ann, ann_name), (bob, bob_name) = member_of(local_server), member_of(local_server)
    first, second = (ann.new_game("gana", to=bob_name, opponent="friend", clock="10+5") for _ in range(2))
    outbox = local_server.client.app.state.notices.outbox  # type: ignore[attr-defined]

    def told(visitor: Visitor) -> list[tuple[str, str]]:
        identity = local_server.hub.access.person(visitor.cookies["charkoni"])
        assert identity
        waiting = local_server.run(outbox.waiting, identity.person)
        return [(each.say(Words("en"), local_server.time.wall()).title, each.path) for each in waiting.values()]

    codes = [code_of(local_server, g) for g in (first, second)]
    assert sorted(told(bob)) == sorted((f"{ann_name} challenges you", f"/i/{code}") for code in codes)
    assert told(ann) == []
    bob.post(f"/i/{codes[0]}")
    bob.post(f"/i/{codes[1]}", end="1")
    assert told(bob) == []
    assert sorted(told(ann)) == sorted(
        [(f"Your game with {bob_name} begins", f"/g/{first}"), ("Your challenge was declined", f"/g/{second}")]
    )


# --- one person, several pages ----------------------------------------------------------------------------------------


def searches(local_server: LocalServer, visitor: Visitor) -> list[str]:
    """Return the searches of a visitor that go on."""
    identity = local_server.hub.access.person(visitor.cookies["charkoni"])
    assert identity
    return [row.id for row in local_server.run(local_server.hub.challenges.searches, identity.person)]


def test_who_searches_in_two_tabs_has_one_search(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = local_server.visitor()
    g = search(local_server, ann)
    assert search(local_server, ann) == g and searches(local_server, ann) == [g]
    # Another clock: the search for it takes the place, and the tab of the first one waits no more.
    other = search(local_server, ann, clock="3+2")
    assert other != g and searches(local_server, ann) == [other]
    assert room_of(local_server, g).live.state == "called-off"
    assert ann.post(f"/lobby/{g}").json() == {"url": ""}
    bob = local_server.visitor()
    bob.new_game(opponent="here")
    gate = Gate(monkeypatch, Hub, "create", is_after=True)
    begin = partial(search, local_server, bob, clock="3d")
    one, two = gate.try_both(begin, begin)
    assert one == two and searches(local_server, bob) == [one]


def test_two_searches_that_two_processes_began_become_one(local_server: LocalServer) -> None:
    ann, hub = local_server.visitor(), local_server.hub
    g = search(local_server, ann)
    row, live = room_of(local_server, g).live.row, room_of(local_server, g).live
    identity = hub.access.person(ann.cookies["charkoni"])
    assert identity
    local_server.time.pass_by(1)

    async def begin_again() -> str:
        terms = await hub.challenges.search(identity.person, row.name, "slow")
        request = GameRequest(live.game, (), live.control, terms=terms)
        return await hub.create_with_seats(request, live.seats)

    again = local_server.run(begin_again)
    assert searches(local_server, ann) == [g, again]
    assert ann.post(f"/lobby/{again}").json() == {"url": f"/g/{g}"}
    assert ann.post(f"/lobby/{g}").json() == {"url": ""} and searches(local_server, ann) == [g]


def test_who_asks_for_many_games_at_once_gets_no_more_than_one_after_the_other(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = local_server.visitor()
    ann.new_game(opponent="here")
    monkeypatch.setattr("charkoni.web.live.hub.UNFINISHED_GAMES", 2)
    gate = Gate(monkeypatch, Hub, "create_with_seats")
    begin = partial(ann.post, "/new", game="mosty", opponent="here")
    assert {answer.status_code for answer in gate.try_both(begin, begin)} == {303, 409}
