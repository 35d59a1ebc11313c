"""Nothing that only some systems have is used unguarded: the parts of Windows and macOS that any machine can test."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "charkoni"
MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "curses", "syslog", "posix")
NAMES = {
    "os": "fork nice getuid geteuid getgid sysconf posix_fallocate sched_getaffinity killpg setsid statvfs chown "
    "mkfifo getpgrp tcgetpgrp getloadavg initgroups memfd_create sendfile",
    "signal": "SIGKILL SIGHUP SIGQUIT SIGUSR1 SIGUSR2 SIGALRM SIGWINCH SIGTSTP SIGSTOP SIGCONT SIGPIPE SIGCHLD alarm "
    "setitimer pthread_sigmask pthread_kill sigwait siginterrupt pause",
    "socket": "AF_UNIX SO_REUSEPORT",
}
"""By module, names that Windows lacks."""
METHODS = ("add_signal_handler", "add_reader", "add_writer")
GUARDS = re.compile(r"hasattr|sys\.platform|ImportError|AttributeError|NotImplementedError|os\.name")
_OWN = "|".join(rf"{module}\.(?:{names.replace(' ', '|')})" for module, names in NAMES.items())
USES = re.compile(rf"\b(?:(?:import|from) (?:{'|'.join(MODULES)})|{_OWN})\b|\.(?:{'|'.join(METHODS)})\(")


def needed(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the places of a tree where something is used that only some systems have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            if set(names) & set(MODULES):
                yield node
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in METHODS or node.attr in NAMES.get(owner, "").split():
                yield node


def unguarded(source: str) -> list[int]:
    """Return the lines on which such a thing is used without a guard in its function, or around it in the module."""
    tree, lines = ast.parse(source), source.splitlines()
    parts = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    parts += [each for each in tree.body if isinstance(each, ast.Try | ast.If)]
    found = []
    for node in needed(tree):
        around = [each for each in parts if each.lineno <= node.lineno <= (each.end_lineno or 0)]
        texts = ["\n".join(lines[each.lineno - 1 : each.end_lineno]) for each in around]
        if not any(map(GUARDS.search, texts)):
            found.append(node.lineno)
    return found


def test_what_only_some_systems_have_is_guarded() -> None:
    for path in SOURCES.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if USES.search(source):
            assert unguarded(source) == [], path.relative_to(ROOT)


def test_unguarded_uses_are_seen() -> None:
    assert unguarded("import fcntl\n") == [1]
    assert unguarded("import os\ndef f():\n    os.nice(5)\n") == [3]
    assert unguarded("def f(loop):\n    loop.add_signal_handler(2, f)\n") == [2]
    assert unguarded("try:\n    import fcntl\nexcept ImportError:\n    fcntl = None\n") == []
    assert unguarded("def f():\n    if hasattr(os, 'nice'):\n        os.nice(5)\n") == []


def test_every_file_has_a_name_that_windows_takes() -> None:
    reserved = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
    for path in (each for folder in ("src", "tests", "docs", "bench") for each in (ROOT / folder).rglob("*")):
        if "node_modules" not in path.parts:
            assert not re.search(r'[<>:"|?*\\]|[. ]$', path.name) and not reserved.fullmatch(path.name), path


WITHOUT_UNIX = """
import os, signal, sys
for name in sys.argv[1].split():
    sys.modules[name] = None
for module, names in ((os, sys.argv[2]), (signal, sys.argv[3])):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
from charkoni.cli.main import run
game = ["perft", "mosty:size=2", "2"]
assert run(["--lang", "en", "games"]) == 0 and run(["--lang", "en", *game]) == 0
import charkoni.cli.terminal.screen, charkoni.tournament.director, charkoni.web.serve
from charkoni.web.http.connections import raise_descriptor_limit
from charkoni.core.files.journal import *
print("whole")
"""


@pytest.mark.long
def test_commands_run_where_the_modules_of_unix_are_missing(tmp_path: Path) -> None:
    own = "fork nice posix_fallocate killpg"  # libraries use the others where the system is Linux
    signals = "pthread_sigmask pthread_kill SIGHUP SIGUSR1 SIGWINCH"
    command = [sys.executable, "-c", WITHOUT_UNIX, "fcntl resource readline curses syslog", own, signals]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "CHARKONI_CACHE": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ran.stdout.endswith("whole\n"), ran.stderr
