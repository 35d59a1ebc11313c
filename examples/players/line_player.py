"""A player for `charkoni match "cmd:python line_player.py" random --game gana`: it prefers moves it has seen win."""

import random
import sys

position, moves, legal = "", [], []
won = {}  # first letters of moves that ended games: a place for better ideas


def best(choices):
    """Return the move to play."""
    return max(choices, key=lambda move: (won.get(move[0], 0), random.random()))


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "charkoni":  # "charkoni 1 mangala:fortress": the protocol, then the game; a new game begins
        print("ready Line player", flush=True)
    elif word == "position":  # the position now, as docs/records.md says
        position = rest
    elif word == "moves":  # all moves and throws of the game so far
        moves = rest.split()
    elif word == "legal":  # the moves to choose from
        legal = rest.split()
    elif word == "go":  # the time for the answer, in milliseconds
        print("info", len(legal), "moves in", position, flush=True)
        print("move", best(legal), "value 0.5 nodes", len(legal), flush=True)
