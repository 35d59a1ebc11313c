"""Settings of a visitor: language, theme and name."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep, SiteDep, VisitorDep
from charkoni.web.live.hub import HubDep

router = PageRouter()


@router.get("/settings")
async def settings(request: Request, site: SiteDep, back: str = "/") -> Response:
    """Return the settings as a page.

    back: path of the page to return to afterwards.  Context: back.
    """
    return site.page(request, "pages/settings.html", back=own_path(back))


@router.post("/settings")
async def change_settings(request: Request, form: FormDep, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Set language, theme and name, and redirect to the page of origin.

    Form: lang (ru, en, tr) and theme (a name, or empty for that of the system), unknown values change nothing; name,
    kept when missing; back (path of the page of origin).
    """
    response = RedirectResponse(own_path(str(form.get("back", "/"))), 303)
    site.set_appearance_cookies(response, request, str(form.get("lang", "")), str(form.get("theme", "-")))
    if "name" in form and (form["name"] or visitor.guest):
        visitor = site.ensure_guest(visitor, str(form["name"]))
        await hub.store.rename(visitor.guest, visitor.name)
        site.with_guest(response, visitor, request)
    return response


def own_path(path: str) -> str:
    """Return a path of this server unchanged, and the path of the home page for anything else."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if is_own and path.isprintable() else "/"
