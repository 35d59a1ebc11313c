"""The errors of tournaments.

TournamentError      (a `ValueError`) a request that cannot be carried out
  BadFile            a file that cannot be read; with line and column
  BadEntry           a person or seat that cannot be entered
    BadField         a field of it that cannot be accepted; with its name
    DuplicateEntry   somebody of nearly the same name is on the list; with that entry
  BadResult          an impossible result
  BadInput           a text that cannot be read, or does not belong there
  BadPairing         boards that the rules forbid; with every breach
  BadSetting         a setting outside its range
  WrongPhase         an act outside its phase
  NeedsConfirmation  an unusual act that needs confirmation; with the number of confirmations
  Stale              a conflicting act came first; with both
  NoPairing          no legal pairing exists; with the group that fails
  NotTwoSided        a game with more than two sides
ListError            (an `Exception`) the place and reason of a refused entry of a list
PairingFailed        (a `RuntimeError`) there is no pairing; nothing changed; with the reason
  EngineFailed       the pairing engine failed
  TooLong            the pairing took too much time or memory
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self, TypeVar

from charkoni.core.errors import N_, Reason, Refusal, Translate, untranslated
from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Name

TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
"""The sentences of refusals, questions and remarks that do not fit where they are raised, by name."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule violated by a pairing.  rule: P1 ... P8.  who: pairing numbers.  template, args: the sentence."""

    rule: str
    who: tuple[int, ...]
    template: str
    args: dict[str, object] = field(default_factory=dict)

    def message(self, translate: Translate = untranslated) -> str:
        """Return the sentence, followed by the rule in parentheses."""
        return f"{translate(self.template).format_map(self.args)} ({self.rule})"


class TournamentError(Refusal):
    """A request that cannot be carried out.

    field: the field of the act whose text or value is refused, empty where it is no single one.  code: of the reason in
    answers of the server; by default the name of the class in capitals.
    """

    field = ""
    code: ClassVar[str] = ""

    def having(self, **attributes: object) -> Self:
        """Return the error with attributes of its class set."""
        for name, value in attributes.items():
            setattr(self, name, value)
        return self


E = TypeVar("E", bound=TournamentError)


class BadFile(TournamentError):
    """A file that cannot be read; `line` and `column` count from 1, 0 when there is none.  `quoted`: the line."""

    line = column = 0
    quoted = ""

    def message(self, translate: Translate = untranslated) -> str:
        """Return the whole message, line and column first."""
        if not self.line:
            return super().message(translate)
        place = translate(N_("line {line}, column {column}")).format(line=self.line, column=max(self.column, 1))
        return f"{place}: {super().message(translate)}"

    def picture(self) -> str:
        """Return the line with a caret under the column, or nothing."""
        return f"{self.quoted}\n{' ' * (max(self.column, 1) - 1)}^" if self.quoted else ""


class BadEntry(TournamentError):
    """A person or a seat that cannot be entered."""


class BadField(BadEntry):
    """A field of a person or an entry that cannot be accepted."""


class BadInput(TournamentError):
    """A text that cannot be read, or a field that is missing."""


def bad_field(field: str, value: object, template: str, **args: object) -> BadField:
    """Return the refusal of a field."""
    return refusal(BadField, value, template, **args).having(field=field)


class DuplicateEntry(BadEntry):
    """A person with the same or a similar name as an existing entry.  entry: the id of that entry."""

    code = "TWIN"
    entry = 0


class ListError(Exception):
    """A list of which no entry is entered, since one is refused.

    place: in the list, from 0.  error: the reason.  other: the place of the other person, if also in the list.
    """

    def __init__(self, place: int, error: TournamentError, other: int | None = None) -> None:
        super().__init__(place, error)
        self.place = place
        self.error = error
        self.other = other


class BadResult(TournamentError):
    """An impossible result."""


class BadSetting(TournamentError):
    """A setting outside its range."""


class WrongPhase(TournamentError):
    """An act outside its phase."""

    code = "NOTNOW"


class NeedsConfirmation(TournamentError):
    """An unusual act that its author has to confirm first; `times`: how often."""

    code = "NOTSURE"
    times = 1


class NoPairing(TournamentError):
    """No legal pairing exists; `group` holds the entries or numbers that cannot all be paired."""

    group: tuple[int, ...] = ()


class NotTwoSided(TournamentError):
    """A game that more than two sides play."""


NOBODY = Name("–", "")


class Stale(TournamentError):
    """A conflicting act came first; `mine` and `theirs`: both in a word or two."""

    mine = theirs = NOBODY


class BadPairing(TournamentError):
    """Boards that the rules forbid; `breaches` names every one."""

    breaches: tuple[Breach, ...] = ()

    def message(self, translate: Translate = untranslated) -> str:
        """Return the message with every breach."""
        if not self.breaches:
            return super().message(translate)
        return "; ".join(breach.message(translate) for breach in self.breaches)


class PairingFailed(RuntimeError):
    """There is no pairing; nothing changed.  template: an English sentence, whose fields `values` fill."""

    def __init__(self, template: str, values: Mapping[str, object] | None = None) -> None:
        super().__init__(template, values)
        self.reason = Reason(type(self).__name__.upper(), "", template, values or {})

    def __str__(self) -> str:
        return self.reason.message()


class EngineFailed(PairingFailed):
    """The pairing engine failed."""


class TooLong(PairingFailed):
    """The pairing took more time or memory than it may."""


def refusal(kind: type[E], text: object, template: str, /, **args: object) -> E:
    """Return an error of a kind about a text; see `TournamentError.code`.  template: an English sentence, or its name.

    The names are those of TEXTS.
    """
    reason = Reason(kind.code or kind.__name__.upper(), "", TEXTS.get(template, template), args)
    return kind(str(text), reason)
