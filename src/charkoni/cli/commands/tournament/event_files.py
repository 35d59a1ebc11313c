"""The group of the commands and what several of them share: parameters, the file of an event, output."""

import contextlib
import getpass
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeVar

from charkoni.cli.command_group import typer_app
from charkoni.cli.errors import print_error
from charkoni.cli.parameters import argument, option
from charkoni.cli.print_outs import write_bytes
from charkoni.core.errors import N_, BadText, Reason, Refusal
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import Severity
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.model.category_members import remarks
from charkoni.tournament.model.errors import BadFile, PairingFailed
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing.worker import PairingWorker

app = typer_app(no_args_is_help=True)

Event = Annotated[Path, argument("EVENT", N_("the file of the event"))]
Folder = Annotated[Path, argument("FOLDER", N_("the folder of the events"))]
RoundNumber = Annotated[int | None, option("N", N_("the round; else the running one"), "--round", min=1, max=99)]
Output = Annotated[Path | None, option("FILE", N_("a new file; else standard output"), "--output", "-o")]
Category = Annotated[str, option("NAME", N_("standings of a category only"), "--category")]
EventLanguages = Annotated[
    list[str] | None, option("LANG", N_("ru, en, tr, kk or ky; can be given several times"), "--language")
]
Encoding = Annotated[str, option("NAME", "utf-8, cp1251, latin-1 ...", "--encoding")]
Columns = Annotated[list[str] | None, option("FIELD=HEAD", N_("the column that holds a field"), "--column")]

_UNUSUAL = N_("act {number}: {kind}, level {level}")
_OPTION = N_("{sentence} ({reason})")
R = TypeVar("R", bound=Refusal)


@contextlib.contextmanager
def opened(event: Path, words: Words) -> Iterator[Director]:
    """Open the file of an event; raise OSError, BadFile.  Pairings are computed in a worker process."""
    engine = PairingWorker()
    with Director.open(event.expanduser(), who=author()) as director:
        director.engine = engine.pair
        try:
            yield director
            if director.copy_problem:
                print_error(words._("no copy: {problem}; the act itself was stored", problem=director.copy_problem))
        except PairingFailed as error:
            raise BadText(event.name, error.reason) from None
        finally:
            engine.close()


def author() -> str:
    """Return the author of acts: the name of the logged-in user, empty if it is unknown."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def print_act(words: Words, entry: LogEntry, about: str = "") -> None:
    """Print the number and kind of a logged act, its severity when it is unusual, and what it is about."""
    template = N_("act {number}: {kind}") if entry.severity < Severity.NOTICE else _UNUSUAL
    act = words._(template, number=entry.number, kind=words._(entry.act.label), level=entry.severity)
    print(words._("{act}: {about}", act=act, about=about) if about else act)


def print_remarks(words: Words, state: Tournament) -> None:
    """Print to standard error what does not fit together in categories, marks and prizes."""
    for remark in remarks(state):
        print_error(remark.message(words))


def with_option(words: Words, error: R, option: str) -> R:
    """Return a refusal that ends with the option by which its author can say that it is meant."""
    error.reason = Reason(error.reason.code, "", _OPTION, {"sentence": error.reason.message(words._), "reason": option})
    return error


def print_picture(error: BadFile) -> None:
    """Print the refused line of a file, with a caret under the place."""
    if error.picture():
        print(error.picture(), file=sys.stderr)


def write_text(text: str, output: Path | None) -> None:
    """Write text into a new file with its line ends as they are, or to standard output; raise BadWord."""
    if output is None:
        sys.stdout.write(text.replace("\r\n", "\n"))
        return
    write_bytes(text.encode(), output)
