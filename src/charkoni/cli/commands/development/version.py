"""`charkoni version`: which version this is, of which commit, with which Python and compiler."""

import importlib.metadata
import platform
import subprocess
from pathlib import Path

from charkoni.core.compiler import compiler_version
from charkoni.core.files.installation import origin


def version() -> None:
    """Print the version."""
    print(description())


def description() -> str:
    """Return the version of Charkoni, its commit if it is known, and the versions of Python and Numba."""
    known, numba = commit(), compiler_version()
    return (
        f"charkoni {importlib.metadata.version('charkoni')}{f' ({known})' if known else ''}, "
        f"Python {platform.python_version()}, {f'Numba {numba}' if numba else 'without Numba'}"
    )


def commit() -> str:
    """Return the first digits of the commit of a checkout, or of an installation from a repository; else ""."""
    root = Path(__file__).resolve().parents[5]
    if (root / ".git").exists():
        try:
            command = ["git", "-C", str(root), "rev-parse", "--short=10", "HEAD"]
            return subprocess.run(command, capture_output=True, text=True, check=True, timeout=5).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            return ""
    return str(origin("vcs_info").get("commit_id", ""))[:10]
