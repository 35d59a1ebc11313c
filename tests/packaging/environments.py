"""Environments that hold some extras of the package and nothing else, made of the packages that are installed here."""

import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def needed(extras: frozenset[str]) -> dict[str, Distribution]:
    """Return the distributions that the package needs with some extras, itself among them, by name."""
    found: dict[str, Distribution] = {}
    waiting = [("charkoni", extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        found[name] = distribution(name)
        for line in found[name].requires or ():
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *wanted)):
                waiting.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return found


def environment(folder: Path, *extras: str) -> Path:
    """Make an environment with some extras in a folder, and return its interpreter; packages are links."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    packages = folder / "lib" / version / "site-packages"
    for found in needed(frozenset(extras)).values():
        for top in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
            target = packages / top
            if not target.exists():
                target.symlink_to(Path(str(found.locate_file(top))))
    return folder / "bin" / "python"
