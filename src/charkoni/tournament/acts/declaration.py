"""How an act is declared: its command, and its fields with a parser of what people write; every door derives from it.

    class Withdraw(Act):
        entry: Annotated[int, Written(ENTRY)]
        from_round: Annotated[int | None, Written(ROUND, name="round")] = None

        command = Command("withdraw", N_("Withdraw a player from the next round on."))

`Action.written` reads the texts (command line, form) or JSON values of the fields, `Action.perform` carries it out.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadInput, TournamentError, refusal
from charkoni.tournament.model.event import ARBITER, Tournament
from charkoni.tournament.model.serialization import refused


@dataclass(frozen=True, slots=True)
class Command:
    """The name of an act in every interface, and the role it requires.

    help: its effect, in a sentence.  role: the lowest role of `model.event` that may perform it.  aliases: other names.
    old_commands, old_addresses: earlier names of the command line and of the desk.  asks: the help of the confirming
    option of the command line; empty if there is none.  sees: whether the command line takes the number of the last act
    that the author has seen.  clears: whether an empty input of a form clears the value.
    """

    name: str
    help: str
    role: str = ARBITER
    aliases: tuple[str, ...] = ()
    old_commands: tuple[str, ...] = ()
    old_addresses: tuple[str, ...] = ()
    asks: str = ""
    sees: bool = False
    clears: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of field.

    metavar, help: how it is called where it is to be written.  read: returns the value of a text, of a list kind that
    of several texts, in a state; raises TournamentError.  json: the JSON type of the value.  least, most: the range of
    a number.  from_input: on the command line, standard input where it is left out.
    """

    metavar: str
    help: str
    read: Callable[[Tournament, Any], object]
    json: str = "string"
    least: int = 0
    most: int | None = None
    from_input: bool = False

    @property
    def is_list(self) -> bool:
        """Whether the value is a list, which may be written as several texts."""
        return self.json in ("array", "object")


class Asked(NamedTuple):
    """The context of a requested act.  time: UTC, as in `model.times`.  who: the author."""

    state: Tournament
    time: str = ""
    who: str = ""


Missing = Callable[[Asked, Mapping[str, object]], object]
"""Returns the value of a field that was left out, from the situation and the fields before it."""


@dataclass(frozen=True, slots=True)
class Written:
    """The written form of a field; part of its annotation.

    name: of the option, by default that of the field.  help, metavar: by default those of the kind. missing: the value
    of an omitted field without a default: a text, or a function.  is_hidden: filled only by `missing`.  is_word: a
    positional argument of the command line, though optional.  is_pair: written NAME=VALUE there.  choices: the titles
    of the values, by value, if there are few.  is_old: an old spelling, not shown in help.  answers: the refusal that a
    flag confirms.
    """

    kind: Kind
    name: str = ""
    help: str = ""
    metavar: str = ""
    missing: "str | Missing | None" = None
    is_hidden: bool = False
    is_word: bool = False
    is_pair: bool = False
    choices: Mapping[str, str] | None = None
    is_old: bool = False
    answers: type[TournamentError] | None = None


class ActField(NamedTuple):
    """A declared field.  name: in the act and in JSON.  is_required: whether it must be written."""

    name: str
    written: Written
    is_required: bool
    default: object

    @property
    def option(self) -> str:
        """The name as written: with hyphens."""
        return (self.written.name or self.name).replace("_", "-")

    @property
    def is_word(self) -> bool:
        """Whether it is a word of the command line, and no option; a number that may be negative is an option."""
        return (self.is_required and self.written.kind.least >= 0) or self.written.is_word

    @property
    def help(self) -> str:
        """The metavar of the field."""
        return self.written.help or self.written.kind.help

    def value(self, state: Tournament, raw: object) -> object:
        """Return the value of a text, of several or of a JSON value; raise TournamentError with this field."""
        kind = self.written.kind
        try:
            if isinstance(raw, str):
                return kind.read(state, [raw] if kind.is_list else raw)
            if isinstance(raw, Sequence) and raw and all(isinstance(each, str) for each in raw):
                return kind.read(state, raw)
            if kind.json == "integer":
                return in_range(raw, kind.least, kind.most)
            return (
                tuple(tuple(each) if isinstance(each, list) else each for each in raw) if isinstance(raw, list) else raw
            )
        except TournamentError as error:
            error.field = error.field or self.name
            raise


@dataclass(frozen=True, slots=True)
class Request:
    """Data accompanying every act: reason, version seen by the author, and idempotency key; see `Director.do`."""

    reason: str = ""
    seen: int | None = None
    key: str = ""


class Performer(Protocol):
    """What acts need of a director."""

    state: Tournament
    now: Callable[[], datetime]

    def do(self, act: object, *, reason: str = "", seen: int | None = None, key: str = "") -> object:
        """Carry out an act, and return its entry in the log."""


class Action(BaseModel, ABC):
    """What an arbiter can do at a door: an act of the log, or a composite of several."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)

    command: ClassVar[Command]

    @classmethod
    def fields(cls) -> list[ActField]:
        """Return the declared fields, in their order."""
        return [
            ActField(name, written, info.is_required() and written.missing is None, _default(info, written))
            for name, info in cls.model_fields.items()
            for written in info.metadata
            if isinstance(written, Written)
        ]

    @classmethod
    def written(cls, asked: Asked, texts: Mapping[str, object]) -> Self:
        """Return the action of texts, or JSON values, by the names of fields; others are not read.

        Raise TournamentError, whose `field` is the name of the field.
        """
        values: dict[str, object] = {}
        for field in cls.fields():
            missing = field.written.missing
            if field.name in texts and not field.written.is_hidden:
                values[field.name] = field.value(asked.state, texts[field.name])
            elif isinstance(missing, str):
                values[field.name] = field.value(asked.state, missing)
            elif missing is not None:
                values[field.name] = missing(asked, values)
            elif field.is_required:
                error = refusal(BadInput, "", N_("{place} is missing"), place=field.option)
                raise error.having(field=field.name)
        try:
            return cls(**values)
        except ValidationError as error:
            raise refused(error, cls.command.name) from None

    @abstractmethod
    def perform(self, director: Any, request: Request) -> Iterator[Any]:
        """Carry it out, and iterate over the entries in the log; raise TournamentError."""

    def report(self, words: Words, director: Any, before: Tournament) -> Iterator[str]:
        """Iterate over the lines that the command line prints afterwards.  before: the state before."""
        yield from ()

    def warnings(self, words: Words, director: Any, before: Tournament) -> Iterator[str]:
        """Iterate over the warnings that the command line prints afterwards."""
        yield from ()


class Composite(Action):
    """An action of several acts, which follow from the state and its fields."""

    @abstractmethod
    def acts(self, state: Tournament) -> Iterator[Any]:
        """Iterate over the acts; raise TournamentError."""

    def perform(self, director: Performer, request: Request) -> Iterator[object]:
        """Carry out the acts one by one."""
        for place, act in enumerate(self.acts(director.state)):
            key = f"{request.key}-{place}" if request.key and place else request.key
            yield director.do(act, reason=request.reason, seen=request.seen, key=key)


def declared(attribute: str, modules: Iterable[ModuleType]) -> list[type[Any]]:
    """Return the classes that modules define, in their order, with an attribute of their own."""
    values = ((module, each) for module in modules for each in vars(module).values())
    classes = (each for module, each in values if isinstance(each, type) and each.__module__ == module.__name__)
    return [each for each in classes if attribute in vars(each)]


def schema(action: type[Action]) -> dict[str, object]:
    """Return the JSON schema of the fields of an action; each may also be the text that people write."""
    properties: dict[str, object] = {}
    for field in action.fields():
        if field.written.is_hidden:
            continue
        kind = field.written.kind
        own: dict[str, object] = {"type": kind.json}
        if kind.json == "integer":
            own |= {"minimum": kind.least} | ({} if kind.most is None else {"maximum": kind.most})
        either = own if kind.json == "string" else {"anyOf": [own, {"type": "string"}]}
        properties[field.name] = {**either, "description": field.help}
    required = [field.name for field in action.fields() if field.is_required]
    return {"type": "object", "title": action.command.name, "properties": properties, "required": required}


def whole(text: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number of a text; raise BadInput."""
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 10):
        raise refusal(BadInput, text, "whole")
    return in_range(int(text), least, most)


def in_range(number: object, least: int, most: int | None) -> int:
    """Return a number; raise BadInput unless it is a whole one within a range."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise refusal(BadInput, number, "whole")
    if number < least or (most is not None and number > most):
        raise refusal(BadInput, number, N_("the number is too small or too large"))
    return number


def _default(info: FieldInfo, written: Written) -> object:
    if isinstance(written.missing, str):
        return written.missing
    return None if info.is_required() else info.get_default(call_default_factory=True)
