"""Writes the message types for the client: `python -m charkoni.web.live.typescript` makes client/messages.d.ts."""

import inspect
import re
import types
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from typing_extensions import TypeAliasType, get_type_hints, is_typeddict

from charkoni.web.live import messages

TARGET = Path(__file__).resolve().parents[1] / "client" / "messages.d.ts"
HEAD = "// Made from charkoni/web/live/messages.py by `python -m charkoni.web.live.typescript`.  Do not edit.\n"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
_ALIASES = ("OfferKind", "Phrase", "Lang", "Node", "Trie")


def declarations() -> str:
    """Return the whole text of the file."""
    parts = [HEAD]
    for name in _ALIASES:
        parts.append(f"export type {name} = {_alias(getattr(messages, name))};\n")
    for name, thing in vars(messages).items():
        if is_typeddict(thing) and not name.startswith("_") and thing.__module__ == messages.__name__:
            parts.append(_interface(name, thing))
    for name in ("Request", "Reply"):
        members = " | ".join(member.__name__ for member in get_args(getattr(messages, name)))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _alias(value: Any) -> str:
    """Return the type behind an alias, one level deep."""
    if isinstance(value, TypeAliasType):
        return "{ [zone: string]: Trie | string }"
    return _type(value, named=False)


def _interface(name: str, thing: Any) -> str:
    hints = get_type_hints(thing, include_extras=True, localns={"Trie": messages.Trie})
    lines = [_comment(inspect.cleandoc(thing.__doc__ or "")), f"export interface {name} {{"]
    for key, hint in hints.items():
        mark = "" if key in thing.__required_keys__ else "?"
        lines.append(f"  {key}{mark}: {_type(hint)};")
    return "\n".join([*lines, "}\n"])


def _comment(text: str) -> str:
    return "/**\n" + re.sub(r"(?m)^(?=(.?))", lambda m: " * " if m[1] else " *", text) + "\n */"


def _type(hint: Any, named: bool = True) -> str:
    """Return a Python type as one of TypeScript."""
    if named:
        for name in _ALIASES:
            if hint is getattr(messages, name) or (hint == getattr(messages, name) and name != "Trie"):
                return name
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        return _type(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(argument) for argument in arguments)
    if origin is list:
        inner = _type(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(argument) for argument in arguments)}]"
    if origin is dict:
        return f"{{ [key: string]: {_type(arguments[1])} }}"
    return _PLAIN[hint]


def main() -> None:
    """Write the file."""
    TARGET.write_text(declarations(), encoding="utf-8")


if __name__ == "__main__":
    main()
