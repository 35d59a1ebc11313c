"""Pairing at the desk: by the engine and by hand."""

import re

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin, drafted, main_text


def test_tables_by_hand_are_judged_first(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    first = six.state.rounds[0].boards[0]
    a, b = six.state.entry(first.first).number, six.state.entry(first.second).number
    rest = [n for n in range(1, 7) if n not in (a, b)]
    tables = f"{a}-{b} {rest[0]}-{rest[1]} {rest[2]}-{rest[3]}"
    checked = main_text(six.do("check", tables=tables))
    assert "(P2)" in checked and "The engine would have:" in checked
    refused = six.do("edit-tables", whole="1", tables=tables, reason="wish of both")
    assert refused.status_code == 409 and "(P2)" in main_text(refused)
    assert six.do("edit-tables", whole="1", tables="1-99", reason="x").status_code == 409
    assert six.state.official
    six.done("edit-tables", whole="1", tables=tables, reason="wish of both", allow="P2 P4 P5 P6")
    assert six.state.rounds[1].by_hand and not six.state.official


def test_nobody_is_left_to_pair(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece")
    arbiter.done("close-list", rounds="2")
    for entry in (1, 2, 3):
        arbiter.done("withdraw", entry=entry)
    arbiter.draft()
    assert not arbiter.state.rounds
    assert arbiter.event.drafting is not None and arbiter.event.drafting.error is not None
    assert 'role="alert"' in arbiter.get().text


def test_all_have_met(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", "Gül")
    arbiter.done("close-list", rounds="3")
    for _ in range(2):
        arbiter.publish_next()
        arbiter.play_round("1")
    for entry in arbiter.state.entries[1:]:
        if entry.id not in _unmet(arbiter, arbiter.state.entries[0].id):
            continue
        arbiter.done("withdraw", entry=entry.id)
    arbiter.draft()
    error = arbiter.event.drafting and arbiter.event.drafting.error
    assert error is not None or arbiter.state.rounds[-1].state == "draft"


def _unmet(arbiter: Arbiter, id_: int) -> set[int]:
    met = {id_}
    for round_ in arbiter.state.rounds:
        board = round_.board_of(id_)
        assert board is not None
        met |= {board.first, board.second}
    return {entry.id for entry in arbiter.state.entries} - met


def test_the_desk_says_who_is_not_paired_and_one_key_pairs_him(six: Arbiter) -> None:
    six.done("check-in", entry=1, away="1")
    six.done("check-in", entry=2, away="1")
    name = six.state.name(1)
    assert "Would not be paired in round 1 : 2" in main_text(six.get()).replace("1:", "1 :")
    six.draft()
    page = six.get().text
    assert page.index("not checked in") < page.index("Publish round 1") and 'data-key="1"' in page
    six.done("is-here", entry=1)
    six.local_server.run(drafted, six.event)
    six.done("publish")
    round_ = six.state.rounds[0]
    assert round_.board_of(1) is not None and round_.board_of(2) is None
    public = main_text(six.get("/round/1"))
    assert "not checked in" in public and name in public
    assert "(not checked in)" in six.get("/print/pairings.txt").text


def test_tables_by_hand_show_points_and_sides_and_are_sorted(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    six.draft()
    winners = {
        board.first if board.result.first == "1" else board.second
        for board in six.state.rounds[0].boards
        if board.result
    }
    first = {board.first for board in six.state.rounds[0].boards}
    page = six.get("/desk/hand").text
    for number in range(1, 7):
        shown = f"{'1' if number in winners else '0'} · {'a' if number in first else 'b'}"
        assert re.search(rf'data-number="{number}" data-points="{2 * (number in winners)}">[^<]*<small>{shown}<', page)
    one, other, third = sorted(winners)
    losers = sorted(set(range(1, 7)) - winners)
    tables = f"{losers[0]}-{losers[1]}\n{third}-{losers[2]}\n{one}-{other}"
    answer = six.visitor.client.post(
        f"/t/{six.id}/desk/check",
        headers=six.visitor._headers() | {"accept": "application/json"},
        data={"tables": tables, "csrf": six.visitor._token("")},
    )
    assert answer.json()["tables"] == "\n".join(reversed(tables.split("\n")))
