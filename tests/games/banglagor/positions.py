"""Positions of Banglagor for tests."""

from tests.games.banglagor import reference

import charkoni
from charkoni.games.banglagor.board import events

LAST_PLACING = "8/8/a7/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 b 000:100 0"
READY = "8/8/aa6/bbbbaaaa/ccccccbb/8/8/CCCCCCBB/BBBBAAAA/AA6/8/8 a 000:000 0"
DUEL = "8/8/8/6c1/8/8/4{green}3/8/8/3C4/8/B7 a 000:000 4"
LIFT = "5B2/8/8/4c3/7a/8/8/8/8/8/8/C7 a 000:000 6"
PASS = "2a5/8/8/8/8/8/8/8/8/8/a7/Cb6 a 000:000 4"
BOUND = "8/8/8/6c1/8/8/3b*4/3A4/8/8/8/B7 b 000:000 3"


def position_of(columns, mover="a", counter=0, hands="000:000", rules_name="banglagor"):
    """Return the position with the given columns, "Cd4 b*e5": sign, perhaps a star, cell."""
    state = reference.State(f"{'/'.join('8' * 12)} {mover} {hands} {counter}")
    for word in columns.split():
        owner = int(word[0].islower())
        cell = reference.cell_of(word[1:].lstrip("*"))
        state.board[cell] = [owner, reference.LETTERS[owner].index(word[0]) + 1, word[1] == "*"]
    return charkoni.game(rules_name).parse(str(state))


def board(**rows):
    """Return the rows of a board; the named ones ("r5") are not empty."""
    return "/".join(rows.get(f"r{row}", "8") for row in range(12, 0, -1))


def position(text, name="banglagor"):
    game = charkoni.game(name)
    return game.start() if text == "start" else game.parse(text)


def events_of(text, move, name="banglagor"):
    before = position(text, name)
    return events(before.state[0], move, before.play(move).state[0], before.game.flags)
