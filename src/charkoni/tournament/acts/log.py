"""The log of an event: entries chained by SHA-256, each with one act.

The hash of an entry covers the JSON list of its number, time, author, role, kind, data, key, reason, severity and the
hash of the entry before (compact, keys sorted, not escaped to ASCII, UTF-8).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field, ValidationError

from charkoni.core.errors import N_
from charkoni.tournament.acts import challenges, entries, event, protests, results, round_clock, rounds
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.declaration import declared
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.serialization import STRICT, compact_json, refused, with_config

_MODULES = (entries, challenges, rounds, round_clock, results, protests, event)
ACTS: Mapping[str, type[Act]] = {act.kind: act for act in declared("kind", _MODULES)}
"""All acts by their kind."""


@with_config(STRICT)
@dataclass(frozen=True)
class LogEntry:
    """One entry of the log, never changed.

    number: 1 ...  at: UTC, `2026-11-21T10:00:00.000000Z`.  who, role: the author.  kind, data: the act, data as JSON
    values.  key: idempotency key; a request sent twice with the same key acts once.  severity: 1 ... 5, in JSON
    `level`.  previous: hash of the entry before, empty for the first.
    """

    number: int
    at: str
    who: str
    role: str
    kind: str
    data: Mapping[str, Any]
    key: str
    reason: str = ""
    severity: Annotated[int, Field(alias="level")] = 1
    previous: str = ""

    @cached_property
    def act(self) -> Act:
        """The act; raise BadFile for an unknown kind or data of a wrong shape."""
        return decoded(self.kind, self.data)

    @cached_property
    def hash(self) -> str:
        """The hash of this entry, 64 hexadecimal digits."""
        values = [getattr(self, field.name) for field in fields(self)]
        return hashlib.sha256(compact_json(values).encode()).hexdigest()


def decoded(kind: str, data: Mapping[str, object]) -> Act:
    """Return the act of a kind with its data as JSON values; raise BadFile, whose reason names the place."""
    if kind not in ACTS:
        raise refusal(BadFile, kind, N_("{place} is not known here"), place=kind)
    try:
        return ACTS[kind].model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise refused(error, kind) from None
