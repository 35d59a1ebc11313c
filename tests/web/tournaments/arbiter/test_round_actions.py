"""Actions on rounds: typed results, late pairs, tables by hand."""

from tests.web.tournaments.people import Arbiter, main_text


def test_results_by_keyboard(six: Arbiter) -> None:
    six.publish_next()
    six.done("results", results="1 30 18; 2 =\n3 -")
    boards = six.state.rounds[0].boards
    assert [board.seen and board.seen.text for board in boards] == ["1:0", "½:½", "−:+"]
    assert boards[0].seen is not None and boards[0].seen.stones == (30, 18)
    assert any(board.mover == board.second for board in boards), "the view matters only where the second side begins"
    answer = six.do("results", results="1 16:31")
    assert answer.status_code == 409 and "48" in main_text(answer)
    assert six.do("results", results="first 1").status_code == 409


def holder(arbiter: Arbiter) -> int:
    return next(board.first for board in arbiter.state.rounds[-1].boards if board.is_bye)


def test_a_late_entry_is_paired_with_the_player_who_has_the_bye(seven: Arbiter) -> None:
    seven.done("enter", name="Late Larissa")
    late, free = len(seven.state.entries), holder(seven)
    before = seven.state.rounds[0].boards
    assert "Late Larissa" in main_text(seven.get())
    seven.done("late-pair", **{"entry": str(late), "with": str(free), "reason": "the bus was late"})
    boards = seven.state.rounds[0].boards
    assert boards[:3] == before[:3]
    assert {boards[3].first, boards[3].second} == {late, free} and boards[3].mover in (late, free)
    assert seven.state.rounds[0].away == ()
    answer = seven.do("late-pair", **{"entry": str(late), "with": "1", "reason": "again", "sure": "2"})
    assert answer.status_code == 409 and "has a table already" in main_text(answer)


def test_two_late_ones_are_paired_with_each_other(seven: Arbiter) -> None:
    for name in ("Late Larissa", "Late Leyla", "Late Lev"):
        seven.done("enter", name=name)
    free = holder(seven)
    seven.done("late-pair", **{"entry": "8", "with": "9", "reason": "both on one bus"})
    boards = seven.state.rounds[0].boards
    assert {boards[-1].first, boards[-1].second} == {8, 9} and holder(seven) == free
    assert [id_ for id_, _ in seven.state.rounds[0].away] == [10]


def test_an_edit_that_drops_a_player_is_refused(seven: Arbiter) -> None:
    numbers = {entry.id: entry.number for entry in seven.state.entries}
    boards = seven.state.rounds[0].boards
    text = "\n".join(f"{numbers[b.first]}-{numbers[b.second]}" for b in boards[1:3]) + f"\n{numbers[boards[3].first]}"
    answer = seven.do("edit-tables", whole="1", tables=text, reason="x", sure="2")
    assert answer.status_code == 409 and "is present and has no table" in main_text(answer)
