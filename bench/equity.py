"""What a turn is worth, of several players of Chaupar:  python bench/equity.py [PLAYER ...] [--positions 200]

Matches tell little where dice decide most.  So each player plays the same turns: positions and throws from games at a
glance (of all ways to play a throw the one that looks best at its end).  Where their turns end differently, each end is
played out at a glance so many times, with the same throws for all.  Printed is by how many points per turn each player
does better than play at a glance, with its standard error, and what this makes in a game: times the turns of a side.

Players are those of `charkoni match`, as "best:cpu=500ms"; Ctrl-C prints what is known by then.
"""

import argparse
import math
from collections.abc import Sequence

import numpy as np

from charkoni import Position, Record, game
from charkoni.arena.turns_kernels import play_turns
from charkoni.core.kernel import below, seeded
from charkoni.core.terms import CHANCE, OVER, POINT
from charkoni.players import Computer, player
from charkoni.search.rollout import work_of

PLAYERS = ("dice:depth=1", "best:cpu=100ms", "best:cpu=500ms", "mcts:cpu=100ms", "mcts:cpu=500ms", "mcts:cpu=2s")
LONGEST = 600  # throws
NEVER = 1 << 60
SHOWN = 10  # positions


class Glance:
    """Play at a glance, and what follows from a position if both sides play so."""

    def __init__(self) -> None:
        self.game = chaupar = game("chaupar")
        self._work = work_of(chaupar)
        self._state, self._none, self._points = chaupar.blank(), chaupar.blank()[:0], np.zeros(4, np.int64)

    def positions(self, seed: int) -> list[Position]:
        """Return the positions of a game in which a throw is due."""
        kept = self.game.blank().repeat(LONGEST)
        self._state[:] = self.game.start().state
        throws = play_turns(self.game.kernels, self._state, self._work, seeded(seed, 0), LONGEST, 0, NEVER, kept)
        return [Position.of_state(self.game, each) for each in kept[:throws]]

    def turn(self, position: Position) -> Position:
        """Return where the thrower's turn ends."""
        kept = self.game.blank()
        self._state[:] = position.state
        rng = seeded(0, 0)
        throws = play_turns(self.game.kernels, self._state, self._work, rng, 1, 0, NEVER, kept)
        return Position.of_state(self.game, kept[0] if throws else self._state)

    def points(self, position: Position, side: int, times: int) -> float:
        """Return the mean of a side's points when a position is played out so many times."""
        total = 0
        for number in range(times):
            self._state[:] = position.state
            rng = seeded(times, number)
            play_turns(self.game.kernels, self._state, self._work, rng, LONGEST, 0, NEVER, self._none)
            self.game.kernels.score(self._state[0], self._points)
            total += int(self._points[self.game.sides.index(side)])
        return total / POINT / times


def drawn(glance: Glance, seed: int) -> tuple[Position, int]:
    """Return a position of a game in which a thrower has a choice, and how many turns the game had."""
    rng = seeded(seed, 1)
    while True:
        due = glance.positions(int(below(rng, NEVER)))
        position = due[int(below(rng, len(due)))]
        throws = position.moves
        position = position.play(throws[int(below(rng, len(throws)))])
        if len(position.moves) > 1:
            return position, len(due)


def played(computer: Computer, position: Position) -> Position:
    """Return where a player's turn ends, with what the partner, also he, does in it."""
    record, sides = Record(position.game, position), position.game.sides
    while record.turn not in (CHANCE, OVER) and sides[record.turn] == sides[position.turn]:
        record.play(computer.choose(record))
    return record.position


def show(names: Sequence[str], gains: list[list[float]], lengths: list[int]) -> None:
    """Print what is known so far."""
    own = float(np.mean(lengths)) / 2
    print(f"\n{len(gains)} turns; a side has {own:.0f} of them in a game\n")
    print(f"{'player':16} {'points per turn':18} per game")
    for name, row in zip(names, np.array(gains).T, strict=True):
        mean, error = float(row.mean()), float(row.std(ddof=1)) / math.sqrt(len(row))
        print(f"{name:16} {mean:+.4f} ± {error:.4f}    {mean * own:+.3f} ± {error * own:.3f}", flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="*", default=PLAYERS)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--rollouts", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    computers = [player(name, wish.seed) for name in wish.players]
    glance, gains, lengths = Glance(), [], []
    for computer in computers:
        computer.prepare(glance.game)
    try:
        for number in range(wish.positions):
            position, length = drawn(glance, (wish.seed << 20) + number)
            ends = [glance.turn(position), *(played(computer, position) for computer in computers)]
            side, values = glance.game.sides[position.turn], dict.fromkeys(ends, 0.0)
            if len(values) > 1:
                values = {end: glance.points(end, side, wish.rollouts) for end in values}
            gains.append([values[end] - values[ends[0]] for end in ends[1:]])
            lengths.append(length)
            if number % SHOWN == SHOWN - 1:
                show(wish.players, gains, lengths)
    except KeyboardInterrupt:
        print("stopped")
    if len(gains) > 1:
        show(wish.players, gains, lengths)


if __name__ == "__main__":
    main()
