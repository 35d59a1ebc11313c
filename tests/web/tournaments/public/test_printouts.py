"""Print-outs and files of an event."""

import re

from tests.web.tournaments.people import Arbiter


def test_paper_and_files(six: Arbiter) -> None:
    six.publish_next()
    guest = Arbiter(six.local_server, six.local_server.visitor(), six.id)
    answer = guest.get("/print/pairings")
    assert "Çağla" in answer.text and "unsafe-inline" not in answer.headers["content-security-policy"]
    assert guest.get("/print/pairings.pdf").content.startswith(b"%PDF")
    assert "Çağla" in guest.get("/print/pairings.txt").text
    assert guest.get("/print/slips").status_code == 404
    assert guest.get("/desk/print/slips").status_code == 403
    slips = six.get("/desk/print/slips").text
    assert re.search(rf"/t/{six.id}/round/1/board/1\?player=\d&amp;key=[\w-]+", slips)
    for name in ("trf26", "trf16", "json", "entries.csv", "standings.csv", "cross.csv"):
        found = guest.get(f"/file/{name}")
        assert found.status_code == 200 and "dice-4-2-6" not in found.text, name
    assert guest.get("/desk/archive").status_code == 403
    assert '"dice-4-2-6"' in six.get("/desk/archive").text
    assert guest.get("/data/standings.json").json()["tiebreaks"]
    assert "<svg" in guest.get("/qr").text
