"""LongestDefence in drawn and lost positions: the longest hold, and answers that throw the value away most probably."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

import charkoni
from charkoni import solve
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.players import longest_defence
from charkoni.players.longest_defence import LONGEST_TURN, LongestDefence
from charkoni.players.static_values import StaticEvaluator
from charkoni.search import Choice, Limits, SearchResult
from charkoni.solve import ExactValue

NODES = Limits(nodes=1000)
COST, SECONDS = 40, 0.15
GAME = charkoni.game("mangala")
START = GAME.parse("0,0,3,0,2,2:20/4,4,4,4,4,0:1 a")
"""After 3 and 5 the opponent is to move; 6 gives another turn, and so does 6 after it."""
LOST, HELD = 0.0, 0.5


class Known:
    """A searcher with given values of moves, by the moves that lead to a position; others are drawn.

    unsure: positions where nothing is proved.  guessed: positions where losses are not proved.  Calls are recorded.
    plies: the plies to the end after the moves of the root, by move.
    """

    game = GAME

    def __init__(self, **values: Sequence[float]) -> None:
        self.plies: dict[str, int] = {}
        self.first: SearchResult | None = None
        self.values = values
        self.unsure: set[str] = set()
        self.guessed: set[str] = set()
        self.asked: dict[str, Limits] = {}

    def search(
        self, what: Position | Record, limits: Limits, path: Sequence[Position] = (), seed: int = 0
    ) -> SearchResult:
        position = what if isinstance(what, Position) else what.position
        if isinstance(what, Record) and self.first is not None:
            return self.first
        way = "_".join(["at", *(move for move in self._way([*path, position]))])
        self.asked[way] = limits
        values = self.values.get(way, [0.5] * len(position.moves))
        sure, is_proved = way not in self.unsure, way not in self.unsure | self.guessed
        moves = zip(position.moves, values, strict=True)
        choices = (
            Choice(move, value, 1, (move,), is_proved or value > LOST, self.plies.get(move) if way == "at" else None)
            for move, value in moves
        )
        ranking = sorted(choices, key=lambda one: -one.value)
        best = ranking[0]
        return SearchResult(best.move, tuple(ranking), (0.5, 0.5), COST, 1, SECONDS, sure)

    def _way(self, path: Sequence[Position]) -> list[str]:
        return [next(move for move in before.moves if before.play(move) == after) for before, after in pairwise(path)]


def proved(move: str, value: float = HELD, exact: bool = True) -> SearchResult:
    return SearchResult(move, (Choice(move, value, 9, (move,), exact),), (value, 1 - value), 100, 9, 0.2, exact)


@pytest.fixture(autouse=True)
def indifferent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents choose all answers with equal probability; tablebases know nothing."""
    monkeypatch.setattr(longest_defence, "TEMPERATURE", 1e9)
    monkeypatch.setattr(solve, "explore", lambda position, **_: dict.fromkeys(position.moves))


def played(known: Known, limits: Limits = NODES, first: SearchResult | None = None, start: Position = START) -> str:
    known.first = first or proved("3")
    move = LongestDefence(known).search(Record(start.game, start), limits).move  # type: ignore[arg-type]
    assert move is not None
    return move


def test_the_start_has_the_assumed_moves() -> None:
    after = {move: START.play(move) for move in START.moves}
    assert {move: position.turn for move, position in after.items()} == {"3": 1, "5": 1, "6": 0}
    assert after["6"].moves == ("3", "5", "6")
    assert after["6"].play("6").turn == 0
    assert {len(after[move].moves) for move in "35"} == {5}


def test_the_larger_share_of_losing_answers_decides() -> None:
    known = Known(at_3=[HELD, LOST, HELD, HELD, HELD], at_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "5"
    known = Known(at_3=[HELD, LOST, LOST, LOST, HELD], at_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "3"


def test_it_is_the_share_not_the_number() -> None:
    """After 3 there is one more answer, since its last stone falls into a hole of the opponent."""
    start = GAME.parse("0,0,6,0,2,0:24/0,4,4,4,4,0:0 a")
    assert [len(start.play(move).moves) for move in "35"] == [5, 4]
    known = Known(at_3=[LOST, LOST, HELD, HELD, HELD], at_5=[LOST, LOST, HELD, HELD])
    assert played(known, start=start) == "5"


def test_answers_that_are_not_proved_to_lose_do_not_count() -> None:
    known = Known(at_5=[HELD, LOST, LOST, HELD, HELD])
    known.unsure.add("at_5")
    assert played(known) == "3"
    known = Known(at_3=[HELD, LOST, HELD, HELD, HELD], at_5=[HELD, LOST, LOST, HELD, HELD])
    known.guessed.add("at_5")
    assert played(known) == "3"


def test_only_moves_that_keep_the_draw_are_compared() -> None:
    known = Known(at=[HELD, LOST, HELD], at_5=[LOST, LOST, LOST, LOST, HELD])
    assert played(known) == "3"
    assert "at_5" not in known.asked


def test_with_another_turn_the_best_further_move_counts() -> None:
    """After 6 the same player moves again: of his moves 5 has the largest share of losing answers."""
    known = Known(at_3=[HELD, LOST, HELD, HELD, HELD], at_6_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "6"
    known = Known(at_3=[LOST, LOST, LOST, HELD, HELD], at_6_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "3"


def test_longer_turns_are_not_followed_to_their_end() -> None:
    known = Known()
    played(known)
    longest = max(known.asked, key=lambda way: way.count("_"))
    assert longest.count("_") <= LONGEST_TURN
    assert "at_6_6" in known.asked


@pytest.mark.parametrize("found", [proved("3", exact=False), proved("3", 0.6)])
def test_without_a_proved_draw_or_loss_the_result_is_unchanged(found: SearchResult) -> None:
    known = Known(at_5=[HELD, LOST, LOST, HELD, HELD])
    known.first = found
    assert LongestDefence(known).search(Record(GAME, START), NODES) is found  # type: ignore[arg-type]
    assert known.asked == {}


# --- lost positions ---------------------------------------------------------------------------------------------------

WON = 1.0


def lost(known: Known) -> str:
    """Return the move in a position that the search proves to be lost; answers without given values win."""
    for way in ("at_3", "at_5"):
        known.values.setdefault(way, [WON] * 5)
    known.values.setdefault("at", [LOST] * 3)
    return played(known, first=proved("3", LOST))


def test_in_a_lost_position_the_answers_decide_that_throw_the_win_away() -> None:
    known = Known(at_3=[WON, WON, HELD, WON, WON], at_5=[HELD, LOST, WON, WON, WON])
    known.plies = {"3": 12, "5": 11, "6": 4}
    assert lost(known) == "5"
    known = Known(at_3=[WON, HELD, LOST, WON, WON], at_5=[HELD, WON, WON, WON, WON])
    known.plies = {"3": 12, "5": 11, "6": 4}
    assert lost(known) == "3"


def test_what_holds_longest_comes_first() -> None:
    known = Known(at_3=[WON] * 5, at_5=[HELD, LOST, LOST, LOST, WON])
    known.plies = {"3": 12, "5": 8, "6": 4}
    assert lost(known) == "3"
    known.plies = {"3": 12, "5": 9, "6": 4}  # nearly as long
    assert lost(known) == "5"


def test_no_win_at_once_is_allowed() -> None:
    """Also where nearly the longest hold is no long one."""
    known = Known(at_3=[WON] * 5, at_5=[HELD, LOST, LOST, LOST, WON])
    known.plies = {"3": 3, "5": longest_defence.AT_ONCE, "6": longest_defence.AT_ONCE}
    assert lost(known) == "3"


def test_a_move_whose_loss_the_search_of_all_moves_does_not_see_holds_longest() -> None:
    known = Known(at_3=[WON] * 5, at_5=[HELD, LOST, LOST, LOST, WON])
    known.plies = {"5": 30, "6": 30}
    assert lost(known) == "3"


def test_the_static_values_of_answers_say_which_error_is_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one losing answer each, that which looks best to the opponent counts more than that which looks worst."""
    monkeypatch.setattr(longest_defence, "TEMPERATURE", 0.1)
    ranked = {}
    for move in "35":
        answers = StaticEvaluator(GAME).evaluate(START.play(move), answers=False)
        ranked[move] = sorted(answers, key=lambda one: one.value)
    for tempting, plain in (("3", "5"), ("5", "3")):
        errors = {f"at_{tempting}": ranked[tempting][-1].move, f"at_{plain}": ranked[plain][0].move}
        values = {
            way: [LOST if answer == error else WON for answer in START.play(way[-1]).moves]
            for way, error in errors.items()
        }
        known = Known(**values)
        known.plies = {"3": 12, "5": 12, "6": 4}
        assert lost(known) == tempting


def test_tables_need_no_search_of_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """All moves lose in a tablebase, without plies; after 5 most answers throw it away."""
    points = {True: (Fraction(0), Fraction(1)), False: (Fraction(1, 2), Fraction(1, 2))}
    wrong = {"3": 1, "5": 3, "6": 0}

    def explore(position: Position, **_: object) -> dict[str, ExactValue]:
        errors = next((n for move, n in wrong.items() if START.play(move) == position), 0)
        return {move: ExactValue(points[i >= errors]) for i, move in enumerate(position.moves)}

    monkeypatch.setattr(solve, "explore", explore)
    known = Known()
    assert LongestDefence(known).search(Record(GAME, START), NODES).move == "5"  # type: ignore[arg-type]
    assert list(known.asked) == ["at"]
    assert known.asked["at"] == Limits(nodes=600, lines=0)


# --- limits -----------------------------------------------------------------------------------------------------------


def test_only_half_of_the_remaining_budget_is_used() -> None:
    """900 of 1000 nodes are left, 450 may be spent: a quarter on all moves, then 15 % of what is left each time."""
    known = Known()
    played(known)
    left, limits = 450, [each.nodes for each in known.asked.values()]
    expected = []
    for number in range(len(limits)):
        expected.append(int((0.15 if number else 0.25) * left))
        left -= COST
    assert limits == expected


def test_the_clock_is_kept_in_the_same_way() -> None:
    known = Known()
    played(known, Limits(seconds=1.0))
    left, limits = 0.4, [each.seconds for each in known.asked.values()]
    expected = []
    for number in range(len(limits)):
        expected.append((0.15 if number else 0.25) * left)
        left -= SECONDS
    assert limits == pytest.approx(expected, rel=0.05)  # looking into the tablebases takes some time
    assert len(limits) == 3  # then no budget is left
    assert played(Known(at_5=[HELD, LOST, LOST, HELD, HELD]), Limits(nodes=100)) == "3"
