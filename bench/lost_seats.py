"""Games from lost seats:  python bench/lost_seats.py [--game mosty] [--players perfect,best] [--time cpu=100ms]

Each player sits on the lost seat of the openings of a game's book of openings (seed 1) and plays against plain tree
search with the same budget.  Which seat is lost tells the proof of the game, as in Mosty; elsewhere the opening is
played on until a search proves it.  Printed are the games that each player saved, with the openings in which it did.
"""

import argparse
import os
from collections.abc import Iterator

import charkoni
from charkoni import OVER, Record, solve
from charkoni.arena.openings import book
from charkoni.core.game import Game
from charkoni.players import player
from charkoni.search import Limits, Searcher

JUDGE = Limits(nodes=400_000)
"""The search that proves a loss where no solver knows one."""


def lost_openings(game: Game, seed: int = 1) -> Iterator[tuple[Record, int]]:
    """Yield openings of a game, and who is lost in each."""
    judge = Searcher(game, "best", solve.endings(game))
    for number, opening in enumerate(book(game, seed)):
        record = Record(game)
        for move in opening:
            record.play(move)
        value = solve.probe(record.position, by_books=False)
        if value is not None:
            yield record, value.points.index(0)
        elif (loser := _proved_loser(judge, record, number)) is not None:
            yield record, loser


def _proved_loser(judge: Searcher, record: Record, number: int) -> int | None:
    """Play on until a search proves a loss; return who is lost, None when nobody is."""
    while record.turn != OVER:
        result = judge.search(record, JUDGE)
        if result.exact:
            return None if result.value == 0.5 else record.turn if result.value == 0 else 1 - record.turn
        moves = record.position.moves
        record.play(str(result.move) if number % 3 else moves[number % len(moves)])
    return None


def saved(name: str, spec: str, opponent: str, games: int) -> list[float]:
    """Return the points that a player takes from lost seats, game by game."""
    game = charkoni.game(name)
    one = player(spec)
    one.prepare(game)
    points: list[float] = []
    for number, (record, lost) in enumerate(lost_openings(game)):
        if number == games:
            break
        other = player(opponent, 7 + number)
        while record.turn != OVER:
            record.play((one if record.turn == lost else other).choose(record))
        assert record.outcome
        points.append(float(record.outcome.scores[lost]))
    return points


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="mosty")
    parser.add_argument("--players", default="perfect,best")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", default="cpu=100ms", help="the budget of a move: cpu=100ms, nodes=20000")
    options = parser.parse_args()
    opponent = f"mcts:{options.time}"
    print(f"{options.game}, from lost seats against {opponent}; load of the machine {os.getloadavg()[0]:.1f}")
    for name in options.players.split(","):
        points = saved(options.game, f"{name}:{options.time}", opponent, options.games)
        won = ", ".join(str(number + 1) for number, each in enumerate(points) if each > 0)
        print(f"{name}: {sum(points):g} of {len(points)} points, in openings {won or 'none'}", flush=True)


if __name__ == "__main__":
    main()
