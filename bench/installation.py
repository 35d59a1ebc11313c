"""From an archive in an empty folder: python bench/installation.py [wheel sdist]

For the wheel and the source archive of this checkout: the size; for the wheel empty environments with some extras, how
long each takes to install, what it weighs and how long rules and a first move take there; an environment with all
extras, in which, in an empty folder and with an empty compile cache, the rules are read, a position is solved, a
tournament is paired and printed; first board and first move on the page and in the terminal (bench/first_minute.py).
Times are those of whole commands, in seconds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BENCH = ("pexpect", "httpx2")
"""What bench/first_minute.py needs besides."""

TOURNAMENT = (
    ("new", "cup", "name=Cup of the first minute", "rounds=3"),
    *(("enter", "cup", name) for name in ("Ada Lovelace", "Emanuel Lasker", "Sonja Graf", "Vera Menchik")),
    ("start", "cup"),
    ("pair", "cup", "--publish"),
    ("result", "cup", "1", "1"),
    ("print", "cup", "standings", "-o", "standings.pdf"),
)
TASKS: dict[str, Sequence[tuple[str, ...]]] = {
    "says its version": [("--version",)],
    "rules of Gana in Russian": [("rules", "gana", "--lang", "ru")],
    "solves Mangala with 8 stones": [("solve", "tablebase", "mangala", "8")],
    "and once more": [("solve", "tablebase", "mangala", "8")],
    "a tournament from entry to paper": [("tournament", *words) for words in TOURNAMENT],
}


EXTRAS = ("", "fast", "pictures", "web", "tournament", "all")
"""The installations whose weight is compared, "" for the package alone."""

FIRST_USES: dict[str, tuple[str, ...]] = {
    "rules": ("rules", "gana"),
    "a game of random moves": ("play", "gana", "a=random", "b=random", "--pace", "0"),
}


def built(kind: str, folder: Path) -> Path:
    """Build an archive of the checkout."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.iterdir())


def weight_mb(folder: Path) -> float:
    """Return the size of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def timed_s(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> float:
    """Return the seconds of a command in a folder; its output is shown when it fails."""
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - began


def installed(folder: Path, archive: str) -> tuple[Path, float]:
    """Install an archive, perhaps with extras, in an empty environment; return its programs and the seconds."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    programs = folder / "bin"
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(programs / "python"), archive]
    return programs, timed_s(install, folder)


def compare_extras() -> None:
    """Print the weight of the wheel's installations, and the first commands there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = built("wheel", folder / "built")
        for extra in EXTRAS:
            environment, home = folder / f"with-{extra}", folder / f"home-{extra}"
            home.mkdir()
            programs, seconds = installed(environment, f"{archive}[{extra}]" if extra else str(archive))
            weight = weight_mb(environment)
            given = {"PATH": os.environ["PATH"], "HOME": str(home), "CHARKONI_LANG": "en"}
            uses = (
                f"{use} {timed_s([str(programs / 'charkoni'), *words], home, given):.1f} s"
                for use, words in FIRST_USES.items()
            )
            print(f"charkoni[{extra}]: {weight:.0f} MB, installed in {seconds:.1f} s; {', '.join(uses)}", flush=True)


def try_archive(kind: str) -> None:
    """Install an archive, use it and print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = built(kind, folder / "built")
        print(f"{kind}: {archive.name}, {archive.stat().st_size / 1e6:.1f} MB")
        environment, home = folder / "environment", folder / "home"
        home.mkdir()
        programs, seconds = installed(environment, f"{archive}[all]")
        python, program = str(programs / "python"), str(programs / "charkoni")
        print(f"  installed with all extras in {seconds:.1f} s: {weight_mb(environment):.0f} MB")
        given = {"PATH": os.environ["PATH"], "HOME": str(home), "CHARKONI_LANG": "en"}
        for task, commands in TASKS.items():
            spent = sum(timed_s([program, *words], home, given) for words in commands)
            print(f"  {task}: {spent:.1f} s", flush=True)
        timed_s([sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python, *BENCH], home)
        subprocess.run([python, str(ROOT / "bench" / "first_minute.py"), "mangala"], cwd=home, env=given, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=["wheel", "sdist"])
    kinds = parser.parse_args().kinds
    compare_extras()
    for kind in kinds:
        try_archive(kind)


if __name__ == "__main__":
    main()
