"""The public pages of a festival: all sections, one list, one screen."""

import pytest
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import begin

from charkoni.tournament import festival_file
from charkoni.tournament.festival_file import Festival


def test_a_festival_shows_all_its_sections(local_server: LocalServer) -> None:
    u12 = begin(local_server, "Ada", "Boris", "<b>Carl", "Dora", name="U12")
    women = begin(local_server, "Ece", "Fatma", name="Women", first_table="10")
    for arbiter in (u12, women):
        arbiter.done("close-list", rounds="1")
        arbiter.publish_next()
    assert 'data-seats="10"' in women.get("/desk/hand").text
    folder, visitor = u12.event.path.parent, local_server.visitor()
    names = tuple(arbiter.event.path.name for arbiter in (u12, women))
    festival_file.write(folder / "steppe.festival", Festival("Steppe 2026", names))
    for path in ("", "?list=names", "/screen", "?list=nothing&lang=ru"):
        page = visitor.get(f"/festival/steppe{path}").text
        for word in ("Steppe 2026", "Boris", "Fatma", "U12", "Women", "&lt;b&gt;Carl", ">10<"):
            assert word in page, (path, word)
    assert f"/t/{u12.id}" in visitor.get("/festival/steppe?list=prizes").text
    (folder / "bad.festival").write_text("{}x")
    assert visitor.get("/festival/bad").status_code == 409


@pytest.mark.parametrize("name", ["none", "..%2fsteppe", "a" * 300, "x/screen"])
def test_unknown_festivals_are_not_there(local_server: LocalServer, name: str) -> None:
    assert local_server.visitor().get(f"/festival/{name}").status_code == 404
