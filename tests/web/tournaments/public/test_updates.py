"""Updates of open pages."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter


def test_a_page_hears_of_news(local_server: LocalServer, six: Arbiter) -> None:
    six.publish_next()
    shown = six.get("/news?after=-1").json()["shown"]
    six.done("result", round=1, board=1, result="1")
    assert six.get(f"/news?after={shown}").json()["shown"] > shown
