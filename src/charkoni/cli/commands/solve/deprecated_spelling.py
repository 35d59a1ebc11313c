"""The spelling of `charkoni solve` in version 1.0, one command for all: it goes with version 2.

charkoni solve GAME [--tablebase SIZE] [--value [--book PLIES | --fair STONES]] [options]
"""

from collections.abc import Sequence

from charkoni.core.errors import N_, BadText, Reason

_WHAT = N_("choose one of the commands {commands}")
_FLAGS = ("--value", "--openings", "--line", "--in-memory")
_OF_LEADS = {"--from", "--each", "--memory", "--checkpoint", "--processes", "--ray"}
_OF_VALUES = {"--at-least", "--openings", "--line", "--nodes", "--certificate"}
_ASKS_FOR_TABLEBASE = {"--tablebase", "--rest", "--device", "--in-memory"}
_IGNORED = {
    "tablebase": {*_OF_LEADS, *_OF_VALUES, "--book", "--fair"},
    "book": _OF_VALUES,
    "starts": {*_OF_VALUES, "--book"},
    "prove": set[str](),
}
"""By command the options that had no effect on it."""


def respelled(words: Sequence[str], commands: Sequence[str]) -> list[str]:
    """Return a command line of version 1.0 in the present spelling; raise BadText where it asks for nothing."""
    games, options = _split(words)
    if "--help" in options or "-h" in options:
        return ["--help"]
    if "--value" in options:
        by_option = {"--fair": "starts", "--book": "book"}
        argument = next((option for option in by_option if option in options), "")
        command = by_option.get(argument, "prove")
    elif options.keys() & _ASKS_FOR_TABLEBASE:
        command, argument = "tablebase", "--tablebase"
    else:
        raise BadText(words[0], Reason("NOTHING", "", _WHAT, {"commands": ", ".join(commands)}))
    own = [*games, *options.pop(argument, [])]
    kept = {name: value for name, value in options.items() if name not in (_IGNORED[command] | {"--value"})}
    given = [word for name, value in kept.items() for word in (name, *value)]
    return [command, *given, "--", *own] if any(word.startswith("-") for word in own) else [command, *own, *given]


def _split(words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Return the arguments, and the options with their value, if they take one."""
    arguments: list[str] = []
    options: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not word.startswith("-"):
            arguments.append(word)
        elif equals:
            options[name] = [value]
        elif word in _FLAGS or word in ("-h", "--help"):
            options[word] = []
        else:
            options[word] = [each for each in (next(rest, None),) if each is not None]
    return arguments, options
