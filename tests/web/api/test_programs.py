"""Programs of members: their tokens, their seats, what they may not do, and the example of the documentation."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
from tests.web.conftest import LocalServer, Visitor
from tests.web.server_process import Live

from charkoni.web.http.sessions import new_id
from charkoni.web.live import commands

BOT = Path(__file__).parents[3] / "examples" / "bot.py"
TOKEN = re.compile(r'class="words" translate="no">([\w-]{43})<')


class MemberProgram:
    """A program of a member."""

    def __init__(self, member: Visitor, name: str) -> None:
        found = TOKEN.search(member.post("/me/tokens", name=name).text)
        assert found
        self.client = member.client
        self.headers = {"authorization": f"Bearer {found[1]}"}

    def get(self, path: str) -> Any:
        self.client.cookies.clear()
        return self.client.get(f"/api/v1{path}", headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        self.client.cookies.clear()
        return self.client.post(f"/api/v1{path}", headers=self.headers, json=body)


def member_of(local_server: LocalServer) -> tuple[Visitor, str]:
    visitor, name = local_server.visitor(), f"Zoë {new_id(8)}"
    assert visitor.post("/me/passphrase", name=name).status_code == 200
    return visitor, name


def test_a_member_makes_and_revokes_a_token(local_server: LocalServer) -> None:
    member, _ = member_of(local_server)
    program = MemberProgram(member, "Robbie")
    assert program.post("/games", game="mangala").status_code == 201
    page = member.get("/me").text
    assert "Program: Robbie" in page and program.headers["authorization"].split()[1] not in page
    token = re.findall(r"Program: Robbie.*?name=\"id\" value=\"(\w+)\"", page, re.DOTALL)
    assert member.post("/me/credentials", id=token[0]).status_code == 303
    assert program.get("/games").status_code == 200 and program.post("/games", game="mangala").status_code == 401


def test_only_members_have_tokens_and_a_program_has_no_name_that_deceives(local_server: LocalServer) -> None:
    guest = local_server.visitor()
    guest.new_game(opponent="here")
    assert guest.post("/me/tokens", name="Robbie").status_code == 404
    member, _ = member_of(local_server)
    for name in ("", "Guest", "Rоbbie"):  # the last with a Cyrillic letter
        assert member.post("/me/tokens", name=name).status_code == 409


def test_a_program_is_marked_at_the_table_in_lists_and_in_the_record(local_server: LocalServer) -> None:
    member, name = member_of(local_server)
    guest = local_server.visitor()
    program = MemberProgram(member, "Robbie")
    game = program.post("/games", game="mosty:size=2", watch=True).json()
    assert guest.post(f"/i/{game['invite']}", name="Bob").status_code == 303
    names = [seat["name"] for seat in program.get(f"/games/{game['id']}").json()["seats"]]
    assert names == ["Robbie (program)", "Bob"]
    assert member.post("/me/name", name=f"{name} II").status_code == 303
    for page in (f"/g/{game['id']}.txt", "/mine"):
        assert "Robbie (program)" in guest.get(page).text, page


def test_a_program_moves_only_where_it_sits_itself(local_server: LocalServer) -> None:
    member, _ = member_of(local_server)
    robbie, other = MemberProgram(member, "Robbie"), MemberProgram(member, "Marvin")
    game = member.new_game(opponent="here")
    assert robbie.get(f"/games/{game}").json()["mine"] == []
    assert robbie.post(f"/games/{game}/moves", v=0, move="4").json()["code"] == "NOT_YOUR_SEAT"
    game = robbie.post("/games", game="mangala").json()["id"]
    other.post(f"/games/{game}/join")
    assert [each.get(f"/games/{game}").json()["mine"] for each in (robbie, other)] == [[0], [1]]


def test_programs_play_rated_games_with_each_other_and_are_rated_apart(local_server: LocalServer) -> None:
    (one, name), (two, other), bob = member_of(local_server), member_of(local_server), local_server.visitor()
    first, second = MemberProgram(one, "Robbie"), MemberProgram(two, "Marvin")
    game = first.post("/games", game="mosty:size=2", clock="10+5", rated=True, public=True, watch=True).json()
    refused = bob.post(f"/i/{game['invite']}", name="Bob")
    assert (refused.status_code, "Programs play rated games only with each other" in refused.text) == (409, True)
    line = f"/i/{game['invite']}"
    assert line not in bob.get("/lobby").text and line not in two.get("/lobby").text
    assert game["id"] in [line["id"] for line in second.get("/games?state=waiting").json()]
    assert second.post(f"/games/{game['id']}/join").status_code == 200
    first.post(f"/games/{game['id']}/moves", v=0, move="a1")
    second.post(f"/games/{game['id']}/moves", v=1, move="b2")
    assert first.post(f"/games/{game['id']}/resign", seat=0).json()["status"]["state"] == "over"
    (row,) = local_server.run(local_server.hub.ratings.of, person_of(local_server, name))
    assert (row.time_class, row.rating < 1500) == ("p-slow", True)
    assert local_server.run(local_server.hub.ratings.nearest, row.person, row.name, "slow") is None
    page = bob.get(f"/ratings?game={row.name}&pace=p-slow").text
    assert "long games · programs" in page and page.index(other) < page.index(name)
    assert "long games · programs" in one.get("/mine/ratings").text


def person_of(local_server: LocalServer, name: str) -> str:
    return str(local_server.run(local_server.hub.people.persons.named, name))


def test_a_program_plays_no_rated_game_of_a_person(local_server: LocalServer) -> None:
    member, _ = member_of(local_server)
    program, bob = MemberProgram(member, "Robbie"), local_server.visitor()
    waiting = {
        rated: bob.new_game("mosty", opponent="friend", clock="10+5", public="1", name="Bob", **rated_form)
        for rated, rated_form in ((False, {}), (True, {"rated": "1"}))
    }
    listed = [line["id"] for line in program.get("/games?state=waiting").json()]
    assert (waiting[False] in listed, waiting[True] in listed) == (True, False)
    assert program.post(f"/games/{waiting[True]}/join").json()["code"] == "UNRATED"
    assert program.post(f"/games/{waiting[False]}/join").status_code == 200


def test_games_of_a_program_are_not_results_of_its_member(local_server: LocalServer) -> None:
    member, name = member_of(local_server)
    program, bob = MemberProgram(member, "Robbie"), local_server.visitor()
    game = program.post("/games", game="mosty:size=2", clock="3d", watch=True).json()
    bob.post(f"/i/{game['invite']}", name="Bob")
    assert member.get("/next").headers["location"] == "/mine", "the move is the program's"
    assert "Your move" not in member.get("/mine").text
    room = local_server.run(local_server.hub.room, game["id"])
    program.post(f"/games/{game['id']}/moves", v=0, move="a1")
    local_server.run(commands.execute, room, commands.play_move, frozenset({1}), 1, "b2")
    assert program.post(f"/games/{game['id']}/resign", seat=0).json()["status"]["state"] == "over"
    mine = member.get("/mine").text
    assert game["id"] in mine and "You lost" not in mine and "outcome=lost" not in mine
    assert "Bob" not in member.get("/mine/ratings").text
    assert "Robbie (program)" in bob.get("/mine/ratings").text and "You won" in bob.get("/mine").text
    assert name not in bob.get("/mine/ratings").text


def test_the_token_of_a_member_does_not_age(local_server: LocalServer) -> None:
    member, _ = member_of(local_server)
    program, without_member = MemberProgram(member, "Robbie"), local_server.client
    free = without_member.post("/api/v1/tokens", json={"name": "free"}).json()["token"]
    local_server.run(local_server.hub.store.removal.delete_rows, "token", 1 << 60)
    assert program.post("/games", game="mangala").status_code == 201
    program.headers["authorization"] = f"Bearer {free}"
    assert program.post("/games", game="mangala").status_code == 401


def test_two_bots_of_the_example_play_a_game(tmp_path: Path) -> None:
    server = Live(tmp_path, "--workers", "0")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    bots = []
    try:
        for name in ("one", "two"):
            token = httpx2.post(f"{server.origin}/api/v1/tokens", json={"name": name}).json()["token"]
            command = [sys.executable, str(BOT), server.origin, "mosty:size=2", "0.05"]
            environment = os.environ | {"CHARKONI_TOKEN": token, "PATH": path}
            bots.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True))
            assert bots[0].stdout and (bots[-1] is not bots[0] or "/i/" in bots[0].stdout.readline())
        ends = [bot.communicate(timeout=60)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0]
        assert all("the shores are joined" in end for end in ends), ends
        finished = httpx2.get(f"{server.origin}/api/v1/games?state=over").json()
        assert [line["game"] for line in finished] == ["mosty:size=2"]
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
        server.stop()
