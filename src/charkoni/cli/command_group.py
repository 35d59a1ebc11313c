"""Groups of commands whose modules are imported only when they are called: for a fast start and a fast `--help`."""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any, ClassVar, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from charkoni.core.errors import N_
from charkoni.core.translations import Words

Run = TypeVar("Run", bound=Callable[..., None])
HELP_OPTIONS = ["-h", "--help"]
LONGEST_LINE = 1000
"""Characters after which the line of a command would be cut; a help page wraps it instead."""


class _HelpPage:
    """The help page of a command or group in the words of the program's language, without types of Python."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the first line, whose first word Typer leaves in English."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, words_of(ctx)._(N_("Usage: ")))

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        """Write arguments and options; Typer would write `GAME <str>` for the argument GAME."""
        rows: dict[str, list[tuple[str, str]]] = {N_("Arguments"): [], N_("Options"): []}
        for each in self.get_params(ctx):
            if record := each.get_help_record(ctx):
                is_argument = each.param_type_name == "argument"
                rows["Arguments" if is_argument else "Options"].append(
                    (each.metavar, record[1]) if is_argument and each.metavar else record
                )
        for heading, listed in rows.items():
            if listed:
                with formatter.section(words_of(ctx)._(heading)):
                    formatter.write_dl(listed)


class Command(_HelpPage, TyperCommand):
    """A command."""


class Group(_HelpPage, TyperGroup):
    """A group of commands.

    panels: the headings of the help page, each with its commands; by default one heading for all.
    """

    panels: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write options and commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands below their headings, each with its whole line, however narrow the terminal is."""
        words = words_of(ctx)
        shown = {name: self.commands[name] for name in self.list_commands(ctx) if not self.commands[name].hidden}
        for heading, listed in (self.panels or {N_("Commands"): tuple(shown)}).items():
            rows = [(name, shown[name].get_short_help_str(LONGEST_LINE)) for name in listed if name in shown]
            with formatter.section(words._(heading)):
                formatter.write_dl(rows)


class LazyGroup(Group):
    """A group of commands that are listed in a table; the module of a command is imported when it is called.

    package: the dotted name of the package with the commands.  table: by the name of each command its module below the
    package, and its line in the group's help page, marked for translation, in the order of the page.  A module has
    a function of the command's name, or a Typer `app` with several.
    """

    package: ClassVar[str] = ""
    table: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, (module, line) in self.table.items():
            self.add_command(_Placeholder(name, line, f"{self.package}.{module}"))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return name, command and its arguments, the command imported and translated."""
        name, command, rest = super().resolve_command(ctx, args)
        if isinstance(command, _Placeholder):
            command = command.load()
            translate_help(command, words_of(ctx))
        return name, command, rest


class _Placeholder(Command):
    """The entry of a command in its group's help page, until its module is imported."""

    def __init__(self, name: str, line: str, module: str) -> None:
        super().__init__(name, help=line)
        self._module = module

    def load(self) -> Any:
        """Return the command itself."""
        module = importlib.import_module(self._module)
        app = getattr(module, "app", None) or typer_app()
        if not hasattr(module, "app"):
            app.command()(getattr(module, str(self.name).replace("-", "_")))
        command: Any = typer.main.get_command(app)
        command.name, command.help = self.name, self.help
        return command


class _App(typer.Typer):
    """A Typer whose commands are functions of the texts of the program's language, `words`, and of their options.

    A parameter whose type is a dataclass stands for an argument or option of each of its fields, whose types are
    annotated as Typer expects it of a parameter.
    """

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Run], Run]:
        """Return the decorator that registers a command."""
        register = super().command(name, **{"cls": Command, **settings})

        def decorate(run: Run) -> Run:
            register(_of_context(run))
            return run

        return decorate


def _of_context(run: Run) -> Callable[..., None]:
    """Return a command as a function of Typer's context and of one keyword for each argument and option."""
    parameters, groups = list[Parameter](), dict[str, type]()
    for each in signature(run).parameters.values():
        if isinstance(each.annotation, type) and is_dataclass(each.annotation):
            groups[each.name] = each.annotation
            parameters += map(_parameter, fields(each.annotation))
        else:
            parameters.append(each.replace(kind=Parameter.KEYWORD_ONLY))
    own = [each for each in parameters if each.name != "words"]
    if len(own) == len(parameters):
        return run

    def command(context: typer.Context, **values: object) -> None:
        for name, kind in groups.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})
        run(words_of(context), **values)

    command.__name__, command.__doc__ = run.__name__, run.__doc__
    return with_parameters(command, own)


def _parameter(field: "Field[object]") -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)


def with_parameters(command: Callable[..., None], parameters: Iterable[Parameter]) -> Callable[..., None]:
    """Return a function of a context and keywords, which Typer sees as one of these parameters."""
    own = [Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context), *parameters]
    command.__signature__ = Signature(own)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in own}
    return command


def typer_app(**settings: Any) -> typer.Typer:
    """Return an empty Typer with the settings that all commands share: plain help pages, no traceback boxes."""
    return _App(
        **{
            "cls": Group,
            "add_completion": False,
            "rich_markup_mode": None,
            "pretty_exceptions_enable": False,
            **settings,
        }
    )


def words_of(context: typer.Context) -> Words:
    """Return the texts of the language in which the program was started."""
    words: Words = context.find_root().obj
    return words


def translate_help(command: Any, words: Words) -> None:
    """Translate the help texts of a command, its parameters and its subcommands."""
    help_option = command.get_help_option(typer.Context(command, help_option_names=HELP_OPTIONS))
    for item in (command, help_option, *command.params):
        for attribute in ("help", "short_help"):
            text = getattr(item, attribute, None)
            if text:
                setattr(item, attribute, words._(text))
    for subcommand in getattr(command, "commands", {}).values():
        translate_help(subcommand, words)
