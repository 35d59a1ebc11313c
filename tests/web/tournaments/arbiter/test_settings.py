"""Settings at the desk."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin


def test_settings_of_a_running_event_need_a_reason(six: Arbiter) -> None:
    six.publish_next()
    assert six.do("set", rounds="4").status_code == 409
    six.done("set", rounds="4", reason="time is left")
    assert six.state.settings.rounds == 4
    assert six.do("set", system="round-robin").status_code == 409
    assert six.do("set", tiebreaks="BH, NONSENSE", reason="x").status_code == 409


def test_every_variant_can_be_chosen_by_its_name(local_server: LocalServer) -> None:
    arbiter = begin(local_server, game="mangala:fortress", games="2")
    page = arbiter.get("/desk/settings").text
    assert '<option value="mangala:fortress" selected>Mangala: fortress</option>' in page
    assert '<option value="focus:rescue,steps=upto">Focus: fewer steps allowed, the reserve saves you</option>' in page
    assert "may last 60 minutes" in page
    arbiter.done("set", round_minutes="60")
    assert "may last" not in arbiter.get("/desk/settings").text
