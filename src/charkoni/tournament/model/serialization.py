"""Records of a tournament as JSON values and back, by their type annotations (pydantic).

A record is a frozen dataclass decorated with `with_config(STRICT)`, or a pydantic model of the same configuration.
In JSON a record is an object of its fields; fields equal to their default are left out, tuples are lists.  Reading is
strict: no conversion between numbers, texts and booleans, no unknown fields.
"""

import json
from typing import Any, TypeVar, cast

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadFile, refusal

__all__ = ["STRICT", "compact_json", "dump", "load", "refused", "with_config"]

STRICT = ConfigDict(strict=True, extra="forbid")

_NUMBER, _TEXT, _FLAG = N_("a whole number"), N_("a text"), N_("true or false")
_LIST, _OBJECT = N_("a list"), N_("an object")
_KINDS = {"int": _NUMBER, "string": _TEXT, "bool": _FLAG, "tuple": _LIST, "list": _LIST, "too": _LIST}
"""The expected kind by the first word of pydantic's error types (`int_type`, `tuple_type`, `too_long` ...)."""

T = TypeVar("T")


_adapters: dict[type, TypeAdapter[object]] = {}


def _adapter(kind: type) -> TypeAdapter[object]:
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def dump(record: object) -> dict[str, Any]:
    """Return a record as a JSON object; fields equal to their default are left out."""
    values: dict[str, object] = _adapter(type(record)).dump_python(
        record, mode="json", exclude_defaults=True, by_alias=True
    )
    return values


def load(kind: type[T], data: object, place: str = "") -> T:
    """Return a record of a kind from JSON values; raise BadFile, whose reason names the place: `entry.asked[0]`.

    place: the name of the whole, the name of the kind by default.
    """
    try:
        return cast(T, _adapter(kind).validate_json(json.dumps(data)))
    except ValidationError as error:
        raise refused(error, place or kind.__name__) from None


def refused(error: ValidationError, place: str) -> BadFile:
    """Return the refusal of data: its first error and the place of the error."""
    first = error.errors()[0]
    *path, last = first["loc"] or ("",)
    if first["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
        return refusal(BadFile, last, N_("{place} is not known here"), place=_path(place, first["loc"]))
    if first["type"] == "missing" and isinstance(last, str):
        return refusal(BadFile, _path(place, path), N_("{place} is missing"), place=_path(place, first["loc"]))
    is_short = first["type"] == "missing"  # a missing item makes the list too short
    where, kind = path if is_short else first["loc"], _KINDS.get(first["type"].partition("_")[0], _OBJECT)
    kind = _LIST if is_short else kind
    return refusal(BadFile, first["input"], N_("{place} must be {kind}"), place=_path(place, where), kind=kind)


def _path(place: str, steps: "tuple[int | str, ...] | list[int | str]") -> str:
    return place + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


def compact_json(value: object) -> str:
    """Return JSON without spaces, keys sorted: the form in which data are stored and hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
