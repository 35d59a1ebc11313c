"""Frozen records to JSON and back, by their own annotations; what does not fit is refused with its place."""

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar, get_args, get_origin

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadFile, refusal

_KIND = mark("{place} must be {kind}")
_MISSING = mark("{place} is missing")
_UNKNOWN = mark("{place} is not known here")
_KINDS = {
    int: mark("a whole number"),
    str: mark("a text"),
    bool: mark("true or false"),
    tuple: mark("a list"),
    dict: mark("an object"),
}

T = TypeVar("T")


def dump(value: Any) -> Any:
    """Return a record as JSON values; fields that have their default are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: dump(getattr(value, field.name))
            for field in fields(value)
            if not _is_default(field, getattr(value, field.name))
        }
    if isinstance(value, Mapping):
        return {str(key): dump(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [dump(item) for item in value]
    return value


def _is_default(field: Any, value: Any) -> bool:
    if field.default is not MISSING:
        return bool(value == field.default)
    return field.default_factory is not MISSING and bool(value == field.default_factory())


def load(kind: type[T], data: Any, place: str = "") -> T:
    """Return a record of a kind from JSON values; raise BadFile, which names the place."""
    return typing.cast(T, _load(kind, data, place or kind.__name__))


def _load(kind: Any, data: Any, place: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if origin in (typing.Union, types.UnionType):
        return None if data is None else _load(arguments[0], data, place)
    if is_dataclass(kind):
        return _record(kind, data, place)
    if origin is tuple:
        return _list(arguments, data, place)
    if origin is not None and issubclass(origin, Mapping):
        _need(data, dict, place)
        return {key: _load(arguments[1], item, f"{place}.{key}") for key, item in data.items()}
    _need(data, kind, place)
    return data


def _record(kind: Any, data: Any, place: str) -> Any:
    _need(data, dict, place)
    hints = typing.get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}
    for name in data:
        if name not in known:
            raise refusal(BadFile, name, _UNKNOWN, place=f"{place}.{name}")
    for name, field in known.items():
        if name not in data and field.default is MISSING and field.default_factory is MISSING:
            raise refusal(BadFile, place, _MISSING, place=f"{place}.{name}")
    return kind(**{name: _load(hints[name], item, f"{place}.{name}") for name, item in data.items()})


def _list(arguments: tuple[Any, ...], data: Any, place: str) -> tuple[Any, ...]:
    _need(data, tuple, place)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(_load(arguments[0], item, f"{place}[{i}]") for i, item in enumerate(data))
    if len(data) != len(arguments):
        raise refusal(BadFile, data, _KIND, place=place, kind=_KINDS[tuple])
    return tuple(_load(kind, item, f"{place}[{i}]") for i, (kind, item) in enumerate(zip(arguments, data, strict=True)))


def _need(data: Any, kind: type, place: str) -> None:
    wanted = (tuple, list) if kind is tuple else kind
    if not isinstance(data, wanted) or (kind is int and isinstance(data, bool)):
        raise refusal(BadFile, data, _KIND, place=place, kind=_KINDS.get(kind, kind.__name__))
