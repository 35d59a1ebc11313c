"""Settings at the desk."""

from tests.web.tournaments.people import Arbiter


def test_settings_of_a_running_event_need_a_reason(six: Arbiter) -> None:
    six.publish_next()
    assert six.do("set", rounds="4").status_code == 409
    six.done("set", rounds="4", reason="time is left")
    assert six.state.settings.rounds == 4
    assert six.do("set", system="round-robin").status_code == 409
    assert six.do("set", tiebreaks="BH, NONSENSE", reason="x").status_code == 409
