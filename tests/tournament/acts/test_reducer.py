"""The reducer: undone acts, and official mode, which does not return."""

from dataclasses import replace

import pytest
from tests.tournament.conftest import Make, play_round, replayed

from charkoni.tournament.acts.entries import Prohibit
from charkoni.tournament.acts.log import decoded
from charkoni.tournament.acts.rounds import Draft
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import (
    WrongPhase,
)
from charkoni.tournament.model.players import Person
from charkoni.tournament.verify import rounds


def test_undo_restores_and_is_undone_itself(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    before = director.state
    director.result(1, "1")
    after = director.state
    undo = director.undo()
    assert replace(director.state, version=0) == replace(before, version=0)
    director.undo(undo.number)
    assert replace(director.state, version=0) == replace(after, version=0)
    assert replayed(director) == director.state


def test_an_act_on_which_later_ones_depend_is_not_undone(make: Make) -> None:
    director = make(8)
    play_round(director)
    closing = director.log[-1].number
    director.draft()
    with pytest.raises(WrongPhase, match=f"act {closing} cannot be undone"):
        director.undo(closing)
    with pytest.raises(WrongPhase, match="cannot be undone"):
        director.undo(2)
    with pytest.raises(WrongPhase, match="there is no act 999"):
        director.undo(999)
    assert replayed(director) == director.state


def _prepared(director: Director, phase: str) -> None:
    """Bring an event of eight to a phase: open, listed, drafted, published or closed."""
    for step in ("listed", "drafted", "published", "closed"):
        if phase == "open" or (step == "closed" and phase != "closed"):
            return
        if step == "listed":
            director.close_list()
        elif step == "drafted":
            director.draft()
        elif step == "published":
            director.publish()
        else:
            for board in director.state.rounds[0].boards:
                director.result(board.number, "1")
            director.close_round()
        if step == phase:
            return


SWAPPED = [[5, 1, 5], [2, 6, 2], [7, 3, 7], [4, 8, 4]]


@pytest.mark.parametrize(
    ("phase", "kind", "data"),
    [
        ("open", "set", {"settings": {"place": "Ankara"}}),
        ("open", "prohibit", {"entries": [1, 2]}),
        ("open", "lot", {"purpose": "initial", "value": "b"}),
        ("open", "numbers", {"order": [8, 7, 6, 5, 4, 3, 2, 1], "rounds": 5}),
        ("listed", "correct", {"entry": 1, "changes": {"rating": 5}}),
        ("listed", "checkin", {"entry": 1, "here": False}),
        ("listed", "request-bye", {"entry": 1, "round": 2, "code": "Z"}),
        ("listed", "withdraw", {"entry": 1}),
        ("listed", "return", {"entry": 1}),
        ("listed", "expel", {"entry": 1}),
        ("listed", "pause", {"on": True}),
        ("listed", "draft", {"round": 1, "boards": SWAPPED, "by_hand": True}),
        ("drafted", "edit", {"round": 1, "boards": SWAPPED}),
        ("drafted", "publish", {"round": 1}),
        ("published", "unpublish", {"round": 1}),
        ("published", "lot", {"purpose": "first", "round": 1, "board": 1, "entry": 5}),
        ("published", "result", {"round": 1, "board": 1, "first": "1", "second": "0"}),
        ("published", "result", {"round": 1, "board": 1, "first": "1", "second": "0", "source": "second"}),
        ("published", "dispute", {"round": 1, "board": 1}),
        ("published", "expel", {"entry": 1, "annul": True}),
        ("closed", "result", {"round": 1, "board": 1, "first": "0", "second": "1"}),
        ("closed", "finish", {"early": True}),
        ("closed", "finish", {"early": True, "archive": True}),
    ],
)
def test_every_act_can_be_undone(make: Make, phase: str, kind: str, data: dict[str, object]) -> None:
    director = make(8, started=False)
    _prepared(director, phase)
    before = director.state
    act = director.do(decoded(kind, data), reason="why not")
    undo = director.undo(act.number)
    assert replace(director.state, version=0) == replace(before, version=0)
    assert director.store.verify() == undo.number
    with pytest.raises(WrongPhase, match="there is no act 0"):
        director.undo(0)


def test_entering_closing_and_late_coming_can_be_undone(make: Make) -> None:
    director = make(8, started=False)
    for step in (lambda: director.enter(Person("Zuletzt")), director.close_list):
        before = director.state
        director.undo(step().number)
        assert replace(director.state, version=0, people=before.people) == replace(before, version=0)
    director.close_list()
    play_round(director)
    late = director.enter(Person("Late Comer"), rating=1)
    assert late.kind == "late" and len(director.state.entries) == 9
    director.undo(late.number)
    assert len(director.state.entries) == 8


def test_an_entry_that_goes_takes_no_other_along(make: Make) -> None:
    director = make(4, rounds=3)
    play_round(director)
    late = director.enter(Person("Aizada"), rating=1500)
    director.correct(5, {"rating": 1600})
    director.enter(Person("Bolot"), rating=1400)
    with pytest.raises(WrongPhase, match="others were entered after it"):
        director.undo(late.number)
    for _ in range(3):
        director.undo()
    # The rating that was corrected has no entry any more, and rounds that were paired before it do not need it.
    assert len(director.state.entries) == 4 and director.reported().late_changes
    assert all(verdict.is_plain for verdict in rounds(director.reported()))
    bye = director.enter(Person("Cholpon"))
    director.do(Prohibit(entries=(5, 1)), reason="sisters")
    with pytest.raises(WrongPhase, match="there is no entry 5"):
        director.undo(bye.number)


def test_an_act_that_is_not_there_cannot_be_undone(make: Make) -> None:
    director = make(4)
    for number in (0, len(director.log) + 1, len(director.log) + 2):  # the second is the undo itself
        with pytest.raises(WrongPhase, match=f"there is no act {number}"):
            director.undo(number)


def test_official_mode_is_left_for_good(make: Make) -> None:
    director = make(4, rounds=3)
    play_round(director)
    again = tuple((b.first, b.second, b.first) for b in director.state.rounds[0].boards)
    act = director.do(Draft(round=2, boards=again, by_hand=True, allow=("P2",)), reason="they asked")
    assert act.severity == 5 and not director.state.official
    director.undo()
    assert not director.state.official
