"""The extras of the package: which one brings a module that is missing, and which commands are slow without Numba."""

from collections.abc import Mapping

from charkoni.core.compiler import HAS_COMPILER
from charkoni.core.errors import N_
from charkoni.core.files.installation import install_command
from charkoni.core.translations import Words

MODULES: Mapping[str, tuple[str, ...]] = {
    "fast": ("numba",),
    "pictures": ("PIL", "resvg_py"),
    "tournament": ("gacrux", "reportlab"),
    "web": (
        "fastapi", "itsdangerous", "jinja2", "markdown_it", "prometheus_client", "pwdlib", "py_vapid",
        "python_multipart", "pywebpush", "segno", "sqlalchemy", "starlette", "uvicorn", "webauthn",
    ),
    "postgres": ("psycopg",),
    "envs": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
    "ray": ("ray",),
    "gpu": ("numba_cuda",),
}  # fmt: skip
"""By extra the modules that it brings."""

SLOW = frozenset(
    {"analyse", "bench", "check", "engine", "ladder", "match", "perft", "puzzles", "solve", "tune", "verify"}
)
"""The commands that compute for long where rules and searches run as plain Python."""

_MISSING = N_("this needs more packages; install them with: {command}")
_SLOW = N_("Rules and searches run as plain Python here, up to 300 times slower; this makes them fast: {command}")


def missing_line(error: Exception, words: Words) -> str | None:
    """Return what to install for an error whose cause is a missing module of an extra, None for another error."""
    missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
    name = (missing.name or "").partition(".")[0] if isinstance(missing, ModuleNotFoundError) else ""
    extra = next((extra for extra, modules in MODULES.items() if name in modules), None)
    return words._(_MISSING, command=install_command(extra)) if extra else None


def slow_line(command: str, words: Words) -> str | None:
    """Return what would make a command fast, None where the compiler is installed, or nobody waits for the command."""
    return None if HAS_COMPILER or command not in SLOW else words._(_SLOW, command=install_command("fast"))
