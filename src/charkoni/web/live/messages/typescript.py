"""The message types in TypeScript, from the JSON schema of the models.

`python -m charkoni.web.live.messages.typescript` writes client/messages.d.ts.
"""

import json
import re
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from charkoni.web.live.messages import replies, requests

TARGET = Path(__file__).resolve().parents[2] / "client" / "messages.d.ts"
HEAD = "// Made from charkoni/web/live/messages by `python -m charkoni.web.live.messages.typescript`.  Do not edit.\n"
ALIASES = ("OfferKind", "Phrase", "Lang", "Node")
"""Types of `replies` that have a name in Python only: their schema is repeated wherever they are used."""

PRIMITIVES = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def declarations() -> str:
    """Return the whole text of the file."""
    every: Any = requests.Request | replies.BoardReply | replies.Reply | replies.Scene
    schema = TypeAdapter(every).json_schema(ref_template="{model}")
    models: dict[str, Schema] = schema["$defs"]
    aliases = {_key(TypeAdapter(getattr(replies, name)).json_schema()): name for name in ALIASES}
    parts = [HEAD]
    for alias, name in aliases.items():
        parts.append(f"export type {name} = {_type(json.loads(alias), {})};\n")
    for name in (*vars(replies), *vars(requests)):
        if name in models:
            parts.append(_declaration(name, models.pop(name), aliases))
    assert not models, f"types without a name in the modules: {', '.join(models)}"
    unions: dict[str, Any] = {"Request": requests.Request, "Reply": replies.Reply}
    for name, union in unions.items():
        union_schema = TypeAdapter(union).json_schema(ref_template="{model}")
        parts.append(f"export type {name} = {_type(union_schema, aliases)};\n")
    return "\n".join(parts)


def _declaration(name: str, model: Schema, aliases: dict[str, str]) -> str:
    """Return a model as an interface, anything else as a type."""
    if "properties" not in model:
        return f"export type {name} = {_type(model, aliases)};\n"
    required = set(model.get("required", ()))
    fields = [
        f"  {field}{'' if field in required else '?'}: {_field(schema, field in required, aliases)};"
        for field, schema in model["properties"].items()
    ]
    comment = re.sub(r"(?m)^(?=(.?))", lambda m: " * " if m[1] else " *", model["description"])
    return "\n".join([f"/**\n{comment}\n */", f"export interface {name} {{", *fields, "}\n"])


def _field(schema: Schema, is_required: bool, aliases: dict[str, str]) -> str:
    """Return the type of a field; an optional one is left out where Python has None."""
    options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
    return _type({"anyOf": options} if options and not is_required else schema, aliases)


def _type(schema: Schema, aliases: dict[str, str]) -> str:
    """Return the type of a schema."""
    if _key(schema) in aliases:
        return aliases[_key(schema)]
    if "$ref" in schema:
        return str(schema["$ref"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(_type(option, aliases) for option in schema[union])
    # A literal of one value is a const in JSON Schema, of several an enum.
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item, aliases) for item in schema['prefixItems'])}]"
    if schema["type"] == "array":
        item = _type(schema["items"], aliases)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if schema["type"] == "object":
        return f"{{ [key: string]: {_type(schema['additionalProperties'], aliases)} }}"
    return PRIMITIVES[schema["type"]]


def _key(schema: Schema) -> str:
    """Return a schema as text, without the titles and defaults that depend on its place."""
    return json.dumps({name: value for name, value in schema.items() if name not in ("title", "default")})


if __name__ == "__main__":
    TARGET.write_text(declarations(), encoding="utf-8")
