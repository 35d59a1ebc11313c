"""Reports: the verdict on every ply from the rows before and after it."""

import pytest
from tests.analysis.scripted_searcher import SMALL, row

import charkoni
from charkoni.analysis.grading import Grade
from charkoni.analysis.report import as_json, record_after, report, rows
from charkoni.core.record import Record
from charkoni.search import Limits

MANGALA = '[Game "mangala"]\n\n4 6 3 1\n'


def mangala() -> Record:
    return Record.parse(MANGALA)


def test_the_loss_is_the_value_before_less_the_value_after() -> None:
    found = report(mangala(), [row(0, [0.6, 0.4], "2"), row(1, [0.43, 0.57], "6"), row(2, [0.43, 0.57], "3")])
    first, second = found.verdicts
    assert (first.player, first.loss, first.grade) == (0, pytest.approx(0.17), Grade.BLUNDER)
    assert (second.player, second.loss) == (0, 0)  # 4 gave another turn, and 6 was the best move
    assert first.answer == ("6",)
    assert not first.is_answered
    assert second.is_answered


def test_a_move_as_good_as_expected_or_better_loses_nothing() -> None:
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
    assert record.outcome and last["values"] == [float(score) for score in record.outcome.scores]
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
    assert record_after(record, 4) is record
    assert record_after(record, 2).outcome is None
    assert record_after(record, 2).moves == record.moves[:2]


def test_until_keeps_the_start() -> None:
    game = charkoni.game("mangala")
    record = Record(game, game.parse("0,0,0,0,2,2:20/4,4,4,4,4,4:0 a"))
    record.play("5")
    assert record_after(record, 0).positions == record.positions[:1]


def test_a_loss_is_exact_only_with_exact_values_before_and_after() -> None:
    found = report(mangala(), [row(2, [0.5, 0.5], "1", True), row(3, [0.54, 0.46], "1")])
    assert (found.verdicts[0].exact, found.verdicts[0].grade) == (False, Grade.GOOD)


def test_a_forced_move_is_no_choice() -> None:
    game = charkoni.game("mangala")
    record = Record(game, game.parse("0,0,0,0,0,2:20/4,4,4,4,4,4:2 a"))
    record.play("6")
    found = report(record, [row(0, [0.9, 0.1], None), row(1, [0.4, 0.6], None)])
    assert found.verdicts[0].is_forced
    assert found.accuracies == (None, None)


def test_after_the_last_move_of_a_turn_the_dice_answer() -> None:
    record = Record(charkoni.game("chaupar"))
    record.play("[111]")
    while record.turn == 0:
        record.play(record.position.moves[0])
    last = len(record) - 1
    found = report(record, [row(last, [0.5] * 4, "1:1"), row(last + 1, [0.5] * 4, None)])
    assert not found.verdicts[0].is_answered


def test_turning_points_count_for_every_player() -> None:
    record = Record(charkoni.game("barbakan:board=mini3,players=3"))
    for _ in range(5):
        record.play(record.position.moves[0])
    values = [[0.3, 0.3, 0.4]] * 3 + [[0.3, 0.6, 0.1]] * 3
    assert report(record, [row(ply, values[ply], None) for ply in range(6)]).turns == (2,)


@pytest.mark.parametrize("lines", [1, 3])
def test_three_lines_are_kept(lines: int) -> None:
    found = list(rows(Record(charkoni.game("mangala")), Limits(nodes=200, lines=lines)))
    assert len(found[0]["lines"]) == 3
