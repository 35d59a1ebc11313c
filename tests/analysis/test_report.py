"""Reports: every ply weighed by what was found before and after it."""

from dataclasses import replace
from typing import Any

import pytest

import charkoni
from charkoni.analysis.grading import Grade
from charkoni.analysis.hints import hint
from charkoni.analysis.puzzles import BadPuzzle, Theme, clearest, puzzle, puzzles, read
from charkoni.analysis.report import as_json, report, rows, until
from charkoni.analysis.thinking import Searches
from charkoni.analysis.threats import spread_out, threat
from charkoni.core.record import Record
from charkoni.core.words import Words
from charkoni.search import Choice, Found, Limits

SMALL = Limits(nodes=200, lines=3)
MANGALA = '[Game "mangala"]\n\n4 6 3 1\n'


def row(ply: int, values: list[float], best: str | None, exact: bool = False) -> dict[str, Any]:
    lines = [{"move": best, "value": max(values), "line": [best], "exact": exact}] if best else []
    return {"ply": ply, "values": values, "best": best, "lines": lines, "exact": exact}


def mangala() -> Record:
    return Record.parse(MANGALA)


def test_the_loss_is_what_was_there_less_what_is_left() -> None:
    found = report(mangala(), [row(0, [0.6, 0.4], "2"), row(1, [0.43, 0.57], "6"), row(2, [0.43, 0.57], "3")])
    first, second = found.verdicts
    assert (first.player, first.loss, first.grade) == (0, pytest.approx(0.17), Grade.BLUNDER)
    assert (second.player, second.loss) == (0, 0)  # 4 gave another turn, and 6 was the best move
    assert first.answer == ("6",)
    assert not first.is_answered
    assert second.is_answered


def test_who_plays_better_than_expected_or_as_expected_has_lost_nothing() -> None:
    found = report(mangala(), [row(0, [0.5, 0.5], "2"), row(1, [0.7, 0.3], "6"), row(2, [0.6, 0.4], "3")])
    assert [one.loss for one in found.verdicts] == [0, 0]


def test_the_loss_is_that_of_the_mover() -> None:
    found = report(mangala(), [row(2, [0.4, 0.6], "1"), row(3, [0.8, 0.2], "1")])
    assert (found.verdicts[0].player, found.verdicts[0].loss) == (1, pytest.approx(0.4))


def test_an_exact_cost_is_graded_by_the_result() -> None:
    found = report(mangala(), [row(2, [0, 1], "1", True), row(3, [0.5, 0.5], "1", True)])
    assert (found.verdicts[0].exact, found.verdicts[0].grade) == (True, Grade.BLUNDER)


def test_throws_are_luck_and_no_mistake() -> None:
    record = Record(charkoni.game("chaupar"))
    record.play("[256]")
    found = report(record, [row(0, [0.5, 0.5, 0.5, 0.5], None), row(1, [0.6, 0.4, 0.6, 0.4], "c:5")])
    assert found.verdicts[0].player is None
    assert found.luck == pytest.approx((0.1, -0.1, 0.1, -0.1))
    assert found.accuracies == (None,) * 4


def test_what_the_right_to_move_is_believed_to_be_worth_is_evened_out() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    moves = ["a1", "c1", "e1", "a3", "c3", "e3", "a5"]
    for move in moves:
        record.play(move)
    low = [[0.35, 0.65], [0.65, 0.35]]  # everybody plays the best move, and whoever is to move is valued too low
    found = [row(ply, low[ply % 2], moves[ply]) for ply in range(7)]
    for verdict, value in zip(report(record, found).verdicts, report(record, found).values, strict=False):
        assert value == pytest.approx((0.5, 0.5))
        assert verdict.loss == 0
    found[3]["best"], found[4]["values"] = "e5", [0.6, 0.4]
    slip = report(record, found).verdicts[3]
    assert slip.value == pytest.approx(0.5)
    assert slip.loss == pytest.approx(0.5 - 0.263, abs=0.05)
    assert slip.grade == Grade.BLUNDER
    found[5]["exact"] = True
    assert report(record, found).values[5] == (0.65, 0.35)


def test_a_part_of_the_rows_makes_a_report_of_that_part() -> None:
    found = report(mangala(), [row(0, [0.5, 0.5], "2")])
    assert not found.is_complete
    assert found.verdicts == ()
    assert as_json(found)["complete"] is False


def test_every_position_is_searched_and_known_ones_are_not() -> None:
    record = mangala()
    found = list(rows(record, SMALL))
    assert [each["ply"] for each in found] == [0, 1, 2, 3, 4]
    told: list[int] = []
    again = list(rows(record, SMALL, found[:3], on_row=lambda one: told.append(one["ply"])))
    assert told == [3, 4]
    assert [each["values"] for each in again] == [each["values"] for each in found]
    whole = report(record, found)
    assert whole.is_complete
    assert all(0 <= one.loss <= 1 for one in whole.verdicts)


def test_a_stopped_search_leaves_no_half_row() -> None:
    calls = []

    def stop() -> bool:
        calls.append(1)
        return len(calls) > 3

    found = list(rows(mangala(), Limits(nodes=100_000_000, lines=3), stop=stop))
    assert found == []


def test_the_end_of_the_game_has_its_points() -> None:
    record = Record(charkoni.game("mosty:size=2"))
    while record.turn >= 0:
        record.play(record.position.moves[0])
    last = list(rows(record, SMALL))[-1]
    assert last["values"] == [float(score) for score in record.outcome.scores]  # type: ignore[union-attr]
    assert last["exact"]
    assert last["best"] is None


def test_all_games_can_be_analysed() -> None:
    for name in ("barbakan:board=mini3,players=3",):
        record = Record(charkoni.game(name))
        for _ in range(4):
            record.play(record.position.moves[0])
        found = list(rows(record, Limits(nodes=60, lines=3)))
        assert len(found) == 5
        assert all(len(each["values"]) == record.game.players for each in found)


def test_until_keeps_the_declared_end() -> None:
    record = mangala()
    record.resign(0)
    assert until(record, 4) is record
    assert until(record, 2).outcome is None
    assert until(record, 2).moves == record.moves[:2]


# --- threats ----------------------------------------------------------------------------------------------------------


class Scripted(Searches):
    """Answers every position with the same move and values."""

    def __init__(self, answer: str | None, values: tuple[float, ...]) -> None:
        self.answer = answer
        self.values = values

    def think(self, what: Any, limits: Limits, stop: Any = None) -> Found:
        ranking = (Choice(self.answer, 0.9, 1, (self.answer,)),) if self.answer else ()
        return Found(self.answer, ranking, self.values, 1, 1, 0.0)


def best(move: str, *values: float) -> Found:
    return Found(move, (Choice(move, values[0], 1, (move,)),), values, 1, 1, 0.0)


def test_an_answer_that_most_moves_run_into_is_a_threat() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    found = threat(record, best("a1", 0.9, 0.1), Scripted("c3", (0.5, 0.5)), SMALL)
    assert found is not None
    assert (found.answer, found.cost) == ("c3", pytest.approx(0.4))


def test_an_answer_that_costs_little_is_none() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    assert threat(record, best("a1", 0.55, 0.45), Scripted("c3", (0.5, 0.5)), SMALL) is None
    assert threat(record, best("a1", 0.9, 0.1), Scripted(None, (0.5, 0.5)), SMALL) is None


def test_a_sample_comes_from_the_whole_list() -> None:
    moves = [str(i) for i in range(100)]
    assert spread_out(moves, 4) == ["0", "25", "50", "75"]
    assert spread_out(moves[:3], 8) == moves[:3]


# --- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_has_three_steps_that_tell_more_and_more() -> None:
    record = Record(charkoni.game("mangala"))
    found = hint(Words("en"), record, 0, Searches(), SMALL)
    aim, place, move = found.lines
    assert found.move in record.position.moves
    assert aim.startswith(("The game is open.", "You are"))
    assert place.startswith("Look at hole a")
    assert move.startswith(f"Play {found.move}; expected: ")
    assert found.move not in aim


@pytest.mark.parametrize("name", ["chaupar", "mosty:size=2"])
def test_no_hint_where_nobody_decides(name: str) -> None:
    record = Record(charkoni.game(name))
    if name != "chaupar":
        record.resign(0)
    found = hint(Words("en"), record, 0, Searches(), SMALL)
    assert found.move is None
    assert len(found.lines) == 1


# --- puzzles ----------------------------------------------------------------------------------------------------------


class TwoLooks(Searches):
    """Finds one thing at a glance, another when it looks longer."""

    def __init__(self, shallow: Found, deep: Found) -> None:
        self.looks = [shallow, deep]
        self.limits: list[Limits] = []

    def think(self, what: Any, limits: Limits, stop: Any = None) -> Found:
        self.limits.append(limits)
        return self.looks[len(self.limits) - 1]


def two(first: str, value: float, second: float, depth: int = 1) -> Found:
    ranking = (Choice(first, value, 1, (first, "9")), Choice("6", second, 1, ("6",)))
    return Found(first, ranking, (value, 1 - value), 10, depth, 0.0)


def start() -> Record:
    return Record(charkoni.game("mangala"))


@pytest.mark.parametrize(
    ("shallow", "deep", "theme"),
    [
        (two("1", 0.95, 0.5), two("1", 0.97, 0.4), Theme.WIN),
        (two("1", 0.5, 0.1), two("1", 0.5, 0.15), Theme.SAVE),
        (two("1", 0.95, 0.88), two("1", 0.95, 0.1), None),  # nothing to see at a glance
        (two("1", 0.8, 0.58), two("1", 0.95, 0.5), Theme.WIN),  # it shows when one looks longer
        (two("1", 0.6, 0.48), two("1", 0.6, 0.4, 2), Theme.BEST),
        (two("1", 0.6, 0.48), two("1", 0.6, 0.4, 1), None),  # it looked no farther
        (two("1", 0.35, 0.1), two("1", 0.35, 0.15, 2), None),
        (two("1", 0.95, 0.5), two("1", 0.95, 0.85), None),  # another move turns out to do as well
        (two("1", 0.95, 0.5), two("2", 0.95, 0.5), None),  # it was the wrong move
        (two("1", 0.35, 0.0), two("1", 0.35, 0.0), None),  # lost anyway
    ],
)
def test_a_puzzle_has_one_right_move_verified_deeper(shallow: Found, deep: Found, theme: Theme | None) -> None:
    searches = TwoLooks(shallow, deep)
    found = puzzle(start(), searches, SMALL)
    assert (found.theme if found else None) == theme
    if len(searches.limits) == 2:
        assert searches.limits[1].nodes == 8 * 200


@pytest.mark.parametrize(
    ("shallow", "deep", "theme"),
    [
        (two("1", 0.55, 0.4), two("1", 0.52, 0.41, 2), Theme.MEAN),
        (two("1", 0.2, 0.05), two("1", 0.2, 0.05, 2), Theme.MEAN),  # who is behind has a best move, too
        (two("1", 0.55, 0.4), two("1", 0.52, 0.41, 1), None),  # it looked no farther
        (two("1", 0.55, 0.4), two("1", 0.52, 0.43, 2), None),
        (two("1", 0.55, 0.49), two("1", 0.55, 0.3, 2), None),
        (two("1", 0.95, 0.5), two("1", 0.97, 0.4, 2), Theme.MEAN),  # however good it is, it is not sure to win
    ],
)
def test_with_dice_one_move_is_clearly_best(shallow: Found, deep: Found, theme: Theme | None) -> None:
    record = Record(charkoni.game("chaupar"))
    record.play(record.position.moves[0])
    found = puzzle(record, TwoLooks(shallow, deep), SMALL)
    assert (found.theme if found else None) == theme


def test_puzzles_of_dice_speak_of_the_mean() -> None:
    assert "on average" in Theme.MEAN.task and "on average" not in Theme.WIN.task + Theme.BEST.task
    assert "average" in Theme.MEAN.stake and "average" in Theme.MEAN.missed
    assert "average" not in Theme.BEST.stake + Theme.BEST.missed + Theme.SAVE.missed
    assert "{kept}" in Theme.MEAN.stake and "{lost}" in Theme.SAVE.stake


def test_the_clearest_puzzles_come_first_and_from_several_games() -> None:
    first = puzzle(start(), TwoLooks(two("1", 0.95, 0.5), two("1", 0.95, 0.5)), SMALL)
    assert first is not None
    gaps = {"one 1": 0.5, "one 2": 0.4, "one 3": 0.45, "two 7": 0.31, "two 8": 0.9}
    found = [replace(first, second=first.value - gap, source=source) for source, gap in gaps.items()]
    assert [one.source for one in clearest(found, 9)] == ["two 8", "one 1", "one 3", "two 7"]
    assert [one.source for one in clearest(found, 2)] == ["two 8", "one 1"]


def test_a_puzzle_is_found_in_a_game_and_reads_back() -> None:
    record = Record(charkoni.game("mosty:size=3"))
    for _ in range(6):
        record.play(record.position.moves[0])
    found = [one for one in puzzles(record, Limits(nodes=300), "game") if one]
    for one in found:
        assert read(one.json()) == one
        assert one.value - one.second >= 0.3
    again = read(puzzle(start(), TwoLooks(two("1", 0.95, 0.5), two("1", 0.95, 0.5)), SMALL).json())  # type: ignore[union-attr]
    assert (again.move, again.theme) == ("1", Theme.WIN)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"charkoni-puzzle": 2}, "its kind is missing"),
        ({"game": "mangla"}, "no such game"),
        ({"position": "x"}, "'x': a position is"),
        ({"line": []}, "missing or wrong"),
        ({"line": ["9"]}, "'9'"),
        ({"theme": "lose"}, "'lose' is not a valid Theme"),
        ({"value": None}, "missing or wrong"),
    ],
)
def test_a_text_that_is_no_puzzle(change: dict[str, Any], message: str) -> None:
    row = puzzle(start(), TwoLooks(two("1", 0.95, 0.5), two("1", 0.95, 0.5)), SMALL).json()  # type: ignore[union-attr]
    with pytest.raises(BadPuzzle, match=message):
        read(row | change)
