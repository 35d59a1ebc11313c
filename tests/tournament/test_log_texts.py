"""The log in words: who came, what was corrected, which lot, and nothing private."""

from tests.tournament.conftest import Make

from charkoni.core.translations import Words
from charkoni.tournament.acts.entries import CheckIn, CorrectEntry, Prohibit, RequestBye, Withdraw
from charkoni.tournament.acts.rounds import DrawLot


def test_the_log_says_what_each_act_did(make: Make) -> None:
    director = make(6, rounds=5, half_byes=1)
    acts = (
        (CheckIn(entry=1, here=False), "Player 01 is not here"),
        (CheckIn(entry=1, here=True), "Player 01 is here"),
        (RequestBye(entry=2, round=2, code="H"), "Player 02: half a point for round 2"),
        (RequestBye(entry=2, round=2, code=""), "Player 02: no bye in round 2"),
        (CorrectEntry(entry=3, changes={"club": "Ош", "fee": "500"}), "Player 03: Club Ош; Fee"),
        (Prohibit(entries=(1, 2)), "Player 01 – Player 02"),
        (Prohibit(entries=(1, 3), first=2, last=4), "Player 01 – Player 03: rounds 2 to 4"),
        (Prohibit(entries=(1, 2), off=True), "Player 01 – Player 02: lifted"),
        (DrawLot(purpose="initial", value="b"), "number 1 moves second in round 1"),
        (Withdraw(entry=6, from_round=2), "Player 06: from round 2 on"),
    )
    director.confirmations = 5
    for act, said in acts:
        director.do(act, reason="a test")
        assert director.log[-1].act.about(Words("en"), director.state) == said
    director.draft()
    director.publish()
    board = director.state.rounds[0].boards[0]
    director.do(DrawLot(purpose="first", round=1, board=1, entry=board.second))
    said = f"round 1, table 1: {director.state.name(board.second)} moves first"
    assert director.log[-1].act.about(Words("en"), director.state) == said
