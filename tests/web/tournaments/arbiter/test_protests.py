"""Protests and the clock of a round in the browser."""

from tests.web.tournaments.people import Arbiter, main_text, seats


def test_a_protest_from_a_phone_holds_the_round_up(six: Arbiter) -> None:
    six.publish_next()
    who, _ = seats(six)
    entry = six.state.rounds[0].boards[0].first
    assert "Protest…" in who.get(f"/t/{six.id}/me").text
    form = {"entry": entry, "clause": "M8", "text": "the last stone was moved"}
    assert who.post(f"/t/{six.id}/me/protest", **form).status_code == 303
    other = {**form, "entry": six.state.rounds[0].boards[1].first}
    assert who.post(f"/t/{six.id}/me/protest", **other).status_code == 403
    assert "the last stone was moved" in main_text(six.get()) and "M8" in main_text(six.get("/desk/protests"))
    assert "last stone" not in six.local_server.visitor().get(f"/t/{six.id}/log").text
    assert "last stone" not in six.local_server.visitor().get(f"/t/{six.id}/file/json").text
    six.done("results", results="1 1; 2 1; 3 1")
    assert "open protests: 1 (" in main_text(six.do("close", round=1))
    six.done("decide", protest=1, outcome="rejected", decision="nobody saw it")
    assert "nobody saw it" in main_text(who.get(f"/t/{six.id}/me")) + six.get("/desk/print/protests.txt").text
    assert six.do("close", round=1).status_code == 303
    assert "is closed: protests must be filed before" in main_text(
        six.do("protest", round=1, board=1, entry=entry, text="late")
    )


def test_everybody_sees_whether_a_round_has_begun(six: Arbiter) -> None:
    six.draft()
    six.done("publish")
    public = ("", "/round/1", "/screen")
    assert all("has not started" in main_text(six.get(path)) for path in public)
    assert "Start the clock of round 1" in six.get().text
    six.done("start-clock", round=1)
    assert all("data-until" in six.get(path).text for path in (*public, "/desk"))
    assert six.do("stop-clock", round=1).status_code == 409
    six.done("stop-clock", round=1, reason="fire alarm")
    assert all("is stopped" in main_text(six.get(path)) for path in (*public, "/desk"))
    assert "fire alarm" in main_text(six.get("/log"))
    six.done("continue-clock", round=1)
    six.done("move-clock", round=1, minutes="+5", reason="late start")
    clock = six.state.rounds[0].clock
    assert clock and clock.added >= 300
    assert six.do("move-clock", round=1, minutes="five", reason="late start").status_code == 409
