"""What beginners misunderstand:  python bench/refusals.py [GAME ...] [--games 1000]

Plays games of level 1 against itself.  In each position it begins a random legal move by its taps, as a beginner does
who takes a piece that moves, and then taps a random place of the board or a chip that the game has shown before.
Counts by clause which of these attempts the rules refuse, prints a table, and writes the most frequent clauses of each
game to `src/charkoni/classroom/refusals.toml`, of which the lesson plans speak.
"""

import argparse
import random
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import charkoni.classroom
from charkoni.core.board_types import TapSequence
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Position
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView
from charkoni.players.levels import LevelPlayer

GAMES = ("banglagor", "barbakan", "chaupar", "focus", "gana", "mangala", "mosty")
COUNTED = 1000
LONGEST = 400
"""Plies after which a game of level 1 is left."""
SHOWN = 5


def refusals(game: Game, games: int) -> tuple[Counter[tuple[str, str]], int]:
    """Return how many attempts the rules refuse, by clause and code of the reason, and how many were made."""
    chance, found, attempts = random.Random(1), Counter[tuple[str, str]](), 0
    players = [LevelPlayer(1, seat) for seat in range(game.players)]
    places = dict.fromkeys(BoardView(game).layout.spots)
    for _ in range(games):
        record = Record(game)
        while not record.outcome and len(record) < LONGEST:
            position = record.position
            if position.turn == CHANCE:
                record.play(chance.choices(position.moves, map(float, position.odds))[0])
                continue
            taps = chance.choice(ways(position, chance.randrange(len(position.moves))))
            places |= dict.fromkeys(taps)
            attempts += 1
            begun = taps[: chance.randrange(1, len(taps))] if len(taps) > 1 else ()
            reason = scene.why_not(position, begun, chance.choice(list(places)))
            if reason:
                found[reason.clause, reason.code] += 1
            record.play(players[position.turn].choose(record))
    return found, attempts


def ways(position: Position, place: int) -> Sequence[TapSequence]:
    """Return the tap sequences of one legal move, by its place among them."""
    game, moves = position.game, position.game.family.moves
    if hasattr(game.family.board, "scripts"):  # of games that do not declare their moves
        return scene.tap_sequences(position)[position.moves[place]]
    declared = moves(game.flags)
    shared = declared.shared(position.codes, position.turn)
    return declared.tap_sequences(position.state[0], position.codes[place], position.turn, shared)


def main() -> None:
    """Count the refusals of the games on the command line, and write those of a thousand games into the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES, help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=COUNTED, help=f"games of each (default: {COUNTED})")
    asked = parser.parse_args()
    for name in asked.names:
        found, attempts = refusals(named(name), asked.games)
        total = sum(found.values())
        print(f"{name}: {attempts} attempts, {total} refused")
        clauses = Counter[str]()
        for (clause, code), count in found.most_common():
            clauses[clause] += count
            print(f"    {100 * count / total:5.1f} %  {clause:4} {code}", flush=True)
        if asked.games == COUNTED:
            write(name, {clause: round(100 * count / total) for clause, count in clauses.most_common(SHOWN)})


def write(name: str, shares: Mapping[str, int]) -> None:
    """Write the shares of a game into the file, in percent by clause."""
    path = Path(charkoni.classroom.__file__).with_name("refusals.toml")
    games = tomllib.loads(path.read_text("utf-8"))["games"] | {name: shares}
    lines = [
        f"# Of 100 refused attempts, those against each clause: bench/refusals.py, {COUNTED} games of level 1 each."
    ]
    for each in sorted(games):
        lines += ["", f"[games.{each}]", *(f"{clause} = {share}" for clause, share in games[each].items() if share)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
