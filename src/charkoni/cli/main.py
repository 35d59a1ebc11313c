"""The program `charkoni`: start, language, and exit codes."""

import contextlib
import gettext
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from charkoni.cli.command_group import HELP_OPTIONS, translate_help, typer_app
from charkoni.cli.commands import Commands
from charkoni.cli.completion import bash_words
from charkoni.cli.errors import error_line, print_error, silence_output, usage_error_line
from charkoni.cli.exit_codes import BAD_USAGE, BROKEN_PIPE, INTERNAL, INTERRUPTED, OK
from charkoni.cli.extras import missing_line
from charkoni.cli.language import checked, split_language, usual_language
from charkoni.cli.parameters import option
from charkoni.core.errors import N_, Refusal
from charkoni.core.translations import DOMAIN, LOCALE, Words

_HELP_WORDS = (
    N_("required"),
    N_("default: {default}"),
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
"""Words of Typer's own in help pages, which it translates by the catalogue of the text domain."""

app = typer_app(
    name="charkoni",
    cls=Commands,
    help=N_("Seven board games: play them, look into them, check them."),
    no_args_is_help=True,
    add_completion=True,
    context_settings={"help_option_names": HELP_OPTIONS},
)


def _print_version(is_wanted: bool) -> None:
    """Print the version and end the program, if that is wanted."""
    if is_wanted:
        from charkoni.cli.commands.development.version import description  # starts git

        print(description())
        raise typer.Exit


@app.callback()
def root(
    lang: Annotated[str | None, option("ru|en|tr", N_("the language; else that of CHARKONI_LANG or LANG"))] = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help=N_("Print the version."))
    ] = False,
) -> None:
    """Declare the options of the program; `run` has parsed `--lang`, which may appear anywhere."""


def main() -> None:
    """Run the program with the arguments of the process and exit with its code."""
    code = run(sys.argv[1:])
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run the program and return its exit code: 0, 1 for checks that fail, 2 for input that cannot be used."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = Words("en")
    try:
        try:
            chosen, rest = split_language(arguments)
            words = Words(checked(chosen) if chosen is not None else usual_language(os.environ))
            if not rest and sys.stdin.isatty() and sys.stdout.isatty():  # called without a command: offer to play
                rest = ["play"]
            return _run(words, rest)
        finally:
            _note_missing_cache(words)
            sys.stdout.flush()
    except BrokenPipeError:
        silence_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Refusal, OSError) as error:
        if isinstance(error, OSError):
            silence_output()
        return _fail(error_line(error, words), BAD_USAGE)
    except Exception as error:
        line = missing_line(error, words)
        return _fail(line, BAD_USAGE) if line else _internal(error, words)


def _run(words: Words, arguments: list[str]) -> int:
    """Run a command in a language and return its exit code."""
    program = typer.main.get_command(app)
    translate_help(program, words)
    try:
        with bash_words(), _text_domain(words.language):
            code = program.main(arguments, prog_name="charkoni", standalone_mode=False, obj=words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else BROKEN_PIPE
    except Exception as error:
        if not hasattr(error, "format_message"):  # of Typer, for a bad command line
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(str(error), file=sys.stderr)
            return BAD_USAGE
        return _fail(usage_error_line(error, words), BAD_USAGE)
    return code if isinstance(code, int) else OK


@contextlib.contextmanager
def _text_domain(language: str) -> Iterator[None]:
    """Bind gettext, which Typer calls for its own words, to the catalogue of a language."""
    before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(before[0])
        if before[1] is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before[1]


def _note_missing_cache(words: Words) -> None:
    """Say that the next command compiles anew what this one did, if there is no folder for compiled games."""
    compiler = sys.modules.get("charkoni.core.compiler")
    if compiler and compiler.recompiles():
        text = words._("Compiled games cannot be kept in {folder}: {setting} names another folder.")
        with contextlib.suppress(OSError):
            print_error(text.format(folder=compiler.cache_root(), setting="CHARKONI_CACHE"))


def _fail(line: str, code: int) -> int:
    """Print an error and return the exit code."""
    with contextlib.suppress(OSError):
        print_error(line)
    return code


def _internal(error: Exception, words: Words) -> int:
    """Report a fault of the program itself and return the exit code."""
    if os.environ.get("CHARKONI_TRACEBACK"):
        traceback.print_exc()
    line = words._(
        "internal error: {error}; set CHARKONI_TRACEBACK=1 for the traceback", error=f"{type(error).__name__}: {error}"
    )
    return _fail(line, INTERNAL)
