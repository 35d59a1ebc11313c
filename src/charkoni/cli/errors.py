"""Errors as one line on standard error: place, reason, and correct usage."""

import contextlib
import errno
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from charkoni.cli.extras import missing_line
from charkoni.core.errors import BadText, Reason, Refusal
from charkoni.core.files.data_files import read_file
from charkoni.core.translations import Words


@dataclass(frozen=True, slots=True)
class _Texts:
    """Errors of others in our words: of the operating system, of Typer by class and by a part of the message."""

    system: Mapping[str, str]
    usage: Mapping[str, str]
    messages: Mapping[str, str]


_TEXTS = read_file(_Texts, Path(__file__).with_suffix(".toml"))


class BadWord(BadText):
    """A word of the command line, or a file named there, that cannot be used."""


def bad_word(text: str, template: str, **args: object) -> BadWord:
    """Return the refusal of a word or a file."""
    return BadWord(text, Reason("BADWORD", "", template, args))


def print_error(line: str) -> None:
    """Print an error on standard error in one line; line breaks in it become blanks."""
    print(f"charkoni: {' '.join(line.splitlines())}", file=sys.stderr)


def silence_output() -> None:
    """Redirect standard output to the null device: it is closed, and Python would fail to flush it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def system_reason(error: OSError, words: Words) -> str:
    """Return the reason of an error of the operating system, translated if it is known."""
    known = _TEXTS.system.get(errno.errorcode.get(error.errno or 0, ""))
    return words._(known) if known else error.strerror or str(error)


def file_error_line(path: Path, error: Exception, words: Words) -> str:
    """Return the line for an error in a file, the file's name first."""
    line = error_line(error, words)
    return line if str(path) in line else f"{path}: {line}"


def error_line(error: Exception, words: Words) -> str:
    """Return the line for a refusal, an error of the operating system, a missing extra or any other exception."""
    if isinstance(error, Refusal):
        return error.message(words._)
    if isinstance(error, OSError):
        reason = system_reason(error, words)
        return f"{error.filename}: {reason}" if error.filename is not None else reason
    return missing_line(error, words) or str(error)


def usage_error_line(error: Exception, words: Words) -> str:
    """Return the line for a command line that Typer refuses, with the command that prints help."""
    kind = type(error).__name__
    what = str(getattr(error, "option_name", None) or _parameter(error))
    message = _message(str(getattr(error, "message", "")) or str(error), words)
    if kind in _TEXTS.usage and what:
        line = words._(_TEXTS.usage[kind], what=what, problem=message.rstrip("."))
    else:
        line = message.rstrip(".")
    named = re.search(r"Did you mean (.*)\?", str(getattr(error, "message", "")))
    near = named[1].replace("'", "") if named else ", ".join(getattr(error, "possibilities", None) or ())
    if near:
        line = words._("{problem}; did you mean {guesses}?", problem=line, guesses=near)
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "") or "charkoni"
    see = words._("see {command} --help", command=command)
    return f"{line}; {see}"


def _message(message: str, words: Words) -> str:
    """Return a message of Typer's, translated if it is known, with the word that it quotes."""
    for part, known in _TEXTS.messages.items():
        if part in message:
            quoted = re.search(r"'([^']*)'", message) or re.search(r"\(([^)]*)\)$", message.rstrip("."))
            return f"{quoted[1]!r}: {words._(known)}" if quoted else words._(known)
    return message


def _parameter(error: Exception) -> str:
    """Return the option or the metavariable of the parameter of an error, or ""."""
    parameter = getattr(error, "param", None)
    if parameter is None:
        return ""
    if getattr(parameter, "param_type_name", "") == "option":
        return str(parameter.opts[0])
    return str(getattr(parameter, "metavar", None) or parameter.name).strip("[].")
