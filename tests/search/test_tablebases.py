"""Searches against tablebases, theories and exhaustive search: wins are found, and no wrong proof.

Sources: Mangala, the endings of `charkoni.solve.mangala` (checksums in docs/solving.md, two programs); Barbakan,
mini3 by retrograde analysis; Mosty, the theory of two trees (Lehman, 1964); Chaupar, the exact chances of its lanes;
Banglagor, Barbakan and Gana, all lines of a number of plies (`exhaustive.bounds`, by the public rules alone).
"""

from fractions import Fraction

import pytest
from tests.search.exhaustive import bounds

from charkoni import CHANCE, OVER, Record, game, solve
from charkoni.core.random_numbers import below, seeded
from charkoni.search import Limits, Searcher

pytestmark = pytest.mark.compiled_only


def along(name, seed, wanted, known):
    """Yield positions with an exact value and a choice for the player to move, one of each random game."""
    while wanted:
        seed += 1
        rng, record, found = seeded(seed), Record(game(name)), []
        while record.turn != OVER and len(record) < 300:
            position = record.position
            if record.turn != CHANCE and len(position.moves) > 1 and known(position):
                found.append(position)
            record.play(position.moves[int(below(rng, len(position.moves)))])
        if found:
            wanted -= 1
            yield found[int(below(rng, len(found)))]


def few_stones(position):
    """Return whether a tablebase of Mangala has a position from which a search can reach the end."""
    return 4 <= sum(int(n) for n in position.state[0].holes.ravel()) <= 9


MINI = "barbakan:board=mini3"
KNOWN_IN = {
    "mangala": few_stones,
    MINI: lambda position: True,
    "mosty:size=4": lambda position: len(position.moves) < 18,
}


@pytest.mark.parametrize(
    ("name", "known", "engine"),
    [
        pytest.param(name, known, engine, marks=pytest.mark.long if (name, engine) == (MINI, "puct") else ())
        for name, known in KNOWN_IN.items()
        for engine in ("ab", "puct")
    ],
)
def test_searches_agree_with_solvers(name, known, engine):
    """All proofs are right; nearly all moves keep the value."""
    searcher, proved, right = Searcher(game(name), engine), 0, 0
    for position in along(name, 100, 12, known):
        found, exact = searcher.search(position, Limits(nodes=20_000)), solve.probe(position)
        if found.exact:
            proved += 1
            assert found.value == pytest.approx(float(exact.points[position.turn])), position
        points = {move: value.points[position.turn] for move, value in solve.explore(position).items() if value}
        right += points[found.move] == max(points.values())
    assert proved >= 4
    assert right >= 11


RACES = (
    "l3x4/h4/l6x4/l1x4 a a 25",  # the choice makes a difference of 0.7 points
    "l6,h3/l1x4/h4/l1x4 a a 256",
    "l5x4/h4/l3x4/l2x4 a a 12",
    "l1x4/l3x4/l4x4/l2x4 b b 25",
)


@pytest.mark.parametrize("text", RACES)
def test_races_in_the_lanes_of_chaupar_are_played_by_the_table(text):
    """The chances in the lanes are exact: the moves lose almost nothing."""
    position = game("chaupar").parse(text)
    values, me = solve.explore(position), position.turn
    assert len(values) > 1
    assert None not in values.values()
    found = Searcher(position.game).search(position, Limits(nodes=20_000))
    best = max(value.points[me] for value in values.values())
    assert values[found.move].points[me] >= best - Fraction(1, 50)


KNOWN = (
    ("banglagor", "8/8/8/3C3C/6c*1/5C*1c/8/8/8/8/8/8 a 000:000 1", 3, ["h9-g9xg8", "h9-h8xg8", "h9-h8xh7"]),
    ("barbakan", "..b...................../.......a..../abbaab.ababb/abaab.aabbba a 0:0", 3, ["b8-b7"]),
    ("barbakan", "................b.....a./............/.ababaaabaa./bbbaaabbbbab a 0:0", 3, ["o23-m12"]),
    (
        "gana",
        "pp,4,ppp,1,PP/3,ppp,p,2,p/p,p,4,p,1/4,P,1,P,1/1,P,1,k,2,Kp,1/P,5,P,P/1,p,2,P,1,P,P/1,PPP,6 b 97",
        3,
        ["g6s"],
    ),
    (
        "gana",
        "1,pp,1,pp,p,3/8/1,p,1,p,2,p,1/1,Ppp,2,KP,1,p,PP/PP,2,Pk,2,p,P/3,p,3,PP/1,P,P,5/2,PP,5 b 7",
        3,
        ["g4n", "g6s"],
    ),
)
"""Game, position, within how many plies the mover wins (not in one), and all moves that do."""


@pytest.mark.parametrize(("name", "text", "plies", "wins"), KNOWN)
def test_forced_wins_are_found(name, text, plies, wins):
    """By the strongest engine of the game."""
    position = game(name).parse(text)
    found = Searcher(position.game).search(position, Limits(nodes=60_000))
    assert found.move in wins
    assert (found.exact, found.value) == (True, 1.0)


@pytest.mark.long
@pytest.mark.parametrize(("name", "text", "plies", "wins"), KNOWN)
def test_known_wins_are_wins_by_all_lines(name, text, plies, wins):
    record = Record(game(name), game(name).parse(text))
    me, found = record.turn, []
    assert bounds(record, me, 1)[0] < 1
    for move in record.position.moves:
        record.play(move)
        if bounds(record, me, plies - 1)[0] == 1:
            found.append(move)
        record.undo()
    assert sorted(found) == sorted(wins)
