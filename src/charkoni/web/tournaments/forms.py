"""Posted forms of tournaments as pydantic models: texts are trimmed and cut, numbers and ticked boxes are read.

Fields of every form: `key` (a form that is sent twice acts once), `seen` (the version of the event that its author
saw), `back` (the page of ours to return to).
"""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Self, TypeVar

from fastapi import Depends
from pydantic import BaseModel, BeforeValidator, ValidationError
from starlette.requests import Request

from charkoni.core.errors import N_
from charkoni.tournament.model.categories import parts
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.web.http.bodies import LONGEST_FILE
from charkoni.web.http.site import Site, SiteDep

_WHOLE = N_("a whole number is needed")

LONGEST = 400
"""The most characters of a text that no other limit holds for."""


def _cut(value: object, most: int) -> str:
    return str(value)[:most].strip()


def _number(value: object) -> int:
    text = _cut(value, LONGEST)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError("not a whole number")
    return int(text)


def _number_or_none(value: object) -> int | None:
    return _number(value) if _cut(value, LONGEST) else None


Key = Annotated[str, BeforeValidator(partial(_cut, most=64))]
EntryText = Annotated[str, BeforeValidator(partial(_cut, most=80))]
Title = Annotated[str, BeforeValidator(partial(_cut, most=120))]
MessageText = Annotated[str, BeforeValidator(partial(_cut, most=200))]
Line = Annotated[str, BeforeValidator(partial(_cut, most=LONGEST))]
FileText = Annotated[str, BeforeValidator(partial(_cut, most=LONGEST_FILE))]
Parts = Annotated[list[str], BeforeValidator(lambda value: parts(_cut(value, LONGEST)))]
"""The parts of a list, see `tournament.model.categories`."""

Number = Annotated[int, BeforeValidator(_number)]
OptionalNumber = Annotated[int | None, BeforeValidator(_number_or_none)]
NumberOrZero = Annotated[int, BeforeValidator(lambda value: _number_or_none(value) or 0)]
Ticked = Annotated[bool, BeforeValidator(lambda value: _cut(value, LONGEST) in ("1", "on", "yes", "true"))]
"""A ticked box: 1, on, yes or true."""


class Form(BaseModel):
    """A posted form.  sure: how often its author has confirmed an unusual act."""

    key: Key = ""
    seen: OptionalNumber = None
    back: Line = ""
    sure: NumberOrZero = 0

    @classmethod
    def read(cls, values: Mapping[str, object]) -> Self:
        """Return the form; raise BadSetting for a missing or unreadable number."""
        try:
            return cls.model_validate(dict(values))
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            raise refusal(BadSetting, _cut(values.get(name, ""), LONGEST), _WHOLE) from None

    def demand(self, name: str) -> int:
        """Return an optional number that is needed; raise BadSetting when it is missing."""
        number: int | None = getattr(self, name)
        if number is None:
            raise refusal(BadSetting, "", _WHOLE)
        return number


F = TypeVar("F", bound=Form)


if TYPE_CHECKING:
    FormOf = Annotated[F, "posted"]
else:

    class FormOf:
        """The type of a handler's parameter: the posted form as a model; raises as `posted`."""

        def __class_getitem__(cls, model: type[F]) -> object:
            """Return the model with the dependency that reads it."""

            async def read(request: Request, site: SiteDep) -> Form:
                return await posted(request, site, model)

            return Annotated[model, Depends(read)]


async def posted(request: Request, site: Site, model: type[F]) -> F:
    """Return the posted form as a model.

    Raises Problem and RateLimited as `Site.form`, and BadSetting as `Form.read`.
    """
    form = await site.form(request)
    request.state.sent = {name: str(value) for name, value in form.items()}
    return model.read(request.state.sent)


class ReasonForm(Form):
    """An act with a reason."""

    reason: Line = ""


class EntryForm(ReasonForm):
    """A form about one entry.  entry: its id."""

    entry: Number
