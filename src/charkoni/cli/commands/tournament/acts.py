"""The commands of acts, derived from their declarations (`enter`, `pair`, `results`, `close` ...), and `clock`."""

import sys
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from charkoni.cli.command_group import Command, with_parameters, words_of
from charkoni.cli.commands.tournament.event_files import Event, app, author, opened, print_act, with_option
from charkoni.cli.commands.tournament.files import publish_after
from charkoni.cli.errors import bad_word, print_error
from charkoni.cli.parameters import argument, flag, option
from charkoni.core.errors import N_, Reason
from charkoni.core.translations import Words
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.declaration import ActField, Action, Asked, Request
from charkoni.tournament.acts.fields import RESULTS, pair, running_round
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.round_clock import ContinueClock, MoveClock, StartRound, StopClock, clock_lines
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadInput, NeedsConfirmation, TournamentError, refusal

_SURE = N_("{question} With --sure it is done")
_Seen = Annotated[int | None, option("ACT", N_("the last act you saw"), "--seen", min=0)]
_Reason = Annotated[str, option("TEXT", N_("the reason, kept in the log"), "--reason")]
_PAIRS = "pairs"
"""The parameter that holds the fields which are written FIELD=VALUE."""


class _ResultCommand(Command):
    """A command whose words may be `--`, a double forfeit, which usually ends the options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words that are left; a `--` after a table is a result."""
        is_forfeit = [word == "--" and before.isdigit() for before, word in zip(["", *args], args, strict=False)]
        words = ["−−" if each else word for each, word in zip(is_forfeit, args, strict=True)]
        return super().parse_args(ctx, words)


A = TypeVar("A", bound=Action)
Work = Callable[[Words, Path, type[A], dict[str, Any]], None]
"""Carries out an action on a file, with the values in the words of the command line."""


def _command(action: type[A], work: Work[A], file: object) -> Callable[..., None]:
    """Return the command of an action: a function with a parameter for the file and for each of its fields."""

    def command(context: typer.Context, file: Path, **given: object) -> None:
        words = words_of(context)
        try:
            work(words, file, action, given)
        except TournamentError as error:
            raise _answered(words, action, error) from None

    return with_parameters(command, _parameters(action, file))


def _on_event(words: Words, event: Path, action: type[Action], given: dict[str, Any]) -> None:
    with opened(event, words) as director:
        perform(words, director, action, given)


def perform(words: Words, director: Director, action: type[Action], given: dict[str, Any]) -> None:
    """Carry out an action of the words of a command line, and print what it did."""
    state, who = director.state, director.state.settings.arbiter or author()
    asked = action.written(Asked(state, director.time, who), texts_of(action, given))
    if action.command.asks and isinstance(asked, Act):
        director.confirmations = 2 if given["sure"] or asked.question(state) is None else 0
    request = Request(given["reason"], given.get("seen"))
    before, done = state, list[LogEntry]()
    for entry in asked.perform(director, request):
        print_act(words, entry, entry.act.done(words, before, director.state))
        before = director.state
        done.append(entry)
    for line in asked.report(words, director, state):
        print(line)
    for line in asked.warnings(words, director, state):
        print_error(line)
    publish_after(words, director, done)


def texts_of(action: type[Action], given: dict[str, Any]) -> dict[str, object]:
    """Return the values in the words of a command line by field name; raise BadInput."""
    fields = {field.name: field for field in action.fields()}
    texts = {
        name: given[name]
        for name, field in fields.items()
        if given.get(name) not in (None, [], field.default if field.written.missing is None else None)
    }
    pairs = [name for name, field in fields.items() if field.written.is_pair]
    for word in given.get(_PAIRS) or ():
        name, value = pair(word)
        if name not in pairs:
            raise refusal(BadInput, word, N_("there is no such name; there are {names}"), names=", ".join(pairs))
        texts[name] = value
    for name, field in fields.items():
        if field.written.kind.from_input and name not in texts:
            texts[name] = sys.stdin.read()
    return texts


def _answered(words: Words, action: type[Action], error: TournamentError) -> TournamentError:
    """Return a refusal naming the option that answers it; for FIELD=VALUE it quotes the whole word."""
    for field in action.fields():
        if field.written.answers and isinstance(error, field.written.answers):
            return with_option(words, error, f"--{field.option}")
        if field.written.is_pair and field.name == error.field and isinstance(error, BadInput):
            error.text = f"{field.name}={error.text}"
    if action.command.asks and isinstance(error, NeedsConfirmation):
        error.reason = Reason(error.reason.code, "", _SURE, {"question": error.reason.message(words._)})
    return error


def _parameters(action: type[Action], file: object) -> Sequence[Parameter]:
    """Return the parameters of a command: the file, words in the order of the fields, then options."""
    shown = [field for field in action.fields() if not (field.written.is_hidden or field.written.is_pair)]
    words: list[Parameter] = []
    options: list[Parameter] = []
    for field in shown:
        (words if field.is_word else options).append(_parameter(field))
    pairs = [field for field in action.fields() if field.written.is_pair]
    if pairs:
        help_ = " ".join(field.name for field in pairs)
        is_needed = any(field.name == "name" for field in pairs)  # of a correction: without a field there is none
        base: Any = list[str] if is_needed else list[str] | None
        kind = Annotated[base, argument("FIELD=VALUE", help_)]
        default = Parameter.empty if is_needed else None
        words.append(Parameter(_PAIRS, Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    if action.command.asks:
        sure = Annotated[bool, flag("--sure", action.command.asks)]
        options.append(Parameter("sure", Parameter.KEYWORD_ONLY, default=False, annotation=sure))
    if action.command.sees:
        options.append(Parameter("seen", Parameter.KEYWORD_ONLY, default=None, annotation=_Seen))
    options.append(Parameter("reason", Parameter.KEYWORD_ONLY, default="", annotation=_Reason))
    first = Parameter("file", Parameter.POSITIONAL_OR_KEYWORD, annotation=file)
    return [first, *words, *options]


def _parameter(field: ActField) -> Parameter:
    """Return the parameter of a field: a word, or an option."""
    kind, written = field.written.kind, field.written
    metavar = written.metavar or kind.metavar
    is_flag = kind.json == "boolean" and not metavar
    is_number = kind.json == "integer" and kind.metavar != "WHO"
    base: Any = bool if is_flag else int if is_number else list[str] if kind.is_list else str
    limits = {"min": kind.least, "max": kind.most} if is_number else {}
    is_needed = field.is_required and not kind.from_input
    default = Parameter.empty if is_needed else field.default
    if is_flag:
        default, metavar = False, ""
    elif not is_needed and (kind.is_list or field.default in (None, 0, "")):
        default, base = None, base | None
    settings: dict[str, Any] = {"help": field.help, "metavar": metavar or None, **limits}
    if field.is_word:
        info = typer.Argument(**settings)
    else:
        info = typer.Option(f"--{field.option}", hidden=written.is_old, **settings)
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[base, info])


def register(group: typer.Typer, action: type[A], work: Work[A], file: object) -> None:
    """Register the command of an action under its name, and its old names without a line in the help page.

    file: the annotated parameter of the file.
    """
    run, command = _command(action, work, file), action.command
    is_of_results = any(field.written.kind is RESULTS for field in action.fields())
    kind = _ResultCommand if is_of_results else Command
    group.command(command.name, cls=kind, help=command.help)(run)
    for name in (*command.aliases, *command.old_commands):
        group.command(name, cls=kind, help=command.help, hidden=True)(run)


for _action in ACTIONS.values():
    register(app, _action, _on_event, Event)


_CLOCK_ACTS: Mapping[str, type[Action]] = {
    "start": StartRound,
    "stop": StopClock,
    "go-on": ContinueClock,
    "move": MoveClock,
}
"""Old spellings of acts that have commands of their own."""


@app.command(help=N_("The time left in the running round."))
def clock(
    words: Words,
    event: Event,
    what: Annotated[str, typer.Argument(metavar="start|stop|go-on|move", hidden=True)] = "",
    minutes: Annotated[int, typer.Option("--minutes", hidden=True)] = 0,
    reason: Annotated[str, typer.Option("--reason", hidden=True)] = "",
) -> None:
    """Print the time left in the running round."""
    with opened(event, words) as director:
        if what:
            if what not in _CLOCK_ACTS:
                raise bad_word(what, N_("a clock understands start, stop, go-on or move (with --minutes)"))
            perform(words, director, _CLOCK_ACTS[what], {"minutes": minutes, "reason": reason})
            return
        number = running_round(Asked(director.state), {})
        for line in clock_lines(words, director.state, number, director.now()):
            print(line)
