"""The start of the program, and its end: the language, the commands, errors as lines, exit codes."""

import contextlib
import gettext
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer

from charkoni.cli import strong
from charkoni.cli.app import HELP_OPTIONS, app
from charkoni.cli.failing import problem, tell, usage_problem
from charkoni.cli.words import DOMAIN, LOCALE, BadLanguage, Words, checked, split_language, usual_language
from charkoni.core.errors import Refusal, mark

strong.add_to(app)

OK, BAD_CHECK, BAD_USAGE, INTERNAL, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 70, 130, 141


_HELP_WORDS = (
    mark("Arguments"),
    mark("Options"),
    mark("Commands"),
    mark("required"),
    mark("default: {default}"),
    mark("Usage: "),
    mark("Show this message and exit."),
)
"""What Typer itself says in help pages; it asks the catalogues by these words."""


def main() -> None:
    """Run the program and exit with its code."""
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
            return _run(words, rest)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BadLanguage, Refusal, OSError) as error:
        if isinstance(error, OSError):
            _silence_output()
        return _fail(problem(error, words), BAD_USAGE)
    except Exception as error:
        return _internal(error, words)


def _run(words: Words, arguments: list[str]) -> int:
    command = typer.main.get_command(app)
    _translate(command, words)
    try:
        with _typer_speaks(words.language):
            code = command.main(arguments, prog_name="charkoni", standalone_mode=False, obj=words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else BROKEN_PIPE
    except Exception as error:
        if not hasattr(error, "format_message"):  # what Typer raises for a bad command line
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(str(error), file=sys.stderr)
            return BAD_USAGE
        return _fail(usage_problem(error, words), BAD_USAGE)
    return code if isinstance(code, int) else OK


def _translate(command: Any, words: Words) -> None:
    """Put the help texts of a command, its parameters and its subcommands into the language."""
    helping = command.get_help_option(typer.Context(command, help_option_names=HELP_OPTIONS))
    for thing in (command, helping, *command.params):
        for name in ("help", "short_help"):
            text = getattr(thing, name, None)
            if text:
                setattr(thing, name, words._(text))
    for inner in getattr(command, "commands", {}).values():
        _translate(inner, words)


@contextlib.contextmanager
def _typer_speaks(language: str) -> Any:
    """Let the words that Typer looks up by gettext come from our catalogues."""
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


def _fail(line: str, code: int) -> int:
    with contextlib.suppress(OSError):
        tell(line)
    return code


def _internal(error: Exception, words: Words) -> int:
    """Tell about a fault of the program itself."""
    if os.environ.get("CHARKONI_TRACEBACK"):
        traceback.print_exc()
    line = words._(
        "this is a fault of the program: {error}; with CHARKONI_TRACEBACK=1 it tells more",
        error=f"{type(error).__name__}: {error}",
    )
    return _fail(line, INTERNAL)


def _silence_output() -> None:
    """Let nothing more be written to an output that is gone, not even at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
