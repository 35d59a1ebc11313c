"""Prints search results of some positions as JSON.  The tests run it with the compiler off, too."""

import json
import sys

from charkoni.check.variants import any_game
from charkoni.search import Limits
from charkoni.search.mcts.search import Mcts
from charkoni.search.puct.search import Puct

SEARCHED = (
    ("mangala", "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", 50),
    ("mangala", "3,2,3,4,2,3:8/2,0,2,3,1,1:14 b", 50),
    ("mangala:fortress", "0,0,4,1,2,1:11/0,1,1,2,2,5:18 b 1/1", 50),
    ("dash", "0,1/0,2 a 1", 150),
    ("dash", "0,1/2,3 b 1", 150),
    ("trio", "....... a", 150),
    ("trio", "..a.b.. c", 150),
)
"""Game, position, playouts: dice, three players, extra turns."""

WINS = (
    ("banglagor", "8/cccccb2/8/8/3b4/8/3C4/8/8/CC6/CCCCCCCC/C7 a 000:000 2"),
    ("barbakan", "......................../...a...b..../aaa.aabbbbbb/aaaaaabbbbb. a 0:0"),
    ("chaupar", "h4/c4/l7,h3/c4 c c 1"),
    ("focus", "4/6/5,g,2/8/3,grr,4/8/r,5/4 a 2:0"),
    ("gana", "8/8/8/3,kppp,4/3,P,4/8/8/4,K,3 a 0"),
    ("mangala", "1,0,0,0,0,3:30/3,0,0,0,0,0:11 a"),
    ("mosty:size=2", "1b/1/r1 a"),
    ("trio", "a..b..c a"),
)
"""Game and a position in which some moves, but not all, win at once."""


def chosen(names):
    """Return those of SEARCHED that are positions of the named games, with any flags."""
    return [(name, text, number) for name, text, number in SEARCHED if name.partition(":")[0] in names]


def searched(*names):
    """Return for positions of games the move, its value and the playouts through each move."""
    found = []
    for name, text, playouts in chosen(names):
        position = any_game(name).parse(text)
        finding = Mcts(position.game, nodes=10_000).search(position, Limits(nodes=playouts), seed=7)
        found.append([finding.move, finding.value, {choice.move: choice.effort for choice in finding.ranking}])
    return found


def guided(*names):
    """Return for positions of games the move of PUCT, the values and the visits."""
    found = []
    for name, text, nodes in chosen(names):
        position = any_game(name).parse(text)
        what = Puct(position.game, nodes=10_000).search(position, Limits(nodes=4 * nodes, lines=0))
        found.append([what.move, list(what.values), [[one.move, one.effort] for one in what.ranking]])
    return found


def wins():
    """Return for each of WINS the move, the points it brings, and the share of moves that win."""
    found = []
    for name, text in WINS:
        position = any_game(name).parse(text)
        move = Mcts(position.game, nodes=10_000).search(position, Limits(nodes=1)).move
        ends = [position.play(each).outcome for each in position.moves]
        won = [end is not None and end.scores[position.turn] == 1 for end in ends]
        found.append([name, won[position.moves.index(move)], 0 < sum(won) < len(won)])
    return found


if __name__ == "__main__":
    json.dump({"searched": searched, "guided": guided, "wins": wins}[sys.argv[1]](*sys.argv[2:]), sys.stdout)
