"""A throw-away environment in which packages can be installed: it sees everything of the one that runs the tests."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

import charkoni

SOURCES = Path(charkoni.__file__).resolve().parents[1]


class Environment:
    """An environment in a folder, with the programs `python`, `pip` (without a network) and `charkoni`."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.bin = folder / "bin"
        self.python = self.bin / "python"
        site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
        inherited = sysconfig.get_path("purelib")
        (site / "inherited.pth").write_text(f"import site; site.addsitedir({inherited!r})\n")
        install = "install --no-deps --no-index --no-build-isolation --quiet --disable-pip-version-check"
        self._program("pip", f'shift; exec {sys.executable} -m pip --python {self.python} {install} "$@"')
        self._program("charkoni", f'exec {self.python} -m charkoni "$@"')

    def _program(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def variables(self, more: Mapping[str, str]) -> dict[str, str]:
        """Return the variables of a process in this environment."""
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return os.environ | {"PATH": path, "PYTHONPATH": str(SOURCES), "CHARKONI_LANG": "en"} | more

    def run(self, command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a line of a shell in a folder and return what it printed, both streams together."""
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(
            command, shell=True, cwd=folder, env=self.variables(more), text=True, check=False, **streams
        )  # type: ignore[call-overload]
        assert isinstance(done, subprocess.CompletedProcess)
        return done

    def output(self, command: str, folder: Path, **more: str) -> str:
        """Run a line of a shell that must succeed and return what it printed."""
        done = self.run(command, folder, **more)
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        return done.stdout
