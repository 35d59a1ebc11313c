"""Settings of a visitor: language, theme and name; and whether the local network reaches the server, for its owner."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import OwnedNetwork, private_addresses
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.pages.people.kept import keep_appearance
from charkoni.web.pages.visits import VisitDep

router = PageRouter()


@router.get("/settings")
async def settings(visit: VisitDep, back: str = "/") -> Response:
    """Return the settings as a page.

    back: path of the page to return to afterwards.  Context: back.
    """
    return visit.page("pages/settings.html", back=own_path(back))


@router.post("/settings")
async def change_settings(visit: VisitDep, form: FormDep) -> Response:
    """Set language, theme and name, and redirect to the page of origin.

    Form: lang (ru, en, tr) and theme (a name, or empty for that of the system), unknown values change nothing; name,
    kept when missing, and that of a member; back (path of the page of origin).  Refused: NAME_TAKEN.
    """
    response = RedirectResponse(own_path(str(form.get("back", "/"))), 303)
    visit.site.set_appearance_cookies(response, visit.request, str(form.get("lang", "")), str(form.get("theme", "-")))
    if visit.visitor.session:
        await keep_appearance(visit, str(form.get("lang", "")), str(form.get("theme", "-")))
    elif "name" in form and (form["name"] or visit.person):
        await visit.become_named(form)
        await visit.hub.store.rename(visit.person, visit.visitor.name)
        visit.site.with_person(response, visit.visitor, visit.request)
    return response


def own_path(path: str) -> str:
    """Return a path of this server unchanged, and the path of the home page for anything else."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if is_own and path.isprintable() else "/"


@router.get("/network")
async def network_page(visit: VisitDep, network: OwnedNetwork, back: str = "/") -> Response:
    """Return the page that asks for consent, for the owner alone: status 403 NOT_OWNER for others.

    back: path of the page to return to.  Context: back, hosts (addresses of this computer in local networks).
    """
    hosts = await asyncio.to_thread(private_addresses)
    return visit.page("pages/network.html", back=own_path(back), hosts=hosts)


@router.post("/network")
async def change_network(request: Request, network: OwnedNetwork, form: FormDep) -> Response:
    """Open the server to the local network, or close it, and redirect to the page of origin.

    Form: act (open or close), host (one of the addresses), back.  Refused: NOT_OWNER, and NOT_NOW for an address that
    this computer has no more.
    """
    async with network.turn:
        if form.get("act") == "open":
            try:
                await network.open(str(form.get("host", "")))
            except OSError:
                raise Problem(409, "NOT_NOW") from None
        else:
            network.close()
    return RedirectResponse(own_path(str(form.get("back", "/"))), 303)
