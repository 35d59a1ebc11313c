"""Acts on protests: filing, deciding, and what open ones hold up."""

import pytest
from tests.tournament.conftest import Make, replayed

from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.protests import DecideProtest, FileProtest
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadEntry, BadResult, NeedsConfirmation, WrongPhase


def file(director: Director, entry: int, board: int = 1, round_: int = 1, text: str = "a stone was moved") -> None:
    act = FileProtest(round=round_, board=board, entry=entry, at=director.time, clause="M8", text=text)
    director.do(act)


def decide(director: Director, number: int, outcome: str = "rejected", decision: str = "nobody saw it") -> None:
    director.do(DecideProtest(protest=number, outcome=outcome, decision=decision, by="Dana", at=director.time))


@pytest.fixture
def played(make: Make) -> Director:
    """An event of three with one round to play: table 1 and a bye; the result is in."""
    director = make(3, rounds=1)
    director.draft()
    director.publish()
    director.result(1, "1")
    return director


def test_a_protest_is_a_record_with_its_decision(played: Director) -> None:
    entry = played.state.rounds[0].boards[0].second
    file(played, entry)
    protest = played.state.protests[0]
    assert (protest.number, protest.round, protest.board, protest.entry, protest.clause) == (1, 1, 1, entry, "M8")
    assert protest.is_open and protest.at == played.time[:17] + protest.at[17:]
    decide(played, 1, "upheld", "play on from the position before")
    protest = played.state.protests[0]
    assert (protest.outcome, protest.decision, protest.decided_by) == (
        "upheld", "play on from the position before", "Dana",
    )  # fmt: skip
    assert replayed(played) == played.state
    played.undo()
    assert played.state.protests[0].is_open


def test_open_protests_keep_a_round_open_unless_somebody_is_sure(played: Director) -> None:
    file(played, played.state.rounds[0].boards[0].first)
    played.confirmations = 0
    with pytest.raises(NeedsConfirmation, match=r"open protests: 1 \(Player 02\); close round 1 nevertheless\?"):
        played.close_round()
    assert played.state.rounds[0].state == "published"
    played.confirmations = 1
    assert played.close_round().severity == 3
    played.confirmations = 0
    with pytest.raises(NeedsConfirmation, match="finish the tournament nevertheless"):
        played.do(Finish())
    decide(played, 1)
    played.do(Finish())
    assert played.log[-1].severity == 1


def test_protests_and_decisions_that_cannot_be_are_refused(played: Director) -> None:
    first = played.state.rounds[0].boards[0].first
    bye = played.state.rounds[0].boards[1].first
    with pytest.raises(BadEntry, match="does not sit at table 1 of round 1"):
        file(played, bye)
    with pytest.raises(BadResult, match="table 2 of round 1 is the bye"):
        file(played, bye, board=2)
    with pytest.raises(BadEntry, match="describe the protest"):
        file(played, first, text=" ")
    with pytest.raises(WrongPhase, match="there is no round 2"):
        file(played, first, round_=2)
    file(played, first)
    with pytest.raises(WrongPhase, match="has an open protest at this table already: number 1"):
        file(played, first)
    with pytest.raises(BadEntry, match="upheld, rejected, withdrawn"):
        decide(played, 1, "perhaps")
    with pytest.raises(BadEntry, match="in a sentence"):
        decide(played, 1, decision="")
    with pytest.raises(WrongPhase, match="there is no protest 2; there are 1"):
        decide(played, 2)
    decide(played, 1)
    with pytest.raises(WrongPhase, match="decided already: rejected"):
        decide(played, 1)
    played.close_round()
    with pytest.raises(WrongPhase, match="round 1 is closed: protests must be filed before that"):
        file(played, first)
