"""What follows a member from device to device: lessons and puzzles done, settings, language and theme.

Browsers of guests keep it; those of members send what is new, and get what other devices have sent.
"""

from typing import Annotated

from pydantic import BaseModel, Field, ValidationError
from starlette.responses import Response

from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.pages.visits import Visit, VisitDep

MOST_DONE = 2_000
"""The most lessons, and the most puzzles, that are kept."""

Key = Annotated[str, Field(max_length=60)]
Done = Annotated[list[Key], Field(max_length=MOST_DONE)]

router = PageRouter()


class Kept(BaseModel):
    """What is kept of a member.  lessons, puzzles: the keys of those done.  settings: of the client, by name."""

    lessons: Done = []
    puzzles: Done = []
    settings: Annotated[dict[Key, bool | float | Key], Field(max_length=40)] = {}
    lang: Key = ""
    theme: Key = "-"

    def with_other(self, other: "Kept", is_newer: bool) -> "Kept":
        """Return this with what a browser has: everything done, and its settings where they are newer or not known."""
        return Kept(
            lessons=list(dict.fromkeys([*self.lessons, *other.lessons]))[:MOST_DONE],
            puzzles=list(dict.fromkeys([*self.puzzles, *other.puzzles]))[:MOST_DONE],
            settings=self.settings | other.settings if is_newer else other.settings | self.settings,
            lang=self.lang,
            theme=self.theme,
        )


async def keep_appearance(visit: Visit, lang: str, theme: str) -> None:
    """Store the language and theme that a member has chosen.  lang: "" for no change.  theme: "-" for none."""

    def chosen(text: str) -> str:
        before = read(text)
        update = {"lang": lang or before.lang, "theme": before.theme if theme == "-" else theme}
        after = before.model_copy(update=update)
        return text if after == before else after.model_dump_json()

    await visit.hub.people.persons.change_kept(visit.person, chosen)


def read(text: str) -> Kept:
    """Return what is stored; what does not fit any more is nothing."""
    try:
        return Kept.model_validate_json(text)
    except ValidationError:
        return Kept()


@router.post("/me/kept.json")
async def keep(visit: VisitDep, form: FormDep) -> Response:
    """Store what a member's browser has kept, and return all that is kept of him (Kept) as JSON.

    Form: kept (Kept as JSON), is_new (any value: a browser that has asked for nothing yet, whose settings give way).
    Refused: NO_SUCH_PAGE for guests, BAD_MESSAGE.
    """
    if not visit.visitor.session:
        raise Problem(404, "NO_SUCH_PAGE")
    try:
        sent = Kept.model_validate_json(str(form.get("kept", "")))
    except ValidationError:
        raise Problem(400, "BAD_MESSAGE") from None

    def with_sent(before: str) -> str:
        return read(before).with_other(sent, not form.get("is_new")).model_dump_json()

    text = await visit.hub.people.persons.change_kept(visit.person, with_sent)
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})
