"""What kinds of moves the low levels choose:  python bench/habits.py [--levels 1,2,3] [--games 20]

Levels play against themselves.  Mosty: the share of bridges, after each side's first, that touch a bridge of either
side.  Gana: the shares of pawns' moves forwards, sideways and back, and of moves of the king while nobody attacks him.
"""

import argparse
from collections import Counter
from collections.abc import Iterator

import charkoni
from charkoni import OVER, Record
from charkoni.core.game import Position
from charkoni.games.gana.events import is_in_danger
from charkoni.games.mosty.chains import dots, neighbours, owners
from charkoni.games.mosty.rules import crossings
from charkoni.players import player


def choices(name: str, spec: str, games: int) -> Iterator[tuple[Position, str]]:
    """Yield the positions of games of a player against itself, and the moves chosen."""
    for number in range(games):
        record, one = Record(charkoni.game(name)), player(spec, 1 + number)
        while record.turn != OVER and len(record) < 200:
            position = record.position
            move = one.choose(record)
            yield position, move
            record.play(move)


def touches(position: Position, move: str) -> str:
    """Return whether a bridge touches another."""
    state, game = position.state[0], position.game
    if len(position.moves) > len(crossings(int(state["size"]))) - 2:
        return ""
    size, sides = int(state["size"]), owners(state)
    crossing = crossings(size)[game.code(move)]
    for side in range(2):
        near = (other for dot in dots(side, crossing) for other, _ in neighbours(side, dot, size))
        if any(sides[other] == side for other in near):
            return "touches"
    return "alone"


def way(position: Position, move: str) -> str:
    """Return the way of a pawn, or whether the king goes unattacked."""
    if ":" in move:
        return "king, attacked" if is_in_danger(position.state[0], position.turn) else "king, not attacked"
    direction = move[2]
    if direction in "ew":
        return "sideways"
    return "forwards" if (direction == "n") == (position.turn == 0) else "back"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", default="1,2,3")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    for name, kind in (("mosty", touches), ("gana", way)):
        for level in options.levels.split(","):
            kinds = Counter(kind(*choice) for choice in choices(name, f"level={level}", options.games))
            del kinds[""]
            total = kinds.total()
            shares = ", ".join(f"{each} {number / total:.0%}" for each, number in kinds.most_common())
            print(f"{name} level {level}: {shares} of {total} moves", flush=True)


if __name__ == "__main__":
    main()
