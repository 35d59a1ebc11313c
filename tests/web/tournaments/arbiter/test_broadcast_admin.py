"""The page of the caster."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter


def shows(who: Arbiter, path: str, text: str) -> bool:
    """Return whether a page shows a text, at the latest after updates: a busy server shows earlier rows for a while."""
    event = who.event
    while True:
        version = event.page_version
        if text in who.get(path).text:
            return True
        if who.local_server.run(event.changed, version, 30) == version:
            return False


def test_a_caster_sets_the_screens_and_nothing_else(local_server: LocalServer, seven: Arbiter) -> None:
    caster = seven.colleague("caster", "Kasia")
    assert caster.get().headers["location"].endswith("/desk/caster")
    caster.done("caster", title="Финал дня", tables="3, 1")
    assert caster.do("check-in", entry="1", away="1").status_code == 403
    assert caster.get("/desk/entries").status_code == 403
    guest = Arbiter(local_server, local_server.visitor(), seven.id)
    assert "Финал дня" in guest.get("/screen").text
    assert seven.event.mapping("cast")["tables"] == [3, 1]
    seven.done("result", round="1", board="2", result="1")
    assert shows(guest, "/screen", 'class="screen-last"')
    assert guest.do("caster", title="mine").status_code == 403
