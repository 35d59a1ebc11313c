"""Fingerprints: a digest of random games, the same in plain Python, compiled, bounds-checked and on a GPU.

python -m charkoni.check.fingerprint                         print the digests of all games and variants
python -m charkoni.check.fingerprint --write [GAME ...]      store them, or those named, in fingerprints.txt
python -m charkoni.check.fingerprint --of PACKAGE OPTIONS    print that of one game
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np

from charkoni.check.variants import all_games, any_game
from charkoni.core.game import Game, variant
from charkoni.core.game_types import Array
from charkoni.core.playout import trail
from charkoni.core.random_numbers import seeded

KEPT = Path(__file__).with_name("fingerprints.txt")
GAMES = 3
SEED = 2026
CAP = 100

_HEAD = f"""\
# Digests of random games by charkoni.check.fingerprint: {GAMES} games, seed {SEED}, at most {CAP} plies each.
# A digest moves only when rules, codes, states or random numbers do.  Rewrite this file by
#     python -m charkoni.check.fingerprint --write
"""

Played = tuple["Array", "Array"]
"""The codes of a game, int64[plies], and its last state, STATE[1]."""


def digest(game: Game, games: int = GAMES, seed: int = SEED, cap: int = CAP) -> str:
    """Return the digest of random games; each stops after `cap` plies."""
    return digest_of(played(game, seed, stream, cap) for stream in range(games))


def digest_of(games: Iterable[Played]) -> str:
    """Return the digest of played games: 16 hexadecimal digits of a SHA-256."""
    total = hashlib.sha256()
    for codes, state in games:
        total.update(codes.astype("<i8").tobytes())
        total.update(state.tobytes())
    return total.hexdigest()[:16]


def digest_in_subprocess(game: Game, plain: bool) -> str:
    """Return the digest that another process computes, in plain Python or compiled; raise RuntimeError if it fails."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    if plain:
        environment["NUMBA_DISABLE_JIT"] = "1"
    command = [sys.executable, "-m", __name__, "--of", game.family.package, game.options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the other process failed: {done.stderr.strip()[-400:]}")
    return done.stdout.strip()


@cache
def kept() -> dict[str, str]:
    """Return the stored digests by the names of the games."""
    lines = KEPT.read_text("ascii").splitlines() if KEPT.exists() else []
    return dict(line.split(" | ") for line in lines if line and not line.startswith("#"))


def main(arguments: list[str]) -> None:
    """Run as a program."""
    if arguments[:1] == ["--of"]:
        print(digest(variant(arguments[1], arguments[2])))
        return
    is_written = arguments[:1] == ["--write"]
    names = arguments[1:] if is_written else arguments
    digests = {game.name: digest(game) for game in (map(any_game, names) if names else all_games())}
    if is_written:
        lines = [f"{name} | {value}" for name, value in sorted((kept() | digests).items())]
        KEPT.write_text(_HEAD + "\n".join(lines) + "\n", "ascii")
    else:
        print(*(f"{name} | {value}" for name, value in digests.items()), sep="\n")


def played(game: Game, seed: int, stream: int, cap: int) -> Played:
    """Return a random game of at most `cap` plies."""
    codes, weights = np.zeros(game.widest, np.int64), np.zeros(game.widest, np.int64)
    states, path = game.start().state, np.zeros(cap, np.int64)
    plies = trail(game.kernels, states, seeded(seed, stream), path, codes, weights)
    return path[:plies], states


if __name__ == "__main__":
    main(sys.argv[1:])
