"""The service worker, and the page that it shows without a connection."""

from starlette.responses import Response

from charkoni.games import names
from charkoni.web.engine.warm import playable
from charkoni.web.http.assets import CLIENT, content
from charkoni.web.http.routing import PageRouter
from charkoni.web.pages.visits import VisitDep

router = PageRouter()


@router.get("/sw.js")
async def service_worker() -> Response:
    """Return the service worker; at the root, for all pages are its own."""
    body = content(CLIENT / "lib" / "service_worker.js")
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/offline")
async def offline(visit: VisitDep) -> Response:
    """Return the page with what can be read without a connection; the worker keeps the rules that it names.

    Context: games (name, in words).
    """
    return visit.page("pages/offline.html", games=[(name, names.family_name(visit.words, name)) for name in playable()])
