"""Publication of the pages of an event by the server: after rounds, and at once from the desk."""

import asyncio
from pathlib import Path

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter

from charkoni.tournament.publication import PLAN, Plan
from charkoni.web.tournaments.events import OpenEvent


async def published(event: OpenEvent) -> None:
    """Wait until the pages are published."""
    async with asyncio.timeout(60):
        while not Plan.read(event.value(PLAN)).acts:
            await event.changed(event.page_version, 60)


def test_pages_are_published_after_rounds_and_from_the_desk(
    six: Arbiter, local_server: LocalServer, tmp_path: Path
) -> None:
    assert "charkoni tournament pages FILE ADDRESS --always" in six.get("/desk/staff").text
    site, stranger = tmp_path / "site", local_server.visitor()
    six.event.director.store.keep_value(PLAN, Plan(str(site), ("en", "ru"), is_always=True).text())
    six.publish_next()
    local_server.run(published, six.event)
    assert (site / "ru" / "round-1.html").exists()
    page = six.get("/desk/staff").text
    assert str(site) in page and "Published as of act " in page
    assert stranger.post(f"/t/{six.id}/desk/publish-pages").status_code == 403
    six.done("results", results="1 1")
    six.done("publish-pages")
    assert "1:0" in (site / "en" / "round-1.html").read_text(encoding="utf-8")
    (site / "charkoni-pages.json").write_text("not ours")
    six.done("publish-pages")
    assert "The last publication failed: the file charkoni-pages.json" in six.get("/desk/staff").text
