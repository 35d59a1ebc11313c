"""The page on which the owner of a computer opens its server to the local network, and closes it again."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import OwnedNetwork, private_addresses
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep, SiteDep
from charkoni.web.pages.settings import own_path

router = PageRouter()


@router.get("/network")
async def network_page(request: Request, site: SiteDep, network: OwnedNetwork, back: str = "/") -> Response:
    """Return the page that asks for consent, for the owner alone: status 403 NOT_OWNER for others.

    back: path of the page to return to.  Context: back, hosts (addresses of this computer in local networks).
    """
    hosts = await asyncio.to_thread(private_addresses)
    return site.page(request, "pages/network.html", back=own_path(back), hosts=hosts)


@router.post("/network")
async def change_network(request: Request, network: OwnedNetwork, form: FormDep) -> Response:
    """Open the server to the local network, or close it, and redirect to the page of origin.

    Form: act (open or close), host (one of the addresses), back.  Refused: NOT_OWNER, and NOT_NOW for an address that
    this computer has no more.
    """
    if form.get("act") == "open":
        try:
            await network.open(str(form.get("host", "")))
        except OSError:
            raise Problem(409, "NOT_NOW") from None
    else:
        network.close()
    return RedirectResponse(own_path(str(form.get("back", "/"))), 303)
