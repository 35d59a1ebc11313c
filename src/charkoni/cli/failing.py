"""What goes wrong, in one line on standard error: what, where, why, what would be right."""

import errno
import re
import sys
from pathlib import Path

from charkoni.cli.words import Words
from charkoni.core.errors import Refusal, mark

_SYSTEM = {
    errno.ENOENT: mark("there is no such file or folder"),
    errno.EISDIR: mark("this is a folder, not a file"),
    errno.ENOTDIR: mark("a part of the path is no folder"),
    errno.EACCES: mark("the permission is missing"),
    errno.EPERM: mark("the permission is missing"),
    errno.EROFS: mark("this place can only be read"),
    errno.ENOSPC: mark("the disk is full"),
    errno.EEXIST: mark("it exists already"),
    errno.ENAMETOOLONG: mark("the name is too long"),
    errno.EADDRINUSE: mark("another program uses this address already"),
    errno.EADDRNOTAVAIL: mark("this machine does not have this address"),
}

_USAGE = {
    "NoSuchOption": mark("{what}: there is no such option"),
    "MissingParameter": mark("{what} is missing"),
    "BadParameter": mark("{what}: {problem}"),
    "BadOptionUsage": mark("{what} needs a value"),
}

_PROBLEMS = {
    "valid integer": mark("a whole number is needed"),
    "valid number": mark("a number is needed"),
    "greater than or equal": mark("the number is too small"),
    "less than or equal": mark("the number is too large"),
    "range": mark("the number is too small or too large"),
    "unexpected extra argument": mark("there are more words than the command takes"),
    "No such command": mark("there is no such command"),
    "Missing command": mark("a command is missing"),
}
"""What Typer says, by a part of it."""


def tell(line: str) -> None:
    """Print a line on standard error, whatever signs it holds."""
    print(f"charkoni: {' '.join(line.splitlines())}", file=sys.stderr)


def system_reason(error: OSError, words: Words) -> str:
    """Return why the system refused something."""
    known = _SYSTEM.get(error.errno or 0)
    return words._(known) if known else error.strerror or str(error)


def system_problem(error: OSError, words: Words) -> str:
    """Return which file it was, and why the system refused it."""
    reason = system_reason(error, words)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def problem_with(path: Path, error: Exception, words: Words) -> str:
    """Return what is wrong with a file, its name first."""
    line = problem(error, words)
    return line if str(path) in line else f"{path}: {line}"


def problem(error: Exception, words: Words) -> str:
    """Return the line for an error that is no fault of the program."""
    if isinstance(error, Refusal):
        return error.say(words._)
    if isinstance(error, OSError):
        return system_problem(error, words)
    return str(error)


def usage_problem(error: Exception, words: Words) -> str:
    """Return the line for a command line that Typer refuses, and where help is."""
    kind = type(error).__name__
    what = str(getattr(error, "option_name", None) or _parameter(error))
    message = _said(str(getattr(error, "message", "")) or str(error), words)
    if kind in _USAGE and what:
        line = words._(_USAGE[kind], what=what, problem=message.rstrip("."))
    else:
        line = message.rstrip(".")
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "") or "charkoni"
    see = words._("see {command} --help", command=command)
    return f"{line}; {see}"


def _said(message: str, words: Words) -> str:
    """Return a message of Typer in the language of the words where it is known; what it quotes is kept."""
    for part, known in _PROBLEMS.items():
        if part in message:
            quoted = re.search(r"'([^']*)'", message) or re.search(r"\(([^)]*)\)$", message.rstrip("."))
            return f"{quoted[1]!r}: {words._(known)}" if quoted else words._(known)
    return message


def _parameter(error: Exception) -> str:
    """Return how the parameter that an error is about is written."""
    parameter = getattr(error, "param", None)
    if parameter is None:
        return ""
    if getattr(parameter, "param_type_name", "") == "option":
        return str(parameter.opts[0])
    return str(getattr(parameter, "metavar", None) or parameter.name).strip("[].")
