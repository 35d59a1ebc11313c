"""An event written as a report file and as JSON is read back whole."""

from dataclasses import replace

from tests.tournament.conftest import Make

from charkoni.tournament.acts.entries import Prohibit, RequestBye
from charkoni.tournament.formats import json_files
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.players import Person


def test_an_event_of_ours_comes_back_whole(make: Make) -> None:
    director = make(
        0, started=False, half_byes=2, place="Чолпон-Ата", points={"win": 2, "draw": 1, "loss": 0, "bye": 1}
    )
    for name, rating in (("Әбдірахманов Нұрғиса", 1800), ("Çağlayan İbrahim", 2100), ("Long " * 20, 1500), ("Ng", 0)):
        director.enter(Person(name, birth="1999", contact="secret"), rating=rating, club="Клуб", categories=["U20"])
    director.enter(Person("Beş"), rating=1200)
    director.close_list()
    director.draft()
    director.publish()
    director.result(1, "30:18")
    director.result(2, "+", reason="came late")
    director.close_round()
    director.do(RequestBye(entry=4, round=3, code="H"))
    director.do(Prohibit(entries=(1, 2), first=2, last=3), reason="brothers")
    people = {key: replace(person, contact="") for key, person in director.state.people.items()}
    state = replace(director.state, version=0, people=people)
    written = writer.write(state)
    assert "secret" not in written
    assert reader.read(written).tournament == state
    assert writer.write(reader.read(written).tournament) == written
    assert json_files.read(json_files.write(director.state)) == state
    assert json_files.read(json_files.write(director.state, private=True)).people == director.state.people
