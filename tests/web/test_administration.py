"""What an administrator does with the data of one person while a server runs."""

import json
import re
import zipfile
from pathlib import Path

import pytest
from tests.web.conftest import LocalServer, make_pair
from tests.web.pages.people.test_data import occurrences
from tests.web.pages.people.test_sign_in import join
from tests.web.server_process import Live, Person

from charkoni.web import administration
from charkoni.web.administration import BadGuest
from charkoni.web.config import Settings


def test_the_data_of_a_person_are_exported_and_deleted_by_one_action(tmp_path: Path) -> None:
    live = Live(tmp_path, "--workers", "0")
    ann, target = Person(live), tmp_path / "ann.zip"
    try:
        settings = Settings(database=live.database, secret="for tests")
        game = ann.post("/new", game="mangala", opponent="here").headers["location"].rpartition("/")[2]
        token = re.search('name="csrf" content="([^"]+)"', ann.web.get("/me").text)
        assert token and ann.web.post("/me/passphrase", data={"csrf": token[1], "name": "Ann"}).status_code == 200
        person = administration.person_data(settings, "ANN", target, True)
        with zipfile.ZipFile(target) as archive:
            assert {"about.json", f"games/{game}.json"} == {*archive.namelist()}
            about = json.loads(archive.read("about.json"))
        assert about["name"] == "Ann" and about["stored"]["persons"][0]["id"] == person
        assert "Keep your games" in ann.web.get("/me?lang=en").text, "she is signed out"
        assert ann.web.get(f"/g/{game}").status_code == 404
        with pytest.raises(BadGuest):
            administration.person_data(settings, "Ann", None, True)
    finally:
        ann.web.close()
        live.stop()
    with pytest.raises((BadGuest, OSError)):
        administration.person_data(settings, "Ann", None, True)


def test_nothing_is_left_of_a_member_but_the_games_of_others(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    name, _ = join(pair.a)
    for v, who in enumerate((pair.a, pair.b)):
        who.post(f"/g/{pair.g}/text", action="move", v=str(v), m="1")
    pair.a.post("/me/delete")
    person = local_server.hub.access.person(pair.a.cookies.get("charkoni"))
    assert person is None and occurrences(local_server, name) == []
    assert "Former member" in pair.b.get(f"/g/{pair.g}/text?lang=en").text


def test_nobody_else_gets_at_the_data_of_a_person(local_server: LocalServer) -> None:
    ann = local_server.visitor()
    join(ann)
    known = local_server.hub.access.person(ann.cookies["charkoni"])
    key = local_server.hub.access.signature("GET", known.person)
    client, path = local_server.client, f"/person/{known.person}.zip"
    for headers in ({}, {"authorization": f"Bearer {key}x"}):
        assert client.get(path, headers=headers).status_code == client.delete(path, headers=headers).status_code == 404
    assert client.get(path, headers={"authorization": f"Bearer {key}"}).status_code == 200
    assert client.delete(path, headers={"authorization": f"Bearer {key}"}).status_code == 404, "the key of another act"
