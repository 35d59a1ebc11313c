"""Sizes of the games: python bench/game_sizes.py [--games 200]

Plays random games of each game and prints, over all positions in which a player decides, the mean and the greatest
number of legal moves, and the median length of a game in plies, throws included.
"""

import argparse
import random
import statistics

import charkoni

CAP = 2_000
"""Where a random game is cut off, in plies."""


def measure(name: str, games: int) -> tuple[float, int, float]:
    """Return the mean and the greatest number of legal moves, and the median number of plies."""
    luck, widths, lengths = random.Random(name), [], []
    for _ in range(games):
        position, plies = charkoni.game(name).start(), 0
        while position.turn != charkoni.OVER and plies < CAP:
            moves = position.moves
            if position.turn != charkoni.CHANCE:
                widths.append(len(moves))
            weights = position.odds if position.turn == charkoni.CHANCE else None
            position, plies = position.play(luck.choices(moves, weights)[0]), plies + 1
        lengths.append(plies)
    return statistics.mean(widths), max(widths), statistics.median(lengths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    print("| game | mean moves | most moves | plies of a random game |\n|---|---|---|---|")
    for name in charkoni.games():
        mean, most, plies = measure(name, args.games)
        print(f"| {name} | {mean:.1f} | {most} | {plies:.0f} |", flush=True)


if __name__ == "__main__":
    main()
