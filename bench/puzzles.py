"""Generator of the puzzle sets of the package:  python bench/puzzles.py [GAME ...]

Each set is computed from games in bench/results and a node budget, hence it is the same on every machine as long as the
search is.  Prints the command of each set, runs it, and prints how many of its puzzles were in the set before.  A set
takes a minute or two, that of Chaupar about ten minutes.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from charkoni.analysis.puzzles import FOLDER

RESULTS = Path(__file__).resolve().parent / "results"
SOURCES = {
    "banglagor": (("puzzles/banglagor-levels-5-6", "ladders/banglagor-level-6-level-5-1"), 5_000),
    "barbakan": (("puzzles/barbakan-levels-5-6", "ladders/barbakan-level-6-level-5-1"), 5_000),
    "chaupar": (("chaupar-best-mcts-20ms", "chaupar-best-mcts-100ms"), 40_000),
    "focus": (("ladders/focus-level-10-level-9-1",), 5_000),
    "gana": (("ladders/gana-level-8-level-7-1",), 5_000),
    "mangala": (("ladders/mangala-level-7-level-6-1",), 5_000),
    "mosty": (("ladders/mosty-level-4-level-3-1",), 5_000),
}
"""By the name of the game, the files of games in which puzzles are searched, and the nodes of a first search.

The games in the folder `puzzles` were played by `charkoni match level=5 level=6 --game GAME --seed 2 --out FILE`, 24 of
Banglagor and 12 of Barbakan; the others are matches and ladders of docs/strength.md.
"""
BEST = 24


def positions(text: str) -> set[str]:
    """Return the positions of a set of puzzles."""
    return {str(json.loads(line)["position"]) for line in text.splitlines()}


def make(name: str) -> None:
    """Generate the set of a game."""
    sources, nodes = SOURCES[name]
    files, options = [RESULTS / f"{each}.jsonl.xz" for each in sources], ["--nodes", str(nodes), "--best", str(BEST)]
    words = ["puzzles", *map(str, files), *options]
    shown = (str(file.relative_to(RESULTS.parents[1])) for file in files)
    print("charkoni puzzles", *shown, *options, flush=True)
    found = subprocess.run([sys.executable, "-m", "charkoni", *words], stdout=subprocess.PIPE, text=True, check=True)
    path = FOLDER / f"{name}.jsonl"
    before = positions(path.read_text(encoding="utf-8")) if path.is_file() else set()
    path.write_text(found.stdout, encoding="utf-8")
    now = positions(found.stdout)
    print(f"{name}: {len(now)} puzzles, {len(now & before)} of them in the set before")


def main() -> None:
    """Generate the sets named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=sorted(SOURCES), help=", ".join(sorted(SOURCES)))
    for name in parser.parse_args().games:
        make(name)


if __name__ == "__main__":
    main()
