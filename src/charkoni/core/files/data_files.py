"""Data files of a game's folder: TOML with settings, positions and texts, and how the texts come into the catalogues.

Texts for people are English, and their line breaks are spaces.  `extract` finds them for other languages:

    [[tool.babel.mappings]]
    method = "charkoni.core.files.data_files:extract"
    pattern = "**/teaching/*.toml"
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import EnumType
from pathlib import Path
from types import UnionType
from typing import IO, TypeVar, cast, get_args, get_origin, get_type_hints

TEXTS = frozenset({"tagline", "title", "ask", "praise", "hint", "aim", "text", "change", "slogan", "short", "about",
                   "typing", "box", "wrong_total", "legend", "departure", "template"})  # fmt: skip
"""The keys of texts for people."""
TABLES_OF_TEXTS = frozenset({"flags", "outcome_reasons", "coloured", "texts", "system", "usage", "messages",
                              "subjects", "marks", "signs", "labels"})  # fmt: skip
"""The keys of tables that hold texts alone; within other tables they mean something else."""
COUNTED = "counted"
"""The key of a table of texts with a number, each in the forms for one and for many."""

Table = dict[str, object]
T = TypeVar("T")


_WRITTEN_AS: Mapping[object, type] = {tuple: list, Mapping: dict}
_NAMES: Mapping[type, str] = {str: "text", list: "array", dict: "table", bool: "boolean", float: "number"}
"""What TOML calls a type."""


class BadDataFile(ValueError):
    """A data file that cannot be read or has another shape; the message names the file and the place in it."""


@dataclass(frozen=True, slots=True)
class _Texts:
    texts: Mapping[str, str]


def read_texts(path: Path) -> Mapping[str, str]:
    """Return the table `texts` of a data file, which holds no others, by the names of the texts; raise BadDataFile."""
    return read_file(_Texts, path).texts


def read_file(kind: type[T], path: Path) -> T:
    """Return the contents of a data file as an object of a dataclass, or as tables; raise BadDataFile."""
    return read_as(kind, read_table(path), str(path))


def read_table(path: Path) -> Table:
    """Return the contents of a data file as they stand there; raise BadDataFile."""
    try:
        return _folded(tomllib.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise BadDataFile(f"{path}: {error}") from error


def read_as(kind: type[T], value: object, where: str) -> T:
    """Return a value of a data file as an object of some type; raise BadDataFile.

    kind: a dataclass, whose fields are the keys of a table, or the items of an array; a tuple or mapping of one type,
    the keys texts or numbers; an enumeration, by its values; a type that may be missing; or the type of the value.
    where: the place of the value, for the message.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        kind, origin, parts = parts[0], get_origin(parts[0]), get_args(parts[0])
    if isinstance(kind, EnumType):
        return cast(T, _converted(kind, value, where))
    if is_dataclass(kind) and isinstance(value, list):
        value = dict(zip((field.name for field in fields(kind)), value, strict=False))
    written: type = dict if is_dataclass(kind) else _WRITTEN_AS.get(origin, origin or kind)
    if not isinstance(value, written) and not (written is float and isinstance(value, int)):
        raise BadDataFile(f"{where}: {value!r} is no {_NAMES.get(written, written.__name__)}")
    read: object = value
    if isinstance(value, dict) and is_dataclass(kind):
        read = kind(**_arguments(kind, value, where))
    elif isinstance(value, list) and origin is tuple:
        read = tuple(read_as(parts[0], each, f"{where} {number}") for number, each in enumerate(value, 1))
    elif isinstance(value, dict) and origin is Mapping:
        read = {
            _converted(parts[0], key, where): read_as(parts[1], each, f"{where} {key!r}") for key, each in value.items()
        }
    return cast(T, read)


def _converted(kind: Callable[[object], object], value: object, where: str) -> object:
    """Return a value as a member of an enumeration, or a key as a number or text."""
    try:
        return kind(value)
    except ValueError as error:
        raise BadDataFile(f"{where}: {error}") from None


def _arguments(kind: type, table: Table, where: str) -> Table:
    """Return the arguments of a dataclass that a table holds."""
    kinds, known = get_type_hints(kind), {field.name: field for field in fields(kind)}
    for key in table.keys() - known.keys():
        raise BadDataFile(f"{where}: there is no key {key!r}; there are {', '.join(known)}")
    for name, field in known.items():
        if name not in table and field.default is MISSING and field.default_factory is MISSING:
            raise BadDataFile(f"{where}: {name} is missing")
    return {key: read_as(kinds[key], value, f"{where}, {key}") for key, value in table.items()}


def extract(
    file: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str | None, str | list[str], list[str]]]:
    """Yield line, function, message and comments of each text of a data file, as Babel asks for them."""
    source, at = file.read().decode("utf-8"), 0
    table = _folded(tomllib.loads(source))
    for text in texts(table):
        found = re.compile(r"\s+".join(map(re.escape, text.split()))).search(source, at)
        at = found.start() if found else at
        yield source.count("\n", 0, at) + 1, None, text, []
    for one, many in cast(dict[str, list[str]], table.get(COUNTED, {})).values():
        yield source.count("\n", 0, source.index(one)) + 1, "ngettext", [one, many], []


def texts(table: Table) -> Iterator[str]:
    """Yield the texts of a data file, or of some of its tables by their keys."""
    for key, value in table.items():
        if key in TABLES_OF_TEXTS and isinstance(value, dict):
            for each in value.values():
                yield from each if isinstance(each, list) else [each]
        else:
            yield from _texts(key, value)


def _texts(key: str, value: object) -> Iterator[str]:
    """Yield the texts of the value of a key."""
    if key in TEXTS and isinstance(value, str):
        yield value
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            for name, inner in each.items():
                yield from _texts(name, inner)


def _folded(table: Table) -> Table:
    """Return a table whose texts have spaces for line breaks."""
    folded: Table = {}
    for key, value in table.items():
        if isinstance(value, dict):
            folded[key] = _folded(value)
        elif isinstance(value, list):
            folded[key] = [_folded(each) if isinstance(each, dict) else each for each in value]
        else:
            folded[key] = " ".join(value.split()) if key in TEXTS and isinstance(value, str) else value
    return folded
